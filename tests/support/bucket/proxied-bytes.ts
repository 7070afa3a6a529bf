import type {
  ClientRequest,
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Chunks per second at a limited speed. */
const slicesPerSecond = 20;

const aboutOneConnection = ['connection', 'keep-alive', 'expect'];

/** Returns the headers that are not about one connection only. */
export function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.filter(([name]) => !aboutOneConnection.includes(name)));
}

/** Forwards chunks at a limited speed in bytes per second. */
export async function* paced(chunks: AsyncIterable<Buffer>, speed: number): AsyncGenerator<Buffer> {
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
export async function write(target: ClientRequest | ServerResponse, chunk: Buffer): Promise<void> {
  await new Promise<void>((written, failed) => {
    target.write(chunk, (error) => (error ? failed(error) : written()));
  });
}

/** Returns a response in wire format, with its body in one piece. */
export async function wholeAnswer(answer: IncomingMessage): Promise<Buffer> {
  const body = await readAll(answer);
  const headers = { ...passedOn(answer.headers), 'content-length': String(body.length) };
  const lines = Object.entries(headers)
    .filter(([name]) => name !== 'transfer-encoding')
    .map(([name, value]) => `${name}: ${String(value)}\r\n`);
  const first = `HTTP/1.1 ${String(answer.statusCode)} ${answer.statusMessage ?? ''}\r\n`;
  return Buffer.concat([Buffer.from(`${first}${lines.join('')}\r\n`), body]);
}

/** Concatenates all chunks. */
export async function readAll(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
