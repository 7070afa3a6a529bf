import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it, test } from 'vitest';
import { openApiDocument } from '../../../electron/main/service/openapi/document.js';
import { createAccountsFolder } from '../../support/embedded-database.js';
import { testPdf } from '../../support/services/test-pdf.js';
import { openAccounts } from '../../../electron/main/service/store/open-store.js';
import { addKey, startServe } from '../support/run-serve.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { failureOf, key, logged, render } from './support/remote.js';

/** Where the first request breaks off. */
type Stage =
  | 'while the body is sent'
  | 'before the response'
  | 'in the head of the response'
  | 'in a PDF'
  | 'in JSON'
  | 'at a gateway';

const stages: readonly Stage[] = [
  'while the body is sent',
  'before the response',
  'in the head of the response',
  'in a PDF',
  'in JSON',
  'at a gateway',
];

const pdf = testPdf({ pages: 2, title: 'T' });

let server: Server | undefined;
/** The idempotency keys of the requests that arrived. */
let keys: (string | undefined)[] = [];
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  keys = [];
  expect(logged.join('\n')).not.toContain(key);
});

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function serve(handle: Handler): Promise<string> {
  const started = createServer((request, response) => {
    // A connection that the test cuts off.
    handle(request, response).catch(() => response.destroy());
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

async function breakOff(
  stage: Stage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (stage === 'while the body is sent') {
    request.once('data', () => request.socket.destroy());
    return;
  }
  await buffer(request);
  if (stage === 'before the response') {
    request.socket.destroy();
  } else if (stage === 'in the head of the response') {
    request.socket.end('HTTP/1.1 200 OK\r\ncontent-ty');
  } else if (stage === 'at a gateway') {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  } else {
    const [type, part] =
      stage === 'in a PDF' ? ['application/pdf', pdf.subarray(0, 50)] : ['application/json', '{'];
    response.writeHead(200, { 'content-type': type, 'content-length': 9_999 });
    response.write(part, () => request.socket.destroy());
  }
}

const document = openApiDocument({ version: '1', base: '', isOpen: false, isStrict: false });
const withoutKey = { paths: { '/v1/pdf': { post: { parameters: [{ name: 'Accept' }] } } } };
const request = { source: { kind: 'html', html: `<p>${'x'.repeat(900_000)}</p>` } };

/** A service whose first response breaks off; the second is a PDF. */
async function brokenService(stage: Stage, description: unknown): Promise<string> {
  return serve(async (asked, response) => {
    if (asked.url === '/base/v1/openapi.json') {
      response.writeHead(description === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(description));
      return;
    }
    keys.push(String(asked.headers['idempotency-key']));
    if (keys.length === 1) {
      await breakOff(stage, asked, response);
      return;
    }
    expect((await buffer(asked)).length).toBeGreaterThan(900_000);
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
  });
}

describe.each(stages)('a request that breaks off %s', (stage) => {
  it('is repeated with its key if the OpenAPI document of the service has it', async () => {
    const origin = await brokenService(stage, document);
    const { pdf: made } = await render(`${origin}/base`, { request });
    expect(made).toMatchObject({ pages: 2 });
    expect(keys).toEqual(['job-1', 'job-1']);
  });

  it.each([
    ['has an OpenAPI document without the header', withoutKey],
    ['has no OpenAPI document', null],
  ])('is not repeated if the service %s', async (_, description) => {
    const origin = await brokenService(stage, description);
    const failure = await failureOf(`${origin}/base`, { request });
    expect(failure).toMatchObject({ code: 'remote-uncertain' });
    expect(keys).toEqual(['job-1']);
  });
});

test('a service that does not come back leaves the outcome uncertain', async () => {
  const origin = await serve(async (asked) => {
    keys.push(asked.method);
    await buffer(asked);
    server?.close();
    server?.closeAllConnections();
  });
  const failure = await failureOf(origin);
  expect(failure).toMatchObject({ code: 'remote-uncertain' });
  expect(failure.message).toContain('the connection broke off');
  expect(keys).toEqual(['POST']);
});

test('a repeated request whose first is still running is asked again (409)', async () => {
  const origin = await serve(async (asked, response) => {
    await buffer(asked);
    if (asked.method === 'GET') {
      response.end(JSON.stringify(document));
      return;
    }
    keys.push(asked.method);
    if (keys.length === 1) asked.socket.destroy();
    else if (keys.length === 2) response.writeHead(409).end();
    else response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
  });
  expect((await render(origin)).pdf).toMatchObject({ pages: 2 });
  expect(keys).toHaveLength(3);
});

test('a result of the service itself is not asked for again', async () => {
  const origin = await serve(async (asked, response) => {
    await buffer(asked);
    keys.push(asked.method);
    const error = { code: 'timeout', message: 'The page was not ready.' };
    response.writeHead(504, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error }));
  });
  expect(await failureOf(origin)).toMatchObject({ code: 'remote-uncertain' });
  expect(keys).toEqual(['POST']);
});

test('Platen makes and charges one PDF whose response was lost', async () => {
  const folder = temporaryFolder();
  const configFolder = folder.with({});
  // Not `keys`: if this test is repeated, requests of its first run may still arrive.
  const posts: string[] = [];
  const place = { kind: 'folder', folder: join(configFolder, 'a') } as const;
  await createAccountsFolder(place.folder);
  const secret = await addKey(place.folder, 'shop', { credits: 10 });
  const service = await startServe(['--accounts', place.folder], { configFolder });
  const origin = await serve(async (asked, response) => {
    const { method = '', headers, url = '' } = asked;
    const body = method === 'POST' ? await buffer(asked) : null;
    const answer = await fetch(`${service.address}${url}`, {
      method,
      body,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        forwarded.has(name) && typeof value === 'string' ? [[name, value]] : [],
      ),
    });
    const received = Buffer.from(await answer.arrayBuffer());
    if (method === 'POST') posts.push(`${answer.status} ${String(headers['idempotency-key'])}`);
    if (method === 'POST' && posts.length === 1) asked.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(received);
  });
  const { receipt } = await render(origin, { secret });
  expect(receipt.url).toContain(service.address);
  expect(posts).toEqual(['200 job-1', '200 job-1']);
  expect(await service.stop()).toBe(0);
  const { accounts, close } = await openAccounts(place);
  expect(await accounts.accounts()).toMatchObject([{ name: 'shop', credits: 9 }]);
  await close();
  folder.remove();
  // The database is opened three times, which takes seconds on a busy machine.
}, 180_000);

const forwarded = new Set(['authorization', 'content-type', 'accept', 'idempotency-key']);
