import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestPlain,
} from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { sendBody } from '../s3/send-body.js';
import { type ExchangeProblem, ExchangeFault } from './exchange-fault.js';

/** One request, on a connection of its own: what a kept one would leave open is whether the other side has seen the request. */
export interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer;
  readonly ca?: readonly string[] | undefined;
  readonly lookup?: LookupFunction | undefined;
  /** Ends the request, and the answer while it comes in. */
  readonly signal: AbortSignal;
  /** In milliseconds: until there is a connection; without a byte that moves, while a body is sent or comes in. */
  readonly limits: { readonly connectMs: number; readonly standstillMs: number };
  /** Told how many bytes of the body have been given to the system, beginning with 0. */
  readonly onSent?: (bytes: number) => void;
}

/**
 * Sends a request and gives the answer as soon as its head is there. Redirects are not followed.
 * @throws ExchangeFault which says whether the other side may have the request
 */
export async function exchange(wish: Exchange): Promise<IncomingMessage> {
  const { signal, limits } = wish;
  if (signal.aborted) throw new ExchangeFault('ended', false);
  const delivery = open(wish);
  const state = { isConnected: false, isBodyBegun: wish.body === undefined, left: 0 };
  const fail = (problem: ExchangeProblem, cause?: unknown) =>
    new ExchangeFault(
      problem,
      state.isConnected && state.isBodyBegun,
      cause,
      delivery.socket?.bytesRead === 0,
    );
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    const end = (problem: ExchangeProblem) => (answer ?? delivery).destroy(fail(problem));
    const abort = () => end('ended');
    signal.addEventListener('abort', abort);
    delivery.once('close', () => signal.removeEventListener('abort', abort));
    const standstill = standstillWatch(delivery, limits.standstillMs, () => end('standstill'));
    onConnection(delivery, limits.connectMs, {
      late: () => end('no-connection'),
      made: () => {
        state.isConnected = true;
        if (state.left > 0) standstill.moved();
      },
    });
    delivery.on('error', (thrown) => {
      reject(thrown instanceof ExchangeFault ? thrown : fail('connection', thrown));
    });
    delivery.once('response', (response: IncomingMessage) => {
      answer = response;
      standstill.stop();
      delivery.setTimeout(limits.standstillMs, () => end('standstill'));
      resolve(response);
    });
    sendBody(delivery, wish.body, (sent) => {
      state.isBodyBegun = true;
      state.left = (wish.body?.length ?? 0) - sent;
      // What is all sent waits for its answer, which may take as long as the PDF takes to be made.
      if (state.left === 0) standstill.stop();
      else if (state.isConnected) standstill.moved();
      wish.onSent?.(sent);
    });
  });
}

function open({ method, url, headers, body, ca, lookup }: Exchange): ClientRequest {
  const options = {
    ...urlToHttpOptions(url),
    // An address may hold a user and a password, which Node would send.
    auth: undefined,
    method,
    agent: false,
    headers: { ...headers, ...(body && { 'content-length': body.length }) },
    ...(lookup && { lookup }),
  } as const;
  if (url.protocol !== 'https:') return requestPlain(options);
  return requestSecure({
    ...options,
    rejectUnauthorized: true,
    ...(ca && { ca: [...rootCertificates, ...ca] }),
  });
}

function onConnection(
  delivery: ClientRequest,
  limitMs: number,
  { late, made }: { readonly late: () => void; readonly made: () => void },
): void {
  const timer = setTimeout(late, limitMs);
  delivery.once('close', () => clearTimeout(timer));
  delivery.once('socket', (socket) => {
    // Before the end of TLS's handshake Node has sent nothing of a request.
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      made();
    });
  });
}

function standstillWatch(delivery: ClientRequest, limitMs: number, tell: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  delivery.once('close', stop);
  const moved = () => {
    stop();
    timer = setTimeout(tell, limitMs);
  };
  return { moved, stop };
}
