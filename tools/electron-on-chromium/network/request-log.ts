import type { Protocol } from 'devtools-protocol';
import type { DevToolsSession } from '../devtools/session.js';
import type { RequestDetails } from './web-request.js';

/** Known details of a response, with Electron's names. */
export interface AnswerDetails {
  readonly statusCode: number;
  readonly statusLine: string;
  readonly responseHeaders: Record<string, string[]>;
  readonly fromCache: boolean;
}

/** A pending request; a redirect continues it under the same ID, as in Electron. */
export interface LoggedRequest {
  readonly details: RequestDetails;
  /** The target that sent it. */
  readonly target: DevToolsSession;
  readonly answer?: AnswerDetails | undefined;
}

let lastId = 0;

/** Returns a new, unique ID. */
export function nextRequestId(): number {
  return ++lastId;
}

/** The requests of a session that webRequest listeners know and whose end they do not know yet. */
export class RequestLog {
  readonly #requests = new Map<string, LoggedRequest>();

  /** Returns the ID of DevTools' `networkId`: a new one, unless it continues after a redirect. */
  idFor(networkId: string): number {
    return this.#requests.get(networkId)?.details.id ?? nextRequestId();
  }

  set(networkId: string, request: LoggedRequest): void {
    this.#requests.set(networkId, request);
  }

  /** Stores the response; returns undefined for requests unknown to listeners. */
  setAnswer(networkId: string, answer: AnswerDetails): void {
    const request = this.#requests.get(networkId);
    if (request) this.#requests.set(networkId, { ...request, answer });
  }

  /** Removes a request and returns it. */
  take(networkId: string): LoggedRequest | undefined {
    const request = this.#requests.get(networkId);
    this.#requests.delete(networkId);
    return request;
  }

  /** Removes all requests of a target and returns them. */
  takeAllOf(target: DevToolsSession): readonly LoggedRequest[] {
    const found = [...this.#requests].filter(([, request]) => request.target === target);
    for (const [networkId] of found) this.#requests.delete(networkId);
    return found.map(([, request]) => request);
  }
}

/** Returns the details of a response that is still arriving. */
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

/** Returns the details of a response that has arrived. */
export function answerFromNetwork(response: Protocol.Network.Response): AnswerDetails {
  const headers = Object.entries(response.headers).flatMap(([name, values]) =>
    values.split('\n').map((value) => ({ name, value })),
  );
  return {
    ...answerFromHeaders(response.status, response.statusText, headers),
    fromCache: response.fromDiskCache ?? false,
  };
}
