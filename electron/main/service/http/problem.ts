import { STATUS_CODES } from 'node:http';
import { type FieldIssue, codeOf, issueText } from '../../../shared/errors.js';
import { quote, withCommas } from '../../../shared/request/text.js';
import { DatabaseUnavailable } from '../store/database.js';
import type { ServiceError } from '../store/service-store.js';
import { internalError } from '../tasks/outcome.js';
import { TaskInterrupted } from '../tasks/task-runner.js';

export interface ProblemDetails {
  readonly fields?: readonly FieldIssue[];
  /** Headers of the response, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/**
 * An error response. Its body is `{ error: { code, message, fields } }` (the API leaves it open,
 * section 7).
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: ServiceError;

  constructor(
    status: number,
    code: string,
    message: string,
    { fields = [], headers = {}, cause }: ProblemDetails = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.error = {
      code,
      message,
      fields: fields.map((issue) => ({ field: issue.field, message: issueText(issue) })),
    };
    this.headers = headers;
  }
}

/** Returns the header `Retry-After`. @param seconds rounded up, at least one */
export function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
}

/** @param seconds until there may be room */
export function queueFull(seconds: number): Problem {
  return new Problem(
    429,
    'queue-full',
    'The queue is full and the request was not accepted. Send it again later.',
    { headers: retryAfter(seconds) },
  );
}

export function stoppingProblem(): Problem {
  return new Problem(
    503,
    'stopping',
    'The service is stopping and did not accept the request. Send it again in a moment.',
    { headers: retryAfter(5) },
  );
}

/** The log's entry for a request whose client disconnected; nginx's status for it. */
function clientGone(): Problem {
  return new Problem(499, 'client-gone', 'The client closed the connection; nothing was charged.');
}

function interruptedProblem({ reason }: TaskInterrupted): Problem {
  if (reason === 'client-gone') return clientGone();
  if (reason === 'stopping') return stoppingProblem();
  return new Problem(
    503,
    'interrupted',
    'The service lost contact with its database while it created the PDF; nothing was charged. Send the request again.',
    { headers: retryAfter(1) },
  );
}

export function unknownTask(): Problem {
  return new Problem(
    404,
    'not-found',
    'This account has no such request, or its result has expired.',
  );
}

function internalProblem(): Problem {
  const { status, error } = internalError;
  return new Problem(status, error.code, error.message);
}

export function bodyTooLarge(bodyLimit: number): Problem {
  return new Problem(
    413,
    'body-too-large',
    `The body exceeds the limit of ${withCommas(bodyLimit)} bytes. Shorten it, or send the page's URL.`,
  );
}

export function wrongMediaType(problem: string, advice: string): Problem {
  return new Problem(415, 'unsupported-media-type', `${problem}; ${advice}.`);
}

/**
 * Returns the response to an error of the framework or of a handler. @param contentType of the
 * request
 */
export function problemOf(thrown: unknown, bodyLimit: number, contentType?: string): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof TaskInterrupted) return interruptedProblem(thrown);
  if (thrown instanceof SyntaxError) {
    return new Problem(400, 'invalid-json', `The body is not JSON: ${thrown.message}.`);
  }
  switch (codeOf(thrown)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(bodyLimit);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongMediaType(
        contentType === undefined
          ? 'The header Content-Type is missing'
          : `The Content-Type is ${quote(contentType)}`,
        'send JSON with Content-Type: application/json',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem(400, 'invalid-request', 'The body is not as long as Content-Length says.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new Problem(404, 'not-found', 'There is nothing at this URL.');
    case 'ABORT_ERR':
      return clientGone();
    default:
      return isDisconnect(thrown) ? clientGone() : internalProblem();
  }
}

/** Node's error for a client that disconnects while its body is read. */
function isDisconnect(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'aborted' && codeOf(thrown) === 'ECONNRESET';
}

/**
 * Returns the response to bytes that Node's HTTP parser refuses, or that arrive too late (event
 * `clientError`).
 */
export function brokenRequest(error: Error): Problem {
  switch (codeOf(error)) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(431, 'headers-too-large', 'The URL and the headers exceed 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(408, 'request-timeout', 'The request did not arrive within two minutes.');
    default:
      return new Problem(400, 'invalid-http', 'The request is not valid HTTP.');
  }
}

/** The response to a header `Expect` other than `100-continue` (RFC 9110, section 10.1.1). */
export function unknownExpectation(expect = ''): Problem {
  return new Problem(
    417,
    'expectation-failed',
    `The header Expect is ${quote(expect)}; only 100-continue is supported.`,
  );
}

/** Returns an error response as bytes, for a connection without a framework. */
export function rawProblem({ status, error, headers }: Problem): string {
  const body = JSON.stringify({ error });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

const databaseRetrySeconds = 5;

/**
 * Waits for a query of the store that changes nothing if it fails.
 * @throws Problem 503 if the database is unavailable
 */
export async function withDatabase<T>(query: Promise<T>): Promise<T> {
  return query.catch((error: unknown) => {
    throw error instanceof DatabaseUnavailable ? databaseUnavailable(error) : error;
  });
}

/**
 * Waits for an admission. A credit that it may have held is returned later. An asynchronous request
 * may have been accepted, and can only be repeated safely with its `Idempotency-Key`.
 * @throws Problem 503 if the database is unavailable and the request may be repeated
 */
export async function admissionFrom<T>(
  admission: Promise<T>,
  { isAsynchronous, hasKey }: { readonly isAsynchronous: boolean; readonly hasKey: boolean },
): Promise<T> {
  return admission.catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    if (!isAsynchronous || error.rolledBack) throw databaseUnavailable(error);
    throw hasKey ? databaseUnavailable(error, unknownAdmission) : error;
  });
}

const nothingDone =
  'The service cannot reach its database; nothing was done or charged. Send the request again in a moment.';
const unknownAdmission =
  'The service lost its database while it accepted the request. Send it again in a moment with the same Idempotency-Key; it will run once.';

function databaseUnavailable(cause: DatabaseUnavailable, message = nothingDone): Problem {
  const headers = retryAfter(databaseRetrySeconds);
  return new Problem(503, 'no-database', message, { headers, cause });
}
