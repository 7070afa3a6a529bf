import { z } from 'zod';
import { AppError, type FieldIssue } from '../messages/errors.js';
import { type Message, type ParamValue, isMessage, literal, message } from '../messages/message.js';
import { englishText } from '../messages/translator.js';
import { excerpt, nearestName, shortened, valueMessage } from './text.js';

/** The result of a parser: the value, or a message with the input and the rule. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Invalid;

interface Invalid {
  readonly ok: false;
  readonly message: Message;
}

export function valid<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function invalid(reason: Message): Invalid {
  return { ok: false, message: reason };
}

/**
 * For a text that is longer than any valid one, so that no expression is run on it; else null. Some
 * of them need far more than twice the time for twice the length.
 */
export function lengthIssue(text: string, max: number): Message | null {
  const { length } = text;
  return length <= max
    ? null
    : message('request.textTooLong', { text: excerpt(text), length, max });
}

/** What zod passes to an error map: the issue before it is finished. */
type RawIssue = z.core.$ZodRawIssue;

/**
 * An error map for a schema. Zod's issues carry only strings, so the message travels in the issue's
 * `params`, and its English text as the string.
 */
export function error(messageOf: (input: unknown) => Message) {
  return (issue: RawIssue): string => withMessage(issue, messageOf(issue.input));
}

/** Gives an issue a message, and returns its English text. */
export function withMessage(issue: RawIssue, reason: Message): string {
  Object.assign(issue, { params: { message: reason } });
  return englishText(reason);
}

export function addIssue(
  context: z.RefinementCtx,
  reason: Message,
  path: readonly string[] = [],
): void {
  context.addIssue({
    code: 'custom',
    message: englishText(reason),
    params: { message: reason },
    path: [...path],
  });
}

/** Of an issue from a schema that uses {@link error} and {@link addIssue}. */
export function issueMessage(issue: z.core.$ZodIssue): Message {
  const params: unknown = 'params' in issue ? issue.params : undefined;
  return hasMessage(params) ? params.message : literal(issue.message);
}

/** With the paths of their fields. */
export function issuesOf({ error }: z.ZodSafeParseResult<unknown>): readonly FieldIssue[] {
  const issues = error?.issues ?? [];
  return issues.map((issue) => fieldIssue(issue.path.join('.'), issueMessage(issue)));
}

function hasMessage(params: unknown): params is { readonly message: Message } {
  if (typeof params !== 'object' || params === null || !('message' in params)) return false;
  const { message: value } = params;
  return typeof value === 'object' && value !== null && isMessage(value as ParamValue);
}

/**
 * The parser also normalizes the text.
 * @param wrongType the message about a value that is missing or not a text
 */
export function textField(
  wrongType: (input: unknown) => Message,
  parse: (text: string) => Parsed<string>,
) {
  return z.string({ error: error(wrongType) }).transform((text, context) => {
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    addIssue(context, parsed.message);
    return z.NEVER;
  });
}

/** A {@link textField} that only checks its text. */
export function checkedText(
  wrongType: (input: unknown) => Message,
  issue: (text: string) => Message | null,
) {
  return textField(wrongType, (text) => {
    const reason = issue(text);
    return reason === null ? valid(text) : invalid(reason);
  });
}

const maxNameLength = 60;

/** Of a name in the settings, such as that of a service. It is trimmed. */
export function nameField(example: string | Message) {
  return textField(
    (input) => message('settings.nameType', { example, value: valueMessage(input) }),
    (text) => {
      const name = text.trim();
      if (name === '') return invalid(message('settings.nameEmpty', { example }));
      return name.length > maxNameLength
        ? invalid(message('settings.nameTooLong', { max: maxNameLength }))
        : valid(name);
    },
  );
}

export function fieldIssue(field: string, reason: Message): FieldIssue {
  return { field, message: reason };
}

/** How the author of a request names its fields: camelCase in Platen, snake_case on the wire. */
export interface FieldVocabulary {
  /** The name of one field, given its name in camelCase. */
  readonly nameOf: (field: string) => string;
  /** The fields of the request (parent empty) or of the object in one of its fields. */
  readonly fieldsOf: (parent: string) => readonly string[];
}

/** More are of no use, and an untrusted request may have any number. */
const maxUnknown = 50;

/** Collects unknown fields; lists the first 50 and counts the rest. */
export class UnknownFields {
  readonly #first: FieldIssue[] = [];
  readonly #vocabulary: FieldVocabulary;
  readonly #known: readonly string[];
  #count = 0;

  /** @param known all fields that the request may have, in camelCase */
  constructor(vocabulary: FieldVocabulary, known: readonly string[]) {
    this.#vocabulary = vocabulary;
    this.#known = known.map(vocabulary.nameOf);
  }

  /** @param parent name of the object with the field, in camelCase; empty for the request */
  add(parent: string, name: string): void {
    this.#count += 1;
    if (this.#first.length === maxUnknown) return;
    this.#first.push(unknownField(parent, name, this.#vocabulary, this.#known));
  }

  get issues(): readonly FieldIssue[] {
    return withRest(this.#first, this.#count);
  }
}

/** @param listed the first issues @param count the number of all */
function withRest(listed: readonly FieldIssue[], count: number): readonly FieldIssue[] {
  const rest = count - listed.length;
  if (rest === 0) return listed;
  return [...listed, fieldIssue('', message('request.moreUnknownFields', { count: rest }))];
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

/** Fields that exist only with the other storage provider. */
const misplaced: Readonly<Record<string, Message>> = {
  'storage.bucketDestination': message('request.destinationForService'),
  'storage.filename': message('request.filenameForBucket'),
};

/** Converts zod's issues; fields get the names of the vocabulary. */
export function fieldIssues(
  issues: readonly z.core.$ZodIssue[],
  vocabulary: FieldVocabulary,
): readonly FieldIssue[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') {
      return [fieldIssue(fieldName(path, vocabulary), issueMessage(issue))];
    }
    const first = issue.keys.slice(0, maxUnknown);
    const listed = first.map((key) => unexpectedField(path.join('.'), key, vocabulary));
    return withRest(listed, issue.keys.length);
  });
}

/** Longer names are no typos, and would take long to compare. */
const maxTypoLength = 40;

/** @param known all fields that the request may have */
function unknownField(
  parent: string,
  name: string,
  vocabulary: FieldVocabulary,
  known: readonly string[] = vocabulary.fieldsOf(''),
): FieldIssue {
  const owner = parent === '' ? '' : vocabulary.nameOf(parent);
  const fields = parent === '' ? known : vocabulary.fieldsOf(parent);
  const nearest = name.length > maxTypoLength ? null : nearestName(name, fields);
  const field = owner === '' ? shortened(name) : `${owner}.${shortened(name)}`;
  return fieldIssue(field, unknownFieldMessage(excerpt(name), owner, fields, nearest));
}

function unknownFieldMessage(
  name: string,
  parent: string,
  fields: readonly string[],
  nearest: string | null,
): Message {
  if (parent === '') {
    return nearest === null
      ? message('request.unknownField', { name, fields })
      : message('request.unknownFieldNear', { name, nearest });
  }
  return nearest === null
    ? message('request.unknownNestedField', { name, fields, parent })
    : message('request.unknownNestedFieldNear', { name, nearest, parent });
}

function unexpectedField(parent: string, key: string, vocabulary: FieldVocabulary): FieldIssue {
  const name = vocabulary.nameOf(key);
  const reason = misplaced[`${parent}.${key}`];
  if (reason === undefined) return unknownField(parent, name, vocabulary);
  return fieldIssue(`${vocabulary.nameOf(parent)}.${name}`, reason);
}

/** The first 50 issues, and one that counts the rest. */
export function invalidRequest(issues: readonly FieldIssue[]): AppError {
  return new AppError('invalid-request', summaryOf(issues), issues.slice(0, maxUnknown + 1));
}

/** Summarizes the issues of a request: the only one, or their number. */
function summaryOf(issues: readonly FieldIssue[]): Message {
  const [first] = issues;
  if (issues.length === 1 && first !== undefined) return first.message;
  // The last of them may stand for any number.
  return issues.length > maxUnknown
    ? message('request.tooManyIssues', { count: maxUnknown })
    : message('request.manyIssues', { count: issues.length });
}

/** An issue inside the source belongs to the source; of its parts, users see only the base. */
function fieldName(path: readonly string[], vocabulary: FieldVocabulary): string {
  if (path[0] === 'source' && path[1] !== 'base') return vocabulary.nameOf('source');
  return path.map((part) => vocabulary.nameOf(part)).join('.');
}

/** An object that is not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of an unchecked object; undefined for anything else. */
export function ownValue(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
