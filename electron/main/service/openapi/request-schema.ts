import { z } from 'zod';
import { conversionRequestSchema } from '../../../shared/request/request.js';
import { wireVocabulary } from '../../../shared/request/wire.js';
import { optionHelp } from '../../../shared/request/option-help.js';
import { pageFormatNames } from '../../../shared/request/paper.js';
import { englishText } from '../../../shared/messages/translator.js';

/**
 * The schema of a request's body (the interface, sections 2.1 to 2.4), made from the one that
 * requests are checked with, by the names of the wire.
 */
export function requestSchema(): JsonSchema {
  const inside: JsonSchema = z.toJSONSchema(conversionRequestSchema, { io: 'input' });
  const renamed = onWire(inside, '');
  const known = wireVocabulary.fieldsOf('');
  const properties = Object.entries(schemaAt(renamed, 'properties'));
  return {
    type: 'object',
    description: 'A request for a PDF. Only the source is required; unknown fields are mistakes.',
    properties: Object.fromEntries(properties.filter(([name]) => known.includes(name))),
    required: ['source'],
    additionalProperties: false,
  };
}

/**
 * A schema with its fields renamed, and with what is to be said of each. @param path of the field,
 * by the names of the wire
 */
function onWire(schema: JsonSchema, path: string): JsonSchema {
  // On the wire, a source is text, whatever it is inside.
  if (path === 'source') return fieldNotes['source'] ?? {};
  const { oneOf } = schema;
  return {
    ...schema,
    ...('properties' in schema && { properties: propertiesOf(schema, path) }),
    ...('required' in schema && { required: namesOf(schema['required']) }),
    ...(Array.isArray(oneOf) && {
      oneOf: oneOf.filter(isSchema).map((each) => onWire(each, path)),
    }),
    ...fieldNotes[path],
  };
}

function propertiesOf(schema: JsonSchema, path: string): JsonSchema {
  const renamed = Object.entries(schemaAt(schema, 'properties')).map(([field, inner]) => {
    const name = wireVocabulary.nameOf(field);
    const innerPath = path === '' ? name : `${path}.${name}`;
    return [name, isSchema(inner) ? onWire(inner, innerPath) : inner] as const;
  });
  return Object.fromEntries(renamed);
}

function namesOf(required: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return names
    .filter((name) => typeof name === 'string')
    .map((name) => wireVocabulary.nameOf(name));
}

const length = String.raw`\d+(\.\d+)?(px|cm|mm|in)`;
const side = (name: string): JsonSchema => ({
  description: `The ${name} margin, a number with its unit.`,
  pattern: `^${length}$`,
  examples: ['1cm', '0.5in'],
});
const page = String.raw`([1-9]\d{0,5}|1000000)`;
const range = `${page}(-${page})?`;
const pdfName = String.raw`^[A-Za-z0-9_.-]*[A-Za-z0-9_-][A-Za-z0-9_.-]*\.pdf$`;

/**
 * What the document says of each field beside its type: the forms that the interface names
 * (sections 2.1 to 2.4), pages of both its forms at once, and the words of the window's own help.
 * The service takes a few spellings more, such as a format in capitals; a sentence tells what is
 * wrong with any other.
 */
export const fieldNotes: Readonly<Record<string, JsonSchema>> = {
  source: {
    type: 'string',
    minLength: 1,
    description: 'HTML to convert: a raw HTML string, or an http or https address that is public.',
    examples: ['<h1>Hello</h1>', 'https://example.org/'],
  },
  compliance: { description: 'Flags for special data handling.' },
  // The help of the window tells what Platen keeps there.
  'compliance.gdpr': {
    description:
      "Keeps source and names out of logs; the service's own storage keeps the PDF for an hour at most.",
  },
  'compliance.hipaa': {
    description: 'The same as gdpr, and nothing goes over an unencrypted connection.',
  },
  disable_javascript: { description: englishText(optionHelp.disableJavascript.help) },
  filename: {
    description: 'Name of the PDF: letters, digits, _, - and ., ending in .pdf.',
    pattern: pdfName,
    maxLength: 255,
    examples: ['invoice.pdf'],
  },
  format: {
    description: `${englishText(optionHelp.format.help)} A custom size is {width}x{height}, each with its unit.`,
    anyOf: [{ enum: [...pageFormatNames] }, { pattern: `^${length}x${length}$` }],
    examples: ['a4', '210mmx297mm'],
  },
  margin: { description: englishText(optionHelp.margin.help) },
  'margin.top': side('top'),
  'margin.right': side('right'),
  'margin.bottom': side('bottom'),
  'margin.left': side('left'),
  pages: {
    description: englishText(optionHelp.pages.help),
    pattern: `^${range}(,${range})*$`,
    examples: ['1-3', '1,4,9', '1-3,5'],
  },
  storage: {
    description:
      "Where the PDF goes: the service's own storage, also where no provider is named, or the caller's bucket.",
  },
  'storage.provider': { description: 'service, or object_store for a bucket.' },
  'storage.filename': {
    description: "Name of the PDF in the service's own storage.",
    pattern: pdfName,
    maxLength: 255,
    examples: ['invoice.pdf'],
  },
  'storage.bucket_destination': {
    description: 'Where in a bucket the PDF goes. An object that is there is not replaced.',
    pattern: String.raw`^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/([^/]+/)*[^/]+\.pdf$`,
    examples: ['s3://my-bucket/reports/invoice.pdf'],
  },
  webhook: {
    description: `${englishText(optionHelp.webhook.help)} It gets a POST by the rules of Standard Webhooks.`,
    format: 'uri',
    pattern: '^https?://',
    examples: ['https://example.org/hooks/pdf'],
  },
  zoom: {
    description: englishText(optionHelp.zoom.help),
    minimum: 0.1,
    maximum: 2,
    examples: [1.2],
  },
};

/** A part of a JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A part of a schema that is a schema itself; empty if there is none. */
export function schemaAt(schema: JsonSchema, name: string): JsonSchema {
  const value = schema[name];
  return isSchema(value) ? value : {};
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
