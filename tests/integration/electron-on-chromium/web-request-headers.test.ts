import { beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  evaluate,
  freshSession,
  hiddenWindow,
  nextEvent,
  serve,
  servePages,
} from './support/stand-in.js';

beforeAll(async () => app.whenReady());

const fetched = (address: string) =>
  `fetch('${address}').then(async r => r.status + ' ' + await r.text(), () => 'refused')`;

describe('onBeforeSendHeaders', () => {
  test('gives the headers, can change and cancel; onSendHeaders is told', async () => {
    const received: (string | undefined)[] = [];
    await using server = await serve((request, response) => {
      if (request.url === '/data') received.push(request.headers['x-added'] as string | undefined);
      response.end('data');
    });
    const own = freshSession();
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    own.webRequest.onBeforeSendHeaders((details, callback) => {
      expect(details.requestHeaders['User-Agent']).toContain('Chrome');
      callback(
        details.url.endsWith('/no')
          ? { cancel: true }
          : { requestHeaders: { ...details.requestHeaders, 'X-Added': 'yes' } },
      );
    });
    const sent: unknown[] = [];
    own.webRequest.onSendHeaders(({ requestHeaders }) => sent.push(requestHeaders['X-Added']));
    expect(await evaluate(window, fetched('/data'))).toBe('200 data');
    expect(received).toEqual(['yes']);
    expect(sent).toEqual(['yes']);
    expect(await evaluate(window, fetched('/no'))).toBe('refused');
  });
});

describe('onHeadersReceived', () => {
  test('gives status and headers, and can change them', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'x-server': ['a', 'b'], 'content-type': 'text/html' });
      response.end('page');
    });
    const own = freshSession();
    const seen: unknown[] = [];
    own.webRequest.onHeadersReceived((details, callback) => {
      seen.push([details.statusCode, details.statusLine, details.responseHeaders?.['x-server']]);
      callback({
        statusLine: 'HTTP/1.1 207 Other',
        responseHeaders: { ...details.responseHeaders, 'x-changed': 'yes' },
      });
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    expect(seen).toEqual([[200, 'HTTP/1.1 200 OK', ['a', 'b']]]);
    const answer = "fetch('/').then(r => r.status + r.headers.get('x-changed'))";
    expect(await evaluate(window, answer)).toBe('207yes');
  });

  test('can cancel', async () => {
    await using server = await servePages({ '/': 'page' });
    const own = freshSession();
    own.webRequest.onHeadersReceived((_details, callback) => {
      callback({ cancel: true });
    });
    using window = hiddenWindow({ session: own });
    await expect(window.loadURL(server.origin)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT (-20)');
  });
});

describe('login', () => {
  test('is cancelled by default, and given where a listener gives it', async () => {
    await using server = await serve((request, response) => {
      if (
        request.headers.authorization !== `Basic ${Buffer.from('me:secret').toString('base64')}`
      ) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="here"' });
      }
      response.end('page');
    });
    using refused = hiddenWindow();
    const navigated = nextEvent(refused.webContents, 'did-navigate');
    await refused.loadURL(server.origin);
    expect((await navigated)[2]).toBe(401);
    using window = hiddenWindow();
    window.webContents.on('login', (event, _details, info, callback) => {
      event.preventDefault();
      expect(info).toMatchObject({
        scheme: 'basic',
        realm: 'here',
        host: '127.0.0.1',
        isProxy: false,
      });
      callback('me', 'secret');
    });
    const accepted = nextEvent(window.webContents, 'did-navigate');
    await window.loadURL(server.origin);
    expect((await accepted)[2]).toBe(200);
  });
});
