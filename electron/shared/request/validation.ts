import { AppError, type FieldIssue, issueText } from '../errors.js';
import { z } from 'zod';
import { listInWords, quote, shortened, withCommas, wrongTypeSentence } from './text.js';

/** What a parser gives: the value, or one full sentence that names the value and the rule. */
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** A value that was understood. */
export function valid<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A text that was not understood, with the sentence that says why. */
export function invalid(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

/**
 * A schema for a text that has a parser of its own: a mistake gets the parser's sentence, and the text comes out in the
 * spelling that the parser gives.
 * @param subject what the field is called in a sentence
 * @param rule what it must be if it is no text, such as `text such as "1-3"`
 */
export function textField(subject: string, rule: string, parse: (text: string) => Parsed<string>) {
  return z
    .string({ error: ({ input }) => wrongTypeSentence(subject, input, rule) })
    .transform((text, context) => {
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      context.addIssue({ code: 'custom', message: parsed.message, input: text });
      return z.NEVER;
    });
}

/** A {@link textField} whose text is only checked and stays as it is. */
export function checkedText(subject: string, rule: string, issue: (text: string) => string | null) {
  return textField(subject, rule, (text) => {
    const message = issue(text);
    return message === null ? { ok: true, value: text } : { ok: false, message };
  });
}

/** How the fields of a request are called by whoever wrote it: in camelCase inside Platen, in snake_case on the wire. */
export interface FieldVocabulary {
  /** The name of one field, from its name in camelCase. */
  readonly nameOf: (field: string) => string;
  /** The fields of the request (parent empty) or of the object in one of its fields. */
  readonly fieldsOf: (parent: string) => readonly string[];
}

/** Telling more of them helps nobody, and a stranger's request may have any number. */
const maxUnknown = 50;

/** @param count how many fields do not exist, the first of which are told */
function withRest(told: readonly FieldIssue[], count: number): readonly FieldIssue[] {
  const left = count - told.length;
  if (left === 0) return told;
  const message =
    left === 1
      ? 'There is 1 more field that does not exist.'
      : `There are ${withCommas(left)} more fields that do not exist.`;
  return [...told, { field: '', message }];
}

/** Gathers the fields that do not exist, however many there are, and tells of the first 50. */
export class UnknownFields {
  readonly #first: FieldIssue[] = [];
  #count = 0;

  constructor(private readonly vocabulary: FieldVocabulary) {}

  /** Takes what {@link unknownField} takes. */
  add(parent: string, name: string): void {
    this.#count += 1;
    if (this.#first.length === maxUnknown) return;
    this.#first.push(unknownField(parent, name, this.vocabulary));
  }

  get told(): readonly FieldIssue[] {
    return withRest(this.#first, this.#count);
  }
}

const fieldsInside: Readonly<Record<string, readonly string[]>> = {
  source: ['kind', 'html', 'base', 'path', 'url'],
  compliance: ['gdpr', 'hipaa'],
  margin: ['top', 'right', 'bottom', 'left'],
  storage: ['provider', 'filename', 'bucketDestination'],
};

/** The fields of an object inside the request, in camelCase. */
export function nestedFields(parent: string): readonly string[] {
  return fieldsInside[parent] ?? [];
}

const misplaced: Readonly<Record<string, string>> = {
  'storage.bucketDestination':
    'A bucket destination needs the storage provider object_store; the provider is service.',
  'storage.filename':
    'A storage file name needs the storage provider service; with object_store the bucket destination ends in the name.',
};

/** Zod's issues as mistakes for a person, each field by the name that the vocabulary gives it. */
export function fieldIssues(
  issues: readonly z.core.$ZodIssue[],
  vocabulary: FieldVocabulary,
): readonly FieldIssue[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') {
      return [{ field: fieldName(path, vocabulary), message: issue.message }];
    }
    const first = issue.keys.slice(0, maxUnknown);
    const found = first.map((key) => unexpectedField(path.join('.'), key, vocabulary));
    return withRest(found, issue.keys.length);
  });
}

/**
 * The mistake of a field that does not exist.
 * @param parent name of the object that holds it, in camelCase; empty for the request itself
 * @param name its name as it was written
 */
function unknownField(parent: string, name: string, vocabulary: FieldVocabulary): FieldIssue {
  const owner = parent === '' ? 'the request' : vocabulary.nameOf(parent);
  const field = parent === '' ? shortened(name) : `${owner}.${shortened(name)}`;
  const fields = listInWords(vocabulary.fieldsOf(parent), 'and');
  return { field, message: `${quote(name)} is not a field of ${owner}; its fields are ${fields}.` };
}

function unexpectedField(parent: string, key: string, vocabulary: FieldVocabulary): FieldIssue {
  const name = vocabulary.nameOf(key);
  const message = misplaced[`${parent}.${key}`];
  if (message === undefined) return unknownField(parent, name, vocabulary);
  return { field: `${vocabulary.nameOf(parent)}.${name}`, message };
}

/** The error that carries all mistakes of a request. */
export function invalidRequest(issues: readonly FieldIssue[]): AppError {
  return new AppError('invalid-request', issuesSentence(issues), issues);
}

/** What a request's mistakes come to: the sentence of the only one, or how many there are. */
export function issuesSentence(issues: readonly FieldIssue[]): string {
  const [first] = issues;
  if (issues.length === 1 && first !== undefined) return issueText(first);
  // The last of them may stand for any number.
  const count = issues.length > maxUnknown ? `more than ${maxUnknown}` : issues.length;
  return `The request has ${count} mistakes.`;
}

/** A mistake inside the source is one of the source; only its base is a field that a person sees. */
function fieldName(path: readonly string[], vocabulary: FieldVocabulary): string {
  if (path[0] === 'source' && path[1] !== 'base') return vocabulary.nameOf('source');
  return path.map((part) => vocabulary.nameOf(part)).join('.');
}
