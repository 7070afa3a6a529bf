import { problemStatuses } from '../contract/problem-codes.js';
import { outcomeStatuses } from '../tasks/outcome.js';

const statuses = { ...problemStatuses, ...outcomeStatuses };

/** Of all codes but that of clients that have disconnected, which only the log has. */
const meanings: Readonly<Record<Exclude<keyof typeof statuses, 'client-gone'>, string>> = {
  'body-too-large': 'The body is larger than the service accepts.',
  canceled: 'The request was canceled by a DELETE. Nothing was charged.',
  'expectation-failed': 'The header Expect is not 100-continue.',
  'headers-too-large': 'The URL or the headers are too large.',
  'idempotency-key-reused': 'The Idempotency-Key was used with another request.',
  internal: 'An error of the service. Its log has the cause, under X-Request-Id.',
  interrupted: 'The service lost its database during the request. Nothing was charged.',
  'invalid-http': 'The request is not valid HTTP/1.1.',
  'invalid-json': 'The body is not JSON in UTF-8.',
  'invalid-request': 'Fields or headers are invalid; fields lists all of them.',
  'method-not-allowed': 'The method is not allowed here. The header Allow lists the allowed ones.',
  'misdirected-request': 'The service needs no key, and Host is not a name of its machine.',
  'mode-not-allowed': 'The API key is for test mode only, or not for test mode.',
  'no-credits': 'The account has no credits left, or its key may not spend more.',
  'no-database': 'The database does not answer. Nothing was done; try again later.',
  'not-found': 'There is nothing at the URL, or it has expired, or is of another account.',
  'pdf-gone': 'The PDF of an earlier request has expired.',
  'queue-full': 'Too many requests wait. Try again after Retry-After.',
  'range-not-satisfiable': 'The range is outside the PDF.',
  'rate-limited': 'The account or its key has sent too many requests in a minute.',
  'request-timeout': 'The request did not arrive in time.',
  stopping: 'The service is stopping. Try again in a moment.',
  'storage-unavailable': 'The storage of PDFs does not answer. Nothing was charged.',
  unauthorized: 'The API key is missing, unknown or revoked.',
  'unpaid-limit': 'The account has used up its free work: test mode and failed requests.',
  'unsupported-media-type': 'The body is not JSON, or is compressed.',
  'source-unreadable': 'The source is not a document that can be converted.',
  'load-failed': 'The page did not load: no such host, an error status, a broken connection.',
  'page-crashed': 'The page crashed, or needed too much memory.',
  'print-failed': 'The PDF could not be created with these options.',
  'preflight-failed': 'The page has warnings that the request does not allow.',
  refused: 'The page may not be loaded, such as one at a private address.',
  'object-exists': 'The bucket has an object with this name, which is never replaced.',
  'delivery-refused': 'The bucket refused the upload.',
  'delivery-interrupted': 'The upload was interrupted. The same request may be repeated.',
  'sandbox-off': 'The service runs without the sandbox that untrusted pages need.',
  'chromium-ended': 'The browser ended several times. Try again after Retry-After.',
  'timed-out': 'The page was not ready within the timeout.',
  'storage-full': 'The disk of stored PDFs is full. Nothing was charged.',
};

export interface ErrorCode {
  readonly code: string;
  readonly status: number;
  readonly meaning: string;
}

/** All codes, by status and name. */
export const errorCodes: readonly ErrorCode[] = Object.entries(meanings)
  // The cast is safe: the names are those of `meanings`.
  .map(([code, meaning]) => ({ code, meaning, status: statuses[code as keyof typeof meanings] }))
  .toSorted((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1));
