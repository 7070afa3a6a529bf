import type { z } from 'zod';
import { AppError } from '../../shared/messages/errors.js';
import { type Message, message, sentences } from '../../shared/messages/message.js';
import { excerpt, valueMessage } from '../../shared/request/text.js';
import { issueMessage, withMessage } from '../../shared/request/validation.js';
import { JsonFile } from './json-file.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** How a list is stored. */
export interface ListFile<T extends Named, S extends z.ZodType> {
  /** Full path of the file. */
  readonly path: string;
  /** Schema of the file without its entries, which are validated one by one. */
  readonly schema: S;
  readonly entry: z.ZodType<T>;
  readonly listIn: (content: z.infer<S>) => readonly unknown[];
  readonly contentOf: (list: readonly unknown[]) => z.infer<S>;
  /** Names the list in messages. */
  readonly list: 'services' | 'destinations' | 'signIns';
}

/** An entry that is ignored until it is corrected. It stays in the file unchanged. */
interface InvalidEntry {
  readonly written: unknown;
  /** Null if the entry has no usable name. */
  readonly name: string | null;
  /** Names the entry, its file and its invalid fields. */
  readonly message: Message;
}

type EntryForm<T extends Named> = Pick<ListFile<T, z.ZodType>, 'path' | 'entry' | 'list'>;

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

  /** @returns messages about damage and invalid entries */
  async open(): Promise<readonly Message[]> {
    const { content, damage } = await this.#file.read();
    const { valid, invalid } = readEntries(
      content === null ? [] : this.#form.listIn(content),
      this.#form,
    );
    this.#list = sorted(valid);
    this.#invalid = invalid;
    if (damage !== null) {
      return [message('settingsFiles.listDamaged', { ...damage, list: this.#form.list })];
    }
    return invalid.map((entry) => entry.message);
  }

  get list(): readonly T[] {
    return this.#list;
  }

  get(id: string): T | undefined {
    return this.#list.find((entry) => entry.id === id);
  }

  /** Ignores case. */
  named(name: string): T | undefined {
    return this.#list.find((entry) => isSameName(entry.name, name));
  }

  /** Why the entry is ignored; undefined if there is no such entry. */
  issueOf(name: string): Message | undefined {
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
        const reason = nameTaken(this.#form, entry.name);
        throw new AppError('invalid-request', reason, [{ field: 'name', message: reason }]);
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
    const parsed = form.entry.safeParse(each, { error: describeIssue });
    const issues = parsed.success
      ? duplicateIssues(parsed.data, valid, form)
      : parsed.error.issues.flatMap(issuesIn);
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

function nameTaken({ list }: Pick<EntryForm<Named>, 'list'>, name: string): Message {
  return message('settingsFiles.nameTaken', { list, name: excerpt(name) });
}

function invalidEntry(
  written: unknown,
  index: number,
  [first, ...rest]: readonly Message[],
  { path, list }: Pick<EntryForm<Named>, 'path' | 'list'>,
): InvalidEntry {
  const name = nameIn(written);
  const issues = first === undefined ? '' : sentences(first, ...rest);
  const params = { list, number: index + 1, path, issues };
  const reason =
    name === null
      ? message('settingsFiles.entryWithoutNameIgnored', params)
      : message('settingsFiles.entryIgnored', { ...params, name: excerpt(name) });
  return { written, name, message: reason };
}

function nameIn(written: unknown): string | null {
  if (typeof written !== 'object' || written === null || !('name' in written)) return null;
  return typeof written.name === 'string' && written.name.trim() !== '' ? written.name : null;
}

function duplicateIssues<T extends Named>(
  { id, name }: T,
  others: readonly T[],
  form: Pick<EntryForm<T>, 'list'>,
): readonly Message[] {
  const isIdTaken = others.some((other) => other.id === id);
  const isNameTaken = others.some((other) => isSameName(other.name, name));
  const idTaken = message('settingsFiles.idTaken', { list: form.list, id: excerpt(id) });
  return [
    ...(isIdTaken ? [inField('id', idTaken)] : []),
    ...(isNameTaken ? [inField('name', nameTaken(form, name))] : []),
  ];
}

function inField(field: string, issue: Message): Message {
  return field === '' ? issue : message('settingsFiles.entryField', { field, issue });
}

function issuesIn(issue: z.core.$ZodIssue): readonly Message[] {
  const parent = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [inField(parent, issueMessage(issue))];
  // The value is not quoted, because it may be a secret.
  return issue.keys.map((key) => {
    const name = excerpt(key);
    return parent === ''
      ? message('settingsFiles.unknownField', { name })
      : message('settingsFiles.unknownNestedField', { name, parent });
  });
}

const typeMessages: Readonly<Record<string, (value: Message) => Message>> = {
  string: (value) => message('settingsFiles.mustBeText', { value }),
  boolean: (value) => message('settingsFiles.mustBeBoolean', { value }),
  number: (value) => message('settingsFiles.mustBeNumber', { value }),
  object: (value) => message('settingsFiles.mustBeObject', { value }),
  array: (value) => message('settingsFiles.mustBeList', { value }),
};

/** Describes an invalid value whose schema has no message. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  return withMessage(issue, defaultMessage(issue));
}

function defaultMessage(issue: z.core.$ZodRawIssue): Message {
  const value = valueMessage(issue.input);
  if (issue.code === 'invalid_value') {
    return message('settingsFiles.mustBeOneOf', {
      values: { or: issue.values.map(String) },
      value,
    });
  }
  const wrongType = issue.code === 'invalid_type' ? typeMessages[issue.expected] : undefined;
  return wrongType?.(value) ?? message('settingsFiles.valueNotAllowed', { value });
}
