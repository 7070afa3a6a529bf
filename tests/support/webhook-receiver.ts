import { EventEmitter, once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ServerCertificate } from './certificates.js';

/** A received webhook. */
export interface ReceivedWebhook {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** With names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The signed bytes. */
  readonly body: Buffer;
  /** When it had arrived completely, in milliseconds since 1970. */
  readonly time: number;
}

/** The response of the receiver: a status, or none at all. */
export type WebhookAnswer =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | 'hang'
  /** Starts a response and does not end it. */
  | 'hang-in-body'
  | 'hang-up';

/** A webhook receiver on 127.0.0.1. It responds with 204 by default. */
export class WebhookReceiver {
  /** The response to the next webhook; `number` counts all webhooks from 0. */
  answer: (number: number, webhook: ReceivedWebhook) => WebhookAnswer = () => ({ status: 204 });

  readonly #server;
  readonly #isSecure: boolean;
  readonly #received: ReceivedWebhook[] = [];
  readonly #events = new EventEmitter();
  #taken = 0;

  private constructor(certificate: ServerCertificate | undefined) {
    this.#isSecure = certificate !== undefined;
    this.#server = certificate === undefined ? createServer() : createSecureServer(certificate);
    this.#server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.#take(request, Buffer.concat(chunks), response));
    });
  }

  /** Starts it on a free port. @param certificate enables TLS */
  static async start(certificate?: ServerCertificate): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(certificate);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  /** `http://127.0.0.1:PORT`, or `https://localhost:PORT` with a certificate. */
  get origin(): string {
    const { port } = this.#server.address() as AddressInfo;
    return this.#isSecure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  }

  /** All webhooks so far, in order. */
  get received(): readonly ReceivedWebhook[] {
    return this.#received;
  }

  /** Returns the first webhook that was not returned before; waits for it. */
  async next(): Promise<ReceivedWebhook> {
    const number = this.#taken;
    this.#taken += 1;
    for (;;) {
      const webhook = this.#received[number];
      if (webhook !== undefined) return webhook;
      await once(this.#events, 'webhook');
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #take(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { method = '', url: path = '', headers } = request;
    const webhook = { method, path, headers, body, time: Date.now() };
    const number = this.#received.push(webhook) - 1;
    reply(response, this.answer(number, webhook));
    this.#events.emit('webhook');
  }
}

function reply(response: ServerResponse, answer: WebhookAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'hang-up') response.destroy();
  else if (answer === 'hang-in-body') response.writeHead(200).write('so far');
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}
