import type { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import { JsonFile } from './json-file.js';
import {
  type EntryForm,
  type Named,
  type WrongEntry,
  isSameName,
  readEntries,
  takenNameSentence,
} from './list-entries.js';

/** How a list is kept, and what sentences call it. */
export interface ListFile<T extends Named, S extends z.ZodType> extends EntryForm<T> {
  /** Of the file but for its entries, which are checked one by one. */
  readonly schema: S;
  readonly listIn: (content: z.infer<S>) => readonly unknown[];
  readonly contentOf: (list: readonly unknown[]) => z.infer<S>;
  /** What there are none of after the file was damaged, such as `targets for uploads`. */
  readonly nouns: string;
}

/** Things of the person's settings that have a name of their own each, kept in one file and sorted by it. Secrets are not in it. */
export class NamedList<T extends Named, S extends z.ZodType> {
  readonly #file: JsonFile<S>;
  readonly #form: ListFile<T, S>;
  #list: readonly T[] = [];
  #wrong: readonly WrongEntry[] = [];

  constructor(form: ListFile<T, S>) {
    this.#form = form;
    this.#file = new JsonFile(form.path, form.schema);
  }

  /** Reads what there is. Gives sentences if the file was damaged and set aside, or if entries of it are wrong, else null. */
  async open(): Promise<string | null> {
    const { content, setAside, why } = await this.#file.read();
    const written = content === null ? [] : this.#form.listIn(content);
    const { right, wrong } = readEntries(written, this.#form);
    this.#list = right.toSorted((a, b) => a.name.localeCompare(b.name));
    this.#wrong = wrong;
    if (setAside === null) return wrongSentences(wrong);
    return `${this.#file.path} was damaged. It was set aside as ${setAside}, and there are no ${this.#form.nouns} now. What was wrong in it: ${why}.`;
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

  /** What is wrong with the entry of a name that is not used, in a sentence; undefined if there is no such entry. */
  issueOf(name: string): string | undefined {
    return this.#wrong.find((each) => each.name !== null && isSameName(each.name, name))?.sentence;
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
      const message = takenNameSentence(this.#form.noun, entry.name);
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
    // What is wrong stays in the file, for whoever wrote it to correct.
    const written = this.#wrong.map((each) => each.written);
    await this.#file.write(this.#form.contentOf([...this.#list, ...written]));
  }
}

function wrongSentences(wrong: readonly WrongEntry[]): string | null {
  return wrong.length === 0 ? null : wrong.map(({ sentence }) => sentence).join(' ');
}
