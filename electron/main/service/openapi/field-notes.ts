import { optionHelp } from '../../../shared/request/option-help.js';
import { pageFormatNames } from '../../../shared/request/paper.js';
import type { JsonSchema } from './json-schema.js';

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
 * What the document says of each field beside its type: the forms that the interface names (sections 2.1 to 2.4), pages of both its forms at once, and the words of
 * the window's own help. The service takes a few spellings more, such as a format in capitals; a sentence tells what is wrong with any other.
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
  disable_javascript: { description: optionHelp.disableJavascript.help },
  filename: {
    description: 'Name of the PDF: letters, digits, _, - and ., ending in .pdf.',
    pattern: pdfName,
    maxLength: 255,
    examples: ['invoice.pdf'],
  },
  format: {
    description: `${optionHelp.format.help} A custom size is {width}x{height}, each with its unit.`,
    anyOf: [{ enum: [...pageFormatNames] }, { pattern: `^${length}x${length}$` }],
    examples: ['a4', '210mmx297mm'],
  },
  margin: { description: optionHelp.margin.help },
  'margin.top': side('top'),
  'margin.right': side('right'),
  'margin.bottom': side('bottom'),
  'margin.left': side('left'),
  pages: {
    description: optionHelp.pages.help,
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
    description: `${optionHelp.webhook.help} It gets a POST by the rules of Standard Webhooks.`,
    format: 'uri',
    pattern: '^https?://',
    examples: ['https://example.org/hooks/pdf'],
  },
  zoom: {
    description: optionHelp.zoom.help,
    minimum: 0.1,
    maximum: 2,
    examples: [1.2],
  },
};
