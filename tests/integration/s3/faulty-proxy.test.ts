import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import {
  type IncomingMessage,
  type Server,
  createServer,
  request as plainRequest,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fault, always, busy, inOrder, noFault, onlyFor } from '../../support/bucket/fault.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { type Authority, localNames, makeAuthority } from '../../support/certificates.js';

const body = Buffer.alloc(300_000, 'x');
const responseText = 'the answer of the server '.repeat(2000);

/** Records the bodies that arrived completely. */
let server: Server;
let completeBodies: number[];
let startedAt: number;
let proxy: FaultyProxy;

beforeAll(async () => {
  server = createServer((request, response) => {
    startedAt += 1;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      completeBodies.push(Buffer.concat(chunks).length);
      response.writeHead(201, { 'x-path': request.url, 'x-host': request.headers.host });
      response.end(responseText);
    });
    request.on('error', () => request.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());
beforeEach(async () => {
  completeBodies = [];
  startedAt = 0;
  proxy = await FaultyProxy.start({ upstream: { origin: originOf(server) } });
});
afterEach(() => proxy.close());

describe('without a fault', () => {
  it('forwards request and response, with the host name of the client', async () => {
    const { host } = new URL(proxy.origin);
    expect(await send('PUT')).toEqual({
      status: 201,
      headers: expect.objectContaining({ 'x-path': '/a?b=', 'x-host': host }) as unknown,
      text: responseText,
    });
    expect(completeBodies).toEqual([body.length]);
  });

  it('records requests and responses', async () => {
    await send('PUT');
    expect(proxy.seen).toEqual([
      {
        number: 0,
        connection: 0,
        method: 'PUT',
        path: '/a?b=',
        headers: expect.objectContaining({ 'x-own': 'yes' }) as unknown,
        bodyBytes: body.length,
        outcome: 'answered',
      },
    ]);
  });

  it('forwards 100 Continue', async () => {
    expect(await send('PUT', { expect: '100-continue' })).toMatchObject({ status: 201 });
  });
});

describe('an interrupted connection', () => {
  it('does not reach the server if nothing was forwarded', async () => {
    proxy.script = always({ kind: 'cut', afterBytes: 0 });
    await expect(send('PUT')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(startedAt).toBe(0);
    expect(proxy.seen).toMatchObject([{ bodyBytes: 0, outcome: 'cut' }]);
  });

  it.each([true, false])('in the body leaves a part at the server (reset: %s)', async (reset) => {
    proxy.script = always({ kind: 'cut', afterBytes: 100_000, reset });
    await expect(send('PUT')).rejects.toMatchObject({
      code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/) as unknown,
    });
    await expect.poll(() => startedAt).toBe(1);
    expect(completeBodies).toEqual([]);
  });

  it('does not occur if the body is too short', async () => {
    proxy.script = always({ kind: 'cut', afterBytes: body.length });
    expect(await send('PUT')).toMatchObject({ status: 201 });
  });
});

describe('a response', () => {
  it.each<Fault>([
    { kind: 'lose-answer' },
    { kind: 'lose-answer', reset: true },
    { kind: 'cut-answer', afterBytes: 10 },
  ])('is lost after the server has executed the request: %o', async (fault) => {
    proxy.script = always(fault);
    await expect(send('PUT')).rejects.toThrow();
    expect(completeBodies).toEqual([body.length]);
    expect(proxy.seen).toMatchObject([{ outcome: 'cut' }]);
  });

  it('is truncated in its body', async () => {
    proxy.script = always({ kind: 'cut-answer', afterBytes: 10_000 });
    await expect(send('PUT')).rejects.toThrow('aborted');
  });

  it('comes from the proxy, and the server receives nothing', async () => {
    proxy.script = always(busy(7));
    expect(await send('PUT')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '7' },
      text: expect.stringContaining('SlowDown') as unknown,
    });
    expect(startedAt).toBe(0);
  });

  it.each<[Fault, number, number]>([
    [{ kind: 'silence' }, body.length, 0],
    [{ kind: 'stall', afterBytes: 1000 }, 1000, 1],
  ])('never comes: %o', async (fault, atLeast, reached) => {
    proxy.script = always(fault);
    const answer = send('PUT');
    answer.catch(() => undefined);
    await proxy.when(([seen]) => seen !== undefined && seen.bodyBytes >= atLeast);
    expect(proxy.seen).toMatchObject([{ outcome: 'under-way' }]);
    await proxy.close();
    await expect(answer).rejects.toMatchObject({ code: expect.any(String) as unknown });
    expect(startedAt).toBeLessThanOrEqual(reached);
    expect(completeBodies).toEqual([]);
    proxy = await FaultyProxy.start({ upstream: { origin: originOf(server) } });
  });
});

describe('slowness', () => {
  it('takes the requested time', async () => {
    proxy.script = always({ kind: 'slow', bytesPerSecond: 1_000_000 });
    const start = performance.now();
    expect(await send('PUT')).toMatchObject({ status: 201 });
    expect(performance.now() - start).toBeGreaterThan(290);
    expect(completeBodies).toEqual([body.length]);
  });
});

describe('a script of faults', () => {
  it('ends without further faults', async () => {
    proxy.script = inOrder({ kind: 'cut', afterBytes: 0 }, noFault, busy(1));
    await expect(send('PUT')).rejects.toThrow();
    expect((await send('PUT')).status).toBe(201);
    expect((await send('PUT')).status).toBe(503);
    expect((await send('PUT')).status).toBe(201);
  });

  it('can apply to one method', async () => {
    proxy.script = onlyFor('PUT', inOrder(busy(1)));
    expect((await send('HEAD')).status).toBe(201);
    expect((await send('PUT')).status).toBe(503);
  });
});

describe('connections', () => {
  it.each(['close', 'reset'] as const)('can be refused: %s', async (fault) => {
    proxy.connectionScript = (number) => (number === 0 ? fault : 'none');
    await expect(send('PUT')).rejects.toThrow();
    expect(await send('PUT')).toMatchObject({ status: 201 });
    expect(proxy.connections).toBe(2);
    expect(proxy.seen).toHaveLength(1);
  });

  it('can be accepted and ignored', async () => {
    proxy.connectionScript = () => 'ignore';
    await expect(send('GET', {}, { timeout: 300 })).rejects.toThrow('no response in time');
    expect(proxy.connections).toBe(1);
    expect(proxy.seen).toEqual([]);
  });
});

describe('over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'));
  let authority: Authority;

  beforeAll(() => {
    authority = makeAuthority(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    await proxy.close();
    const certificate = authority.issue(localNames);
    proxy = await FaultyProxy.start({ upstream: { origin: originOf(server) }, certificate });
  });

  it('the proxy uses the certificate of the tests', async () => {
    expect(await send('PUT', {}, { ca: authority.ca })).toMatchObject({ status: 201 });
    await expect(send('PUT')).rejects.toMatchObject({
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
  });

  it.each([true, false])('connections are interrupted in the body (reset: %s)', async (reset) => {
    proxy.script = always({ kind: 'cut', afterBytes: 100_000, reset });
    await expect(send('PUT', {}, { ca: authority.ca })).rejects.toThrow();
    expect(completeBodies).toEqual([]);
    expect(proxy.seen).toMatchObject([{ outcome: 'cut' }]);
  });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Sends one request on its own connection. */
async function send(
  method: string,
  headers: Readonly<Record<string, string>> = {},
  { ca, timeout }: { readonly ca?: string; readonly timeout?: number } = {},
): Promise<Answer> {
  const start = proxy.origin.startsWith('https:') ? secureRequest : plainRequest;
  const request = start(`${proxy.origin}/a?b=`, {
    method,
    agent: false,
    headers: { 'x-own': 'yes', 'content-length': method === 'PUT' ? body.length : 0, ...headers },
    ...(ca !== undefined && { ca }),
    ...(timeout !== undefined && { timeout }),
  });
  request.on('timeout', () => request.destroy(new Error('no response in time')));
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  const sendBody = () => request.end(method === 'PUT' ? body : undefined);
  if (headers['expect'] === undefined) sendBody();
  else request.once('continue', sendBody);
  const [response] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: Buffer.concat(chunks).toString(),
  };
}

function originOf(listening: Server): string {
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}
