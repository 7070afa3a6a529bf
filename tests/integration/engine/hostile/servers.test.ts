import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebServer, page, startWebServer } from '../../support/web-server.js';
import { attack, attackAt, failureWith, findingsOf, pdfWith } from './support/hostile.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';

let server: WebServer;
const timers = new Set<NodeJS.Timeout>();

/** Sends a byte per second, without end. */
function dribble(response: ServerResponse, type: string): void {
  response.writeHead(200, { 'content-type': type }).write(' ');
  const timer = setInterval(() => response.write(' '), 1000);
  timers.add(timer);
  response.on('close', () => clearInterval(timer));
}

/** A frame that Chromium runs in another process, as it does for other sites. */
const isolated = (path: string) => `<iframe sandbox=allow-scripts src="${path}"></iframe>`;

const auth = { 'www-authenticate': 'Basic realm="secret place"' };

beforeAll(async () => {
  server = await startWebServer({
    '/refresh': page('<meta http-equiv=refresh content="0;url=/refresh"><p>shown</p>'),
    '/back-and-forth': page(
      '<p>shown</p><script>location.replace("/forth?" + Math.random())</script>',
    ),
    '/forth': page(
      '<p>shown</p><script>location.replace("/back-and-forth?" + Math.random())</script>',
    ),
    '/redirect': (response) => response.writeHead(302, { location: '/redirect' }).end(),
    '/growing': (response, { url = '' }) =>
      response.writeHead(302, { location: `${url}${url.includes('?') ? '' : '?'}x` }).end(),
    '/half': (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>the first half');
    },
    '/bytes': (response) => dribble(response, 'text/html'),
    '/slow-style': page('<link rel=stylesheet href=/dribbled.css><p>shown</p>'),
    '/slow-image': page('<p>shown</p><img src=/dribbled.png>'),
    '/never-image': page('<p>shown</p><img src=/never.png>'),
    '/never-style': page('<link rel=stylesheet href=/never.css><p>shown</p>'),
    '/never-script': page('<p>shown</p><script src=/never.js></script>'),
    '/never-fetched': page('<p>shown</p><script>fetch("/never")</script>'),
    '/dribbled.css': (response) => dribble(response, 'text/css'),
    '/dribbled.png': (response) => dribble(response, 'image/png'),
    '/never': () => undefined,
    '/never.png': () => undefined,
    '/never.css': () => undefined,
    '/never.js': () => undefined,
    '/auth': (response) => response.writeHead(401, auth).end('who?'),
    '/auth-image': page('<p>shown</p><img src=/auth>'),
    '/short': (response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 });
      response.write('<p>short', () => response.destroy());
    },
    '/no-http': (response) => void response.socket?.end('hello, this is not HTTP\r\n'),
    '/headers': (response) =>
      response.writeHead(200, { 'x-long': 'x'.repeat(400_000) }).end('<p>shown'),
    '/frame': page('<p>in another process</p>'),
    '/endless': page('<p>looping</p><script>for (;;) {}</script>'),
    '/frames': page(`<p>shown</p>${isolated('/refresh')}${isolated('/auth')}${isolated('/never')}`),
    '/endless-frame': page(`<p>shown</p>${isolated('/endless')}`),
    '/isolated-frame': page(`<p>shown</p>${isolated('/frame')}`),
  });
});
afterAll(async () => {
  for (const timer of timers) clearInterval(timer);
  await server.close();
});

const at = async (path: string, options: object = {}) =>
  attackAt(`${server.origin}${path}`, options);

describe('an endless page', () => {
  it.each(['/refresh', '/back-and-forth'])('%s ends', async (path) => {
    expect(await at(path)).toEqual(
      failureWith('load-failed', 'it keeps redirecting to other pages'),
    );
  });

  it.each(['/redirect', '/growing'])('redirects (%s) end with the reason', async (path) => {
    expect(await at(path)).toEqual(failureWith('load-failed', 'it redirects endlessly'));
  });
});

describe('a load that never finishes', () => {
  it.each([
    ['/never', '/never'],
    ['/half', '/half'],
    ['/bytes', '/bytes'],
    ['/never-style', '/never.css'],
    ['/slow-style', '/dribbled.css'],
    ['/never-script', '/never.js'],
    ['/never-image', '/never.png'],
    ['/slow-image', '/dribbled.png'],
  ])('%s is reported as waiting for %s and can be canceled', async (path, awaited) => {
    const controller = new AbortController();
    const source = { kind: 'url', url: server.origin + path };
    const outcome = await attack(
      { source },
      {
        signal: controller.signal,
        onProgress: ({ waitingFor }) => {
          if (waitingFor && englishText(waitingFor) === server.origin + awaited) controller.abort();
        },
      },
    );
    expect(outcome).toEqual(failureWith('canceled'));
  });

  it('times out', async () => {
    expect(await at('/never', { timeoutSeconds: 1 })).toEqual(failureWith('timed-out'));
  });

  it('that was requested by a script is reported, and the page printed', async () => {
    const outcome = await at('/never-fetched');
    expect(outcome).toEqual(pdfWith('shown'));
    expect(findingsOf(outcome, 'resources')).toEqual([
      `${server.origin}/never was still loading when the page was printed.`,
    ]);
  });
});

describe('a server that requires a login', () => {
  it('for the page is reported in the failure', async () => {
    expect(await at('/auth')).toEqual(
      failureWith('load-failed', 'the server answered 401, it requires signing in'),
    );
  });

  it('for an image is reported beside the PDF', async () => {
    const outcome = await at('/auth-image');
    expect(outcome).toEqual(pdfWith('shown'));
    expect(findingsOf(outcome, 'resources')).toEqual([
      expect.stringContaining(
        '/auth did not load: the server answered 401, it requires signing in',
      ),
    ]);
  });
});

describe('a server that violates HTTP', () => {
  it(
    'that breaks off within the page fails it rather than truncating it',
    { tags: ['core'] },
    async () => {
      expect(await at('/short')).toEqual(
        failureWith('load-failed', 'the response broke off or could not be decoded'),
      );
    },
  );

  it.each(['/no-http', '/headers'])('%s fails', async (path) => {
    expect(await at(path)).toEqual(failureWith('load-failed'));
  });
});

describe('a frame in another process', () => {
  it('is printed with the page', async () => {
    expect(await at('/isolated-frame')).toEqual(pdfWith('in another process'));
  });

  it.each(['/frames', '/endless-frame'])(
    'that is malicious (%s) affects only this page',
    async (path) => {
      const outcome = await at(path, { timeoutSeconds: 2 });
      expect(outcome.kind === 'failed' ? outcome.code : 'pdf').toMatch(/timed-out|pdf/);
    },
  );
});
