import { STATUS_CODES } from 'node:http';
import { type FieldIssue, codeOf, issueText } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { excerpt } from '../../../shared/request/text.js';
import { type ProblemCode, problemStatuses } from '../contract/problem-codes.js';
import { DatabaseUnavailable } from '../store/database.js';
import type { ServiceError } from '../store/service-store.js';
import { internalError } from '../tasks/outcome.js';
import { StorageUnavailable } from '../store/results.js';
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
    code: ProblemCode,
    reason: Message,
    { fields = [], headers = {}, cause }: ProblemDetails = {},
  ) {
    const text = englishText(reason);
    super(text, { cause });
    this.status = problemStatuses[code];
    this.error = {
      code,
      message: text,
      fields: fields.map((issue) => ({ field: issue.field, message: issueText(issue) })),
    };
    this.headers = headers;
  }
}

/** @param seconds rounded up, at least one */
export function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
}

/** @param seconds until there may be room */
export function queueFull(seconds: number): Problem {
  return new Problem('queue-full', message('service.queueFull'), {
    headers: retryAfter(seconds),
  });
}

export function stoppingProblem(): Problem {
  return new Problem('stopping', message('service.stopping'), { headers: retryAfter(5) });
}

/** The log's entry for a request whose client disconnected, with nginx's status for it. */
function clientGone(): Problem {
  return new Problem('client-gone', message('service.clientGone'));
}

function interruptedProblem({ reason }: TaskInterrupted): Problem {
  if (reason === 'client-gone') return clientGone();
  if (reason === 'stopping') return stoppingProblem();
  if (reason === 'canceled') return new Problem('canceled', message('service.canceled'));
  return new Problem('interrupted', message('service.interrupted'), {
    headers: retryAfter(1),
  });
}

export function unknownTask(): Problem {
  return new Problem('not-found', message('service.unknownTask'));
}

function internalProblem(): Problem {
  return new Problem(internalError.code, internalError.message);
}

export function bodyTooLarge(bodyLimit: number): Problem {
  return new Problem('body-too-large', message('service.bodyTooLarge', { bytes: bodyLimit }));
}

export function wrongMediaType(reason: Message): Problem {
  return new Problem('unsupported-media-type', reason);
}

/** For an error of the framework or of a handler. @param contentType of the request */
export function problemOf(thrown: unknown, contentType?: string): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof TaskInterrupted) return interruptedProblem(thrown);
  if (thrown instanceof SyntaxError) {
    const reason = message('service.bodyNotJson', { reason: thrown.message });
    return new Problem('invalid-json', reason);
  }
  switch (codeOf(thrown)) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongMediaType(
        contentType === undefined
          ? message('service.contentTypeMissing')
          : message('service.contentTypeUnsupported', { type: excerpt(contentType) }),
      );
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new Problem('not-found', message('service.nothingHere'));
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

/** For bytes that Node's HTTP parser refuses, or that arrive too late (event `clientError`). */
export function brokenRequest(error: Error): Problem {
  switch (codeOf(error)) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', message('service.headersTooLarge'));
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', message('service.requestTimeout'));
    default:
      return new Problem('invalid-http', message('service.invalidHttp'));
  }
}

/** The response to a header `Expect` other than `100-continue` (RFC 9110, section 10.1.1). */
export function unknownExpectation(expect = ''): Problem {
  return new Problem(
    'expectation-failed',
    message('service.expectation', { expect: excerpt(expect) }),
  );
}

/** For a connection without a framework. */
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
 * Waits for an admission. A credit that it may have reserved is returned later. An asynchronous
 * request may have been accepted, and can only be repeated safely with its `Idempotency-Key`.
 * @throws Problem 503 if the database is unavailable and the request may be repeated
 */
export async function admissionFrom<T>(
  admission: Promise<T>,
  { isAsynchronous, hasKey }: { readonly isAsynchronous: boolean; readonly hasKey: boolean },
): Promise<T> {
  return admission.catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    if (!isAsynchronous || error.rolledBack) throw databaseUnavailable(error);
    throw hasKey ? databaseUnavailable(error, message('service.admissionUnknown')) : error;
  });
}

/**
 * Waits for the end of a request. If the database fails while it is saved, it may have been saved:
 * only with its `Idempotency-Key` can the request be repeated safely.
 * @throws Problem 503 if the database is unavailable and the request may be repeated
 */
export async function endFrom<T>(
  end: Promise<T>,
  { hasKey }: { readonly hasKey: boolean },
): Promise<T> {
  return end.catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    if (hasKey) throw databaseUnavailable(error, message('service.endUnknown'));
    throw error.rolledBack ? databaseUnavailable(error, message('service.interrupted')) : error;
  });
}

/**
 * Waits for the service's own storage.
 * @throws Problem 503 if it is unavailable
 */
export async function withStorage<T>(access: Promise<T>): Promise<T> {
  return access.catch((cause: unknown) => {
    if (!(cause instanceof StorageUnavailable)) throw cause;
    const headers = retryAfter(databaseRetrySeconds);
    const reason = message('service.storageUnavailable');
    throw new Problem('storage-unavailable', reason, { headers, cause });
  });
}

function databaseUnavailable(
  cause: DatabaseUnavailable,
  reason = message('service.databaseUnavailable'),
): Problem {
  const headers = retryAfter(databaseRetrySeconds);
  return new Problem('no-database', reason, { headers, cause });
}
