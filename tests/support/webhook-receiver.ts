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

/** A webhook as it came in. */
export interface ReceivedWebhook {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** With names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The bytes that a signature is over. */
  readonly body: Buffer;
  /** When all of it had come in, in milliseconds since 1970. */
  readonly time: number;
}

/** What the receiver answers: a status, or nothing at all for ever. */
export type WebhookAnswer =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | 'hang'
  /** Begins an answer and does not end it. */
  | 'hang-in-body'
  | 'hang-up';

/** A server on 127.0.0.1 that webhooks are sent to. It answers 204 until told otherwise. */
export class WebhookReceiver {
  /** What to answer to the next webhook; `number` counts all of them from 0. */
  answer: (number: number, webhook: ReceivedWebhook) => WebhookAnswer = () => ({ status: 204 });

  readonly #server;
  readonly #isSecure: boolean;
  readonly #received: ReceivedWebhook[] = [];
  readonly #news = new EventEmitter();
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

  /**
   * Starts it on a free port.
   * @param certificate with it, it speaks TLS
   */
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

  /** All webhooks so far in their order. */
  get received(): readonly ReceivedWebhook[] {
    return this.#received;
  }

  /** The first webhook that was not yet asked for; waits for it. */
  async next(): Promise<ReceivedWebhook> {
    const number = this.#taken;
    this.#taken += 1;
    for (;;) {
      const webhook = this.#received[number];
      if (webhook !== undefined) return webhook;
      await once(this.#news, 'webhook');
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
    this.#news.emit('webhook');
  }
}

function reply(response: ServerResponse, answer: WebhookAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'hang-up') response.destroy();
  else if (answer === 'hang-in-body') response.writeHead(200).write('so far');
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}
