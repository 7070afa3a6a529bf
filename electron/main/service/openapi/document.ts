import { type Message, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { checkNames, checkResults } from '../health.js';
import { errorCodes } from './error-codes.js';
import {
  createExamples,
  errorExample,
  eventExample,
  responseExample,
  taskExample,
} from './examples.js';
import { type JsonSchema, requestSchema } from './request-schema.js';

export interface DocumentFacts {
  readonly version: string;
  /** The service's base URL. */
  readonly base: string;
  /** Whether requests need no key. */
  readonly isOpen: boolean;
  /** Whether the service refuses Platen's own options. */
  readonly isStrict: boolean;
}

/** Returns the OpenAPI 3.1 document of the service, from the schema that validates requests. */
export function openApiDocument({ version, base, isOpen, isStrict }: DocumentFacts) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen: HTML to PDF',
      version,
      summary: englishText(message('apiDocs.summary')),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    security: isOpen ? [] : [{ key: [] }],
    paths: {
      '/v1/pdf': { post: createOperation },
      '/v1/pdf/{task}': { get: taskOperation },
      '/v1/files/{file}': { get: fileOperation },
      '/healthz': { get: healthOperation },
      '/livez': { get: liveOperation },
      '/readyz': { get: readyOperation },
    },
    webhooks: { pdfEnded: { post: endedOperation } },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'basic', ...described(message('apiDocs.keyScheme')) },
      },
      schemas: {
        Request: requestSchema(isStrict),
        Response: responseSchema,
        Task: taskSchema,
        Event: eventSchema,
        Error: errorSchema,
        Readiness: readinessSchema,
      },
    },
  };
}

function described(text: Message): { readonly description: string } {
  return { description: englishText(text) };
}

const text = { type: 'string' };
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
const responseSchema: JsonSchema = {
  type: 'object',
  examples: [responseExample],
  properties: {
    url: { ...text, format: 'uri', ...described(message('apiDocs.url')) },
    file: { ...fileSchema, ...described(message('apiDocs.pdf')) },
    compliance: appliedFlagsSchema,
  },
  required: ['url', 'file', 'compliance'],
};

const errorSchema: JsonSchema = {
  type: 'object',
  examples: [errorExample],
  properties: {
    error: {
      type: 'object',
      ...described(message('apiDocs.error')),
      properties: {
        code: {
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

const taskSchema: JsonSchema = {
  type: 'object',
  examples: [taskExample],
  properties: {
    task: { ...text, ...described(message('apiDocs.taskId')) },
    status: { enum: ['queued', 'running'], ...described(message('apiDocs.taskStatus')) },
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
const eventSchema: JsonSchema = {
  type: 'object',
  examples: [eventExample],
  properties: {
    type: {
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
        test: { const: true, ...described(message('apiDocs.eventTest')) },
      },
      required: ['task', 'compliance'],
    },
  },
  required: ['type', 'timestamp', 'data'],
};

const readinessSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: { enum: ['ready', 'not-ready'] },
    checks: {
      type: 'object',
      properties: Object.fromEntries(checkNames.map((name) => [name, { enum: checkResults }])),
      required: checkNames,
    },
  },
  required: ['status', 'checks'],
};

const json = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});
const pdf = { 'application/pdf': { schema: { type: 'string', format: 'binary' } } };
const header = (description: Message) => ({ ...described(description), schema: text });

const requestIdHeader = { 'X-Request-Id': header(message('apiDocs.requestIdHeader')) };

const createdResponse = {
  ...described(message('apiDocs.created')),
  headers: requestIdHeader,
  content: { ...json('Response'), ...pdf },
};

const pdfResponse = { ...described(message('apiDocs.pdf')), content: pdf };

const acceptedResponse = {
  ...described(message('apiDocs.accepted')),
  headers: {
    ...requestIdHeader,
    Location: header(message('apiDocs.locationHeader')),
    'Retry-After': header(message('apiDocs.pollHeader')),
    'Preference-Applied': { description: 'respond-async', schema: text },
  },
  content: json('Task'),
};

const errors = {
  400: message('apiDocs.error400'),
  401: message('apiDocs.error401'),
  402: message('apiDocs.error402'),
  403: message('apiDocs.error403'),
  404: message('apiDocs.error404'),
  405: message('apiDocs.error405'),
  408: message('apiDocs.error408'),
  410: message('apiDocs.error410'),
  413: message('apiDocs.error413'),
  415: message('apiDocs.error415'),
  416: message('apiDocs.error416'),
  417: message('apiDocs.error417'),
  421: message('apiDocs.error421'),
  422: message('apiDocs.error422'),
  429: message('apiDocs.error429'),
  431: message('apiDocs.error431'),
  500: message('apiDocs.error500'),
  507: message('apiDocs.error507'),
  503: message('apiDocs.error503'),
  504: message('apiDocs.error504'),
} as const;

const retryHeaders = { 'Retry-After': header(message('apiDocs.retryHeader')) };
const errorHeaders: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { description: 'Basic', schema: text } },
  405: { Allow: header(message('apiDocs.allowHeader')) },
  429: retryHeaders,
  503: retryHeaders,
  507: retryHeaders,
};

function errorResponses(
  statuses: readonly (keyof typeof errors)[],
): Readonly<Record<string, object>> {
  const responses = statuses.map((status) => {
    const headers = errorHeaders[status];
    const response = {
      ...described(errors[status]),
      headers: { ...requestIdHeader, ...headers },
      content: json('Error'),
    };
    return [String(status), response] as const;
  });
  return Object.fromEntries(responses);
}

const acceptParameter = {
  name: 'Accept',
  in: 'header',
  ...described(message('apiDocs.acceptHeader')),
  schema: { ...text, examples: ['application/pdf'] },
};

const taskParameter = {
  name: 'task',
  in: 'path',
  required: true,
  ...described(message('apiDocs.taskParameter')),
  schema: text,
};

const fileParameter = {
  name: 'file',
  in: 'path',
  required: true,
  ...described(message('apiDocs.fileParameter')),
  schema: text,
};

const createOperation = {
  operationId: 'createPdf',
  summary: englishText(message('apiDocs.create')),
  ...described(message('apiDocs.createHelp')),
  parameters: [
    acceptParameter,
    {
      name: 'svc-test-mode',
      in: 'header',
      ...described(message('apiDocs.testModeHeader')),
      schema: { type: 'boolean', default: false },
    },
    {
      name: 'Idempotency-Key',
      in: 'header',
      ...described(message('apiDocs.idempotencyHeader')),
      schema: { ...text, minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    },
    {
      name: 'Prefer',
      in: 'header',
      ...described(message('apiDocs.preferHeader')),
      schema: { ...text, examples: ['respond-async'] },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Request' },
        examples: Object.fromEntries(
          createExamples.map(({ id, heading, body }) => [
            id,
            { summary: englishText(heading), value: body },
          ]),
        ),
      },
    },
  },
  responses: {
    200: createdResponse,
    202: acceptedResponse,
    ...errorResponses([
      400, 401, 402, 403, 405, 408, 410, 413, 415, 417, 421, 422, 429, 431, 500, 503, 504, 507,
    ]),
  },
};

const taskOperation = {
  operationId: 'getPdfTask',
  summary: englishText(message('apiDocs.task')),
  ...described(message('apiDocs.taskHelp')),
  parameters: [taskParameter, acceptParameter],
  responses: {
    200: createdResponse,
    202: acceptedResponse,
    ...errorResponses([400, 401, 404, 410, 421, 422, 500, 503, 504, 507]),
  },
};

const fileOperation = {
  operationId: 'downloadPdf',
  summary: englishText(message('apiDocs.file')),
  ...described(message('apiDocs.fileHelp')),
  security: [],
  parameters: [
    fileParameter,
    {
      name: 'Range',
      in: 'header',
      ...described(message('apiDocs.rangeHeader')),
      schema: text,
    },
    { name: 'If-Range', in: 'header', ...described(message('apiDocs.ifRange')), schema: text },
    {
      name: 'If-None-Match',
      in: 'header',
      ...described(message('apiDocs.ifNoneMatch')),
      schema: text,
    },
  ],
  responses: {
    200: pdfResponse,
    304: described(message('apiDocs.notModified')),
    206: { ...pdfResponse, ...described(message('apiDocs.pdfRange')) },
    ...errorResponses([404, 416, 421, 503]),
  },
};

const endedOperation = {
  operationId: 'pdfEnded',
  summary: englishText(message('apiDocs.webhookSummary')),
  ...described(message('apiDocs.webhookHelp')),
  security: [],
  requestBody: { required: true, content: json('Event') },
  responses: {
    '2XX': described(message('apiDocs.webhookReceived')),
    410: described(message('apiDocs.webhookGone')),
  },
};

const healthOperation = {
  operationId: 'getHealth',
  summary: englishText(message('apiDocs.health')),
  security: [],
  responses: {
    200: described(message('apiDocs.healthy')),
    503: { ...described(message('apiDocs.unhealthy')), headers: retryHeaders },
  },
};

const liveOperation = {
  operationId: 'getLiveness',
  summary: englishText(message('apiDocs.live')),
  security: [],
  responses: { 200: described(message('apiDocs.isLive')) },
};

const readyOperation = {
  operationId: 'getReadiness',
  summary: englishText(message('apiDocs.ready')),
  ...described(message('apiDocs.readyHelp')),
  security: [],
  responses: {
    200: { ...described(message('apiDocs.isReady')), content: json('Readiness') },
    503: {
      ...described(message('apiDocs.notReady')),
      headers: retryHeaders,
      content: json('Readiness'),
    },
  },
};
