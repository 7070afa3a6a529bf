import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestService, openTestService } from './support/open-service.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ isOpen: true });
});
afterAll(async () => service.end());

/** The answer to a PDF that is asked for with headers of one's own. */
async function post(headers: Readonly<Record<string, string | string[]>>) {
  return new Promise<{ readonly status: number; readonly body: string }>((done, failed) => {
    const sent = request(`${service.address}/v1/pdf`, { method: 'POST', headers }, (answer) => {
      text(answer).then((body) => done({ status: answer.statusCode ?? 0, body }), failed);
    });
    sent.on('error', failed);
    sent.end('{"source":"<p>x"}');
  });
}

const json = { 'content-type': 'application/json' };

describe('Idempotency-Key', () => {
  it('is invalid if there are two', async () => {
    const { status, body } = await post({ ...json, 'idempotency-key': ['a', 'b'] });
    expect(status).toBe(400);
    expect(body).toContain('The request has 2 headers Idempotency-Key; send one.');
  });

  it('may hold a comma', async () => {
    expect(await post({ ...json, 'idempotency-key': 'a, b' })).toMatchObject({ status: 200 });
  });
});

describe('Content-Encoding', () => {
  it.each(['identity', 'Identity', ''])('%j leaves a body as it is', async (coding) => {
    const headers = { ...json, 'content-encoding': coding };
    expect(await post(headers)).toMatchObject({ status: 200 });
  });

  it.each(['gzip', 'identity, br'])('%j is told', async (coding) => {
    const { status, body } = await post({ ...json, 'content-encoding': coding });
    expect(status).toBe(415);
    expect(body).toContain(`The Content-Encoding is \\"${coding}\\"; `);
  });
});

describe('Content-Type', () => {
  it('is told where it is another', async () => {
    const { status, body } = await post({ 'content-type': 'text/html' });
    expect(status).toBe(415);
    expect(body).toContain('The Content-Type is \\"text/html\\"; send JSON');
  });

  it('is missed', async () => {
    const { status, body } = await post({});
    expect(status).toBe(415);
    expect(body).toContain('The header Content-Type is missing; send JSON');
  });
});

describe('a request without Host', () => {
  it.each(['/v1/openapi.json', '/nothing'])('is answered in JSON at %s', async (path) => {
    const answer = await rawAnswer(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-type: application\/json/i);
    expect(answer).toContain(
      '{"error":{"code":"invalid-http","message":"The header Host is missing',
    );
  });

  it('is none that HTTP/1.0 minds', async () => {
    const keyed = await openTestService();
    expect(await rawAnswer('GET /v1/openapi.json HTTP/1.0\r\n\r\n', keyed)).toContain(' 200 OK');
    await keyed.end();
  });
});

/** What comes back for bytes, until the connection ends. */
async function rawAnswer(bytes: string, { address } = service): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(bytes);
  return text(socket);
}
