import type { FieldIssue } from '../messages/errors.js';
import { message } from '../messages/message.js';
import { checkPdfFilename } from './filename.js';
import { roomyTimeout } from './loading-rules.js';
import { parsePageRanges } from './pages.js';
import { fileOptionIssues, ownOptionNames, requestOptionNames } from './own-options.js';
import {
  apiFormatText,
  apiLengthText,
  marginNames,
  parseLength,
  parsePageFormat,
} from './paper.js';
import { type ConversionRequest, optionIssues, parseConversionRequest } from './request.js';
import {
  type ConversionSource,
  type SingleSource,
  sourceFromWire,
  sourceTypeIssue,
} from './source.js';
import { destinationPlaceholderIssues } from './storage.js';
import { valueMessage } from './text.js';
import { unsupportedByApi } from './unsupported.js';
import { encryptionIssues } from './url.js';
import {
  type FieldVocabulary,
  type Parsed,
  UnknownFields,
  fieldIssue,
  invalid,
  invalidRequest,
  nestedFields,
  isRecord,
} from './validation.js';

/** The API's request body (sections 2.1 to 2.4), with the API's names. */
export interface WireRequest {
  readonly source: string;
  readonly compliance?: { readonly gdpr: boolean; readonly hipaa: boolean };
  readonly disable_javascript?: boolean;
  readonly filename?: string;
  readonly format?: string;
  readonly margin?: Readonly<Partial<Record<'top' | 'right' | 'bottom' | 'left', string>>>;
  readonly pages?: string;
  readonly storage?:
    | { readonly provider: 'service'; readonly filename?: string }
    | { readonly provider: 'object_store'; readonly bucket_destination: string };
  readonly webhook?: string;
  readonly zoom?: number;
}

/** Whether a body may have Platen's own options besides those of the API. */
export interface WireRules {
  readonly isStrict: boolean;
  /** The service's own; absent: the default, or longer if the request waits longer. */
  readonly timeoutSeconds?: number;
}

/**
 * Reads the API's request body (sections 2.1 to 2.4), with Platen's own options as extensions
 * unless the rules are strict.
 * @throws AppError `invalid-request` with all issues together, fields named as on the wire
 */
export function requestFromWire(
  json: unknown,
  rules: WireRules = { isStrict: false },
): ConversionRequest {
  const { options: given, source, unknown, stricter } = wireContents(json, rules);
  const timeoutSeconds = rules.timeoutSeconds ?? roomyTimeout(given);
  const options = { ...given, ...(timeoutSeconds !== undefined && { timeoutSeconds }) };
  const { compliance } = given;
  const sourceIssue = source === undefined ? missingSource : source.ok ? null : source.message;
  const issues = [
    ...(sourceIssue === null ? [] : [fieldIssue('source', sourceIssue)]),
    ...(source?.ok ? encryptionIssues({ source: source.value, compliance }) : []),
    ...mergeIssues(optionIssues(options, wireVocabulary), stricter),
    ...fileOptionIssues(options),
    ...unknown,
  ];
  if (issues.length > 0 || !source?.ok) throw invalidRequest(issues);
  return parseConversionRequest({ ...options, source: source.value });
}

const missingSource = sourceTypeIssue(undefined);

/**
 * Converts a request to the API's body, with only the options that were set.
 * @throws AppError `invalid-request` with one issue for each option that the API doesn't support
 */
export function requestToWire(request: ConversionRequest): WireRequest {
  const issues = unsupportedByApi(request);
  if (issues.length > 0) throw invalidRequest(issues);

  const { compliance, disableJavascript, filename, format, margin, pages, webhook, zoom } = request;
  return {
    source: sourceText(request.source),
    ...(compliance && { compliance }),
    ...(disableJavascript && { disable_javascript: true }),
    ...(filename !== undefined && { filename }),
    ...(format !== undefined && { format: apiFormatText(format) }),
    ...(margin && { margin: definedSides(margin) }),
    ...(pages !== undefined && { pages }),
    ...(request.storage && { storage: wireStorage(request.storage) }),
    ...(webhook !== undefined && { webhook }),
    ...(zoom !== undefined && { zoom }),
  };
}

function wireStorage(storage: NonNullable<ConversionRequest['storage']>) {
  if (storage.provider === 'object_store') {
    return { provider: storage.provider, bucket_destination: storage.bucketDestination };
  }
  const { provider, filename } = storage;
  return { provider, ...(filename !== undefined && { filename }) };
}

function definedSides({ top, right, bottom, left }: NonNullable<ConversionRequest['margin']>) {
  return {
    ...(top !== undefined && { top: apiLengthText(top) }),
    ...(right !== undefined && { right: apiLengthText(right) }),
    ...(bottom !== undefined && { bottom: apiLengthText(bottom) }),
    ...(left !== undefined && { left: apiLengthText(left) }),
  };
}

function sourceText(source: ConversionSource): string {
  if (source.kind === 'html') return source.html;
  if (source.kind === 'url') return source.url;
  throw new Error('Only text and URLs can be sent.');
}

/** The fields of the API's request body (section 2.1), in camelCase. */
export const wireFields = [
  'source',
  'compliance',
  'disableJavascript',
  'filename',
  'format',
  'margin',
  'pages',
  'storage',
  'webhook',
  'zoom',
] as const;

/** The names of the fields on the wire, in snake_case. */
export const wireVocabulary: FieldVocabulary = {
  nameOf: (field) => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
  fieldsOf: (parent) =>
    (parent === '' ? wireFields : nestedFields(parent)).map((field) =>
      wireVocabulary.nameOf(field),
    ),
};

/** A request from the wire with camelCase names, its options unchecked. */
export interface WireContents {
  readonly options: Readonly<Record<string, unknown>>;
  readonly source?: Parsed<SingleSource>;
  /** Issues with unknown fields and with placeholders, which the API doesn't have. */
  readonly unknown: readonly FieldIssue[];
  /** Issues with values that the API accepts in fewer forms than Platen. */
  readonly stricter: readonly FieldIssue[];
}

/**
 * Renames the fields of a request from the wire without checking their values. An optional field
 * that is null is absent.
 * @throws AppError `invalid-request` for anything but a JSON object
 */
export function wireContents(
  json: unknown,
  { isStrict }: WireRules = { isStrict: false },
): WireContents {
  if (!isRecord(json)) {
    const reason = message('request.notJson', { value: valueMessage(json) });
    throw invalidRequest([fieldIssue('', reason)]);
  }
  const known = isStrict ? wireFields : [...wireFields, ...ownOptionNames];
  const possible = isStrict ? wireFields : [...wireFields, ...requestOptionNames];
  const fields = new UnknownFields(wireVocabulary, possible);
  const { source, ...options } = renameFields('', json, known, fields);
  const unknown = [...fields.issues, ...placeholderIssues(options['storage'])];
  return {
    options,
    ...('source' in json && { source: readSource(source) }),
    unknown,
    stricter: stricterIssues(options),
  };
}

/**
 * Points, zero without a unit, ranges with one end, and names with spaces or placeholders are
 * Platen's own.
 */
function stricterIssues({ filename, format, margin, pages }: Readonly<Record<string, unknown>>) {
  const issueOf = (field: string, value: unknown, parse: (text: string) => Parsed<unknown>) => {
    const parsed = typeof value === 'string' ? parse(value) : null;
    return parsed === null || parsed.ok ? [] : [fieldIssue(field, parsed.message)];
  };
  const sides = isRecord(margin) ? margin : {};
  const nameIssue = typeof filename === 'string' ? checkPdfFilename(filename) : null;
  return [
    ...(nameIssue === null ? [] : [fieldIssue('filename', nameIssue)]),
    ...issueOf('format', format, (text) => parsePageFormat(text, 'api')),
    ...marginSides.flatMap((side) => {
      const parse = (text: string) => parseLength(text, marginNames[side], 'api');
      return issueOf(`margin.${side}`, sides[side], parse);
    }),
    ...issueOf('pages', pages, (text) => parsePageRanges(text, 'api')),
  ];
}

const marginSides = ['top', 'right', 'bottom', 'left'] as const;

/** One issue for each field, the stricter one where there are two. */
export function mergeIssues(
  issues: readonly FieldIssue[],
  stricter: readonly FieldIssue[],
): readonly FieldIssue[] {
  const find = (list: readonly FieldIssue[], name: string) =>
    list.find(({ field }) => field === name);
  return [
    ...issues.map((issue) => find(stricter, issue.field) ?? issue),
    ...stricter.filter(({ field }) => find(issues, field) === undefined),
  ];
}

/** The API has no placeholders. */
function placeholderIssues(storage: unknown): readonly FieldIssue[] {
  const destination = isRecord(storage) ? storage['bucketDestination'] : undefined;
  if (typeof destination !== 'string') return [];
  const field = wireVocabulary.nameOf('storage.bucketDestination');
  return destinationPlaceholderIssues(field, destination);
}

function readSource(source: unknown): Parsed<SingleSource> {
  if (typeof source === 'string') return sourceFromWire(source);
  return invalid(sourceTypeIssue(source));
}

function renameFields(
  parent: string,
  json: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  unknown: UnknownFields,
): Record<string, unknown> {
  const byWireName = new Map(fields.map((field) => [wireVocabulary.nameOf(field), field]));
  const renamed: Record<string, unknown> = {};
  for (const name of Object.keys(json)) {
    const field = byWireName.get(name);
    if (field === undefined) {
      unknown.add(parent, name);
      continue;
    }
    const value = json[name];
    // Many clients write absent fields so.
    if (value === null && field !== 'source') continue;
    const inside = nestedFields(field);
    const hasFields = field !== 'source' && inside.length > 0 && isRecord(value);
    renamed[field] = hasFields ? renameFields(field, value, inside, unknown) : value;
  }
  return renamed;
}
