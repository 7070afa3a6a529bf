// @module-tag core

import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { outputOf } from '../../support/run-program.js';
import {
  type RunningService,
  basic,
  errorOf,
  resultOf,
  postPdf,
  startServe,
} from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

let folder: TemporaryFolder;
let service: RunningService;
let site: WebServer;
let other: WebServer;

beforeAll(async () => {
  folder = temporaryFolder();
  other = await startWebServer({ '/': page('<p>secret') });
  site = await startWebServer({
    '/': page('<title>Site</title><p>a page of the network'),
    '/away': (response) => response.writeHead(302, { location: `${other.origin}/` }).end(),
    '/frame': page(`<p>here<iframe src="${other.origin}/"></iframe>`),
    '/gone': page('no', 404),
    '/never': () => undefined,
  });
  const allowed = new URL(site.origin).host;
  service = await startServe(['--body-limit', '1', '--allow-private', allowed], {
    configFolder: folder.with({}),
  });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([site.close(), other.close()]);
  folder.remove();
});

describe('POST /v1/pdf', () => {
  it('returns 200 with the response of section 2.5, and keeps the PDF at its URL', async () => {
    const answer = await postPdf(service, { source: '<title>Hi</title><h1>Hello' });
    expect(answer.status).toBe(200);
    const posted = await resultOf(answer);
    expect(posted).toEqual({
      url: expect.stringMatching(
        new RegExp(`^${service.address}/v1/files/[A-Za-z0-9_-]{43}\\.pdf$`),
      ) as string,
      file: { name: 'Hi.pdf', size: expect.any(Number) as number },
      compliance: { hipaa: false, gdpr: false },
    });
    const fetched = await fetch(posted.url);
    const bytes = Buffer.from(await fetched.arrayBuffer());
    expect(bytes.length).toBe(posted.file.size);
    expect((await readPdf(bytes)).text).toContain('Hello');
    expect(fetched.headers.get('content-disposition')).toBe('inline; filename="Hi.pdf"');
    expect(fetched.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('returns the PDF itself if the client prefers that', async () => {
    const answer = await postPdf(
      service,
      { source: '<p>bytes', filename: 'named.pdf' },
      { headers: { accept: 'application/pdf, application/json;q=0.9' } },
    );
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="named.pdf"');
    expect((await readPdf(new Uint8Array(await answer.arrayBuffer()))).text).toContain('bytes');
  });

  it('works with curl and a key as the user', async () => {
    const pdf = await outputOf('curl', [
      ...['-sS', '--fail', '-u', `${service.key}:`, '-H', 'Accept: application/pdf'],
      ...['--json', '{"source":"<p>by curl"}', `${service.address}/v1/pdf`],
    ]);
    expect((await readPdf(pdf)).text).toContain('by curl');
  });

  it('returns ranges of a stored PDF, and 404 for an unknown one', async () => {
    const posted = await resultOf(await postPdf(service, { source: '<p>x' }));
    const part = await fetch(posted.url, { headers: { range: 'bytes=0-4' } });
    expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
    expect(part.headers.get('content-range')).toBe(`bytes 0-4/${posted.file.size}`);
    const tag = part.headers.get('etag') ?? '';
    const statusFor = async (headers: Record<string, string>) =>
      (await fetch(posted.url, { headers })).status;
    expect(await statusFor({ 'if-none-match': `"other", W/${tag}` })).toBe(304);
    expect(await statusFor({ 'if-none-match': '"other"' })).toBe(200);
    expect(await statusFor({ range: 'bytes=0-4', 'if-range': tag })).toBe(206);
    expect(await statusFor({ range: 'bytes=0-4', 'if-range': '"other"' })).toBe(200);
    const beyond = await fetch(posted.url, { headers: { range: 'bytes=99999999-' } });
    expect(beyond.status).toBe(416);
    const unknown = await fetch(`${service.address}/v1/files/${'x'.repeat(43)}.pdf`);
    expect([unknown.status, (await errorOf(unknown)).code]).toEqual([404, 'not-found']);
  });
});

describe('an invalid request', () => {
  it('is reported with all issues, including headers, with the field names of the API', async () => {
    const answer = await postPdf(
      service,
      {
        foo: 1,
        disable_javascript: 'no',
        margin: { left: '1', up: '1cm' },
        storage: { provider: 'object_store', bucket_destination: 'b' },
      },
      { headers: { 'svc-test-mode': 'maybe' } },
    );
    expect(answer.status).toBe(400);
    const { code, fields } = await errorOf(answer);
    expect(code).toBe('invalid-request');
    expect(fields.map(({ field }) => field).toSorted()).toEqual([
      'disable_javascript',
      'foo',
      'margin.left',
      'margin.up',
      'source',
      'storage.bucket_destination',
      'svc-test-mode',
    ]);
  });

  it.each([
    [50, '50', 50],
    [51, 'more than 50', 51],
    [900, 'more than 50', 51],
  ])('%d unknown fields are reported as %s', async (count, reported, entries) => {
    const unknown = Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 1]));
    const answer = await postPdf(service, { source: '<p>x', ...unknown });
    const { message, fields } = await errorOf(answer);
    expect(answer.status).toBe(400);
    expect(message).toBe(`The request has ${reported} errors.`);
    expect(fields).toHaveLength(entries);
  });

  it.each([
    ['invalid JSON', '{"source":', 400, 'invalid-json'],
    ['no object', '[]', 400, 'invalid-request'],
    ['nothing', '', 400, 'invalid-json'],
    ['too many bytes', JSON.stringify({ source: 'x'.repeat(1024 ** 2) }), 413, 'body-too-large'],
  ])('%s as the body', async (_what, body, status, code) => {
    const answer = await postPdf(service, body);
    expect([answer.status, (await errorOf(answer)).code]).toEqual([status, code]);
  });

  it.each([{ 'content-type': 'text/html' }, { 'content-encoding': 'gzip' }])(
    'a body of %j',
    async (headers) => {
      const answer = await postPdf(service, '<p>', { headers });
      expect([answer.status, (await errorOf(answer)).code]).toEqual([
        415,
        'unsupported-media-type',
      ]);
    },
  );

  it.each(['iso-8859-1', '"UTF-16"'])('a body in the charset %s', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const answer = await postPdf(service, { source: '<p>x' }, { headers });
    const { code, message } = await errorOf(answer);
    expect([answer.status, code]).toEqual([415, 'unsupported-media-type']);
    expect(message).toContain(`The body's charset is "${charset.replaceAll('"', '')}"`);
  });

  it('a body of invalid UTF-8', async () => {
    const latin1 = Buffer.from('{"source":"<p>caf\u00e9"}', 'latin1');
    const answer = await postBytes(latin1);
    const { code, message } = await errorOf(answer);
    expect([answer.status, code]).toEqual([400, 'invalid-json']);
    expect(message).toBe(
      'The body is not JSON: it has bytes that are not UTF-8, such as accented letters in Latin-1. Send it in UTF-8.',
    );
  });

  it('not a byte order mark, nor charset=utf-8', async () => {
    const marked = Buffer.from('\ufeff{"source":"<p>caf\u00e9 \u{1f600}"}');
    const answer = await postBytes(marked, 'application/json; Charset="UTF-8"');
    expect(answer.status).toBe(200);
    const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(pdf.text).toContain('caf\u00e9');
    expect((await postBytes(Buffer.from('\ufeff'))).status).toBe(400);
  });

  async function postBytes(body: Buffer, type = 'application/json'): Promise<Response> {
    return fetch(`${service.address}/v1/pdf`, {
      method: 'POST',
      headers: {
        'content-type': type,
        accept: 'application/pdf',
        authorization: basic(service.key),
      },
      body: new Uint8Array(body),
    });
  }

  it('a page that the PDF does not have', async () => {
    const answer = await postPdf(service, { source: '<p>one page', pages: '7' });
    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).fields).toMatchObject([{ field: 'pages' }]);
  });

  it('an unsupported method, and an unknown path', async () => {
    const got = await fetch(`${service.address}/v1/pdf`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await errorOf(got)).code).toBe('method-not-allowed');
    const unknownPath = await fetch(`${service.address}/v2/pdf`);
    expect([unknownPath.status, (await errorOf(unknownPath)).code]).toEqual([404, 'not-found']);
  });

  it.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'invalid-http'],
    [
      'an endless URL',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      'headers-too-large',
    ],
  ])('%s', async (_what, bytes, status, code) => {
    const answer = await rawAnswer(service.address, bytes);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(`"code":"${code}"`);
    expect(answer).not.toMatch(/node:|at .*\.cjs/);
  });
});

describe('a key', () => {
  it.each([
    ['none', undefined],
    ['a wrong key', basic('platen_run_wrong')],
    ['a key in another scheme', 'Bearer abc'],
    ['invalid base64', 'Basic ***'],
  ])('%s: 401', async (_what, authorization) => {
    const answer = await fetch(`${service.address}/v1/pdf`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: '{"source":"<p>x"}',
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect((await errorOf(answer)).code).toBe('unauthorized');
  });

  it('may also be the password of its account', async () => {
    const headers = { authorization: basic('run', service.key) };
    expect((await postPdf(service, { source: '<p>x' }, { headers })).status).toBe(200);
    const others = { authorization: basic('somebody', service.key) };
    expect((await postPdf(service, { source: '<p>x' }, { headers: others })).status).toBe(401);
  });
});

describe('a source URL', () => {
  it('may be on an allowed host', async () => {
    const answer = await postPdf(service, { source: `${site.origin}/` });
    expect((await resultOf(answer)).file.name).toBe('Site.pdf');
  });

  it.each([
    ['a private host', () => `${other.origin}/`],
    ['this service', () => `${service.address}/healthz`],
    ['a name of this machine', () => other.origin.replace('127.0.0.1', 'localhost')],
    ['the metadata of a cloud', () => 'http://169.254.169.254/latest/'],
    ['a redirect to a private host', () => `${site.origin}/away`],
  ])('may not lead to %s', async (_what, address) => {
    const answer = await postPdf(service, { source: address() });
    expect(answer.status).toBe(422);
    const { code, fields } = await errorOf(answer);
    expect([code, fields[0]?.field]).toEqual(['load-failed', 'source']);
    expect(fields[0]?.message).toMatch(/leads to (?:the|a) private address/);
  });

  it('has no frames of private hosts', async () => {
    const answer = await postPdf(
      service,
      { source: `${site.origin}/frame` },
      { headers: { accept: 'application/pdf' } },
    );
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(text).toContain('here');
    expect(text).not.toContain('secret');
  });

  it('that does not exist gets 422 with the reason', async () => {
    const gone = await postPdf(service, { source: `${site.origin}/gone` });
    expect([gone.status, (await errorOf(gone)).message]).toEqual([
      422,
      `${site.origin}/gone could not be loaded: the server answered 404, there is no such page.`,
    ]);
  });

  it('that never finishes loading gets 504 after the timeout', async () => {
    const allowed = new URL(site.origin).host;
    const options = ['--timeout', '1', '--allow-private', allowed];
    const shortTimeout = await startServe(options, { configFolder: folder.with({}) });
    try {
      const never = await postPdf(shortTimeout, { source: `${site.origin}/never` });
      const { code, message } = await errorOf(never);
      expect([never.status, code]).toEqual([504, 'timed-out']);
      // What the page waits for depends on how far it got, and may be nothing that is known.
      expect(message).toMatch(
        /^The page was not ready within 1 s(?:: .+)?\. The service allows a page 1 s/,
      );
    } finally {
      await shortTimeout.stop();
    }
  });

  it('cannot be a local file', async () => {
    const answer = await postPdf(service, { source: 'file:///etc/passwd' });
    expect(answer.status).toBe(400);
  });
});

describe('other routes', () => {
  it('report health and metrics', async () => {
    expect(await (await fetch(`${service.address}/healthz`)).json()).toEqual({ status: 'ok' });
    const metrics = await (await fetch(`${service.address}/metrics`)).text();
    expect(metrics).toMatch(
      /platen_http_requests_total\{route="\/v1\/pdf",method="POST",status="200"\} [1-9]/,
    );
    expect(metrics).toMatch(/platen_pdfs_made_total\{test_mode="false"\} [1-9]/);
    expect(metrics).toMatch(/platen_queue_running 0/);
  });

  it('the log has a line for each request, and no contents', () => {
    const line = service
      .log()
      .split('\n')
      .find((each) => each.includes('"msg":"request"'));
    const first = JSON.parse(line ?? '') as Record<string, unknown>;
    expect(first).toMatchObject({ method: 'POST', route: '/v1/pdf', status: 200, account: 'run' });
    expect(service.log()).not.toContain('Hello');
    expect(service.log()).not.toContain(service.key);
    expect(service.log()).not.toContain(site.origin);
  });

  it('the docs load nothing', async () => {
    const docs = await fetch(`${service.address}/docs`);
    expect(docs.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await docs.text();
    expect(html).toContain('storage.bucket_destination');
    expect(html).not.toMatch(/<script|src=|https?:\/\/[^"]*\.(js|css)/);
  });
});

async function rawAnswer(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString()));
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

describe('a body that is too long', () => {
  // As most clients do, which send the rest in spite of the response.
  it.each([
    ['of a known length', () => ({ 'content-length': String(size) })],
    ['in chunks', () => ({ 'transfer-encoding': 'chunked' })],
  ])('%s is refused once it is sent, and the connection stays', async (_which, lengthOf) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { ...lengthOf(), 'content-type': 'application/json' };
    const options = { method: 'POST', headers, agent, auth: `${service.key}:` };
    const sockets = new Set<unknown>();
    for (let turn = 0; turn < 2; turn += 1) {
      const post = request(`${service.address}/v1/pdf`, options);
      const answered = once(post, 'response') as Promise<[IncomingMessage]>;
      post.on('socket', (socket) => sockets.add(socket.pause()));
      for (let sent = 0; sent < size; sent += part.length)
        if (!post.write(part)) await once(post, 'drain');
      post.end();
      await once(post, 'finish');
      post.socket?.resume();
      const [answer] = await answered;
      expect(answer.statusCode).toBe(413);
      await answer.toArray();
    }
    expect(sockets.size).toBe(1);
    agent.destroy();
  });
  const part = Buffer.alloc(64 * 1024, 'x');
  const size = 320 * part.length;
});

describe('Expect: 100-continue', () => {
  it.each([
    ['a wrong key', 'nobody', '20', 401, false],
    ['a body that is too long', null, '2000000', 413, false],
    ['a valid head', null, '21', 200, true],
  ] as const)('%s', async (_what, key, length, status, isContinued) => {
    const headers = {
      authorization: basic(key ?? service.key),
      'content-type': 'application/json',
      'content-length': length,
      expect: '100-continue',
    };
    const post = request(`${service.address}/v1/pdf`, { method: 'POST', headers });
    let continued = false;
    post.on('continue', () => {
      continued = true;
      post.end('{"source":"<p>late"} ');
    });
    post.flushHeaders();
    const got = await new Promise<number | undefined>((done, failed) => {
      post.on('error', failed);
      post.on('response', (answer) => {
        answer.resume();
        done(answer.statusCode);
      });
    });
    expect([got, continued]).toEqual([status, isContinued]);
    post.destroy();
  });
});
