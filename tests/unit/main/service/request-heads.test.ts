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

/** Posts a conversion request with these headers. */
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
    expect(body).toContain('The request has 2 headers Idempotency-Key. Send one.');
  });

  it('may contain a comma', async () => {
    expect(await post({ ...json, 'idempotency-key': 'a, b' })).toMatchObject({ status: 200 });
  });
});

describe('Content-Encoding', () => {
  it.each(['identity', 'Identity', ''])('accepts %j', async (coding) => {
    const headers = { ...json, 'content-encoding': coding };
    expect(await post(headers)).toMatchObject({ status: 200 });
  });

  it.each(['gzip', 'identity, br'])('%j is not supported', async (coding) => {
    const { status, body } = await post({ ...json, 'content-encoding': coding });
    expect(status).toBe(415);
    expect(body).toContain(`The Content-Encoding is \\"${coding}\\". `);
  });
});

describe('Content-Type', () => {
  it('must be JSON', async () => {
    const { status, body } = await post({ 'content-type': 'text/html' });
    expect(status).toBe(415);
    expect(body).toContain('The Content-Type is \\"text/html\\". Send JSON');
  });

  it('is required', async () => {
    const { status, body } = await post({});
    expect(status).toBe(415);
    expect(body).toContain('The header Content-Type is missing. Send JSON');
  });
});

describe('a request without Host', () => {
  it.each(['/v1/openapi.json', '/nothing'])('gets an error in JSON at %s', async (path) => {
    const answer = await rawAnswer(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-type: application\/json/i);
    expect(answer).toContain(
      '{"error":{"code":"invalid-http","message":"The header Host is missing',
    );
  });

  it('is valid in HTTP/1.0', async () => {
    const withKeys = await openTestService();
    expect(await rawAnswer('GET /v1/openapi.json HTTP/1.0\r\n\r\n', withKeys)).toContain(' 200 OK');
    await withKeys.end();
  });
});

describe('a request with two headers Host', () => {
  it('is invalid, as proxies may use either', async () => {
    const answer = await rawAnswer(
      'GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('The request has 2 headers Host. Send one.');
  });
});

describe('an unknown Expect', () => {
  it('ends the connection, as the client may send its body or its next request', async () => {
    const answer = await rawAnswer(
      'POST /v1/pdf HTTP/1.1\r\nHost: localhost\r\nExpect: 5\r\nContent-Length: 99\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 417 /);
    expect(answer).toMatch(/^connection: close\r$/im);
  });
});

/** Returns the response to bytes, up to the end of the connection. */
async function rawAnswer(bytes: string, { address } = service): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(bytes);
  return text(socket);
}
