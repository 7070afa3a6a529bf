import type { FieldIssue } from '../errors.js';
import { checkPdfFilename, hasPlaceholder } from './filename.js';
import { type ConversionRequest, optionIssues, parseConversionRequest } from './request.js';
import { type ConversionSource, sourceFromWire, sourceRule } from './source.js';
import { destinationPlaceholderIssues } from './storage.js';
import { wrongTypeSentence } from './text.js';
import { unsupportedByApi } from './unsupported.js';
import { encryptionIssues } from './url.js';
import {
  type FieldVocabulary,
  type Parsed,
  UnknownFields,
  nestedFields,
  invalid,
  invalidRequest,
} from './validation.js';

/** The interface's request body (sections 2.1 to 2.4), in its own names. */
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

/**
 * Reads the interface's request body (sections 2.1 to 2.4).
 * @throws AppError `invalid-request` with all mistakes together, fields named as on the wire (`storage.bucket_destination`)
 */
export function requestFromWire(json: unknown): ConversionRequest {
  const { options, source, unknown } = wireContents(json);
  const compliance = options['compliance'];
  const sourceIssue = source === undefined ? missingSource : source.ok ? null : source.message;
  const issues = [
    ...(sourceIssue === null ? [] : [{ field: 'source', message: sourceIssue }]),
    ...(source?.ok ? encryptionIssues({ source: source.value, compliance }) : []),
    ...optionIssues(options, wireVocabulary),
    ...unknown,
  ];
  if (issues.length > 0 || !source?.ok) throw invalidRequest(issues);
  return parseConversionRequest({ ...options, source: source.value });
}

const missingSource = wrongTypeSentence('The source', undefined, sourceRule);

/**
 * Writes a request as the interface's body, with only what was set.
 * @throws AppError `invalid-request` that names each option that the interface does not know
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
    ...(format !== undefined && { format }),
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
    ...(top !== undefined && { top }),
    ...(right !== undefined && { right }),
    ...(bottom !== undefined && { bottom }),
    ...(left !== undefined && { left }),
  };
}

function sourceText(source: ConversionSource): string {
  if (source.kind === 'html') return source.html;
  if (source.kind === 'url') return source.url;
  throw new Error('A file has no wire form.');
}

/** The fields of the interface's request body (section 2.1), by their names inside Platen. */
const wireFields = [
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

/** What a wire form holds, with camelCase names: the options as they came, unchecked, and the mistakes in names and source. */
export interface WireContents {
  readonly options: Readonly<Record<string, unknown>>;
  /** Absent if the form has none. */
  readonly source?: Parsed<ConversionSource>;
  /** What the interface does not know: fields, and placeholders in the file name and in the bucket destination. */
  readonly unknown: readonly FieldIssue[];
}

/**
 * Renames the fields of a wire form without checking their values.
 * @throws AppError `invalid-request` if it is no JSON object
 */
export function wireContents(json: unknown): WireContents {
  if (!isRecord(json)) {
    const message = wrongTypeSentence('The request', json, 'a JSON object with a source');
    throw invalidRequest([{ field: '', message }]);
  }
  const fields = new UnknownFields(wireVocabulary);
  const { source, ...options } = renameFields('', json, wireFields, fields);
  const unknown = [...fields.told, ...placeholderIssues(options['filename'], options['storage'])];
  return { options, ...('source' in json && { source: readSource(source) }), unknown };
}

/** The interface knows no placeholders: their braces are letters that a name does not take. */
function placeholderIssues(filename: unknown, storage: unknown): readonly FieldIssue[] {
  const named =
    typeof filename === 'string' && hasPlaceholder(filename) ? checkPdfFilename(filename) : null;
  const destination = isRecord(storage) ? storage['bucketDestination'] : undefined;
  return [
    ...(named === null ? [] : [{ field: 'filename', message: named }]),
    ...(typeof destination === 'string'
      ? destinationPlaceholderIssues(
          wireVocabulary.nameOf('storage.bucketDestination'),
          destination,
        )
      : []),
  ];
}

function readSource(source: unknown): Parsed<ConversionSource> {
  if (typeof source === 'string') return sourceFromWire(source);
  return invalid(wrongTypeSentence('The source', source, sourceRule));
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
    const inside = nestedFields(field);
    const hasFields = field !== 'source' && inside.length > 0 && isRecord(value);
    renamed[field] = hasFields ? renameFields(field, value, inside, unknown) : value;
  }
  return renamed;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
