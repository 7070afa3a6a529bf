import { lookup } from 'node:dns/promises';
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request as requestPlain,
} from 'node:http';
import { request as requestSecure } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { trusting } from './certificates.js';
import { literalAddress } from './hosts.js';
import type { KeptConnections } from './kept-connections.js';
import {
  type ProxiedAddress,
  ProxyFault,
  TunnelAgent,
  proxyFor,
  proxyHeaders,
  throughPlainProxy,
} from './proxy.js';

/** Resolves a host name to all of its IP addresses. @throws the system's error if it has none */
export type LookUp = (hostname: string) => Promise<readonly string[]>;

/** In milliseconds; absent limits are unlimited. */
interface TransferLimits {
  /** Until there is a connection, including the lookup and the TLS handshake. */
  readonly connectMs?: number;
  /** Without progress while a body is sent or received. */
  readonly idleMs?: number;
  /** From the end of the request to the head of the response. */
  readonly responseMs?: number;
}

/** A body that is read as it is sent. */
export interface ReadBody {
  /** In bytes. */
  readonly length: number;
  /** Returns at least one byte, and at most `length`, from an offset within the body. */
  readonly read: (offset: number, length: number) => Promise<Uint8Array>;
}

export type ChooseAddresses = (addresses: readonly string[]) => readonly string[];

export interface HttpRequest {
  readonly method: string;
  /** A URL, or Node's form of it. User name and password of a URL are not sent. */
  readonly url: URL | (RequestOptions & { readonly protocol: string });
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array | ReadBody | undefined;
  /**
   * Certificates to trust in addition to the default ones, as PEM; kept connections have their own.
   */
  readonly ca?: readonly string[] | undefined;
  /**
   * Keeps and reuses connections. Otherwise each request has its own connection, because a failure
   * of a reused one does not show whether the server has received the request.
   */
  readonly connections?: KeptConnections | undefined;
  /**
   * Returns the IP addresses of the host that may be used, or throws. They are looked up once, and
   * the connection goes to one of them, even if the name resolves to others later.
   */
  readonly chooseAddresses?: ChooseAddresses | undefined;
  readonly lookUp?: LookUp | undefined;
  /**
   * Whether the proxy of the environment or the system is used. It looks up the host itself, so
   * that addresses cannot be checked: only for servers that the user has named.
   */
  readonly usesProxy?: boolean;
  /** Ends the request, or the response while it is received. */
  readonly signal?: AbortSignal | undefined;
  readonly limits: TransferLimits;
  /** Receives how many bytes of the body have been passed to the system, starting with 0. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

export type RequestProblem =
  | 'no-connection'
  | 'stalled'
  | 'aborted'
  /** The connection failed; the cause is Node's error. */
  | 'connection';

/** Why a request has no complete response. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault';

  constructor(
    readonly problem: RequestProblem,
    readonly details: {
      /** False only if the request certainly did not reach the server. */
      readonly mayHaveArrived: boolean;
      /** The exceeded limit, in milliseconds. */
      readonly limitMs?: number | undefined;
      /** Whether the server has not sent a single byte. */
      readonly isUnanswered?: boolean;
      /** Whether the connection was a kept one, which the server may have closed meanwhile. */
      readonly isReused?: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(problem, { cause: details.cause });
  }
}

/**
 * Resolves as soon as the head of the response has arrived. Does not follow redirects. A body with
 * the header `Expect: 100-continue` waits for the server's consent.
 * @throws RequestFault, or the error of {@link HttpRequest.chooseAddresses}
 */
export async function sendRequest(options: HttpRequest): Promise<IncomingMessage> {
  const { signal, limits, body = new Uint8Array() } = options;
  const proxy = await chosenProxy(options);
  if (signal?.aborted === true) throw new RequestFault('aborted', { mayHaveArrived: false });
  const guard = new AddressGuard(options);
  guard.checkLiteral();
  const request = open(options, guard, proxy);
  const state = { isConnected: false, isBodyStarted: body.length === 0, left: body.length };
  const fault = (
    problem: RequestProblem,
    more: { limitMs?: number | undefined; cause?: unknown } = {},
  ) =>
    new RequestFault(problem, {
      mayHaveArrived: state.isConnected && state.isBodyStarted,
      isUnanswered: request.socket?.bytesRead === 0,
      isReused: request.reusedSocket,
      ...more,
    });
  return new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined;
    const end = (problem: RequestProblem, limitMs?: number) => {
      (response ?? request).destroy(fault(problem, { limitMs }));
    };
    const abort = () => end('aborted');
    signal?.addEventListener('abort', abort);
    const timer = new Timer();
    request.once('close', () => {
      signal?.removeEventListener('abort', abort);
      timer.stop();
    });
    const limit = (problem: RequestProblem, limitMs: number | undefined) => {
      timer.stop();
      if (limitMs !== undefined) timer.start(limitMs, () => end(problem, limitMs));
    };
    const watch = () => {
      // Until the body starts, the limit for `100-continue` applies.
      if (!state.isBodyStarted) timer.stop();
      else limit('stalled', state.left > 0 ? limits.idleMs : limits.responseMs);
    };
    limit('no-connection', limits.connectMs);
    onceConnected(request, () => {
      state.isConnected = true;
      watch();
    });
    request.on('error', (thrown) => {
      const isOurs = thrown instanceof RequestFault || thrown === guard.refusal;
      reject(isOurs ? thrown : fault('connection', { cause: thrown }));
    });
    request.once('response', (received: IncomingMessage) => {
      response = received;
      timer.stop();
      if (options.connections && options.method === 'HEAD')
        request.shouldKeepAlive = staysOpen(received);
      // The rest of the body is not sent, so the connection cannot be reused.
      if (state.left > 0) received.once('end', () => request.destroy());
      const { idleMs } = limits;
      if (idleMs !== undefined) request.setTimeout(idleMs, () => end('stalled', idleMs));
      resolve(received);
    });
    sendBody(request, body, (sent) => {
      state.isBodyStarted = true;
      state.left = body.length - sent;
      if (state.isConnected) watch();
      options.onSent?.(sent);
    });
  });
}

/** Looks up the host of a request once, and lets it connect only to checked addresses. */
class AddressGuard {
  readonly #choose: ChooseAddresses;
  readonly #lookUp: LookUp;
  readonly #hostname: string;
  refusal: unknown;

  constructor({ url, chooseAddresses = (all) => all, lookUp = systemLookUp }: HttpRequest) {
    this.#choose = chooseAddresses;
    this.#lookUp = lookUp;
    this.#hostname = url.hostname ?? '';
  }

  /** Node connects to a literal address without a lookup. */
  checkLiteral(): void {
    const literal = literalAddress(this.#hostname);
    if (literal !== null) this.#choose([literal]);
  }

  readonly lookup: LookupFunction = (hostname, { all }, callback) => {
    this.#resolve(hostname).then(
      (addresses) => {
        const resolved = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first = { address: '', family: 0 }] = resolved;
        if (all === true) callback(null, resolved);
        else callback(null, first.address, first.family);
      },
      (thrown: unknown) => callback(thrown as NodeJS.ErrnoException, '', 0),
    );
  };

  async #resolve(hostname: string): Promise<readonly string[]> {
    const addresses = await this.#lookUp(hostname);
    try {
      return this.#choose(addresses);
    } catch (thrown) {
      this.refusal = thrown;
      throw thrown;
    }
  }
}

async function systemLookUp(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** @throws RequestFault if the environment or the system names an unusable proxy */
async function chosenProxy({ url, usesProxy, chooseAddresses }: HttpRequest) {
  if (usesProxy !== true) return null;
  if (chooseAddresses) throw new Error('A proxy does not check addresses.');
  return proxyFor(proxied(url), process.env).catch((cause: unknown) => {
    if (!(cause instanceof ProxyFault)) throw cause;
    throw new RequestFault('connection', { mayHaveArrived: false, cause });
  });
}

function open(options: HttpRequest, { lookup }: AddressGuard, proxy: URL | null): ClientRequest {
  const { method, url, headers, body, ca, connections } = options;
  const address = url instanceof URL ? urlToHttpOptions(url) : url;
  const head = {
    ...address,
    auth: undefined,
    method,
    headers: { ...(body && { 'content-length': body.length }), ...headers },
    lookup,
  };
  if (url.protocol === 'https:') {
    const agent = connections?.secure(proxy) ?? (proxy !== null && new TunnelAgent(proxy, {}));
    return requestSecure({ ...head, agent, rejectUnauthorized: true, ...trusting(ca) });
  }
  if (proxy === null) return requestPlain({ ...head, agent: connections?.plain ?? false });
  const path = address.path ?? '/';
  const { host, ...through } = throughPlainProxy(proxy, { ...proxied(url), path });
  const proxyHead = { host, ...head.headers, ...proxyHeaders(proxy) };
  const send = proxy.protocol === 'https:' ? requestSecure : requestPlain;
  const secure = proxy.protocol === 'https:' ? trusting() : {};
  return send({ ...head, ...through, ...secure, agent: false, headers: proxyHead });
}

function proxied({ protocol, hostname, port }: HttpRequest['url']): ProxiedAddress {
  return { protocol, hostname: hostname ?? '', port: port ?? undefined };
}

/**
 * Whether the connection can be reused after a response to HEAD, which has no body. Node expects
 * one that ends with the connection if the response has no length (RFC 9112, section 6.3).
 */
function staysOpen({ headers: { connection = '' }, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.1' && !/\bclose\b/i.test(connection);
}

class Timer {
  #timer: NodeJS.Timeout | undefined;

  start(milliseconds: number, call: () => void): void {
    this.stop();
    this.#timer = setTimeout(call, milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Node sends nothing of a request before the end of the TLS handshake. */
function onceConnected(request: ClientRequest, call: () => void): void {
  request.once('socket', (socket) => {
    if (request.reusedSocket) call();
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', call);
  });
}

/** Small enough that a slow connection sends one within the idle limit. */
const minSliceBytes = 64 * 1024;
/** A fast connection takes fewer of these, which costs less time of the processor. */
const maxSliceBytes = 8 * minSliceBytes;
/** The slices of a connection that sends one within this time are doubled, in milliseconds. */
const fastSliceMs = 250;

/**
 * How long a server may take to respond to `Expect: 100-continue`, in milliseconds; after that the
 * body is sent.
 */
const continueMs = 1_000;

/**
 * Sends a body in slices, and stops as soon as there is a response. Errors are those of the
 * request.
 * @see RFC 9110, section 10.1.1
 */
function sendBody(
  request: ClientRequest,
  body: Uint8Array | ReadBody,
  onSent: (bytes: number) => void,
): void {
  if (body.length === 0) {
    request.end();
    return;
  }
  let isAnswered = false;
  request.once('response', () => (isAnswered = true));
  let sliceBytes = minSliceBytes;
  const sendFrom = (offset: number) => {
    if (isAnswered || request.destroyed) return;
    onSent(offset);
    if (offset >= body.length) {
      request.end();
      return;
    }
    if (body instanceof Uint8Array) {
      send(offset, body.subarray(offset, offset + sliceBytes));
      return;
    }
    body.read(offset, Math.min(sliceBytes, body.length - offset)).then(
      (slice) => send(offset, slice),
      (thrown: unknown) => request.destroy(asError(thrown)),
    );
  };
  const send = (offset: number, slice: Uint8Array) => {
    const start = performance.now();
    request.write(slice, (error) => {
      const isFast = performance.now() - start < fastSliceMs;
      sliceBytes = isFast ? Math.min(2 * sliceBytes, maxSliceBytes) : minSliceBytes;
      if (!error) sendFrom(offset + slice.length);
    });
  };
  onceWanted(request, () => sendFrom(0));
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function onceWanted(request: ClientRequest, send: () => void): void {
  if (request.getHeader('expect') === undefined) {
    send();
    return;
  }
  const timer = setTimeout(start, continueMs);
  function start(): void {
    clearTimeout(timer);
    request.off('continue', start);
    send();
  }
  request.once('continue', start);
  for (const end of ['close', 'response']) request.once(end, () => clearTimeout(timer));
}

/**
 * Parses `Retry-After` (RFC 9110, section 10.2.3: seconds or a date).
 * @returns milliseconds; undefined if it is missing or malformed
 */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Null if the body has more bytes than the limit. */
export async function readLimited(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) return null;
  }
  return Buffer.concat(chunks);
}
