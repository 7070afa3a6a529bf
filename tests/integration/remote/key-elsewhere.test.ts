import { afterEach, beforeEach, expect, test } from 'vitest';
import { RecordingServer } from '../../support/services/recording-server.js';
import { StrictService } from '../../support/services/strict-service.js';
import { failureOf, key, logged, notFetchedText, render } from './support/remote.js';

let service: StrictService;
let stranger: RecordingServer;
beforeEach(async () => {
  service = await StrictService.start(`${key}:`);
  stranger = await RecordingServer.start();
  stranger.respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(service.pdf);
  };
});
afterEach(async () => {
  const all = JSON.stringify(stranger.requests.map(({ path, headers }) => ({ path, headers })));
  const encoded = Buffer.from(`${key}:`).toString('base64');
  expect(all).not.toContain(key);
  expect(all).not.toContain(encoded);
  expect(all).not.toMatch(/authorization/i);
  expect(stranger.requests.map(({ body }) => body.length)).toEqual(stranger.requests.map(() => 0));
  expect(logged.join('\n')).not.toContain(key);
  await service.close();
  await stranger.close();
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) of the request is not followed',
  async (status) => {
    const headers = { location: `${stranger.origin}/v1/pdf` };
    service.answer = () => ({ kind: 'plain', status, headers });
    const failure = await failureOf(service.origin);
    expect(failure.message).toContain(` to ${stranger.origin}/v1/pdf`);
    expect(stranger.requests).toEqual([]);
  },
);

test('a PDF at another origin is fetched without the key', async () => {
  service.answer = () => ({ kind: 'json', body: { url: `${stranger.origin}/a.pdf?signature=1` } });
  const { pdf, receipt } = await render(service.origin);
  expect(pdf?.pages).toBe(3);
  expect(receipt.url).toBe(`${stranger.origin}/a.pdf?signature=1`);
  expect(stranger.requests).toHaveLength(1);
});

test('a PDF at the own origin is fetched with the key, which a redirect to another one drops', async () => {
  const own: (string | undefined)[] = [];
  const respond = service.server.respond;
  service.server.respond = (request, response, number) => {
    if (request.method === 'POST') {
      respond(request, response, number);
      return;
    }
    own.push(request.headers.authorization);
    response.writeHead(302, { location: `${stranger.origin}/a.pdf` }).end();
  };
  const { pdf } = await render(service.origin);
  expect(pdf?.pages).toBe(3);
  expect(own).toEqual([`Basic ${Buffer.from(`${key}:`).toString('base64')}`]);
  expect(stranger.requests).toHaveLength(1);
});

test('a redirect back to the own origin comes there without the key', async () => {
  const own: (string | undefined)[] = [];
  const { respond } = service.server;
  service.server.respond = (request, response, number) => {
    if (request.method === 'GET') own.push(request.headers.authorization);
    respond(request, response, number);
  };
  stranger.respond = (_request, response) => {
    response.writeHead(302, { location: service.resultAddress }).end();
  };
  service.answer = () => ({ kind: 'json', body: { url: `${stranger.origin}/a.pdf` } });
  const { pdf } = await render(service.origin);
  expect(pdf?.pages).toBe(3);
  expect(own).toEqual([undefined]);
});

test('a place to ask at that is elsewhere is asked without the key', async () => {
  const location = `${stranger.origin}/tasks/1`;
  service.answer = () => ({ kind: 'later', location, waits: 0, then: { kind: 'pdf' } });
  const { pdf } = await render(service.origin);
  expect(pdf?.pages).toBe(3);
  expect(stranger.requests).toHaveLength(1);
});

test('a user and a password in an address go nowhere', async () => {
  const url = stranger.origin.replace('//', `//someone:${key}@`);
  service.answer = () => ({ kind: 'json', body: { url: `${url}/a.pdf` } });
  const { receipt } = await render(service.origin);
  expect(stranger.requests).toHaveLength(1);
  expect(receipt.url).not.toContain(key);
});

test('redirects without end are left after a few', async () => {
  stranger.respond = (_request, response) => {
    response.writeHead(302, { location: '/again' }).end();
  };
  service.answer = () => ({ kind: 'json', body: { url: `${stranger.origin}/a.pdf` } });
  const { pdf, receipt } = await render(service.origin);
  expect(pdf).toBeNull();
  expect(notFetchedText(receipt)).toBe(
    'The service "office" has created the PDF, but it could not be downloaded: it redirects more than 5 times.',
  );
  expect(stranger.requests).toHaveLength(6);
});
