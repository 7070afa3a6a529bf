import type { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import { describeValue, listInWords, quote, wrongTypeSentence } from '../../shared/request/text.js';
import { JsonFile } from './json-file.js';

/** What every entry of a list has. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** How a list is stored and what messages call its entries. */
export interface ListFile<T extends Named, S extends z.ZodType> {
  /** Full path of the file. */
  readonly path: string;
  /** Schema of the file without its entries, which are validated one by one. */
  readonly schema: S;
  readonly entry: z.ZodType<T>;
  readonly listIn: (content: z.infer<S>) => readonly unknown[];
  readonly contentOf: (list: readonly unknown[]) => z.infer<S>;
  /** One entry, such as `destination`. */
  readonly noun: string;
  /** All entries, such as `destinations`. */
  readonly nouns: string;
}

/** An entry that is ignored until it is corrected. It stays in the file unchanged. */
interface InvalidEntry {
  readonly written: unknown;
  /** Null if the entry has no usable name. */
  readonly name: string | null;
  /** Names the entry, its file and its invalid fields. */
  readonly message: string;
}

type EntryForm<T extends Named> = Pick<ListFile<T, z.ZodType>, 'path' | 'entry' | 'noun'>;

/**
 * Named items of the settings, stored in one file and sorted by name. Secrets are stored
 * separately. The list in memory changes only after the file was written.
 */
export class NamedList<T extends Named, S extends z.ZodType> {
  readonly #file: JsonFile<S>;
  readonly #form: ListFile<T, S>;
  #list: readonly T[] = [];
  #invalid: readonly InvalidEntry[] = [];

  constructor(form: ListFile<T, S>) {
    this.#form = form;
    this.#file = new JsonFile(form.path, form.schema);
  }

  /** Reads the file. Returns a message if it was damaged or has invalid entries; otherwise null. */
  async open(): Promise<string | null> {
    const { content, setAside, why } = await this.#file.read();
    const { valid, invalid } = readEntries(
      content === null ? [] : this.#form.listIn(content),
      this.#form,
    );
    this.#list = sorted(valid);
    this.#invalid = invalid;
    if (setAside !== null) {
      return `${this.#file.path} was damaged: ${why}. It was renamed to ${setAside}; the list of ${this.#form.nouns} is empty now.`;
    }
    return invalid.length === 0 ? null : invalid.map(({ message }) => message).join(' ');
  }

  get list(): readonly T[] {
    return this.#list;
  }

  get(id: string): T | undefined {
    return this.#list.find((entry) => entry.id === id);
  }

  /** Finds an entry by name, ignoring case. */
  named(name: string): T | undefined {
    return this.#list.find((entry) => isSameName(entry.name, name));
  }

  /** Returns why the entry with a name is ignored; undefined if there is no such entry. */
  issueOf(name: string): string | undefined {
    return this.#invalid.find((each) => each.name !== null && isSameName(each.name, name))?.message;
  }

  get isWriting(): boolean {
    return this.#file.isWriting;
  }

  /** Resolves when the last write has ended, successfully or not. */
  async settled(): Promise<void> {
    await this.#file.settled();
  }

  /**
   * Adds an entry, or replaces the one with its id.
   * @throws AppError `invalid-request` if another entry has its name; `write-failed`
   */
  async save(entry: T): Promise<void> {
    await this.#update(() => {
      const others = this.#list.filter(({ id }) => id !== entry.id);
      if (others.some(({ name }) => isSameName(name, entry.name))) {
        const message = takenNameMessage(this.#form.noun, entry.name);
        throw new AppError('invalid-request', message, [{ field: 'name', message }]);
      }
      return [...others, entry];
    });
  }

  /** Removes the entry with an id, if it exists. @throws AppError `write-failed` */
  async remove(id: string): Promise<void> {
    await this.#update(() => this.#list.filter((entry) => entry.id !== id));
  }

  async #update(change: () => readonly T[]): Promise<void> {
    let list = this.#list;
    const invalid = this.#invalid.map(({ written }) => written);
    await this.#file.update(
      () => {
        list = sorted(change());
        return this.#form.contentOf([...list, ...invalid]);
      },
      () => (this.#list = list),
    );
  }
}

/** Validates entries one by one, because users may edit the file. */
function readEntries<T extends Named>(
  written: readonly unknown[],
  form: EntryForm<T>,
): { readonly valid: readonly T[]; readonly invalid: readonly InvalidEntry[] } {
  const valid: T[] = [];
  const invalid: InvalidEntry[] = [];
  for (const [index, each] of written.entries()) {
    const parsed = form.entry.safeParse(each, { error: defaultMessage });
    const issues = parsed.success
      ? duplicateIssues(parsed.data, valid, form)
      : parsed.error.issues.flatMap(issueMessages);
    if (parsed.success && issues.length === 0) valid.push(parsed.data);
    else invalid.push(invalidEntry(each, index, issues, form));
  }
  return { valid, invalid };
}

function sorted<T extends Named>(list: readonly T[]): readonly T[] {
  return list.toSorted((a, b) => a.name.localeCompare(b.name));
}

function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function takenNameMessage(noun: string, name: string): string {
  return `There is another ${noun} called ${quote(name)}; choose another name.`;
}

function invalidEntry(
  written: unknown,
  index: number,
  issues: readonly string[],
  { path, noun }: Pick<EntryForm<Named>, 'path' | 'noun'>,
): InvalidEntry {
  const name = nameIn(written);
  const which = name === null ? '' : ` ${quote(name)}`;
  const message = `The ${noun}${which}, entry ${index + 1} in ${path}, is ignored until it is corrected there. ${issues.join(' ')}`;
  return { written, name, message };
}

function nameIn(written: unknown): string | null {
  if (typeof written !== 'object' || written === null || !('name' in written)) return null;
  return typeof written.name === 'string' && written.name.trim() !== '' ? written.name : null;
}

function duplicateIssues<T extends Named>(
  { id, name }: T,
  others: readonly T[],
  { noun }: Pick<EntryForm<T>, 'noun'>,
): readonly string[] {
  const isIdTaken = others.some((other) => other.id === id);
  const isNameTaken = others.some((other) => isSameName(other.name, name));
  return [
    ...(isIdTaken
      ? [`id: There is another ${noun} with the id ${quote(id)}; choose another.`]
      : []),
    ...(isNameTaken ? [`name: ${takenNameMessage(noun, name)}`] : []),
  ];
}

function issueMessages(issue: z.core.$ZodIssue): readonly string[] {
  const field = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') {
    return [field === '' ? issue.message : `${field}: ${issue.message}`];
  }
  // The value is not quoted, because it may be a secret.
  return issue.keys.map((key) => {
    const owner = field === '' ? '' : ` of ${field}`;
    return `${quote(key)} is not a field${owner}; remove it.`;
  });
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  array: 'a list',
};

/** Describes an invalid value whose schema has no message. */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    return wrongTypeSentence('It', issue.input, typeNames[issue.expected] ?? issue.expected);
  }
  if (issue.code === 'invalid_value') {
    return wrongTypeSentence('It', issue.input, listInWords(issue.values.map(String), 'or'));
  }
  return `It is ${describeValue(issue.input)}, which is not allowed.`;
}
