import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { FuzzRequest } from './requests.js';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The timeout of a response, in milliseconds. */
const silenceMs = 60_000;
/** The timeout of further bytes after a request whose body is incomplete, in milliseconds. */
const rawSilenceMs = 150;

/** Sends requests to one service, and reads its responses. */
export class FuzzSender {
  readonly #address: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(address: string) {
    this.#address = new URL(address);
  }

  /** @returns null if invalid HTTP got no response */
  async send(request: FuzzRequest): Promise<FuzzAnswer | null> {
    return request.isRaw ? this.#sendRaw(request) : this.#sendHttp(request);
  }

  close(): void {
    this.#agent.destroy();
  }

  #sendHttp({ method, target, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
    const { hostname, port } = this.#address;
    return new Promise((answered, failed) => {
      const request = httpRequest(
        {
          ...{ hostname, port, method, path: target, agent: this.#agent, timeout: silenceMs },
          headers: { ...Object.fromEntries(headers), 'content-length': String(body.length) },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (data: Buffer) => parts.push(data));
          response.on('error', failed);
          response.on('end', () => {
            const { statusCode: status = 0, headers: own } = response;
            answered({ status, headers: own, body: Buffer.concat(parts).toString('latin1') });
          });
        },
      );
      request.on('timeout', () => request.destroy(new Error('The service does not respond.')));
      request.on('error', failed);
      request.end(body);
    });
  }

  async #sendRaw({ method, target, headers, body }: FuzzRequest): Promise<FuzzAnswer | null> {
    const { hostname, port } = this.#address;
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const hasHost = headers.some(([name]) => name === 'host');
    const host = hasHost ? '' : `host: ${hostname}\r\n`;
    const head = `${method} ${target} HTTP/1.1\r\n${host}${lines}\r\n`;
    const text = await new Promise<string>((ended, failed) => {
      const socket = connect(Number(port), hostname);
      let received = '';
      socket.setTimeout(rawSilenceMs, () => socket.destroy());
      socket.on('data', (data) => {
        received += data.toString('latin1');
        if (readRaw(received) !== null) socket.destroy();
      });
      // A server that has read enough resets the connection; one that has stopped refuses it.
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') failed(error);
      });
      socket.on('close', () => ended(received));
      socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
    });
    return readRaw(text);
  }
}

/** Returns the first final response; null while it is incomplete. */
function readRaw(text: string): FuzzAnswer | null {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  if (rest.length === 0) return null;
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  if (Number.isNaN(status)) return null;
  if (status < 200) return readRaw(rest.join('\r\n\r\n'));
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    });
  const own: IncomingHttpHeaders = Object.fromEntries(headers);
  const length = Number(own['content-length'] ?? 0);
  const body = rest.join('\r\n\r\n');
  return body.length < length ? null : { status, headers: own, body: body.slice(0, length) };
}
