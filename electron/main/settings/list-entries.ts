import type { z } from 'zod';
import {
  describeValue,
  listInWords,
  quote,
  wrongTypeSentence,
} from '../../shared/request/wording.js';

/** What every entry of a list has. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** How the entries of a file are checked, and what sentences call them. */
export interface EntryForm<T extends Named> {
  /** Full path of the file. */
  readonly path: string;
  readonly entry: z.ZodType<T>;
  /** What one entry is called, such as `target`. */
  readonly noun: string;
}

/** An entry that is not used until it is corrected. It stays in the file as it is. */
export interface WrongEntry {
  /** As the file has it. */
  readonly written: unknown;
  /** Null where it has none. */
  readonly name: string | null;
  /** Which entry of which file is wrong, in which fields, and what to do. */
  readonly sentence: string;
}

interface ReadEntries<T> {
  readonly right: readonly T[];
  readonly wrong: readonly WrongEntry[];
}

/** Reads the entries of a file, which a person may have written: one that is wrong takes nothing from the others. */
export function readEntries<T extends Named>(
  written: readonly unknown[],
  form: EntryForm<T>,
): ReadEntries<T> {
  const right: T[] = [];
  const wrong: WrongEntry[] = [];
  for (const [index, each] of written.entries()) {
    const parsed = form.entry.safeParse(each, { error: defaultSentence });
    const issues = parsed.success
      ? takenIssues(parsed.data, right, form)
      : parsed.error.issues.flatMap(issueSentences);
    if (parsed.success && issues.length === 0) right.push(parsed.data);
    else wrong.push(wrongEntry(each, index, issues, form));
  }
  return { right, wrong };
}

/** A person takes `Papers` and `papers` for the same. */
export function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** The mistake of a name that another entry has. */
export function takenNameSentence(noun: string, name: string): string {
  return `There is another ${noun} called ${quote(name)}; choose another name.`;
}

function wrongEntry(
  written: unknown,
  index: number,
  issues: readonly string[],
  { path, noun }: Pick<EntryForm<Named>, 'path' | 'noun'>,
): WrongEntry {
  const name = nameIn(written);
  const which = name === null ? '' : ` ${quote(name)}`;
  const sentence = `The ${noun}${which}, entry ${index + 1} in ${path}, is not used until it is corrected there. ${issues.join(' ')}`;
  return { written, name, sentence };
}

function nameIn(written: unknown): string | null {
  if (typeof written !== 'object' || written === null || !('name' in written)) return null;
  return typeof written.name === 'string' && written.name.trim() !== '' ? written.name : null;
}

function takenIssues<T extends Named>(
  { id, name }: T,
  others: readonly T[],
  { noun }: Pick<EntryForm<T>, 'noun'>,
): readonly string[] {
  const isIdTaken = others.some((other) => other.id === id);
  const isNameTaken = others.some((other) => isSameName(other.name, name));
  return [
    ...(isIdTaken
      ? [`id: There is another ${noun} with the id ${quote(id)}; give each one of its own.`]
      : []),
    ...(isNameTaken ? [`name: ${takenNameSentence(noun, name)}`] : []),
  ];
}

function issueSentences(issue: z.core.$ZodIssue): readonly string[] {
  const field = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') {
    return [field === '' ? issue.message : `${field}: ${issue.message}`];
  }
  // What such a field holds is not told: it may be a key that somebody put here.
  return issue.keys.map((key) => {
    const owner = field === '' ? '' : ` of ${field}`;
    return `${quote(key)} is not a field${owner}; leave it out.`;
  });
}

const typesInWords: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  array: 'a list',
};

/** The sentence about a value whose schema has none of its own. */
function defaultSentence(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    return wrongTypeSentence('It', issue.input, typesInWords[issue.expected] ?? issue.expected);
  }
  if (issue.code === 'invalid_value') {
    return wrongTypeSentence('It', issue.input, listInWords(issue.values.map(String), 'or'));
  }
  return `It is ${describeValue(issue.input)}, which it cannot be.`;
}
