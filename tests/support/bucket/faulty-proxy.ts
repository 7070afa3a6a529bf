import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, type Socket, createServer as createSocketServer } from 'node:net';
import type { ServerCertificate } from '../certificates.js';
import {
  type ConnectionFault,
  type FaultScript,
  type SeenRequest,
  always,
  noFault,
} from './fault.js';
import { type Upstream, execute } from './proxied-exchange.js';

export interface FaultyProxyOptions {
  readonly upstream: Upstream;
  /** Its certificate for TLS; without it, plain HTTP. */
  readonly certificate?: ServerCertificate;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** A proxy that injects faults and records requests. By default it forwards everything. */
export class FaultyProxy {
  /** The faults of the next requests. */
  script: FaultScript = always(noFault);
  /** The faults of the next connections, by their number from 0. */
  connectionScript: (number: number) => ConnectionFault = () => 'none';

  readonly #upstream: Upstream;
  readonly #isSecure: boolean;
  readonly #listener;
  readonly #seen: Writable<SeenRequest>[] = [];
  readonly #changes = new EventEmitter();
  /** By the client's port: behind TLS, a request's socket cannot be reset. */
  readonly #sockets = new Map<number | undefined, { socket: Socket; number: number }>();
  #connections = 0;

  private constructor({ upstream, certificate }: FaultyProxyOptions) {
    this.#upstream = upstream;
    this.#isSecure = certificate !== undefined;
    const server = certificate === undefined ? createServer() : createSecureServer(certificate);
    const take = (request: IncomingMessage, response: ServerResponse) => {
      void this.#deal(request, response);
    };
    server.on('request', take);
    server.on('checkContinue', take);
    this.#listener = createSocketServer((socket) => {
      if (this.#accept(socket)) server.emit('connection', socket);
    });
  }

  /** Starts it on a free port of 127.0.0.1. */
  static async start(options: FaultyProxyOptions): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(options);
    proxy.#listener.listen(0, '127.0.0.1');
    await once(proxy.#listener, 'listening');
    return proxy;
  }

  /** `http://127.0.0.1:PORT`, or `https://…` with a certificate. */
  get origin(): string {
    const { port } = this.#listener.address() as AddressInfo;
    return `${this.#isSecure ? 'https' : 'http'}://127.0.0.1:${port}`;
  }

  /** All requests so far, in order; running ones keep changing. */
  get seen(): readonly SeenRequest[] {
    return this.#seen;
  }

  /** Number of connections so far. */
  get connections(): number {
    return this.#connections;
  }

  /** Waits until the recorded requests meet the condition. */
  async when(condition: (seen: readonly SeenRequest[]) => boolean): Promise<void> {
    while (!condition(this.#seen)) await once(this.#changes, 'change');
  }

  /** Closes it and all its connections. */
  async close(): Promise<void> {
    this.#listener.close();
    for (const { socket } of this.#sockets.values()) socket.destroy();
    await once(this.#listener, 'close');
  }

  #accept(socket: Socket): boolean {
    const number = this.#connections;
    this.#connections += 1;
    const { remotePort } = socket;
    this.#sockets.set(remotePort, { socket, number });
    socket.once('close', () => this.#sockets.delete(remotePort));
    // The request's outcome reports a client that went away.
    socket.on('error', () => socket.destroy());
    const fault = this.connectionScript(number);
    if (fault === 'close') socket.destroy();
    if (fault === 'reset') socket.resetAndDestroy();
    this.#changes.emit('change');
    return fault === 'none';
  }

  async #deal(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = this.#sockets.get(request.socket.remotePort);
    const seen: Writable<SeenRequest> = {
      number: this.#seen.length,
      connection: connection?.number ?? -1,
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      bodyBytes: 0,
      outcome: 'under-way',
    };
    const fault = this.script(seen);
    this.#update(() => this.#seen.push(seen));
    try {
      const outcome = await execute(
        {
          request,
          response,
          upstream: this.#upstream,
          onBytes: (count) => this.#update(() => (seen.bodyBytes += count)),
          hangUp: (reset) =>
            reset ? connection?.socket.resetAndDestroy() : connection?.socket.destroy(),
        },
        fault,
      );
      this.#update(() => (seen.outcome = outcome));
    } catch {
      const outcome = request.socket.destroyed ? 'client-gone' : 'server-gone';
      this.#update(() => (seen.outcome = outcome));
      connection?.socket.destroy();
    }
  }

  #update(change: () => void): void {
    change();
    this.#changes.emit('change');
  }
}
