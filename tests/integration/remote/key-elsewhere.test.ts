// @module-tag core

import { afterEach, beforeEach, expect, test } from 'vitest';
import { RecordingServer } from '../../support/services/recording-server.js';
import { StrictService } from '../../support/services/strict-service.js';
import { failureOf, key, logged, notFetchedText, render } from './support/remote.js';

let service: StrictService;
let otherOrigin: RecordingServer;
beforeEach(async () => {
  service = await StrictService.start(`${key}:`);
  otherOrigin = await RecordingServer.start();
  otherOrigin.respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(service.pdf);
  };
});
afterEach(async () => {
  const allRequests = JSON.stringify(
    otherOrigin.requests.map(({ path, headers }) => ({ path, headers })),
  );
  const encoded = Buffer.from(`${key}:`).toString('base64');
  expect(allRequests).not.toContain(key);
  expect(allRequests).not.toContain(encoded);
  expect(allRequests).not.toMatch(/authorization/i);
  expect(otherOrigin.requests.map(({ body }) => body.length)).toEqual(
    otherOrigin.requests.map(() => 0),
  );
  expect(logged.join('\n')).not.toContain(key);
  await service.close();
  await otherOrigin.close();
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) of the request is not followed',
  async (status) => {
    const headers = { location: `${otherOrigin.origin}/v1/pdf` };
    service.answer = () => ({ kind: 'plain', status, headers });
    const failure = await failureOf(service.origin);
    expect(failure.message).toContain(` to ${otherOrigin.origin}/v1/pdf`);
    expect(otherOrigin.requests).toEqual([]);
  },
);

test('a PDF at another origin is downloaded without the key', async () => {
  service.answer = () => ({
    kind: 'json',
    body: { url: `${otherOrigin.origin}/a.pdf?signature=1` },
  });
  const { pdf, receipt } = await render(service.origin);
  expect(pdf?.pages).toBe(3);
  expect(receipt.url).toBe(`${otherOrigin.origin}/a.pdf?signature=1`);
  expect(otherOrigin.requests).toHaveLength(1);
});

test('a PDF at the same origin is downloaded with the key, which a redirect to another one removes', async () => {
  const own: (string | undefined)[] = [];
  const respond = service.server.respond;
  service.server.respond = (request, response, number) => {
    if (request.method === 'POST') {
      respond(request, response, number);
      return;
    }
    own.push(request.headers.authorization);
    response.writeHead(302, { location: `${otherOrigin.origin}/a.pdf` }).end();
  };
  const { pdf } = await render(service.origin);
  expect(pdf?.pages).toBe(3);
  expect(own).toEqual([`Basic ${Buffer.from(`${key}:`).toString('base64')}`]);
  expect(otherOrigin.requests).toHaveLength(1);
});

test('a redirect back to the same origin is followed without the key', async () => {
  const own: (string | undefined)[] = [];
  const { respond } = service.server;
  service.server.respond = (request, response, number) => {
    if (request.method === 'GET') own.push(request.headers.authorization);
    respond(request, response, number);
  };
  otherOrigin.respond = (_request, response) => {
    response.writeHead(302, { location: service.resultAddress }).end();
  };
  service.answer = () => ({ kind: 'json', body: { url: `${otherOrigin.origin}/a.pdf` } });
  const { pdf } = await render(service.origin);
  expect(pdf?.pages).toBe(3);
  expect(own).toEqual([undefined]);
});

test('a polling URL at another origin is requested without the key', async () => {
  const location = `${otherOrigin.origin}/tasks/1`;
  service.answer = () => ({ kind: 'later', location, polls: 0, then: { kind: 'pdf' } });
  const { pdf } = await render(service.origin);
  expect(pdf?.pages).toBe(3);
  expect(otherOrigin.requests).toHaveLength(1);
});

test('a user and password in a URL are not sent', async () => {
  const url = otherOrigin.origin.replace('//', `//someone:${key}@`);
  service.answer = () => ({ kind: 'json', body: { url: `${url}/a.pdf` } });
  const { receipt } = await render(service.origin);
  expect(otherOrigin.requests).toHaveLength(1);
  expect(receipt.url).not.toContain(key);
});

test('endless redirects are given up after a few', async () => {
  otherOrigin.respond = (_request, response) => {
    response.writeHead(302, { location: '/again' }).end();
  };
  service.answer = () => ({ kind: 'json', body: { url: `${otherOrigin.origin}/a.pdf` } });
  const { pdf, receipt } = await render(service.origin);
  expect(pdf).toBeNull();
  expect(notFetchedText(receipt)).toBe(
    'The service "office" has created the PDF, but it could not be downloaded: it redirects more than 5 times.',
  );
  expect(otherOrigin.requests).toHaveLength(6);
});
