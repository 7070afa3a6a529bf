// @module-tag core

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { largePdf } from '../cli/support/large-pdf.js';
import {
  type ResultBody,
  type RunningService,
  errorOf,
  resultOf,
  postPdf,
  startServe,
} from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, startWebServer } from '../support/web-server.js';

const threePages = '<p>one<p style="break-before:page">two<p style="break-before:page">three';

let folder: TemporaryFolder;
let configFolder: string;
let service: RunningService;
let site: WebServer;
let receiver: WebhookReceiver;
let visits = 0;

beforeAll(async () => {
  folder = temporaryFolder();
  configFolder = folder.with({});
  receiver = await WebhookReceiver.start();
  site = await startWebServer({
    '/counted': (response) => {
      visits += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>counted');
    },
    '/a.pdf': (response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(largePdf(1000));
    },
  });
  const hosts = [site.origin, receiver.origin].map((origin) => new URL(origin).host);
  service = await startServe(
    hosts.flatMap((host) => ['--allow-private', host]),
    { configFolder },
  );
});
afterAll(async () => {
  await service.stop();
  await Promise.all([site.close(), receiver.close()]);
  folder.remove();
});

describe('svc-test-mode', () => {
  const wantsPdf = { accept: 'application/pdf', 'svc-test-mode': 'true' };

  it('prints TEST on every page, over unchanged text', async () => {
    const answer = await postPdf(service, { source: threePages }, { headers: wantsPdf });
    const { pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(pages.map(({ text }) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'one TEST',
      'two TEST',
      'three TEST',
    ]);
  });

  it('prints it on a PDF source too', async () => {
    const answer = await postPdf(
      service,
      { source: `${site.origin}/a.pdf` },
      { headers: wantsPdf },
    );
    expect(answer.status).toBe(200);
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(text.trim()).toBe('TEST');
  });

  it('false is the default', async () => {
    const headers = { accept: 'application/pdf', 'svc-test-mode': 'false' };
    const answer = await postPdf(service, { source: '<p>paid' }, { headers });
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(text).not.toContain('TEST');
  });
});

describe('Prefer: respond-async', () => {
  const headers = { prefer: 'respond-async' };

  it('returns 202 and a Location, which finally returns the response', async () => {
    const accepted = await postPdf(service, { source: '<title>Later</title><p>x' }, { headers });
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get('preference-applied')).toBe('respond-async');
    const answer = await asked(accepted.headers.get('location') ?? '');
    expect(answer.status).toBe(200);
    const created = await resultOf(answer);
    expect(created.file.name).toBe('Later.pdf');
    expect((await fetch(created.url)).status).toBe(200);
  });

  it('returns the error that the synchronous request would get', async () => {
    const source = 'http://10.0.0.1/';
    const accepted = await postPdf(service, { source }, { headers });
    const answer = await asked(accepted.headers.get('location') ?? '');
    expect([answer.status, (await errorOf(answer)).code]).toEqual([422, 'load-failed']);
  });

  it('requires a key, and does not know tasks of others', async () => {
    const authorization = authorizationOf(service);
    const address = `${service.address}/v1/pdf/nothing`;
    expect((await fetch(address, { headers: { authorization } })).status).toBe(404);
    expect((await fetch(address)).status).toBe(401);
  });

  it('finally returns the PDF itself if the client prefers that', async () => {
    const source = '<title>Itself</title><p>later';
    const accepted = await postPdf(service, { source }, { headers });
    const answer = await asked(accepted.headers.get('location') ?? '', 'application/pdf');
    await expectPdf(answer, 'Itself.pdf', 'later');
    const failed = await postPdf(service, { source: 'http://10.0.0.1/' }, { headers });
    const error = await asked(failed.headers.get('location') ?? '', 'application/pdf');
    expect([error.status, (await errorOf(error)).code]).toEqual([422, 'load-failed']);
  });

  /** Polls until the result exists. */
  async function asked(location: string, accept = '*/*'): Promise<Response> {
    const address = new URL(location, service.address);
    for (;;) {
      const answer = await fetch(address, {
        headers: { authorization: authorizationOf(service), accept },
      });
      if (answer.status !== 202) return answer;
      await answer.arrayBuffer();
    }
  }
});

it('storage.filename takes precedence over filename', async () => {
  const storage = { provider: 'service', filename: 'stored.pdf' };
  const created = await resultOf(
    await postPdf(service, { source: '<p>x', filename: 'a.pdf', storage }),
  );
  expect(created.file.name).toBe('stored.pdf');
  const named = await resultOf(await postPdf(service, { source: '<p>x', filename: 'a.pdf' }));
  expect(named.file.name).toBe('a.pdf');
});

describe('Idempotency-Key', () => {
  it('repeats the first response, also for concurrent requests, and creates one PDF', async () => {
    const before = visits;
    const headers = { 'idempotency-key': 'order-1' };
    const send = async () => postPdf(service, { source: `${site.origin}/counted` }, { headers });
    const answers = await Promise.all([send(), send(), send()]);
    const again = await send();
    const bodies: ResultBody[] = await Promise.all([...answers, again].map(resultOf));
    expect(new Set(bodies.map(({ url }) => url)).size).toBe(1);
    expect(visits - before).toBe(1);
  });

  it('repeats the PDF itself if the client prefers that, and reports that it is gone', async () => {
    const body = { source: '<title>Again</title><p>the same' };
    const headers = { 'idempotency-key': 'order-pdf', accept: 'application/pdf' };
    const first = await postPdf(service, body, { headers });
    const bytes = await first.clone().arrayBuffer();
    await expectPdf(first, 'Again.pdf', 'the same');
    const again = await postPdf(service, body, { headers });
    expect(Buffer.from(await again.clone().arrayBuffer())).toEqual(Buffer.from(bytes));
    expect(again.headers.get('content-location')).toBe(first.headers.get('content-location'));
    await expectPdf(again, 'Again.pdf', 'the same');
    removePdfs();
    const late = await postPdf(service, body, { headers });
    expect([late.status, (await errorOf(late)).code]).toEqual([410, 'pdf-gone']);
    const json = await postPdf(service, body, { headers: { 'idempotency-key': 'order-pdf' } });
    expect([json.status, (await resultOf(json)).file.name]).toEqual([200, 'Again.pdf']);
  });

  it('accepts the same body with other field order, and rejects another body', async () => {
    const headers = { 'idempotency-key': 'order-2' };
    const first = await postPdf(service, '{"source":"<p>x","zoom":1}', { headers });
    const same = await postPdf(service, '{"zoom":1,"source":"<p>x"}', { headers });
    expect((await resultOf(same)).url).toBe((await resultOf(first)).url);
    const other = await postPdf(service, { source: '<p>y' }, { headers });
    expect(other.status).toBe(422);
    expect(await errorOf(other)).toMatchObject({
      code: 'idempotency-key-reused',
      fields: [{ field: 'Idempotency-Key' }],
    });
  });

  it.each([0, 1, 2])('tells long bodies apart by one character (%i)', async (shift) => {
    const headers = { 'idempotency-key': `long-${shift}`, prefer: 'respond-async' };
    // Bodies are hashed in parts, and a part may begin within a character.
    const long = (character: string) => `<!--${'x'.repeat(999_993 + shift)}${character}--><p>x`;
    const statusOf = async (source: string) =>
      (await postPdf(service, { source }, { headers })).status;
    expect(await statusOf(long('🍎'))).toBe(202);
    expect(await statusOf(long('🍏'))).toBe(422);
  });
});

describe('a webhook', () => {
  it('reports the PDF and its URL', async () => {
    const webhook = `${receiver.origin}/made`;
    const created = await resultOf(await postPdf(service, { source: '<p>x', webhook }));
    const { body, headers } = await receiver.next();
    expect(headers['webhook-id']).toMatch(/^msg_/);
    expect(JSON.parse(body.toString())).toMatchObject({ type: 'pdf.completed', data: created });
  });

  it('identifies its request', async () => {
    const webhook = `${receiver.origin}/asynchronous`;
    const headers = { prefer: 'respond-async' };
    const accepted = await postPdf(service, { source: '<p>x', webhook }, { headers });
    const { task } = (await accepted.json()) as { readonly task: string };
    const { body } = await receiver.next();
    expect(JSON.parse(body.toString())).toMatchObject({ data: { task } });
  });

  it('has the base URL of its request, even if the PDF is created later', async () => {
    const address = service.address.replace('127.0.0.1', 'localhost');
    const webhook = `${receiver.origin}/later`;
    const headers = { prefer: 'respond-async' };
    await postPdf({ ...service, address }, { source: '<p>x', webhook }, { headers });
    const { body } = await receiver.next();
    const { data } = JSON.parse(body.toString()) as { readonly data: ResultBody };
    expect(data.url).toMatch(new RegExp(`^${address}/v1/files/`));
    expect((await fetch(data.url)).status).toBe(200);
  });

  it.each([
    ['http://10.0.0.1/hook', '10.0.0.1'],
    ['http://[::1]:9/hook', '::1'],
    ['https://localhost:9/hook', 'localhost'],
  ])('at the private address %s is rejected immediately', async (webhook, found) => {
    const answer = await postPdf(service, { source: '<p>x', zoom: 1, webhook });
    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).fields).toEqual([
      {
        field: 'webhook',
        message: `The URL leads to the private address ${found}, which this service does not call. Use a public URL.`,
      },
    ]);
  });

  it('that is rejected is logged without its URL', async () => {
    const webhook = `${receiver.origin}/gone-for-good`;
    receiver.answer = () => ({ status: 410 });
    await postPdf(service, { source: '<p>x', webhook });
    await receiver.next();
    await expect.poll(() => service.log()).toContain('"msg":"webhook"');
    expect(service.log()).toContain('"code":"delivery-refused"');
    expect(service.log()).not.toContain(new URL(receiver.origin).host);
    receiver.answer = () => ({ status: 204 });
  });

  it('reports a failure', async () => {
    const webhook = `${receiver.origin}/failed`;
    await postPdf(service, { source: 'http://10.0.0.1/?token=1', webhook });
    const { body } = await receiver.next();
    expect(JSON.parse(body.toString())).toMatchObject({
      type: 'pdf.failed',
      data: { source: 'http://10.0.0.1/', error: { code: 'load-failed' } },
    });
  });
});

async function expectPdf(answer: Response, name: string, text: string): Promise<void> {
  const { status, headers } = answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(headers.get('content-disposition')).toBe(`inline; filename="${name}"`);
  expect(headers.get('content-length')).toBe(String(bytes.length));
  expect((await readPdf(bytes)).text).toContain(text);
}

/** Removes the PDFs stored by the service. */
function removePdfs(): void {
  const results = join(configFolder, 'Platen', 'results');
  for (const run of readdirSync(results)) {
    for (const name of readdirSync(join(results, run))) rmSync(join(results, run, name));
  }
}

function authorizationOf({ key }: RunningService): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}
