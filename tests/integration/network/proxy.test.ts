import { type IncomingMessage, type Server, createServer, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { connectionFault } from '../../../electron/main/network/connection-fault.js';
import { RequestFault, sendRequest } from '../../../electron/main/network/http-client.js';
import { useSystemProxy } from '../../../electron/main/network/proxy.js';
import { RequestTransport } from '../../../electron/main/s3/request-transport.js';
import { freshBucket, readObject } from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { makeAuthority } from '../../support/certificates.js';
import { UploadRun, accessTo, uploadCase } from '../s3/support/uploads.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeWithCeph } from '../support/with-ceph.js';

const folder = temporaryFolder();
const authority = makeAuthority(folder.path);
/** A proxy that connects every name to one server, as only it can look the names up. */
let proxy: Server;
let target: number;
let seen: string[] = [];
let status = 200;
/** Its response without these credentials is 407. */
let credentials: string | undefined;

beforeAll(async () => {
  proxy = createServer((from, to) => {
    seen.push(`${from.method ?? ''} ${from.url ?? ''}`);
    const path = new URL(from.url ?? '').pathname + new URL(from.url ?? '').search;
    const forwarded = request(
      { host: '127.0.0.1', port: target, method: from.method, path, headers: from.headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(to);
      },
    );
    from.pipe(forwarded);
  });
  proxy.on('connect', (from: IncomingMessage, socket) => {
    seen.push(`CONNECT ${from.url ?? ''}`);
    const isAllowed = from.headers['proxy-authorization'] === credentials;
    const answer = isAllowed ? status : 407;
    if (answer !== 200) {
      socket.end(`HTTP/1.1 ${answer} No\r\n\r\n`);
      return;
    }
    const upstream = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  await listening(proxy);
});
afterAll(() => {
  proxy.close();
  proxy.closeAllConnections();
  folder.remove();
});
afterEach(() => {
  vi.unstubAllEnvs();
  useSystemProxy(null);
  seen = [];
  status = 200;
  credentials = undefined;
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function useProxy(name: string, user = ''): void {
  vi.stubEnv(name, `http://${user}127.0.0.1:${portOf(proxy)}`);
}

const get = async (url: string) =>
  sendRequest({
    method: 'GET',
    url: new URL(url),
    headers: {},
    ca: [authority.ca],
    usesProxy: true,
    limits: { connectMs: 10_000 },
  });

async function withSecureServer(run: () => Promise<void>): Promise<void> {
  const server = createSecureServer(authority.issue(['server.example']), (_from, to) => {
    to.end('secret');
  });
  target = await listening(server);
  await run();
  server.close();
  server.closeAllConnections();
}

it('tunnels https, verifying the certificate of the destination', { tags: ['core'] }, async () => {
  await withSecureServer(async () => {
    useProxy('HTTPS_PROXY', 'jo:p%40ss@');
    credentials = `Basic ${Buffer.from('jo:p@ss').toString('base64')}`;
    const response = await get('https://server.example/');
    response.setEncoding('utf8');
    expect((await response.toArray()).join('')).toBe('secret');
    expect(seen).toEqual(['CONNECT server.example:443']);
    const failure: unknown = await get('https://other.example/').catch((error: unknown) => error);
    expect(failure).toMatchObject({ details: { cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } } });
  });
});

it('uses the proxy of the system if the environment names none', async () => {
  useSystemProxy(async () => Promise.resolve(`PROXY 127.0.0.1:${portOf(proxy)}; DIRECT`));
  await withSecureServer(async () => {
    const response = await get('https://server.example/');
    response.setEncoding('utf8');
    expect((await response.toArray()).join('')).toBe('secret');
    const transport = new RequestTransport({
      ca: [authority.ca],
      connectMs: 10_000,
      idleMs: 10_000,
      encryptedOnly: true,
    });
    const head = { protocol: 'https:', hostname: 'server.example', path: '/', query: {} };
    const answer = await transport.handle({ ...head, method: 'GET', headers: {} });
    expect(answer.response.statusCode).toBe(200);
    transport.destroy();
  });
  expect(seen).toEqual(['CONNECT server.example:443', 'CONNECT server.example:443']);
  useSystemProxy(async () => Promise.resolve('SOCKS5 127.0.0.1:1'));
  const failure: unknown = await get('https://server.example/').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RequestFault);
  const { cause } = (failure as RequestFault).details;
  expect(connectionFault(cause)).toMatchObject({ kind: 'protocol', problem: 'no-http' });
});

it.each([
  [407, 'protocol'],
  [502, 'network'],
])('reports that the proxy refused the connection with %i', async (refused, kind) => {
  useProxy('https_proxy');
  status = refused;
  const failure: unknown = await get('https://server.example/').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RequestFault);
  const { cause, mayHaveArrived } = (failure as RequestFault).details;
  expect(mayHaveArrived).toBe(false);
  expect(connectionFault(cause)).toMatchObject({
    kind,
    reason: { key: 'network.proxyRefused', params: { status: refused } },
  });
});

it('is never used where addresses are checked', { tags: ['core'] }, async () => {
  useProxy('HTTP_PROXY');
  const checked = { method: 'GET', url: new URL('http://a.example/'), headers: {}, limits: {} };
  const chooseAddresses = () => [];
  await expect(sendRequest({ ...checked, chooseAddresses, usesProxy: true })).rejects.toThrow();
  const lookUp = async () => Promise.reject(new Error('It was looked up here.'));
  await expect(sendRequest({ ...checked, chooseAddresses, lookUp })).rejects.toThrow();
  expect(seen).toEqual([]);
});

describeWithCeph('an upload through a proxy', () => {
  let ceph: Ceph;
  beforeAll(async () => {
    ceph = await sharedCeph();
  });

  it.each([
    ['in one request', 100_000],
    ['in parts', 12 * 2 ** 20],
  ])('arrives %s', async (_how, size) => {
    const bucket = await freshBucket(ceph);
    target = Number(new URL(ceph.endpoint).port);
    useProxy('HTTP_PROXY');
    const access = accessTo(ceph, { endpoint: 'http://s3.localtest' });
    const { upload, bytes } = uploadCase(folder, access, bucket, { size });
    expect(await new UploadRun(upload).run()).toMatchObject({
      kind: 'uploaded',
      url: `http://s3.localtest/${bucket}/in/a.pdf`,
    });
    expect((await readObject(ceph, bucket, 'in/a.pdf')).equals(bytes)).toBe(true);
    expect(seen.every((line) => line.includes(` http://s3.localtest/${bucket}/`))).toBe(true);
  });
});
