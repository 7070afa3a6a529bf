// @module-tag core

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { publicFindings } from '../../../electron/shared/request/preflight.js';
import { literal } from '../../../electron/shared/messages/message.js';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SourceInliner } from '../../../electron/main/engine/contract/pdf-engine.js';
import { type Authority, localNames, makeAuthority } from '../../support/certificates.js';
import { StrictService } from '../../support/services/strict-service.js';
import { failureOf, key, notFetchedText, render } from './support/remote.js';

const folder = mkdtempSync(join(tmpdir(), 'platen-remote-'));
let authority: Authority;
let service: StrictService | undefined;
beforeAll(() => {
  authority = makeAuthority(folder);
});
afterEach(async () => {
  expect(service?.issues ?? []).toEqual([]);
  await service?.close();
  service = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(login = `${key}:`): Promise<StrictService> {
  service = await StrictService.start(login);
  return service;
}

const html = '<title>T</title><p>Hello</p>';
const bucket = { provider: 'object_store', bucketDestination: 's3://papers/{name}/a.pdf' } as const;

describe('the request', () => {
  test('contains only the source by default, and the headers of the API', async () => {
    const { origin } = await start();
    await render(origin);
    expect(service?.lastBody).toEqual({ source: html });
    const { headers } = service?.posts[0] ?? {};
    expect(headers).toMatchObject({
      accept: 'application/json, application/pdf;q=0.9',
      'idempotency-key': 'job-1',
      'user-agent': 'Platen/0.0.0-test',
    });
    expect(headers).not.toHaveProperty('svc-test-mode');
    expect(headers).not.toHaveProperty('expect');
  });

  test('contains every field of the API', async () => {
    const { origin } = await start();
    await render(origin, {
      request: {
        source: { kind: 'url', url: 'https://example.org/page' },
        compliance: { gdpr: true, hipaa: false },
        disableJavascript: true,
        filename: 'a.pdf',
        format: 'a5',
        margin: { top: '1cm', left: '2in' },
        pages: '1-3',
        storage: { provider: 'service', filename: 'b.pdf' },
        webhook: 'https://example.org/hook',
        zoom: 2,
      },
    });
    expect(service?.lastBody).toEqual({
      source: 'https://example.org/page',
      compliance: { gdpr: true, hipaa: false },
      disable_javascript: true,
      filename: 'a.pdf',
      format: 'a5',
      margin: { top: '1cm', left: '2in' },
      pages: '1-3',
      storage: { provider: 'service', filename: 'b.pdf' },
      webhook: 'https://example.org/hook',
      zoom: 2,
    });
  });

  test('contains user and password, and the test mode', async () => {
    const { origin } = await start('reports:p:w ü');
    const login = { kind: 'user', user: 'reports' } as const;
    const { receipt } = await render(origin, {
      endpoint: { login, testMode: true },
      secret: 'p:w ü',
    });
    expect(service?.posts[0]?.headers['svc-test-mode']).toBe('true');
    expect(receipt.testMode).toBe(true);
  });

  test('is sent below the base URL', async () => {
    const { server } = await start();
    await failureOf(`${server.origin}/api/`);
    expect(server.requests[0]?.path).toBe('/api/v1/pdf');
    service?.issues.splice(0);
  });

  test("uses the service's default storage, with placeholders replaced, if it has none", async () => {
    const { origin } = await start();
    await render(origin, { endpoint: { storage: bucket } });
    const destination = {
      provider: 'object_store',
      bucket_destination: 's3://papers/document/a.pdf',
    };
    expect(service?.lastBody).toEqual({ source: html, storage: destination });
    await render(origin, {
      endpoint: { storage: bucket },
      request: { storage: { provider: 'service' } },
    });
    expect(service?.lastBody).toEqual({ source: html, storage: { provider: 'service' } });
  });

  test('with a large source waits for 100 Continue, and reports its bytes', async () => {
    const { origin } = await start();
    const source = { kind: 'html', html: `<p>${'x'.repeat(4_000_000)}</p>` };
    const stagesReported: number[] = [];
    await render(origin, {
      request: { source },
      onProgress: ({ stage, bytes }) => {
        if (stage === 'sending' && bytes !== undefined) stagesReported.push(bytes.done);
      },
    });
    const size = service?.posts[0]?.body.length ?? 0;
    expect(service?.posts[0]?.headers.expect).toBe('100-continue');
    expect(stagesReported[0]).toBe(0);
    expect(stagesReported.at(-1)).toBe(size);
    expect(stagesReported).toEqual(stagesReported.toSorted((a, b) => a - b));
  });

  test('with a large source is not sent if it is rejected immediately', async () => {
    const { server } = await start();
    server.answerExpectation = (response) => {
      response.writeHead(413, { connection: 'close' }).end('Too much');
    };
    const source = { kind: 'html', html: `<p>${'x'.repeat(4_000_000)}</p>` };
    const failure = await failureOf(server.origin, { request: { source } });
    expect(failure.message).toBe(
      'The service "office" does not accept a request of 4.0 MB (413): Too much. Make the page smaller, such as with smaller images.',
    );
  });

  test('is sent after a moment if the service does not support Expect', async () => {
    const { server, origin } = await start();
    let asked = 0;
    server.answerExpectation = (response) => {
      asked += 1;
      response.writeHead(417).end();
    };
    const source = { kind: 'html', html: `<p>${'x'.repeat(2_000_000)}</p>` };
    const { pdf } = await render(origin, { request: { source } });
    expect(pdf?.pages).toBe(3);
    expect(asked).toBe(1);
  });
});

describe('a file', () => {
  const inliner: SourceInliner = {
    inline: async (_request, options) => {
      options?.onProgress?.({ stage: 'loading' });
      const unresolved = [{ address: 'a.png', reason: literal('it is not there') }];
      return Promise.resolve({ html: '<p>packed', size: 9, inlined: 1, unresolved });
    },
  };
  const source = { kind: 'file', path: '/tmp/a.html' } as const;

  test('is inlined before it is sent, and unresolved references are reported', async () => {
    const { origin } = await start();
    const stages: string[] = [];
    const { pdf } = await render(origin, {
      parts: { inliner: inliner },
      request: { source },
      onProgress: ({ stage }) => stages.push(stage),
    });
    expect(service?.lastBody).toEqual({ source: '<p>packed' });
    expect(publicFindings(pdf?.preflight ?? [])).toEqual([
      { kind: 'resources', message: '"a.png" was not included: it is not there.' },
    ]);
    expect([...new Set(stages)]).toEqual([
      'inlining',
      'loading',
      'sending',
      'rendering',
      'fetching',
    ]);
  });

  test('is inlined, and so is HTML with a base URL', async () => {
    const { origin } = await start();
    for (const base of ['https://example.org/a/', '/tmp']) {
      const based = { kind: 'html', html: '<img src=b.png>', base } as const;
      await render(origin, { parts: { inliner: inliner }, request: { source: based } });
      expect(service?.lastBody).toEqual({ source: '<p>packed' });
    }
  });

  test('is not inlined for an invalid request', async () => {
    const { origin } = await start();
    const failure = await failureOf(origin, {
      parts: { inliner: inliner },
      request: { source, landscape: true },
    });
    expect(failure).toMatchObject({ code: 'invalid-request', fields: [{ field: 'landscape' }] });
    expect(service?.posts).toEqual([]);
  });
});

describe('hipaa', () => {
  const request = { compliance: { gdpr: false, hipaa: true } };

  test('sends nothing to an unencrypted service', async () => {
    const failure = await failureOf('http://pdf.example.org', { request });
    expect(failure).toMatchObject({
      code: 'invalid-request',
      message:
        'The service "office" at "http://pdf.example.org" is not encrypted, which the hipaa flag does not allow; use one with an https URL.',
    });
  });

  test('downloads nothing over an unencrypted connection', async () => {
    const { origin } = await start();
    const url = 'http://pdf.example.org/a.pdf';
    if (service) service.answer = () => ({ kind: 'json', body: { url } });
    const { pdf, receipt } = await render(origin, { request });
    expect(pdf).toBeNull();
    expect(receipt.url).toBe(url);
    expect(notFetchedText(receipt)).toBe(
      'The service "office" has created the PDF, but it could not be downloaded: the connection to pdf.example.org is not encrypted, which the hipaa flag does not allow.',
    );
  });
});

describe('a service without authentication', () => {
  const login = { kind: 'none' } as const;

  test('gets no Authorization header, even if a key exists', async () => {
    service = await StrictService.start(null);
    const { pdf, receipt } = await render(service.origin, { endpoint: { login } });
    expect(receipt.notFetched).toBeUndefined();
    expect(pdf?.pages).toBe(3);
    const all = service.server.requests.map(({ method, headers }) => [
      method,
      'authorization' in headers,
    ]);
    expect(all).toEqual([
      ['POST', false],
      ['GET', false],
    ]);
    expect(service.issues).toEqual([]);
  });

  test('is reported if it requires a login after all', async () => {
    service = await StrictService.start(null);
    service.answer = () => ({ kind: 'plain', status: 401, body: 'Say it.' });
    expect(await failureOf(service.origin, { endpoint: { login }, secret: '' })).toMatchObject({
      code: 'remote-refused',
      message:
        'The service "office" requires a login (401): Say it. Choose the authentication of the service.',
      fields: [{ field: 'login' }],
    });
  });
});

describe('TLS', () => {
  test('is suggested if the server requires it and the URL has http', async () => {
    service = await StrictService.start(`${key}:`, { certificate: authority.issue(localNames) });
    const failure = await failureOf(service.origin.replace('https:', 'http:'));
    expect(failure.message).toContain(
      'the connection broke off. Check the network connection and the URL of the service: if it uses TLS, write https:// instead of http://.',
    );
    expect(failure).toMatchObject({ fields: [{ field: 'address' }] });
  });

  test('accepts authorities that this machine trusts', async () => {
    service = await StrictService.start(`${key}:`, { certificate: authority.issue(localNames) });
    const { pdf } = await render(service.origin, { parts: { ca: [authority.ca] } });
    expect(pdf?.pages).toBe(3);
  });

  test("accepts authorities in the service's certificate file", async () => {
    service = await StrictService.start(`${key}:`, { certificate: authority.issue(localNames) });
    const { pdf } = await render(service.origin, { endpoint: { caFile: authority.caFile } });
    expect(pdf?.pages).toBe(3);
  });

  test.each(['missing.pem', 'empty.pem', 'broken.pem'])(
    'rejects a certificate file that is %s',
    async (name) => {
      const caFile = join(folder, name);
      const wrong = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
      if (name !== 'missing.pem') writeFileSync(caFile, name === 'empty.pem' ? '' : wrong);
      service = await StrictService.start(`${key}:`, { certificate: authority.issue(localNames) });
      const failure = await failureOf(service.origin, { endpoint: { caFile } });
      const reason =
        name === 'missing.pem'
          ? `there is no file "${caFile}"`
          : `"${caFile}" holds no readable certificates`;
      expect(failure).toMatchObject({
        code: 'remote-unreachable',
        message: `The service "office" could not be reached: ${reason}. Choose a PEM file with the certificates of the service's authority.`,
        fields: [{ field: 'caFile' }],
      });
      expect(service.server.requests).toEqual([]);
    },
  );

  test.each([
    [
      'rejects an unknown authority',
      localNames,
      false,
      'is not from an authority that this machine trusts. Choose',
    ],
    [
      'rejects a certificate for another name',
      ['elsewhere.test'],
      true,
      'is for another name. Correct',
    ],
  ])('%s', async (_name, names, isTrusted, text) => {
    service = await StrictService.start(`${key}:`, { certificate: authority.issue(names) });
    const parts = isTrusted ? { ca: [authority.ca] } : {};
    const failure = await failureOf(service.origin, { parts });
    expect(failure).toMatchObject({ code: 'remote-unreachable' });
    expect(failure.message).toContain(`the certificate of the server ${text}`);
    expect(service.server.requests).toEqual([]);
  });
});
