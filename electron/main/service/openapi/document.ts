import {
  acceptedAnswer,
  errorAnswers,
  errorSchema,
  madeAnswer,
  pdfAnswer,
  responseSchema,
  taskSchema,
} from './responses.js';
import { requestSchema } from './request-schema.js';

/** What the document depends on. */
export interface DocumentFacts {
  readonly version: string;
  /** The service's base address. */
  readonly base: string;
  /** Whether requests need no key. */
  readonly isOpen: boolean;
}

const text = { type: 'string' };

/** The OpenAPI 3.1 document of the service, made from the schema that requests are checked with. */
export function openApiDocument({ version, base, isOpen }: DocumentFacts) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen: HTML to PDF',
      version,
      summary: 'Makes PDFs of HTML and of web pages.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    security: isOpen ? [] : [{ key: [] }],
    paths: {
      '/v1/pdf': { post: createOperation },
      '/v1/pdf/{task}': { get: taskOperation },
      '/v1/files/{file}': { get: fileOperation },
      '/healthz': { get: healthOperation },
    },
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'basic',
          description:
            'The API key as the user name with an empty password, or the name of the account with the key as the password.',
        },
      },
      schemas: {
        Request: requestSchema(),
        Response: responseSchema,
        Task: taskSchema,
        Error: errorSchema,
      },
    },
  };
}

const acceptParameter = {
  name: 'Accept',
  in: 'header',
  description:
    'With application/pdf, the answer is the PDF itself; JSON where both are liked the same.',
  schema: { ...text, examples: ['application/pdf'] },
};

const taskParameter = {
  name: 'task',
  in: 'path',
  required: true,
  description: 'The id of the request, as the answer 202 and its Location name it.',
  schema: text,
};

const fileParameter = {
  name: 'file',
  in: 'path',
  required: true,
  description: 'The last part of the url in the answer, with .pdf.',
  schema: text,
};

const createOperation = {
  operationId: 'createPdf',
  summary: 'Create a PDF',
  description:
    'Converts HTML or a web page into a PDF. One credit for each PDF that is made; none in test mode, none for a failure.',
  parameters: [
    acceptParameter,
    {
      name: 'svc-test-mode',
      in: 'header',
      description: 'With true, no credits are consumed and the PDF carries a watermark.',
      schema: { type: 'boolean', default: false },
    },
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'A request with the same key and body gets the first answer and costs nothing more.',
      schema: { ...text, minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    },
    {
      name: 'Prefer',
      in: 'header',
      description: 'With respond-async, the answer comes at once, and the PDF later.',
      schema: { ...text, examples: ['respond-async'] },
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Request' } } },
  },
  responses: {
    200: madeAnswer,
    202: acceptedAnswer,
    ...errorAnswers([
      400, 401, 402, 405, 408, 410, 413, 415, 417, 421, 422, 429, 431, 500, 503, 504,
    ]),
  },
};

const taskOperation = {
  operationId: 'askForPdf',
  summary: 'Ask how an asynchronous request goes on',
  description: 'Once it has ended, the answer is the one that the request itself would have got.',
  parameters: [taskParameter, acceptParameter],
  responses: {
    200: madeAnswer,
    202: acceptedAnswer,
    ...errorAnswers([400, 401, 404, 410, 421, 422, 500, 503, 504]),
  },
};

const fileOperation = {
  operationId: 'fetchPdf',
  summary: "Fetch a PDF from the service's own storage",
  description: 'Whoever knows the address may fetch it, until its time is over.',
  security: [],
  parameters: [
    fileParameter,
    { name: 'Range', in: 'header', description: 'One range of bytes.', schema: text },
  ],
  responses: {
    200: pdfAnswer,
    206: { ...pdfAnswer, description: 'The part that was asked for.' },
    ...errorAnswers([404, 416, 421, 503]),
  },
};

const healthOperation = {
  operationId: 'health',
  summary: 'Whether the service takes work',
  security: [],
  responses: {
    200: { description: 'It does.' },
    503: { description: 'It is stopping, or its database does not answer.' },
  },
};
