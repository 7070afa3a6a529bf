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

/** A request as it came in. */
export interface RecordedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** With names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Where a server is to be. */
export interface ServerPlace {
  /** With it, the server speaks TLS. */
  readonly certificate?: ServerCertificate;
  /** Absent: a free one. */
  readonly port?: number;
}

/** Answers a request; `number` counts all of them from 0. */
export type Responder = (
  request: RecordedRequest,
  response: ServerResponse,
  number: number,
) => unknown;

/**
 * A server on 127.0.0.1 that keeps every request it gets, as one with a grudge would. It answers
 * 404 until told otherwise.
 */
export class RecordingServer {
  respond: Responder = (_request, response) => {
    response.writeHead(404).end();
  };

  /** Answers who asks whether a body is wanted; null: it is. */
  answerExpectation: ((response: ServerResponse) => void) | null = null;

  readonly #server;
  readonly #isSecure: boolean;
  readonly #requests: RecordedRequest[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #news = new EventEmitter();

  private constructor(certificate: ServerCertificate | undefined) {
    this.#isSecure = certificate !== undefined;
    this.#server = certificate === undefined ? createServer() : createSecureServer(certificate);
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        this.#news.emit('closed');
      });
    });
    const take = (request: IncomingMessage, response: ServerResponse) => {
      this.#news.emit('begun');
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.#take(request, Buffer.concat(chunks), response));
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

  static async start({ certificate, port = 0 }: ServerPlace = {}): Promise<RecordingServer> {
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

  /** All requests that have come in whole, in their order. */
  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Waits until so many requests have come in whole. */
  async received(count: number): Promise<void> {
    while (this.#requests.length < count) await once(this.#news, 'request');
  }

  /** Waits for the head of the next request. */
  async begun(): Promise<void> {
    await once(this.#news, 'begun');
  }

  /** Waits until nobody is connected any more. */
  async left(): Promise<void> {
    while (this.#sockets.size > 0) await once(this.#news, 'closed');
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #take(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { method = '', url: path = '', headers } = request;
    const recorded = { method, path, headers, body };
    const number = this.#requests.push(recorded) - 1;
    this.#news.emit('request');
    this.respond(recorded, response, number);
  }
}
