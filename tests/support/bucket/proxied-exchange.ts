import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
  request as plainRequest,
  type IncomingHttpHeaders,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Fault, SeenRequest } from './fault.js';
import { setTimeout as delay } from 'node:timers/promises';

/** The server behind a proxy. */
export interface Upstream {
  /** `http://127.0.0.1:PORT` or `https://…` */
  readonly origin: string;
  /** Its certificate authority, as PEM. */
  readonly ca?: string;
}

/** One request at a proxy. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Upstream;
  /** Called with the bytes of the body so far. */
  readonly onBytes: (count: number) => void;
  /** Closes the connection to the client. */
  readonly hangUp: (reset: boolean) => void;
}

/**
 * Forwards one request with a fault, and returns its outcome.
 * @throws Error if the client or the server closes its connection; never for `silence` and `stall`,
 * which do not end
 */
export async function execute(exchange: Exchange, fault: Fault): Promise<SeenRequest['outcome']> {
  const { request, response, hangUp } = exchange;
  if (fault.kind === 'cut' && fault.afterBytes === 0) {
    hangUp(fault.reset === true);
    return 'cut';
  }
  if (request.headers.expect !== undefined) response.writeContinue();
  if (fault.kind === 'silence' || fault.kind === 'answer') {
    await readAll(bodyOf(exchange));
    if (fault.kind === 'silence') return 'under-way';
    response.writeHead(fault.status, fault.headers).end(fault.body);
    return ended(response);
  }
  const delivery = requestTo(exchange.upstream, request);
  // A write or the response that is awaited reports it, or the response came before.
  delivery.on('error', () => undefined);
  try {
    return await passOn(exchange, delivery, fault);
  } finally {
    if (fault.kind !== 'stall') delivery.destroy();
  }
}

async function passOn(
  exchange: Exchange,
  delivery: ClientRequest,
  fault: Exclude<Fault, { kind: 'silence' | 'answer' }>,
): Promise<SeenRequest['outcome']> {
  const { response, hangUp } = exchange;
  const answered = once(delivery, 'response') as Promise<[IncomingMessage]>;
  // It is awaited below, but may fail earlier.
  answered.catch(() => undefined);
  const limit = fault.kind === 'cut' || fault.kind === 'stall' ? fault.afterBytes : Infinity;
  const speed = fault.kind === 'slow' ? fault.bytesPerSecond : Infinity;
  if (!(await sendBody(exchange, delivery, limit, speed))) {
    if (fault.kind === 'stall') return 'under-way';
    hangUp(fault.kind === 'cut' && fault.reset === true);
    return 'cut';
  }
  const [answer] = await answered;
  if (fault.kind === 'lose-answer' || fault.kind === 'cut-answer') {
    const bytes = await wholeAnswer(answer);
    if (fault.kind === 'cut-answer') await writeRaw(exchange, bytes.subarray(0, fault.afterBytes));
    hangUp(fault.kind === 'lose-answer' && fault.reset === true);
    return 'cut';
  }
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.headers));
  for await (const chunk of paced(answer, speed)) await write(response, chunk);
  response.end();
  return ended(response);
}

async function ended(response: ServerResponse): Promise<SeenRequest['outcome']> {
  if (!response.closed) await once(response, 'close');
  return response.writableFinished ? 'answered' : 'client-gone';
}

function requestTo({ origin, ca }: Upstream, request: IncomingMessage): ClientRequest {
  const { hostname, port, protocol } = new URL(origin);
  const options = {
    hostname,
    port,
    method: request.method,
    path: request.url,
    // The signature covers the host name that the client used.
    headers: passedOn(request.headers),
    agent: false,
  };
  if (protocol === 'http:') return plainRequest(options);
  return secureRequest({ ...options, ...(ca !== undefined && { ca }), servername: 'localhost' });
}

/** Forwards the body up to a number of bytes; returns whether it is complete. */
async function sendBody(
  exchange: Exchange,
  delivery: ClientRequest,
  limit: number,
  speed: number,
): Promise<boolean> {
  let sent = 0;
  for await (const chunk of paced(bodyOf(exchange), speed)) {
    const part = chunk.subarray(0, limit - sent);
    await write(delivery, part);
    sent += part.length;
    if (part.length < chunk.length) return false;
  }
  delivery.end();
  return true;
}

async function* bodyOf({ request, onBytes }: Exchange): AsyncGenerator<Buffer> {
  // After an early exit, such as by a cut, the fault decides about the connection.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

async function writeRaw({ request }: Exchange, bytes: Buffer): Promise<void> {
  await new Promise<void>((written, failed) => {
    request.socket.write(bytes, (error) => (error ? failed(error) : written()));
  });
}

/** Chunks per second at a limited speed. */
const slicesPerSecond = 20;

const aboutOneConnection = ['connection', 'keep-alive', 'expect'];

/** Returns the headers that are not about one connection only. */
function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.filter(([name]) => !aboutOneConnection.includes(name)));
}

/** Forwards chunks at a limited speed in bytes per second. */
async function* paced(chunks: AsyncIterable<Buffer>, speed: number): AsyncGenerator<Buffer> {
  const size = Number.isFinite(speed) ? Math.ceil(speed / slicesPerSecond) : Infinity;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += size) {
      const slice = chunk.subarray(start, start + size);
      if (Number.isFinite(speed)) await delay((slice.length / speed) * 1000);
      yield slice;
    }
  }
}

/** Writes and waits until the data is flushed. */
async function write(target: ClientRequest | ServerResponse, chunk: Buffer): Promise<void> {
  await new Promise<void>((written, failed) => {
    target.write(chunk, (error) => (error ? failed(error) : written()));
  });
}

/** Returns a response in wire format, with its body in one piece. */
async function wholeAnswer(answer: IncomingMessage): Promise<Buffer> {
  const body = await readAll(answer);
  const headers = { ...passedOn(answer.headers), 'content-length': String(body.length) };
  const lines = Object.entries(headers)
    .filter(([name]) => name !== 'transfer-encoding')
    .map(([name, value]) => `${name}: ${String(value)}\r\n`);
  const first = `HTTP/1.1 ${String(answer.statusCode)} ${answer.statusMessage ?? ''}\r\n`;
  return Buffer.concat([Buffer.from(`${first}${lines.join('')}\r\n`), body]);
}

/** Concatenates all chunks. */
async function readAll(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
