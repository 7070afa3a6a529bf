import { z } from 'zod';
import { conversionRequestSchema } from '../../../shared/request/request.js';
import { wireFields, wireVocabulary } from '../../../shared/request/wire.js';
import {
  ownOption,
  type OwnOptionName,
  requestOptionNames,
} from '../../../shared/request/own-options.js';
import { optionHelp } from '../../../shared/request/option-help.js';
import { maxPageNumber, maxPageParts } from '../../../shared/request/pages.js';
import { pageFormatNames } from '../../../shared/request/paper.js';
import { englishText } from '../../../shared/messages/translator.js';

/**
 * From the schema that validates requests, with the field names of the wire format (the API,
 * sections 2.1 to 2.4).
 * @param isStrict whether the service refuses Platen's own options
 */
export function requestSchema(isStrict: boolean): JsonSchema {
  const camelCase: JsonSchema = z.toJSONSchema(conversionRequestSchema, { io: 'input' });
  const renamed = onWire(camelCase, '');
  const apiFields = new Set(wireFields.map(wireVocabulary.nameOf));
  const properties = Object.entries(schemaAt(renamed, 'properties')).filter(([name]) =>
    apiFields.has(name),
  );
  const extensions = isStrict
    ? []
    : requestOptionNames.map((name) => [wireVocabulary.nameOf(name), ownSchema(name)] as const);
  return {
    type: 'object',
    description:
      'A request for a PDF. Only the source is required. An optional field that is null is absent; unknown fields are errors.',
    properties: Object.fromEntries([...properties, ...extensions]),
    required: ['source'],
    additionalProperties: false,
  };
}

function ownSchema(name: OwnOptionName): JsonSchema {
  const option = ownOption(name);
  const description = `${ownHelp(name)} An extension of the API, which other services refuse.`;
  switch (option.kind) {
    case 'file':
      throw new Error('A request cannot name files.');
    case 'switch':
      return nullable({ type: 'boolean', description });
    case 'choice': {
      const isNumber = option.isNumber === true;
      const values = Object.keys(option.choices).map((text) => (isNumber ? Number(text) : text));
      return nullable({ type: isNumber ? 'integer' : 'string', enum: values, description });
    }
    case 'text':
      return nullable({ type: 'string', description, examples: [englishText(option.example)] });
    case 'number': {
      const { min: minimum, max: maximum, isWhole = false, example } = option;
      const type = isWhole ? 'integer' : 'number';
      return nullable({ type, description, minimum, maximum, examples: [Number(example)] });
    }
  }
}

/** With the default of the option. */
export function ownHelp(name: OwnOptionName): string {
  const option = ownOption(name);
  const help = englishText(option.help);
  if (option.kind === 'switch') return withDefault(help, false);
  return option.kind === 'choice' ? withDefault(help, option.defaultChoice) : help;
}

/**
 * The keyword `default` would make generators of clients declare the field as required, as it is in
 * what a service has read.
 */
function withDefault(description: string, value: unknown): string {
  return `${description} ${String(value)} if not set.`;
}

/** Returns the schema of an optional field, which is absent if it is null. */
function nullable(schema: JsonSchema): JsonSchema {
  const { anyOf, oneOf, enum: values, type } = schema;
  if (Array.isArray(oneOf)) return { ...schema, oneOf: [...(oneOf as unknown[]), nothing] };
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as unknown[]), nothing] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}

const nothing: JsonSchema = { type: 'null' };

/**
 * Renames and describes the fields.
 * @param path of the field in the wire format
 */
function onWire(schema: JsonSchema, path: string): JsonSchema {
  // The wire format has text only, and a format is text of two kinds.
  if (path === 'source' || path === 'format') return fieldNotes[path] ?? {};
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
    return [name, isSchema(inner) ? fieldOnWire(inner, innerPath) : inner] as const;
  });
  return Object.fromEntries(renamed);
}

function fieldOnWire(inner: JsonSchema, path: string): JsonSchema {
  const { default: value, ...schema } = onWire(inner, path);
  const { description } = schema;
  const described =
    value === undefined || typeof description !== 'string'
      ? schema
      : { ...schema, description: withDefault(description, value) };
  return requiredFields.has(path) ? described : nullable(described);
}

/** The provider tells the forms of `storage` apart, and is required in one of them. */
const requiredFields: ReadonlySet<string> = new Set([
  'source',
  'storage.provider',
  'storage.bucket_destination',
]);

function namesOf(required: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return names
    .filter((name) => typeof name === 'string')
    .map((name) => wireVocabulary.nameOf(name));
}

const length = String.raw`\d+(\.\d+)?(px|cm|mm|in)`;
const side = (description: string): JsonSchema => ({
  description,
  pattern: `^${length}$`,
  examples: ['1cm', '0.5in'],
});
const page = String.raw`([1-9]\d{0,5}|1000000)`;
const range = `${page}(-${page})?`;
const pdfName = String.raw`^[A-Za-z0-9_.-]*[A-Za-z0-9_-][A-Za-z0-9_.-]*\.pdf$`;

/**
 * Additions to each field's type: the forms in the API (sections 2.1 to 2.4), and the help of the
 * window. The service also accepts a few other spellings, such as a format in capitals.
 */
const fieldNotes: Readonly<Record<string, JsonSchema>> = {
  source: {
    type: 'string',
    minLength: 1,
    description:
      'HTML to convert: raw HTML, or a public http or https URL. A PDF at the URL is returned unchanged; options that would change it are errors.',
    examples: ['<h1>Hello</h1>', 'https://example.org/'],
  },
  compliance: { description: 'Flags for special data handling.' },
  // The help of the window describes what the window stores.
  'compliance.gdpr': {
    description:
      "Keeps source and names out of logs. The service's own storage keeps the PDF for an hour at most.",
  },
  'compliance.hipaa': {
    description: 'Same as gdpr, and nothing is sent over an unencrypted connection.',
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
    anyOf: [
      { type: 'string', enum: [...pageFormatNames] },
      { type: 'string', pattern: `^${length}x${length}$` },
    ],
    examples: ['a4', '210mmx297mm'],
  },
  margin: { description: 'Page margins in mm, cm, in or px; from page CSS if not set.' },
  'margin.top': side('Top margin, a number with its unit.'),
  'margin.right': side('Right margin, a number with its unit.'),
  'margin.bottom': side('Bottom margin, a number with its unit.'),
  'margin.left': side('Left margin, a number with its unit.'),
  pages: {
    // The help of the window names open ranges, which the API does not have.
    description: `Pages to keep, as ranges and numbers: at most ${maxPageParts.toLocaleString('en')} of them, none above ${maxPageNumber.toLocaleString('en')}. A page counts once however often it is named, pages stay in the document's order, and a page that the document does not have is an error.`,
    pattern: `^${range}(,${range})*$`,
    examples: ['1-3', '1,4,9', '1-3,5'],
  },
  storage: {
    description:
      "Where to store the PDF: in the service's own storage, which is also the default provider, or in a bucket of the caller.",
  },
  'storage.provider': { description: 'service, or object_store for a bucket.' },
  'storage.filename': {
    description: "Name of the PDF in the service's own storage.",
    pattern: pdfName,
    maxLength: 255,
    examples: ['invoice.pdf'],
  },
  'storage.bucket_destination': {
    description: 'Where to store the PDF in a bucket. An existing object is not replaced.',
    pattern: String.raw`^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/([^/]+/)*[^/]+\.pdf$`,
    examples: ['s3://my-bucket/reports/invoice.pdf'],
  },
  webhook: {
    description: `${englishText(optionHelp.webhook.help)} It receives a POST according to Standard Webhooks.`,
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

/** A JSON Schema or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the part of a schema that is a schema itself; empty if it has none. */
export function schemaAt(schema: JsonSchema, name: string): JsonSchema {
  const value = schema[name];
  return isSchema(value) ? value : {};
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
