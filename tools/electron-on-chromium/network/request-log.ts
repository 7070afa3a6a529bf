import type { Protocol } from 'devtools-protocol';
import type { DevToolsSession } from '../devtools/session.js';
import type { RequestDetails } from './web-request.js';

/** What is known of an answer; the names are those of Electron's details. */
export interface AnswerDetails {
  readonly statusCode: number;
  readonly statusLine: string;
  readonly responseHeaders: Record<string, string[]>;
  readonly fromCache: boolean;
}

/** One request on its way; a redirect continues it under the same id, as in Electron. */
export interface LoggedRequest {
  readonly details: RequestDetails;
  /** The target that sent it. */
  readonly target: DevToolsSession;
  readonly answer?: AnswerDetails | undefined;
}

let lastId = 0;

/** An id that no other request has. */
export function nextRequestId(): number {
  return ++lastId;
}

/**
 * The requests of one session that webRequest listeners have been asked about and not yet told the
 * end of.
 */
export class RequestLog {
  readonly #requests = new Map<string, LoggedRequest>();

  /**
   * The id of the request that DevTools calls `networkId`: a new one, unless it is a redirect of a
   * known one.
   */
  idFor(networkId: string): number {
    return this.#requests.get(networkId)?.details.id ?? nextRequestId();
  }

  set(networkId: string, request: LoggedRequest): void {
    this.#requests.set(networkId, request);
  }

  /** Notes the answer; gives nothing for requests that no listener was asked about. */
  setAnswer(networkId: string, answer: AnswerDetails): void {
    const request = this.#requests.get(networkId);
    if (request) this.#requests.set(networkId, { ...request, answer });
  }

  /** Forgets a request, and gives what was known of it. */
  take(networkId: string): LoggedRequest | undefined {
    const request = this.#requests.get(networkId);
    this.#requests.delete(networkId);
    return request;
  }

  /** Forgets what a target had under way, and gives it. */
  takeAllOf(target: DevToolsSession): readonly LoggedRequest[] {
    const found = [...this.#requests].filter(([, request]) => request.target === target);
    for (const [networkId] of found) this.#requests.delete(networkId);
    return found.map(([, request]) => request);
  }
}

/** The details of an answer that is seen on its way in. */
export function answerFromHeaders(
  statusCode: number,
  statusText: string,
  headers: readonly Protocol.Fetch.HeaderEntry[],
): AnswerDetails {
  const responseHeaders: Record<string, string[]> = {};
  for (const { name, value } of headers) (responseHeaders[name] ??= []).push(value);
  return {
    statusCode,
    statusLine: `HTTP/1.1 ${statusCode} ${statusText}`.trimEnd(),
    responseHeaders,
    fromCache: false,
  };
}

/** The details of an answer that is told of when it is there. */
export function answerFromNetwork(response: Protocol.Network.Response): AnswerDetails {
  const headers = Object.entries(response.headers).flatMap(([name, values]) =>
    values.split('\n').map((value) => ({ name, value })),
  );
  return {
    ...answerFromHeaders(response.status, response.statusText, headers),
    fromCache: response.fromDiskCache ?? false,
  };
}
