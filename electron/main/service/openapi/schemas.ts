import { checkNames, checkResults } from '../monitoring/health.js';
import { errorCodes } from './error-codes.js';
import { errorExample, eventExample, responseExample, taskExample } from './examples.js';
import type { JsonSchema } from './request-schema.js';

export const text = { type: 'string' };
const flag = { type: 'boolean' };

const fileSchema: JsonSchema = {
  type: 'object',
  properties: {
    name: { ...text, description: 'Name of the PDF.', examples: ['invoice.pdf'] },
    size: { type: 'integer', minimum: 0, description: 'In bytes.' },
  },
  required: ['name', 'size'],
};

const appliedFlagsSchema: JsonSchema = {
  type: 'object',
  description: 'The flags as applied.',
  properties: {
    hipaa: {
      ...flag,
      description: 'Same as gdpr, and nothing is sent over an unencrypted connection.',
    },
    gdpr: {
      ...flag,
      description:
        "Keeps source and names out of logs. The service's own storage keeps the PDF for an hour at most.",
    },
  },
  required: ['hipaa', 'gdpr'],
};

/** The response of the API's section 2.5, also for the service's own storage. */
export const responseSchema: JsonSchema = {
  type: 'object',
  examples: [responseExample],
  properties: {
    url: { ...text, format: 'uri', description: 'URL of the PDF.' },
    file: { ...fileSchema, description: 'The PDF.' },
    compliance: appliedFlagsSchema,
  },
  required: ['url', 'file', 'compliance'],
};

export const errorSchema: JsonSchema = {
  type: 'object',
  examples: [errorExample],
  properties: {
    error: {
      type: 'object',
      description: 'What is wrong with the request, or what failed.',
      properties: {
        code: {
          ...text,
          enum: errorCodes.map(({ code }) => code),
          description: 'One of the codes below.',
          examples: ['invalid-request'],
        },
        message: { ...text, description: 'A sentence for users.' },
        fields: {
          type: 'array',
          description: 'Each invalid field with a sentence about it.',
          items: {
            type: 'object',
            properties: {
              field: { ...text, description: 'Path of the field, or name of the header.' },
              message: { ...text, description: 'A sentence for users.' },
            },
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
  examples: [taskExample],
  properties: {
    task: { ...text, description: 'ID of the request.' },
    status: {
      ...text,
      enum: ['queued', 'running'],
      description: 'The request is waiting or in progress.',
    },
  },
  required: ['task', 'status'],
};

const eventErrorSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: { ...text, description: 'One of the codes below.', examples: ['load-failed'] },
    message: { ...text, description: 'A sentence for users.' },
  },
  required: ['code', 'message'],
};

/** The event about the end of a request; see `webhookBody`. */
export const eventSchema: JsonSchema = {
  type: 'object',
  examples: [eventExample],
  properties: {
    type: {
      ...text,
      enum: ['pdf.completed', 'pdf.failed'],
      description: 'Whether the PDF was created and is at its destination.',
      examples: ['pdf.completed', 'pdf.failed'],
    },
    timestamp: {
      ...text,
      format: 'date-time',
      description: 'When the request ended; the same in each attempt.',
    },
    data: {
      type: 'object',
      description: 'The response, or the error, with what it is about.',
      properties: {
        task: { ...text, description: 'ID of the request, as in the header Platen-Task.' },
        idempotency_key: {
          ...text,
          description: 'The Idempotency-Key of the request. Absent without one.',
        },
        source: {
          ...text,
          description:
            'The URL without password, query and fragment. Absent for raw HTML and for private documents.',
        },
        url: { ...text, format: 'uri', description: 'URL of the PDF. Absent after a failure.' },
        file: { ...fileSchema, description: 'Absent if there is no PDF.' },
        error: {
          ...eventErrorSchema,
          description: 'Why there is no PDF at its destination. Absent on success.',
        },
        destinations: {
          type: 'array',
          description: 'The upload into the bucket of the caller, if the request named one.',
          items: {
            type: 'object',
            properties: {
              destination: {
                ...text,
                description: 'The URI as requested.',
                examples: ['s3://my-bucket/reports/invoice.pdf'],
              },
              status: {
                ...text,
                enum: ['delivered', 'failed'],
                description: 'Whether the PDF is there.',
                examples: ['delivered', 'failed'],
              },
              url: { ...text, format: 'uri', description: 'URL of the PDF.' },
              file: { ...fileSchema, description: 'Absent if there is no PDF.' },
              error: {
                ...eventErrorSchema,
                description: 'Why there is no PDF at its destination. Absent on success.',
              },
            },
            required: ['status'],
          },
        },
        compliance: appliedFlagsSchema,
        test: { ...flag, const: true, description: 'Present and true in test mode.' },
      },
      required: ['task', 'compliance'],
    },
  },
  required: ['type', 'timestamp', 'data'],
};

export const readinessSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: { ...text, enum: ['ready', 'not-ready'] },
    checks: {
      type: 'object',
      properties: Object.fromEntries(
        checkNames.map((name) => [name, { ...text, enum: checkResults }]),
      ),
      required: checkNames,
    },
  },
  required: ['status', 'checks'],
};

/** For a probe whose body has nothing but its status. */
export function statusSchema(statuses: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: { status: { ...text, enum: statuses } },
    required: ['status'],
  };
}
