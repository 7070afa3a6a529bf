// @module-tag core

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BucketAccess } from '../../../electron/main/s3/bucket-access.js';
import { RecordingServer, type Responder } from '../../support/services/recording-server.js';
import { StrictService } from '../../support/services/strict-service.js';
import { type RemoteCase, key, notFetchedText, render } from './support/remote.js';

let service: StrictService;
let store: RecordingServer;
beforeEach(async () => {
  service = await StrictService.start(`${key}:`);
  store = await RecordingServer.start();
  store.respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(service.pdf);
  };
});
afterEach(async () => {
  expect(service.issues).toEqual([]);
  await service.close();
  await store.close();
});

const created = 'The service "office" has created the PDF, but it could not be downloaded: ';

describe('a PDF that was created but cannot be downloaded is not a failure', () => {
  const answers: readonly [string, Responder, (host: string) => string, RemoteCase?][] = [
    ['404', (_, response) => response.writeHead(404).end(), (host) => `${host} answered 404.`],
    [
      '403',
      (_, response) => response.writeHead(403).end(),
      (host) => `${host} answered 403, as this machine may not read it there.`,
    ],
    [
      'invalid bytes',
      (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('<p>'),
      () => 'the response claims to be a PDF, but is not.',
    ],
    [
      'a web page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      () => 'there is no PDF at its URL (its type is text/html).',
    ],
    [
      '100 MB of other bytes',
      (_, response) => response.writeHead(200).end(Buffer.alloc(100 * 1024 ** 2)),
      () => 'there is no PDF at its URL.',
    ],
    [
      'a truncated PDF',
      (_, response) => {
        response.writeHead(200, { 'content-length': service.pdf.length });
        response.write(service.pdf.subarray(0, 100), () => response.destroy());
      },
      () => 'the connection broke off.',
    ],
    ['nothing', () => undefined, () => 'it took longer than 2 s.', { timeoutSeconds: 2 }],
  ];
  test.each(answers)('for %s', async (_name, respond, reason, limits) => {
    store.respond = respond;
    const url = `${store.origin}/a.pdf`;
    service.answer = () => ({ kind: 'json', body: { url } });
    const { pdf, receipt } = await render(service.origin, limits);
    expect(pdf).toBeNull();
    expect(receipt.url).toBe(url);
    expect(notFetchedText(receipt)).toBe(created + reason(new URL(store.origin).host));
    await store.disconnected();
  });

  test.each([
    ['file:///etc/passwd', 'file:///etc/passwd'],
    ['javascript:1', 'javascript:1'],
    ['5', 5],
    [`ftp://${'x'.repeat(54)}…`, `ftp://${'x'.repeat(900)}`],
    ['ftp://•••', `ftp://${key}`],
  ])('nor is an unusable URL, shown as %s', async (receiptUrl, url) => {
    service.answer = () => ({ kind: 'json', body: { url } });
    const { receipt } = await render(service.origin);
    expect(notFetchedText(receipt)).toBe(
      `${created}its URL in the response is invalid: "${receiptUrl}".`,
    );
    expect(receipt).not.toHaveProperty('url');
  });

  test('nor is an unusable Location', async () => {
    const headers = { location: 'file:///a.pdf' };
    service.answer = () => ({ kind: 'plain', status: 201, headers });
    const { receipt } = await render(service.origin);
    expect(notFetchedText(receipt)).toBe(
      `${created}its URL in the response is invalid: "file:///a.pdf".`,
    );
  });

  test('nor is a response without a URL', async () => {
    service.answer = () => ({ kind: 'json', body: { status: 'ok' } });
    const { pdf, receipt } = await render(service.origin);
    expect(pdf).toBeNull();
    expect(notFetchedText(receipt)).toBe(`${created}the response has no URL for it.`);
    expect(receipt).not.toHaveProperty('url');
  });
});

test('a receipt contains the valid fields of the response', async () => {
  const file = { name: 'a\u0000.pdf', size: 12 };
  const body = { url: service.resultAddress, file, compliance: { hipaa: true, gdpr: false }, x: 1 };
  service.answer = () => ({ kind: 'json', body });
  const { receipt } = await render(service.origin);
  expect(receipt).toEqual({
    endpoint: 'e1',
    name: 'office',
    url: service.resultAddress,
    file: { name: 'a.pdf', size: 12 },
    compliance: { hipaa: true, gdpr: false },
    testMode: false,
    answeredAt: expect.any(Number) as number,
  });
  service.answer = () => ({
    kind: 'json',
    body: { url: service.resultAddress, file: { name: 1 }, compliance: 'yes' },
  });
  expect((await render(service.origin)).receipt).not.toHaveProperty('file');
});

describe("a PDF in the user's own bucket", () => {
  const storage = { provider: 'object_store', bucketDestination: 's3://papers/in/a b.pdf' };

  function access(): BucketAccess {
    const credentials = {
      kind: 'key',
      accessKeyId: 'AKIAX',
      secretAccessKey: 'bucket-secret',
    } as const;
    return {
      name: 'Papers',
      endpoint: store.origin,
      region: 'us-east-1',
      pathStyle: true,
      acl: null,
      publicBase: null,
      caFile: null,
      credentials,
    };
  }

  test("is downloaded with the user's credentials, and never with the key of the service", async () => {
    service.answer = () => ({
      kind: 'json',
      body: { url: 'https://papers.s3.example/in/a%20b.pdf' },
    });
    const bucketAccess = async () => Promise.resolve(access());
    const { pdf } = await render(service.origin, { request: { storage }, parts: { bucketAccess } });
    expect(pdf?.pages).toBe(3);
    const [request] = store.requests;
    expect(request?.path.split('?')[0]).toBe('/papers/in/a%20b.pdf');
    expect(request?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIAX/);
  });

  test('reports why it could not be downloaded', async () => {
    store.respond = (_request, response) => {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>AccessDenied</Code></Error>');
    };
    service.answer = () => ({ kind: 'json', body: { url: 'https://x.example/in/a%20b.pdf' } });
    const bucketAccess = async () => Promise.resolve(access());
    const { receipt } = await render(service.origin, {
      request: { storage },
      parts: { bucketAccess },
    });
    expect(notFetchedText(receipt)).toContain("downloaded. Couldn't read s3://papers/in/a b.pdf");
  });

  test('is downloaded by its URL if no destination matches', async () => {
    service.answer = () => ({ kind: 'json', body: { url: `${store.origin}/papers/in/a%20b.pdf` } });
    const bucketAccess = async () => Promise.resolve(null);
    const { pdf } = await render(service.origin, { request: { storage }, parts: { bucketAccess } });
    expect(pdf?.pages).toBe(3);
    expect(store.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});
