import { EventEmitter, once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { ServerCertificate } from '../certificates.js';

/** A received request. */
export interface RecordedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** With names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The location of a server. */
export interface ServerLocation {
  /** Enables TLS. */
  readonly certificate?: ServerCertificate;
  /** Default: a free port. */
  readonly port?: number;
}

/** Responds to a request; `number` counts all requests from 0. */
export type Responder = (
  request: RecordedRequest,
  response: ServerResponse,
  number: number,
) => unknown;

/** A server on 127.0.0.1 that records every request. It responds with 404 by default. */
export class RecordingServer {
  respond: Responder = (_request, response) => {
    response.writeHead(404).end();
  };

  /** Responds to `Expect: 100-continue`; null: accepts the body. */
  answerExpectation: ((response: ServerResponse) => void) | null = null;

  readonly #server;
  readonly #isSecure: boolean;
  readonly #requests: RecordedRequest[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #events = new EventEmitter();

  private constructor(certificate: ServerCertificate | undefined) {
    this.#isSecure = certificate !== undefined;
    this.#server = certificate === undefined ? createServer() : createSecureServer(certificate);
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        this.#events.emit('closed');
      });
    });
    const take = (request: IncomingMessage, response: ServerResponse) => {
      this.#events.emit('begun');
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.#handle(request, Buffer.concat(chunks), response));
      request.on('error', () => undefined);
    };
    this.#server.on('request', take);
    this.#server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      if (this.answerExpectation !== null) {
        this.answerExpectation(response);
        return;
      }
      response.writeContinue();
      take(request, response);
    });
  }

  static async start({ certificate, port = 0 }: ServerLocation = {}): Promise<RecordingServer> {
    const server = new RecordingServer(certificate);
    server.#server.listen(port, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** `http://127.0.0.1:PORT`, or `https://localhost:PORT` with a certificate. */
  get origin(): string {
    const { port } = this.#server.address() as AddressInfo;
    return this.#isSecure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  }

  /** All complete requests, in order. */
  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Waits until so many complete requests have arrived. */
  async received(count: number): Promise<void> {
    while (this.#requests.length < count) await once(this.#events, 'request');
  }

  /** Waits for the head of the next request. */
  async nextHead(): Promise<void> {
    await once(this.#events, 'begun');
  }

  /** Waits until all connections are closed. */
  async disconnected(): Promise<void> {
    while (this.#sockets.size > 0) await once(this.#events, 'closed');
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #handle(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { method = '', url: path = '', headers } = request;
    const recorded = { method, path, headers, body };
    const number = this.#requests.push(recorded) - 1;
    this.#events.emit('request');
    this.respond(recorded, response, number);
  }
}
