import type { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import { quote } from '../../shared/request/wording.js';
import { JsonFile } from './json-file.js';

/** What every entry of such a list has. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** How a list is kept, and what sentences call it. */
export interface ListFile<T extends Named, S extends z.ZodType> {
  /** Full path. */
  readonly path: string;
  readonly schema: S;
  readonly listIn: (content: z.infer<S>) => readonly T[];
  readonly contentOf: (list: readonly T[]) => z.infer<S>;
  /** What one entry is called, such as `target`. */
  readonly noun: string;
  /** What there are none of after the file was damaged, such as `targets for uploads`. */
  readonly nouns: string;
}

/** Things of the person's settings that have a name of their own each, kept in one file and sorted by it. Secrets are not in it. */
export class NamedList<T extends Named, S extends z.ZodType> {
  readonly #file: JsonFile<S>;
  readonly #form: ListFile<T, S>;
  #list: readonly T[] = [];

  constructor(form: ListFile<T, S>) {
    this.#form = form;
    this.#file = new JsonFile(form.path, form.schema);
  }

  /** Reads what there is. Gives a sentence if the file was damaged and set aside, else null. */
  async open(): Promise<string | null> {
    const { content, setAside } = await this.#file.read();
    this.#list = content === null ? [] : this.#form.listIn(content);
    if (setAside === null) return null;
    return `${this.#file.path} was damaged. It was set aside as ${setAside}, and there are no ${this.#form.nouns} now.`;
  }

  get list(): readonly T[] {
    return this.#list;
  }

  get(id: string): T | undefined {
    return this.#list.find((entry) => entry.id === id);
  }

  /** The entry of a name, whatever its capitals. */
  named(name: string): T | undefined {
    return this.#list.find((entry) => isSameName(entry.name, name));
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
   * Keeps an entry in the place of the one of its id.
   * @throws AppError `invalid-request` if another one has its name, `write-failed` where it cannot be kept
   */
  async save(entry: T): Promise<void> {
    const others = this.#list.filter(({ id }) => id !== entry.id);
    if (others.some(({ name }) => isSameName(name, entry.name))) {
      const message = `There is another ${this.#form.noun} called ${quote(entry.name)}; choose another name.`;
      throw new AppError('invalid-request', message, [{ field: 'name', message }]);
    }
    await this.#keep([...others, entry]);
  }

  /** Forgets an entry; nothing happens if there is none of that id. */
  async remove(id: string): Promise<void> {
    await this.#keep(this.#list.filter((entry) => entry.id !== id));
  }

  async #keep(list: readonly T[]): Promise<void> {
    this.#list = list.toSorted((a, b) => a.name.localeCompare(b.name));
    await this.#file.write(this.#form.contentOf(this.#list));
  }
}

/** A person takes `Papers` and `papers` for the same. */
function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
