import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import { type BucketPlace } from '../../shared/request/bucket-destination.js';
import { quote } from '../../shared/request/wording.js';
import { type BucketTarget, bucketTargetSchema } from '../../shared/targets.js';
import { JsonFile } from './json-file.js';

const targetFileSchema = z.object({ version: z.literal(1), targets: z.array(bucketTargetSchema) });

/** The person's buckets, kept in one file and sorted by name. Their secret keys are not in it. */
export class Targets {
  readonly #file: JsonFile<typeof targetFileSchema>;
  #list: readonly BucketTarget[] = [];

  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'targets.json'), targetFileSchema);
  }

  /** Reads what there is. Gives a sentence if the file was damaged and set aside, else null. */
  async open(): Promise<string | null> {
    const { content, setAside } = await this.#file.read();
    this.#list = content?.targets ?? [];
    if (setAside === null) return null;
    return `${this.#file.path} was damaged. It was set aside as ${setAside}, and there are no targets for uploads now.`;
  }

  get list(): readonly BucketTarget[] {
    return this.#list;
  }

  get(id: string): BucketTarget | undefined {
    return this.#list.find((target) => target.id === id);
  }

  /** The target that a place lies in: that of the longest prefix, if there are several. */
  matching({ bucket, key }: BucketPlace): BucketTarget | undefined {
    return this.#list
      .filter((target) => target.bucket === bucket && isBelow(key, target.prefix))
      .reduce<BucketTarget | undefined>(
        (best, target) =>
          best === undefined || target.prefix.length > best.prefix.length ? target : best,
        undefined,
      );
  }

  /** Whether something is still on its way to the disk. */
  get isWriting(): boolean {
    return this.#file.isWriting;
  }

  /** Resolves when everything that was to be kept has been written, or could not be. */
  async settled(): Promise<void> {
    await this.#file.settled();
  }

  /**
   * Keeps a target in the place of the one of its id.
   * @throws AppError `invalid-request` if another one has its name, `write-failed` where it cannot be kept
   */
  async save(target: BucketTarget): Promise<void> {
    const others = this.#list.filter(({ id }) => id !== target.id);
    if (others.some(({ name }) => isSameName(name, target.name))) {
      const message = `There is another target called ${quote(target.name)}; choose another name.`;
      throw new AppError('invalid-request', message, [{ field: 'name', message }]);
    }
    await this.#keep([...others, target]);
  }

  /** Forgets a target; nothing happens if there is none of that id. */
  async remove(id: string): Promise<void> {
    await this.#keep(this.#list.filter((target) => target.id !== id));
  }

  async #keep(targets: readonly BucketTarget[]): Promise<void> {
    this.#list = targets.toSorted((a, b) => a.name.localeCompare(b.name));
    await this.#file.write({ version: 1, targets: [...this.#list] });
  }
}

function isBelow(key: string, prefix: string): boolean {
  return prefix === '' || key.startsWith(`${prefix}/`);
}

/** A person takes `Papers` and `papers` for the same. */
function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
