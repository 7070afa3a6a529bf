import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineMark } from '../../../electron/main/files/temporary-file.js';
import { freePorts } from '../../support/free-port.js';
import { createAccountsFolder } from '../../support/embedded-database.js';
import { type Authority, localNames, makeAuthority } from '../../support/certificates.js';
import { runServeHere, serveHere } from '../support/run-here.js';
import {
  addKey,
  basic,
  errorOf,
  resultOf,
  postPdf,
  runServe,
  startServe,
} from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, startWebServer } from '../support/web-server.js';

let folder: TemporaryFolder;
let authority: Authority;
let site: WebServer;
/** Requests to the site that wait until the test responds. */
let held: { readonly answer: () => void }[] = [];
let received: () => void = () => undefined;

beforeAll(async () => {
  folder = temporaryFolder();
  authority = makeAuthority(folder.path);
  site = await startWebServer({
    '/held': (response) => {
      held.push({
        answer: () => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>held'),
      });
      received();
    },
  });
});
afterAll(async () => {
  await site.close();
  folder.remove();
});

const start = async (args: readonly string[], configFolder = folder.with({})) =>
  serveHere(['--allow-private', new URL(site.origin).host, ...args], configFolder);

/** Resolves when so many pages wait for the site. */
async function waitForHeld(count: number): Promise<void> {
  while (held.length < count) await new Promise<void>((next) => (received = next));
}

describe('serve', () => {
  it.each([
    [
      ['--host', '0.0.0.0'],
      ['requires accounts', 'keys would be sent unencrypted'],
    ],
    [['--host', '0.0.0.0', '--no-auth', '--behind-proxy'], ['requires accounts']],
    [
      ['--no-auth', '--behind-proxy'],
      ['--behind-proxy makes the service reachable', 'requires accounts'],
    ],
    [['--host', '192.168.1.2', '--accounts', 'a'], ['keys would be sent unencrypted']],
    [['--no-auth', '--accounts', 'a'], ['--no-auth accepts requests without a key']],
    [['--tls-cert', 'a.pem'], ['--tls-cert requires --tls-key']],
    [
      ['--tls-cert', 'a.pem', '--tls-key', 'b.pem'],
      ['a.pem" does not exist', 'b.pem" does not exist'],
    ],
    [
      ['--port', 'x', '--queue', '-1'],
      ['--port is "x"', '--queue is "-1"'],
    ],
    [['--prt', '1'], ['Unknown option "--prt". Did you mean --port?']],
    [['here'], ['Unexpected argument "here". Use options or "serve keys".']],
    [['--base-url', 'ftp://x'], ['--base-url']],
    [
      ['--database', 'mysql://x'],
      ['not the URL of a PostgreSQL', 'Add --results FOLDER'],
    ],
    [['--allow-private', 'http://x/y z'], ['Private host "http://x/y z" is not a valid host']],
    [['--allow-private', 'x:99999'], ['Private host "x:99999" is not a valid host']],
  ])('%j is rejected', async (args, messages) => {
    const { status, stdout, stderr } = await runServeHere(args, folder.with({}));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    for (const message of messages) expect(stderr).toContain(message);
  });

  it('reports that the port is in use', async () => {
    const service = await start([]);
    const port = new URL(service.address).port;
    const { status, stderr } = await runServe(['--port', port], { configFolder: folder.with({}) });
    expect(status).toBe(1);
    expect(stderr).toContain(`port ${port}: another program uses the port`);
    expect(await service.stop()).toBe(0);
  });

  it('accepts requests without a key with --no-auth', async () => {
    const service = await start(['--no-auth']);
    expect(service.key).toBe('');
    expect((await postPdf(service, { source: '<p>x' })).status).toBe(200);
    await service.stop();
  });

  it('removes the results of a run', { tags: ['core'] }, async () => {
    const configFolder = folder.with({});
    const service = await startServe([], { configFolder });
    await postPdf(service, { source: '<p>x' });
    const results = join(configFolder, 'Platen', 'results');
    expect(readdirSync(results)).toHaveLength(1);
    await service.stop();
    expect(existsSync(results) ? readdirSync(results) : []).toEqual([]);
  });

  it('serves TLS', { tags: ['core'] }, async () => {
    const { cert, key } = authority.issue(localNames);
    const place = folder.with({ 'cert.pem': cert, 'key.pem': key });
    const service = await start([
      ...['--tls-cert', join(place, 'cert.pem')],
      ...['--tls-key', join(place, 'key.pem')],
    ]);
    expect(service.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const body = await new Promise<string>((done, failed) => {
      const headers = { authorization: basic(service.key), 'content-type': 'application/json' };
      const post = request(
        `${service.address}/v1/pdf`,
        { method: 'POST', ca: authority.ca, headers },
        (response) => {
          let text = '';
          response.on('data', (data: Buffer) => (text += data.toString()));
          response.on('end', () => done(text));
        },
      );
      post.on('error', failed);
      post.end('{"source":"<p>x"}');
    });
    expect((JSON.parse(body) as { url: string }).url).toMatch(/^https:/);
    await service.stop();
  });

  it('prints a usable URL if it listens on all addresses', { timeout: 240_000 }, async () => {
    const configFolder = folder.with({ ...authority.issue(localNames) });
    await createAccountsFolder(join(configFolder, 'a'));
    const tls = ['--tls-cert', 'cert', '--tls-key', 'key'];
    for (const host of ['0.0.0.0', '::']) {
      const service = await start(['--host', host, '--accounts', 'a', ...tls], configFolder);
      expect(service.address).toMatch(/^https:\/\/localhost:\d+$/);
      expect(await healthOf(service.address, authority.ca)).toBe(200);
      await service.stop();
    }
  });

  it('starts URLs with --base-url, and the Location with its path', async () => {
    const [port = 0] = await freePorts(1);
    const base = ['--port', String(port), '--base-url', 'https://example.org/pdf/'];
    const started = await start(base);
    const service = { ...started, address: `http://127.0.0.1:${port}` };
    const posted = await resultOf(await postPdf(service, { source: '<p>x' }));
    expect(posted.url).toMatch(/^https:\/\/example\.org\/pdf\/v1\/files\//);
    const headers = { prefer: 'respond-async' };
    const accepted = await postPdf(service, { source: '<p>x' }, { headers });
    expect(accepted.headers.get('location')).toMatch(/^\/pdf\/v1\/pdf\/[\w-]+$/);
    await service.stop();
  });

  it('starts URLs as requested from its proxy', { tags: ['core'], timeout: 240_000 }, async () => {
    const configFolder = folder.with({});
    await createAccountsFolder(join(configFolder, 'a'));
    const service = await start(['--behind-proxy', '--accounts', 'a'], configFolder);
    const key = await addKey(join(configFolder, 'a'), 'office', { credits: 1 });
    const headers = { 'x-forwarded-host': 'pdf.example.org', 'x-forwarded-proto': 'https' };
    const posted = await resultOf(
      await postPdf({ ...service, key }, { source: '<p>x' }, { headers }),
    );
    expect(posted.url).toMatch(/^https:\/\/pdf\.example\.org\/v1\/files\//);
    const silent = { 'x-forwarded-host': 'pdf.example.org', 'svc-test-mode': 'true' };
    const withoutProtocol = await postPdf(
      { ...service, key },
      { source: '<p>x' },
      { headers: silent },
    );
    expect((await resultOf(withoutProtocol)).url).toMatch(/^https:/);
    await service.stop();
    const plain = await start([]);
    const own = await resultOf(await postPdf(plain, { source: '<p>x' }, { headers }));
    expect(own.url).toContain(plain.address);
    await plain.stop();
  });
});

/** Returns the status of /healthz over TLS. */
async function healthOf(address: string, ca: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    request(`${address}/healthz`, { ca }, (response) => {
      response.resume();
      done(response.statusCode);
    })
      .on('error', failed)
      .end();
  });
}

describe('a full queue', () => {
  it('returns 429 with Retry-After, and continues when there is room', async () => {
    held = [];
    const service = await start(['--concurrency', '1', '--queue', '1']);
    const source = `${site.origin}/held`;
    const first = postPdf(service, { source });
    await waitForHeld(1);
    const second = postPdf(service, { source });
    const full = await fullAnswer(service);
    expect((await errorOf(full)).code).toBe('queue-full');
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
    held[0]?.answer();
    expect((await first).status).toBe(200);
    await waitForHeld(2);
    held[1]?.answer();
    expect((await second).status).toBe(200);
    await service.stop();
  });

  /** Polls until the other two have their places. */
  async function fullAnswer(service: Parameters<typeof postPdf>[0]): Promise<Response> {
    for (;;) {
      const metrics = await (await fetch(`${service.address}/metrics`)).text();
      if (metrics.includes('platen_queue_waiting 1')) break;
    }
    const answer = await postPdf(service, { source: '<p>x' });
    expect(answer.status).toBe(429);
    return answer;
  }

  it('forgets disconnected clients', async () => {
    held = [];
    const service = await start(['--concurrency', '1', '--queue', '0']);
    const gone = new AbortController();
    const source = `${site.origin}/held`;
    const first = postPdf(service, { source }, { signal: gone.signal });
    await waitForHeld(1);
    gone.abort();
    await expect(first).rejects.toThrow();
    for (;;) {
      const answer = await postPdf(service, { source: '<p>next' });
      if (answer.status === 200) break;
      expect(answer.status).toBe(429);
    }
    await service.stop();
  });
});

describe('SIGTERM', () => {
  it('rejects new and waiting requests with 503, finishes running ones, and exits with 0', async () => {
    held = [];
    const allowed = ['--allow-private', new URL(site.origin).host];
    const args = [...allowed, '--concurrency', '1'];
    const service = await startServe(args, { configFolder: folder.with({}) });
    const source = `${site.origin}/held`;
    const running = postPdf(service, { source });
    await waitForHeld(1);
    const waiting = postPdf(service, { source });
    for (;;) {
      const metrics = await (await fetch(`${service.address}/metrics`)).text();
      if (metrics.includes('platen_queue_waiting 1')) break;
    }
    service.signal('SIGTERM');
    const refused = await waiting;
    expect([refused.status, (await errorOf(refused)).code]).toEqual([503, 'stopping']);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await postPdf(service, { source: '<p>late' })).status).toBe(503);
    expect((await fetch(`${service.address}/healthz`)).status).toBe(503);
    held[0]?.answer();
    expect((await running).status).toBe(200);
    expect(await service.ended).toBe(0);
  });
});

it('PDFs of killed runs are removed by the next one', async () => {
  const configFolder = folder.with({});
  const killed = join(configFolder, 'Platen', 'results', `run-${machineMark()}-999999999`);
  mkdirSync(killed, { recursive: true });
  writeFileSync(join(killed, 'a.pdf'), '%PDF');
  // Of another machine that shares the folder, where that process may still run.
  const elsewhere = join(configFolder, 'Platen', 'results', 'run-0badcafe-999999999');
  mkdirSync(elsewhere);
  const service = await start([], configFolder);
  expect(existsSync(killed)).toBe(false);
  expect(existsSync(elsewhere)).toBe(true);
  await service.stop();
});
