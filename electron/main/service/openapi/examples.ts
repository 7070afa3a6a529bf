import { englishText } from '../../../shared/messages/translator.js';
import { sourceTypeIssue } from '../../../shared/request/source.js';
import type { WireRequest } from '../../../shared/request/wire.js';

const task = '7d9f3a52-0c1e-4f6b-9a57-2f6c0e4b8d11';
const compliance = { hipaa: false, gdpr: false };
const file = { name: 'invoice.pdf', size: 48_213 };
const bucketDestination = 's3://my-bucket/reports/invoice.pdf';
const bucketUrl = 'https://my-bucket.s3.amazonaws.com/reports/invoice.pdf';

/** The response about a PDF in the service's own storage. */
export const responseExample = {
  url: 'https://pdf.example.org/v1/files/Zk3v9wXhJqR1b7uYcTnEo2LsGd5pA8fMiVtC0yKxWrU.pdf',
  file,
  compliance,
};

/** The response about a PDF in a bucket. */
const bucketExample = { ...responseExample, url: bucketUrl };

/** The state of an asynchronous request. */
export const taskExample = { task, status: 'queued' };

/** What a webhook sends. */
export const eventExample = {
  type: 'pdf.completed',
  timestamp: '2026-03-14T09:26:53.589Z',
  data: {
    task,
    source: 'https://example.org/invoice',
    url: bucketUrl,
    file,
    destinations: [{ destination: bucketDestination, status: 'delivered', url: bucketUrl, file }],
    compliance,
  },
};

const missingSource = englishText(sourceTypeIssue(undefined));

/** The response to a request without a source. */
export const errorExample = {
  error: {
    code: 'invalid-request',
    message: missingSource,
    fields: [{ field: 'source', message: missingSource }],
  },
};

/** A request for a PDF with its response. */
export interface CreateExample {
  readonly id: string;
  readonly heading: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireRequest;
  /** Lines of the response before its body. */
  readonly status: readonly string[];
  /** Null if it is the PDF. */
  readonly response: object | null;
}

/** Requests that the service accepts, from the simplest. */
export const createExamples: readonly CreateExample[] = [
  {
    id: 'html',
    heading: 'HTML, and the PDF as the response',
    headers: { Accept: 'application/pdf' },
    body: { source: '<h1>Hello</h1>' },
    status: ['200 OK', 'Content-Type: application/pdf'],
    response: null,
  },
  {
    id: 'options',
    heading: 'A web page with options',
    headers: {},
    body: {
      source: 'https://example.org/invoice',
      filename: 'invoice.pdf',
      format: 'letter',
      margin: { top: '2cm', bottom: '2cm' },
      pages: '1-3',
    },
    status: ['200 OK'],
    response: responseExample,
  },
  {
    id: 'bucket',
    heading: 'Upload to your bucket',
    headers: { 'Idempotency-Key': 'invoice-4711' },
    body: {
      source: 'https://example.org/invoice',
      storage: { provider: 'object_store', bucket_destination: bucketDestination },
    },
    status: ['200 OK'],
    response: bucketExample,
  },
  {
    id: 'asynchronous',
    heading: 'Asynchronously, with a webhook',
    headers: { Prefer: 'respond-async' },
    body: { source: 'https://example.org/report', webhook: 'https://example.org/hooks/pdf' },
    status: ['202 Accepted', `Location: /v1/pdf/${task}`, 'Retry-After: 1'],
    response: taskExample,
  },
  {
    id: 'test',
    heading: 'A free test',
    headers: { 'svc-test-mode': 'true' },
    body: { source: '<h1>Draft</h1>' },
    status: ['200 OK'],
    response: responseExample,
  },
];
