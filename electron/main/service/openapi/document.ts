import { healthStatuses } from '../monitoring/health.js';
import { createExamples } from './examples.js';
import { requestSchema } from './request-schema.js';
import {
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

/** OpenAPI 3.1, from the schema that validates requests. */
export function openApiDocument({ version, base, isOpen, isStrict }: DocumentFacts) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen: HTML to PDF',
      version,
      summary: 'Creates PDFs from HTML and web pages.',
      description:
        'A request names HTML or a public URL. The response has the URL of the PDF, or is the PDF.',
      contact: { name: 'The Platen authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    security: isOpen ? [] : [{ key: [] }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
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
  description:
    'The API key as the user name with an empty password, or the name of the account with the key as the password.',
};

const json = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});
const pdf = { 'application/pdf': { schema: { ...text, format: 'binary' } } };
const header = (description: string, schema: object = text) => ({
  description,
  schema,
});
const seconds = { type: 'integer', minimum: 0 };

const contentRange = header('The range that is sent, and the size of the PDF.');
const requestIdHeader = { 'X-Request-Id': header("ID of the exchange in the service's log.") };
const taskHeader = {
  'Platen-Task': header(
    'ID of the request, as in webhooks and the Location; absent if the request was refused before.',
  ),
};
const dispositionHeader = { 'Content-Disposition': header('The name of the PDF.') };

const resultResponse = {
  description: 'The PDF was created.',
  headers: requestIdHeader,
  content: json('PdfResponse'),
};

/** The PDF as the response of the request that created it. */
const convertedResponse = {
  description: 'The PDF.',
  headers: {
    ...requestIdHeader,
    ...dispositionHeader,
    'Content-Location': header('URL of the PDF; absent if the service does not store it.'),
  },
  content: pdf,
};

const fileHeaders = {
  ...requestIdHeader,
  ...dispositionHeader,
  'Accept-Ranges': { description: 'bytes', schema: text },
  'Cache-Control': header('private, no-cache: a cache checks each time that the PDF still exists.'),
  ETag: header('Identifies the PDF.'),
  Expires: header('When the PDF expires.'),
};

const fileResponse = {
  description: 'The PDF.',
  headers: fileHeaders,
  content: pdf,
};

const rangeResponse = {
  ...fileResponse,
  description: 'The requested range.',
  headers: {
    ...fileHeaders,
    'Content-Range': contentRange,
  },
};

const acceptedResponse = {
  description: 'The request was accepted. Poll the Location for its response.',
  headers: {
    ...requestIdHeader,
    Location: header('Where to poll for the response.'),
    'Retry-After': header('When to poll, in seconds.', seconds),
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
  400: 'The request is invalid. All errors are listed by field; headers count as fields.',
  401: 'The API key is missing or unknown.',
  402: 'The account has no credits left, or its key may not spend more. Test mode costs none.',
  403: 'The API key is for test mode only, or not for test mode.',
  404: 'Not found, expired, or of another account.',
  405: 'The method is not allowed here.',
  408: 'The request did not arrive in time.',
  409: 'The request was canceled by a DELETE. Nothing was charged.',
  410: "The PDF itself was requested, of an earlier request, and has expired in the service's own storage.",
  413: 'The body is too large.',
  415: 'The body is not JSON in UTF-8, or is compressed.',
  416: 'The range is outside the PDF.',
  417: 'The header Expect is not 100-continue.',
  421: "The service requires no key, and the header Host is not one of this machine's names.",
  422: 'The source could not be loaded, or the bucket could not be written; the message says why. Or the Idempotency-Key was used with another request.',
  429: 'The queue is full, or the account or its key has sent too many requests. Nothing was done.',
  431: 'The URL or the headers are too large.',
  500: 'Internal error of the service.',
  507: "The disk of the service's own storage is full. Nothing was charged.",
  503: 'The service is stopping, or cannot reach its database. Nothing was done.',
  504: 'The page was not ready within the timeout.',
} as const;

const retryHeaders = { 'Retry-After': header('In seconds.', seconds) };
const errorHeaders: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { description: 'Basic', schema: text } },
  405: { Allow: header('The allowed methods.') },
  416: { 'Content-Range': contentRange },
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
      description: errors[status],
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
  description: 'ID of the request, from the response 202 and its Location.',
  schema: text,
};

const fileParameter = {
  name: 'file',
  in: 'path',
  required: true,
  description: 'Last part of the URL in the response, with .pdf.',
  schema: text,
};

const testModeParameter = {
  name: 'svc-test-mode',
  in: 'header',
  description: 'With true, the PDF has a watermark and costs no credit.',
  schema: { type: 'boolean', default: false },
};

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A request with the same key and body returns the first response, at no further cost.',
  schema: { ...text, minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

const preferParameter = {
  name: 'Prefer',
  in: 'header',
  description: 'With respond-async, the response is 202, and the PDF is created later.',
  schema: { ...text, examples: ['respond-async'] },
};

const createBody = {
  required: true,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/PdfRequest' },
      examples: Object.fromEntries(
        createExamples.map(({ id, heading, body }) => [id, { summary: heading, value: body }]),
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
    summary: 'Create a PDF',
    description:
      'Converts HTML or a web page into a PDF. Each PDF costs one credit. Test mode and failures are free. With Accept: application/pdf, the response is the PDF itself, unless it goes to a bucket.',
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
    summary: 'Create a PDF and return it',
    description:
      'Does the same as POST /v1/pdf, but the response is always the PDF itself. The service stores a copy only if the request has an Idempotency-Key or a webhook. The storage object_store and respond-async are of POST /v1/pdf only.',
    parameters: [testModeParameter, idempotencyParameter],
    requestBody: convertBody,
    responses: withTaskHeader(responses, isStrict),
  };
}

const taskOperation = {
  operationId: 'getPdfTask',
  tags: ['PDF'],
  summary: 'Get the state of an asynchronous request',
  description:
    'When the request has ended, this returns its response. With Accept: application/pdf, that is the PDF itself, as long as the service stores it.',
  parameters: [taskParameter],
  responses: {
    200: resultResponse,
    202: acceptedResponse,
    ...errorResponses([400, 401, 404, 410, 421, 422, 500, 503, 504, 507]),
  },
};

const deleteResponses = {
  204: { description: 'It is deleted.', headers: requestIdHeader },
  ...errorResponses([400, 401, 404, 421, 431, 503]),
};

const deleteTaskOperation = {
  operationId: 'deletePdfTask',
  tags: ['PDF'],
  summary: 'Delete a request',
  description:
    "A request that waits or runs is canceled, and costs nothing. Of one that has ended, the response, the Idempotency-Key and the PDF in the service's own storage are deleted. Webhooks of its end are still sent.",
  parameters: [taskParameter],
  responses: deleteResponses,
};

const deleteFileOperation = {
  operationId: 'deletePdf',
  tags: ['PDF'],
  summary: "Delete a PDF from the service's own storage",
  description: 'Only with a key of the account that created it.',
  parameters: [fileParameter],
  responses: deleteResponses,
};

const fileOperation = {
  operationId: 'downloadPdf',
  tags: ['PDF'],
  summary: "Download a PDF from the service's own storage",
  description: 'Anyone who knows the URL can download the PDF until it expires.',
  security: [],
  parameters: [
    fileParameter,
    {
      name: 'Range',
      in: 'header',
      description: 'One range of bytes.',
      schema: text,
    },
    {
      name: 'If-Range',
      in: 'header',
      description: 'An ETag: the range is sent only if the PDF still has it, else all of the PDF.',
      schema: text,
    },
    {
      name: 'If-None-Match',
      in: 'header',
      description: 'One or more ETags: the response is 304 if the PDF still has one of them.',
      schema: text,
    },
  ],
  responses: {
    200: fileResponse,
    206: rangeResponse,
    304: { description: 'The PDF has not changed', headers: fileHeaders },
    ...errorResponses([404, 416, 421, 503]),
  },
};

const endedOperation = {
  operationId: 'pdfEnded',
  summary: 'A request with a webhook has ended',
  description:
    'Sent until it gets a response 2xx, for about 18 minutes. A response 410 or a redirect ends the attempts. The headers webhook-id, webhook-timestamp and webhook-signature follow Standard Webhooks; webhook-id is the same in each attempt.',
  security: [],
  requestBody: { required: true, content: json('PdfEvent') },
  responses: {
    '2XX': { description: 'Any status 2xx: the event was received.' },
    410: { description: 'No further attempts.' },
  },
};

const probeErrors = errorResponses([400, 421, 431]);
const jsonOf = (schema: object) => ({ 'application/json': { schema } });

const healthOperation = {
  operationId: 'getHealth',
  tags: ['Monitoring'],
  summary: 'Check whether the service accepts requests',
  description: 'Checks that the service is not stopping, and that its database answers.',
  security: [],
  responses: {
    200: { description: 'The service accepts requests.', content: jsonOf(statusSchema(['ok'])) },
    503: {
      description: 'The service is stopping, or its database does not respond.',
      headers: retryHeaders,
      content: jsonOf(statusSchema(healthStatuses.filter((status) => status !== 'ok'))),
    },
    ...probeErrors,
  },
};

const liveOperation = {
  operationId: 'getLiveness',
  tags: ['Monitoring'],
  summary: 'Check whether the process runs',
  description: 'Fails when the service has to be started again.',
  security: [],
  responses: {
    200: {
      description: 'The process is running, even if it is shutting down.',
      content: jsonOf(statusSchema(['live'])),
    },
    503: {
      description: 'Chromium has opened no page for two minutes.',
      headers: retryHeaders,
      content: jsonOf(statusSchema(['no-chromium'])),
    },
    ...probeErrors,
  },
};

const readyOperation = {
  operationId: 'getReadiness',
  tags: ['Monitoring'],
  summary: 'Check whether the service can create PDFs',
  description:
    'Checks that Chromium answers, that the disk of stored PDFs has 100 MB of room, and that the database answers within a second.',
  security: [],
  responses: {
    200: { description: 'Everything works.', content: json('Readiness') },
    503: {
      description: 'At least one check is not ok; the body says which one.',
      headers: retryHeaders,
      content: json('Readiness'),
    },
    ...probeErrors,
  },
};

const tags = {
  PDF: 'Creating PDFs, and getting them.',
  Monitoring: 'The state of the service.',
} as const;
