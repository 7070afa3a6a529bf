import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { PdfEngine } from '../../../../electron/main/engine/contract/pdf-engine.js';
import { waitingBytes } from '../../../../electron/main/service/contract/service-options.js';
import { type TestService, basic, openTestService, postJson } from './support/open-service.js';

const pdf = { parts: [Buffer.from('%PDF')], size: 4, pages: 1, title: '', preflight: [] };

let service: TestService;
afterEach(async () => service.end());

/** An engine that holds the conversion of `first` until it is released or canceled. */
function heldEngine() {
  const engine = { sources: new Array<string>(), release: (): void => undefined };
  const convert: PdfEngine['convert'] = async ({ source }, { signal } = {}) => {
    const html = source.kind === 'html' ? source.html : '';
    engine.sources.push(html);
    if (html !== 'first') return pdf;
    return new Promise((resolve, reject) => {
      engine.release = () => resolve(pdf);
      signal?.addEventListener('abort', () => reject(new Error('canceled')));
    });
  };
  return { engine, convert };
}

function head(bytes: number, more = ''): string {
  const { authorization } = basic(service.key);
  return `POST /v1/pdf HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization ?? ''}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n${more}\r\n`;
}

function request(source: string, more = ''): string {
  const body = JSON.stringify({ source });
  return `${head(body.length, more)}${body}`;
}

function send(bytes: string): Socket {
  const { hostname, port } = new URL(service.address);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(bytes);
  return socket;
}

const post = async (source: string) =>
  postJson(`${service.address}/v1/pdf`, { source }, basic(service.key));

describe('requests that a connection sends before the response to an earlier one', () => {
  it('run one after the other', async () => {
    const { engine, convert } = heldEngine();
    service = await openTestService({ concurrency: 3 }, convert);
    const socket = send(`${request('first')}${request('second', 'Connection: close\r\n')}`);
    await expect.poll(() => engine.sources).toEqual(['first']);
    expect((await post('other')).status).toBe(200);
    expect(engine.sources).toEqual(['first', 'other']);
    engine.release();
    expect((await text(socket)).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(engine.sources).toEqual(['first', 'other', 'second']);
  });

  it('end with their connection, and leave nothing', async () => {
    const { engine, convert } = heldEngine();
    service = await openTestService({ concurrency: 3, bodyLimit: waitingBytes }, convert);
    const socket = send(`${request('first')}${request('second')}${head(waitingBytes - 100)}`);
    await expect.poll(() => engine.sources.includes('first')).toBe(true);
    socket.destroy();
    const other = 'x'.repeat(100);
    // The memory of their bodies is free again.
    await expect.poll(async () => (await post(other)).status).toBe(200);
    expect(engine.sources).toEqual(['first', other]);
  });
});
