import { STATUS_CODES } from 'node:http';
import { type FieldIssue, issueText } from '../../../shared/errors.js';
import type { ServiceError } from '../store/service-store.js';

export interface ProblemDetails {
  readonly fields?: readonly FieldIssue[];
  /** Headers of the answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log alone. */
  readonly cause?: unknown;
}

/** An answer that is an error. Its body is `{ error: { code, message, fields } }` (the interface leaves it open, section 7). */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly headers: Readonly<Record<string, string>>;
  readonly error: ServiceError;

  constructor(
    readonly status: number,
    code: string,
    message: string,
    { fields = [], headers = {}, cause }: ProblemDetails = {},
  ) {
    super(message, { cause });
    this.error = {
      code,
      message,
      fields: fields.map((issue) => ({ field: issue.field, message: issueText(issue) })),
    };
    this.headers = headers;
  }
}

/** How long a client is asked to stay away, as a header. @param seconds rounded up, one at least */
export function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
}

/** The answer where as many requests wait as may. @param seconds when there may be room again */
export function queueFull(seconds: number): Problem {
  return new Problem(
    429,
    'queue-full',
    'As many requests wait as the service takes; nothing was done. Send it again later.',
    { headers: retryAfter(seconds) },
  );
}

/** The answer of a service that stops. */
export function stoppingProblem(): Problem {
  return new Problem(503, 'stopping', stoppingSentence, {
    headers: retryAfter(5),
  });
}

const stoppingSentence =
  'The service is stopping and takes no more work; nothing was done. Send the request again in a moment.';

/** What the log has of a request whose client went before its answer; nobody reads it. The status is nginx's own for that. */
export function clientGone(): Problem {
  return new Problem(499, 'client-gone', 'The client closed the connection; nothing was charged.');
}

/** The answer about a task that the account does not have, or not any more. */
export function unknownTask(): Problem {
  return new Problem(
    404,
    'not-found',
    'There is no such request of this account, or its answer was forgotten as its time was over.',
  );
}

/** The answer to a fault of our own: what it was is for the log alone. */
export function internalProblem(): Problem {
  return new Problem(
    500,
    'internal',
    'The service failed by a fault of its own. Its log knows more, by the id in the header X-Request-Id.',
  );
}

/** The body of an answer that is an error, as text, where no framework is there to write it. */
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
