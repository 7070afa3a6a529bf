import { type Message, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { checkNames, checkResults } from '../monitoring/health.js';
import { errorCodes } from './error-codes.js';
import { errorExample, eventExample, responseExample, taskExample } from './examples.js';
import type { JsonSchema } from './request-schema.js';

export function described(text: Message): { readonly description: string } {
  return { description: englishText(text) };
}

export const text = { type: 'string' };
const flag = { type: 'boolean' };

const fileSchema: JsonSchema = {
  type: 'object',
  properties: {
    name: { ...text, ...described(message('apiDocs.fileName')), examples: ['invoice.pdf'] },
    size: { type: 'integer', minimum: 0, ...described(message('apiDocs.size')) },
  },
  required: ['name', 'size'],
};

const appliedFlagsSchema: JsonSchema = {
  type: 'object',
  ...described(message('apiDocs.appliedFlags')),
  properties: {
    hipaa: { ...flag, ...described(message('apiDocs.hipaa')) },
    gdpr: { ...flag, ...described(message('apiDocs.gdpr')) },
  },
  required: ['hipaa', 'gdpr'],
};

/** The response of the API's section 2.5, also for the service's own storage. */
export const responseSchema: JsonSchema = {
  type: 'object',
  examples: [responseExample],
  properties: {
    url: { ...text, format: 'uri', ...described(message('apiDocs.url')) },
    file: { ...fileSchema, ...described(message('apiDocs.pdf')) },
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
      ...described(message('apiDocs.error')),
      properties: {
        code: {
          ...text,
          enum: errorCodes.map(({ code }) => code),
          ...described(message('apiDocs.errorCode')),
          examples: ['invalid-request'],
        },
        message: { ...text, ...described(message('apiDocs.errorMessage')) },
        fields: {
          type: 'array',
          ...described(message('apiDocs.errorFields')),
          items: {
            type: 'object',
            properties: {
              field: { ...text, ...described(message('apiDocs.errorField')) },
              message: { ...text, ...described(message('apiDocs.errorMessage')) },
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
    task: { ...text, ...described(message('apiDocs.taskId')) },
    status: { ...text, enum: ['queued', 'running'], ...described(message('apiDocs.taskStatus')) },
  },
  required: ['task', 'status'],
};

const eventErrorSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: { ...text, ...described(message('apiDocs.errorCode')), examples: ['load-failed'] },
    message: { ...text, ...described(message('apiDocs.errorMessage')) },
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
      ...described(message('apiDocs.eventType')),
      examples: ['pdf.completed', 'pdf.failed'],
    },
    timestamp: { ...text, format: 'date-time', ...described(message('apiDocs.eventTime')) },
    data: {
      type: 'object',
      ...described(message('apiDocs.eventData')),
      properties: {
        task: { ...text, ...described(message('apiDocs.eventTask')) },
        idempotency_key: { ...text, ...described(message('apiDocs.eventKey')) },
        source: { ...text, ...described(message('apiDocs.eventSource')) },
        url: { ...text, format: 'uri', ...described(message('apiDocs.eventUrl')) },
        file: { ...fileSchema, ...described(message('apiDocs.eventFile')) },
        error: { ...eventErrorSchema, ...described(message('apiDocs.eventError')) },
        destinations: {
          type: 'array',
          ...described(message('apiDocs.eventDestinations')),
          items: {
            type: 'object',
            properties: {
              destination: {
                ...text,
                ...described(message('apiDocs.destinationUri')),
                examples: ['s3://my-bucket/reports/invoice.pdf'],
              },
              status: {
                ...text,
                enum: ['delivered', 'failed'],
                ...described(message('apiDocs.destinationStatus')),
                examples: ['delivered', 'failed'],
              },
              url: { ...text, format: 'uri', ...described(message('apiDocs.url')) },
              file: { ...fileSchema, ...described(message('apiDocs.eventFile')) },
              error: { ...eventErrorSchema, ...described(message('apiDocs.eventError')) },
            },
            required: ['status'],
          },
        },
        compliance: appliedFlagsSchema,
        test: { ...flag, const: true, ...described(message('apiDocs.eventTest')) },
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

/** Returns the schema of a probe whose body has nothing but its status. */
export function statusSchema(statuses: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: { status: { ...text, enum: statuses } },
    required: ['status'],
  };
}
