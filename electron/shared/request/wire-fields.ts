import type { FieldIssue } from '../errors.js';
import { fixedPlaceIssues } from './bucket-destination.js';
import { checkPdfFilename } from './filename.js';
import { hasPlaceholder } from './filename-pattern.js';
import {
  type FieldVocabulary,
  UnknownFields,
  fieldsInsideOf,
  invalidRequest,
} from './field-issues.js';
import { type Parsed, invalid } from './parsed.js';
import { type ConversionSource, sourceFromWire, sourceRule } from './source.js';
import { wrongTypeSentence } from './wording.js';

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
    (parent === '' ? wireFields : fieldsInsideOf(parent)).map((field) =>
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
      ? fixedPlaceIssues(wireVocabulary.nameOf('storage.bucketDestination'), destination)
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
    const inside = fieldsInsideOf(field);
    const hasFields = field !== 'source' && inside.length > 0 && isRecord(value);
    renamed[field] = hasFields ? renameFields(field, value, inside, unknown) : value;
  }
  return renamed;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
