import { type Message, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { healthStatuses } from '../monitoring/health.js';
import { createExamples } from './examples.js';
import { requestSchema } from './request-schema.js';
import {
  described,
  errorSchema,
  eventSchema,
  readinessSchema,
  responseSchema,
  statusSchema,
  taskSchema,
  text,
} from './schemas.js';

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
      description: englishText(message('apiDocs.description')),
      contact: { name: 'The Platen authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    security: isOpen ? [] : [{ key: [] }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, ...described(text) })),
    paths: {
      '/v1/pdf': { post: createOperation(isStrict) },
      '/v1/convert': { post: convertOperation(isStrict) },
      '/v1/pdf/{task}': { get: taskOperation, delete: deleteTaskOperation },
      '/v1/files/{file}': { get: fileOperation, delete: deleteFileOperation },
      '/healthz': { get: healthOperation },
      '/livez': { get: liveOperation },
      '/readyz': { get: readyOperation },
    },
    webhooks: { pdfEnded: { post: endedOperation } },
    components: {
      ...(!isOpen && { securitySchemes: { key: keyScheme } }),
      schemas: {
        PdfRequest: requestSchema(isStrict),
        PdfResponse: responseSchema,
        PdfTask: taskSchema,
        PdfEvent: eventSchema,
        ServiceError: errorSchema,
        Readiness: readinessSchema,
      },
    },
  };
}

const keyScheme = {
  type: 'http',
  scheme: 'basic',
  ...described(message('apiDocs.keyScheme')),
};

const json = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});
const pdf = { 'application/pdf': { schema: { ...text, format: 'binary' } } };
const header = (description: Message, schema: object = text) => ({
  ...described(description),
  schema,
});
const seconds = { type: 'integer', minimum: 0 };

const requestIdHeader = { 'X-Request-Id': header(message('apiDocs.requestIdHeader')) };
const taskHeader = { 'Platen-Task': header(message('apiDocs.taskHeader')) };
const dispositionHeader = { 'Content-Disposition': header(message('apiDocs.dispositionHeader')) };

const resultResponse = {
  ...described(message('apiDocs.created')),
  headers: requestIdHeader,
  content: json('PdfResponse'),
};

/** The PDF as the response of the request that created it. */
const convertedResponse = {
  ...described(message('apiDocs.pdf')),
  headers: {
    ...requestIdHeader,
    ...dispositionHeader,
    'Content-Location': header(message('apiDocs.contentLocationHeader')),
  },
  content: pdf,
};

const fileHeaders = {
  ...requestIdHeader,
  ...dispositionHeader,
  'Accept-Ranges': { description: 'bytes', schema: text },
  'Cache-Control': header(message('apiDocs.cacheHeader')),
  ETag: header(message('apiDocs.etagHeader')),
  Expires: header(message('apiDocs.expiresHeader')),
};

const fileResponse = {
  ...described(message('apiDocs.pdf')),
  headers: fileHeaders,
  content: pdf,
};

const rangeResponse = {
  ...fileResponse,
  ...described(message('apiDocs.pdfRange')),
  headers: { ...fileHeaders, 'Content-Range': header(message('apiDocs.contentRangeHeader')) },
};

const acceptedResponse = {
  ...described(message('apiDocs.accepted')),
  headers: {
    ...requestIdHeader,
    Location: header(message('apiDocs.locationHeader')),
    'Retry-After': header(message('apiDocs.pollHeader'), seconds),
  },
  content: json('PdfTask'),
};

const startedResponse = {
  ...acceptedResponse,
  headers: {
    ...acceptedResponse.headers,
    'Preference-Applied': { description: 'respond-async', schema: text },
  },
};

const errors = {
  400: message('apiDocs.error400'),
  401: message('apiDocs.error401'),
  402: message('apiDocs.error402'),
  403: message('apiDocs.error403'),
  404: message('apiDocs.error404'),
  405: message('apiDocs.error405'),
  408: message('apiDocs.error408'),
  409: message('apiDocs.error409'),
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

const retryHeaders = { 'Retry-After': header(message('apiDocs.retryHeader'), seconds) };
const errorHeaders: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { description: 'Basic', schema: text } },
  405: { Allow: header(message('apiDocs.allowHeader')) },
  416: { 'Content-Range': header(message('apiDocs.contentRangeHeader')) },
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
      content: json('ServiceError'),
    };
    return [String(status), response] as const;
  });
  return Object.fromEntries(responses);
}

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

const testModeParameter = {
  name: 'svc-test-mode',
  in: 'header',
  ...described(message('apiDocs.testModeHeader')),
  schema: { type: 'boolean', default: false },
};

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  ...described(message('apiDocs.idempotencyHeader')),
  schema: { ...text, minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

const preferParameter = {
  name: 'Prefer',
  in: 'header',
  ...described(message('apiDocs.preferHeader')),
  schema: { ...text, examples: ['respond-async'] },
};

const createBody = {
  required: true,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/PdfRequest' },
      examples: Object.fromEntries(
        createExamples.map(({ id, heading, body }) => [
          id,
          { summary: englishText(heading), value: body },
        ]),
      ),
    },
  },
};

const convertBody = { required: true, content: json('PdfRequest') };

/** Statuses of errors before and after the admission of a request. */
const createStatuses = [
  400, 401, 402, 403, 405, 408, 409, 410, 413, 415, 417, 421, 422, 429, 431, 500, 503, 504, 507,
] as const;

const admittedStatuses: ReadonlySet<number> = new Set([
  200, 202, 400, 409, 410, 422, 500, 503, 504, 507,
]);

type Responses = Readonly<Record<string, { readonly headers: object }>>;

/** Adds the header with the ID of the request, which a strict service does not send. */
function withTaskHeader(responses: Responses, isStrict: boolean): Responses {
  if (isStrict) return responses;
  const extended = Object.entries(responses).map(([status, response]) => {
    const headers = { ...response.headers, ...taskHeader };
    const isAdmitted = admittedStatuses.has(Number(status));
    return [status, isAdmitted ? { ...response, headers } : response] as const;
  });
  return Object.fromEntries(extended);
}

function createOperation(isStrict: boolean) {
  const responses = { 200: resultResponse, 202: startedResponse };
  return {
    operationId: 'createPdf',
    tags: ['PDF'],
    summary: englishText(message('apiDocs.create')),
    ...described(message('apiDocs.createHelp')),
    parameters: [testModeParameter, idempotencyParameter, preferParameter],
    requestBody: createBody,
    responses: withTaskHeader({ ...responses, ...errorResponses(createStatuses) }, isStrict),
  };
}

/** An operation of its own: generators cannot type a response of two media types. */
function convertOperation(isStrict: boolean) {
  const responses = { 200: convertedResponse, ...errorResponses(createStatuses) };
  return {
    operationId: 'convert',
    tags: ['PDF'],
    summary: englishText(message('apiDocs.convert')),
    ...described(message('apiDocs.convertHelp')),
    parameters: [testModeParameter, idempotencyParameter],
    requestBody: convertBody,
    responses: withTaskHeader(responses, isStrict),
  };
}

const taskOperation = {
  operationId: 'getPdfTask',
  tags: ['PDF'],
  summary: englishText(message('apiDocs.task')),
  ...described(message('apiDocs.taskHelp')),
  parameters: [taskParameter],
  responses: {
    200: resultResponse,
    202: acceptedResponse,
    ...errorResponses([400, 401, 404, 410, 421, 422, 500, 503, 504, 507]),
  },
};

const deleteResponses = {
  204: { ...described(message('apiDocs.deleted')), headers: requestIdHeader },
  ...errorResponses([400, 401, 404, 421, 431, 503]),
};

const deleteTaskOperation = {
  operationId: 'deletePdfTask',
  tags: ['PDF'],
  summary: englishText(message('apiDocs.deleteTask')),
  ...described(message('apiDocs.deleteTaskHelp')),
  parameters: [taskParameter],
  responses: deleteResponses,
};

const deleteFileOperation = {
  operationId: 'deletePdf',
  tags: ['PDF'],
  summary: englishText(message('apiDocs.deleteFile')),
  ...described(message('apiDocs.deleteFileHelp')),
  parameters: [fileParameter],
  responses: deleteResponses,
};

const fileOperation = {
  operationId: 'downloadPdf',
  tags: ['PDF'],
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
    200: fileResponse,
    206: rangeResponse,
    304: { ...described(message('apiDocs.notModified')), headers: fileHeaders },
    ...errorResponses([404, 416, 421, 503]),
  },
};

const endedOperation = {
  operationId: 'pdfEnded',
  summary: englishText(message('apiDocs.webhookSummary')),
  ...described(message('apiDocs.webhookHelp')),
  security: [],
  requestBody: { required: true, content: json('PdfEvent') },
  responses: {
    '2XX': described(message('apiDocs.webhookReceived')),
    410: described(message('apiDocs.webhookGone')),
  },
};

const probeErrors = errorResponses([400, 421, 431]);
const jsonOf = (schema: object) => ({ 'application/json': { schema } });

const healthOperation = {
  operationId: 'getHealth',
  tags: ['Monitoring'],
  summary: englishText(message('apiDocs.health')),
  ...described(message('apiDocs.healthHelp')),
  security: [],
  responses: {
    200: { ...described(message('apiDocs.healthy')), content: jsonOf(statusSchema(['ok'])) },
    503: {
      ...described(message('apiDocs.unhealthy')),
      headers: retryHeaders,
      content: jsonOf(statusSchema(healthStatuses.filter((status) => status !== 'ok'))),
    },
    ...probeErrors,
  },
};

const liveOperation = {
  operationId: 'getLiveness',
  tags: ['Monitoring'],
  summary: englishText(message('apiDocs.live')),
  ...described(message('apiDocs.liveHelp')),
  security: [],
  responses: {
    200: { ...described(message('apiDocs.isLive')), content: jsonOf(statusSchema(['live'])) },
    ...probeErrors,
  },
};

const readyOperation = {
  operationId: 'getReadiness',
  tags: ['Monitoring'],
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
    ...probeErrors,
  },
};

const tags = {
  PDF: message('apiDocs.pdfTag'),
  Monitoring: message('apiDocs.monitoringTag'),
} as const;
