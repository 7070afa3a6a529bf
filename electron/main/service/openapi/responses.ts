import { STATUS_CODES } from 'node:http';
import type { JsonSchema } from './request-schema.js';

const text = { type: 'string' };
const flag = { type: 'boolean' };

/** The response of the interface's section 2.5, and the same for the service's own storage. */
export const responseSchema: JsonSchema = {
  type: 'object',
  properties: {
    url: { ...text, format: 'uri', description: 'Address of the PDF.' },
    file: {
      type: 'object',
      properties: {
        name: { ...text, examples: ['invoice.pdf'] },
        size: { type: 'integer', minimum: 0, description: 'In bytes.' },
      },
      required: ['name', 'size'],
    },
    compliance: {
      type: 'object',
      description: 'The flags as applied.',
      properties: { hipaa: flag, gdpr: flag },
      required: ['hipaa', 'gdpr'],
    },
  },
  required: ['url', 'file', 'compliance'],
};

export const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { ...text, examples: ['invalid-request'] },
        message: { ...text, description: 'A sentence for a person.' },
        fields: {
          type: 'array',
          description: 'Every field that is wrong, with a sentence each.',
          items: {
            type: 'object',
            properties: { field: text, message: text },
            required: ['field', 'message'],
          },
        },
      },
      required: ['code', 'message', 'fields'],
    },
  },
  required: ['error'],
};

export const taskSchema: JsonSchema = {
  type: 'object',
  properties: { task: text, status: { enum: ['queued', 'running'] } },
  required: ['task', 'status'],
};

const json = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});
const pdf = { 'application/pdf': { schema: { type: 'string', format: 'binary' } } };
const header = (description: string) => ({ description, schema: text });

export const madeAnswer = {
  description:
    "The PDF is made: the JSON about it, or with Accept: application/pdf the PDF itself. Where it has gone into the caller's bucket, only the request that made it gets that; the answer to a repeated or an asynchronous one is the JSON.",
  content: { ...json('Response'), ...pdf },
};

export const pdfAnswer = { description: 'The PDF.', content: pdf };

export const acceptedAnswer = {
  description: 'It will be carried out. Ask for it at the Location.',
  headers: {
    Location: header('Where to ask how it goes on.'),
    'Retry-After': header('When to ask, in seconds.'),
    'Preference-Applied': header('respond-async'),
  },
  content: json('Task'),
};

const errors: Readonly<Record<number, string>> = {
  400: 'The request has mistakes: all of them, by field. Headers count as fields.',
  401: 'There is no key, or it is not known.',
  402: 'The account has no credits left. Test mode costs none.',
  404: 'There is no such thing, or not any more, or not for this account.',
  405: 'The method is not allowed here.',
  408: 'The request did not come in in time.',
  410: "The PDF itself was asked for, of an earlier request, and the service's own storage does not keep it any more.",
  413: 'The body is too large.',
  415: 'The body is not JSON in UTF-8, or is compressed.',
  416: 'The PDF has no such part.',
  417: 'The header Expect is another than 100-continue.',
  421: 'The service asks for no key, and the header Host names another computer than its own.',
  422: 'The source could not be loaded or the bucket written, with why; or the Idempotency-Key was used with another request.',
  429: 'As many requests wait as the service takes, or the account has sent too many. Nothing was done.',
  431: 'The address or the headers are too large.',
  500: 'A fault of the service itself.',
  503: 'The service is stopping, or cannot reach its database. Nothing was done.',
  504: 'The page was not ready within the time limit.',
};

const errorHeaders: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': header('Basic') },
  405: { Allow: header('The methods that are.') },
  429: { 'Retry-After': header('In seconds.') },
  503: { 'Retry-After': header('In seconds.') },
};

/** The answers of these statuses, which are errors. */
export function errorAnswers(statuses: readonly number[]): Readonly<Record<string, object>> {
  const answers = statuses.map((status) => {
    const headers = errorHeaders[status];
    const description = errors[status] ?? STATUS_CODES[status] ?? '';
    return [
      String(status),
      { description, ...(headers && { headers }), content: json('Error') },
    ] as const;
  });
  return Object.fromEntries(answers);
}
