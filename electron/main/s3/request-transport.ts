import type { IncomingMessage, RequestOptions } from 'node:http';
import { isLoopbackHost } from '../../shared/request/url.js';
import { RequestFault, retryAfterMs, sendRequest } from '../network/http-client.js';
import { KeptConnections } from '../network/kept-connections.js';
import { percentEncoded } from './object-key.js';
import { TransportFault } from './s3-fault.js';

/** A response in the SDK's form. */
interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: IncomingMessage;
}

export interface TransportLimits {
  /** Until there is a connection, in milliseconds. */
  readonly connectMs: number;
  /** Without progress in either direction, in milliseconds. */
  readonly idleMs: number;
}

export const defaultLimits: TransportLimits = { connectMs: 15_000, idleMs: 30_000 };

export interface TransportOptions extends TransportLimits {
  /** Certificates to trust in addition to the default ones, as PEM. */
  readonly ca?: readonly string[] | undefined;
  readonly encryptedOnly: boolean;
}

/** Options of a request, which the SDK passes on from those of a command. */
export interface RequestOptionsOfSdk {
  readonly abortSignal?: unknown;
  /** Receives the bytes of the body that were sent; a repeated request starts at 0. */
  readonly onSent?: (bytes: number) => void;
}

/** The outbox handles longer pauses and reports them to the user. In milliseconds. */
const maxWaitMs = 5_000;

/**
 * The `requestHandler` of the AWS SDK. Unlike the SDK's own, it reports the bytes sent, limits the
 * time without progress rather than the whole, and sends a large body only after the server has
 * accepted it: otherwise a refusal would appear as a broken connection.
 */
export class RequestTransport {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  readonly #options: TransportOptions;
  readonly #connections: KeptConnections;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#connections = new KeptConnections(options.ca);
  }

  /** @throws TransportFault, or Node's error of the connection */
  async handle(
    request: SignedRequest,
    { abortSignal, onSent }: RequestOptionsOfSdk = {},
  ): Promise<{ readonly response: Answer }> {
    if (this.#options.encryptedOnly && !isProtected(request)) {
      throw new TransportFault('unencrypted', { subject: request.hostname });
    }
    const signal = abortSignal instanceof AbortSignal ? abortSignal : undefined;
    const answer = await this.#exchange(request, signal, onSent);
    refuseLongWait(answer);
    const { statusCode = 0, headers } = answer;
    return { response: { statusCode, headers: oneEach(headers), body: answer } };
  }

  /** Ends all connections. */
  destroy(): void {
    this.#connections.destroy();
  }

  async #exchange(
    request: SignedRequest,
    signal: AbortSignal | undefined,
    onSent: RequestOptionsOfSdk['onSent'],
  ): Promise<IncomingMessage> {
    const { connectMs, idleMs } = this.#options;
    const { protocol, method } = request;
    try {
      return await sendRequest({
        method,
        url: { ...requestHead(request), protocol },
        headers: request.headers,
        body: bytesOf(request.body),
        connections: this.#connections,
        usesProxy: true,
        signal,
        limits: { connectMs, idleMs, responseMs: idleMs },
        onSent,
      });
    } catch (thrown) {
      throw asSdkExpects(thrown);
    }
  }
}

function isProtected({ protocol, hostname }: SignedRequest): boolean {
  return protocol === 'https:' || isLoopbackHost(hostname);
}

/** The SDK decides on retries by Node's error codes, and recognizes an abort by its name. */
function asSdkExpects(thrown: unknown): unknown {
  if (!(thrown instanceof RequestFault)) return thrown;
  if (thrown.problem === 'aborted') {
    return new DOMException('The request was aborted', 'AbortError');
  }
  return thrown.problem === 'connection' ? thrown.details.cause : thrown;
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (body === undefined || body === null || body === '') return undefined;
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  throw new TypeError('The body must be text or a buffer: a stream cannot be sent again.');
}

/** The SDK would retry before the time that the server has requested. */
function refuseLongWait(answer: IncomingMessage): void {
  if (answer.statusCode !== 503 && answer.statusCode !== 429) return;
  const wait = retryAfterMs(answer.headers['retry-after']);
  if (wait === undefined || wait <= maxWaitMs) return;
  answer.destroy();
  throw new TransportFault('pause-requested', { retryAfterMs: wait });
}

function oneEach(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}

/** The part of an SDK request that is sent. */
export interface SignedRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Converts an SDK request, without its body, for Node. The query is encoded as it was signed. */
function requestHead(request: SignedRequest): RequestOptions {
  const { method, hostname, port, path, query, headers } = request;
  const pairs = Object.entries(query).flatMap(([name, value]) => queryPairs(name, value));
  return {
    method,
    // Node expects IPv6 addresses without the brackets of a URL.
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    headers,
  };
}

function queryPairs(name: string, value: string | string[] | null): readonly string[] {
  if (value === null) return [percentEncoded(name)];
  return [value].flat().map((each) => `${percentEncoded(name)}=${percentEncoded(each)}`);
}
