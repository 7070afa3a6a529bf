import { WebSocketServer } from './support/web-socket-server.js';
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

describe('onBeforeRequest', () => {
  test('names each kind of request', async () => {
    await using server = await servePages({
      '/': `<link rel=stylesheet href=style.css><script src=script.js></script><img src=image.png>
        <iframe src=frame.html></iframe><style>@font-face { font-family: f; src: url(font.woff2) }</style>
        <p style="font-family: f">text</p><video src=film.mp4></video><script>fetch('data.json')</script>`,
    });
    const own = freshSession();
    const kinds = new Map<string, string>();
    own.webRequest.onBeforeRequest((details, callback) => {
      kinds.set(new URL(details.url).pathname, details.resourceType);
      callback({});
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    await expect.poll(() => kinds.get('/font.woff2')).toBe('font');
    expect(Object.fromEntries(kinds)).toMatchObject({
      '/': 'mainFrame',
      '/style.css': 'stylesheet',
      '/script.js': 'script',
      '/image.png': 'image',
      '/frame.html': 'subFrame',
      '/film.mp4': 'media',
      '/data.json': 'xhr',
    });
  });

  test('gives method, address, body, page and frame', async () => {
    await using server = await servePages({ '/': 'page' });
    const own = freshSession();
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    const seen: Electron.OnBeforeRequestListenerDetails[] = [];
    own.webRequest.onBeforeRequest((details, callback) => {
      seen.push(details);
      callback({});
    });
    await evaluate(window, "fetch('/post', { method: 'POST', body: 'the body' }).then(() => 0)");
    const [details] = seen;
    expect(details).toMatchObject({
      url: `${server.origin}/post`,
      method: 'POST',
      webContentsId: window.webContents.id,
    });
    expect(details?.webContents === window.webContents).toBe(true);
    expect(details?.frame === window.webContents.mainFrame).toBe(true);
    expect(details?.uploadData[0]?.bytes.toString()).toBe('the body');
  });

  test('can cancel what a page asks for, and the page itself', async () => {
    await using server = await servePages({ '/': 'page', '/data': 'data' });
    const own = freshSession();
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    own.webRequest.onBeforeRequest((_details, callback) => {
      callback({ cancel: true });
    });
    expect(await evaluate(window, fetched('/data'))).toBe('refused');
    const address = `${server.origin}/`;
    await expect(window.loadURL(address)).rejects.toThrow(
      `ERR_BLOCKED_BY_CLIENT (-20) loading '${address}'`,
    );
  });

  test('can redirect', async () => {
    await using server = await servePages({ '/': 'page', '/old': 'old', '/new': 'new' });
    const own = freshSession();
    own.webRequest.onBeforeRequest((details, callback) => {
      callback(details.url.endsWith('/old') ? { redirectURL: `${server.origin}/new` } : {});
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    expect(await evaluate(window, fetched('/old'))).toBe('200 new');
  });

  test('asks again after a redirect of the server, under the same id', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/from') response.writeHead(302, { location: '/to' });
      response.end('there');
    });
    const own = freshSession();
    const seen: (readonly [number, string])[] = [];
    own.webRequest.onBeforeRequest(({ id, url }, callback) => {
      seen.push([id, new URL(url).pathname]);
      callback({});
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(`${server.origin}/from`);
    expect(seen.map(([, path]) => path)).toEqual(['/from', '/to']);
    expect(seen[0]?.[0]).toBe(seen[1]?.[0]);
  });

  test('sees files, frames of other sites, and what workers ask for', async () => {
    await using other = await servePages({ '/frame': '<img src=/in-frame.png>' });
    const worker = `new Worker(URL.createObjectURL(new Blob(["fetch('${other.origin}/in-worker')"])))`;
    await using server = await servePages({
      '/': `<iframe src="${other.origin.replace('127.0.0.1', 'localhost')}/frame"></iframe><script>${worker}</script>`,
    });
    const own = freshSession();
    const seen: string[] = [];
    own.webRequest.onBeforeRequest(({ url }, callback) => {
      seen.push(new URL(url).protocol === 'file:' ? url : new URL(url).pathname);
      callback({});
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    await expect.poll(() => seen).toContain('/in-worker');
    expect(seen).toContain('/in-frame.png');
    await window.loadURL('file:///nothing/here.html').catch(() => undefined);
    expect(seen).toContain('file:///nothing/here.html');
  });

  test('decides over WebSockets, of pages and of workers', async () => {
    await using server = await servePages({ '/': 'page' });
    await using sockets = await WebSocketServer.start();
    const connect = `new Promise(r => {
      const s = new WebSocket('${sockets.address}'); s.onopen = () => r('open'); s.onerror = () => r('refused');
    })`;
    using free = hiddenWindow();
    await free.loadURL(server.origin);
    expect(await evaluate(free, connect)).toBe('open');
    const own = freshSession();
    const asked: string[] = [];
    let cancel = false;
    own.webRequest.onBeforeRequest(({ url, resourceType }, callback) => {
      if (resourceType === 'webSocket') asked.push(url);
      callback({ cancel: cancel && resourceType === 'webSocket' });
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    expect(await evaluate(window, connect)).toBe('open');
    expect(asked).toEqual([sockets.address]);
    const inWorker = `new Promise(r => {
      const w = new Worker(URL.createObjectURL(new Blob([
        "const s = new WebSocket('${sockets.address}'); s.onopen = () => postMessage('open'); s.onerror = () => postMessage('refused')"
      ]))); w.onmessage = (e) => r(e.data);
    })`;
    expect(await evaluate(window, inWorker)).toBe('open');
    cancel = true;
    expect(await evaluate(window, connect)).toBe('refused');
    expect(await evaluate(window, inWorker)).toBe('refused');
    expect(asked).toHaveLength(4);
  });
});

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

describe('the events that only tell', () => {
  test('come in order, with redirects and ends', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/from') response.writeHead(301, { location: '/to' });
      response.end('there');
    });
    const own = freshSession();
    const told: unknown[] = [];
    const path = (url: string) => new URL(url).pathname;
    own.webRequest.onBeforeRedirect(({ url, redirectURL, statusCode }) => {
      told.push(['redirect', path(url), path(redirectURL), statusCode]);
    });
    own.webRequest.onResponseStarted(({ url, statusCode }) => {
      told.push(['started', path(url), statusCode]);
    });
    own.webRequest.onCompleted(({ url, statusCode, fromCache }) => {
      told.push(['completed', path(url), statusCode, fromCache]);
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(`${server.origin}/from`);
    await expect.poll(() => told).toHaveLength(3);
    expect(told).toEqual([
      ['redirect', '/from', '/to', 301],
      ['started', '/to', 200],
      ['completed', '/to', 200, false],
    ]);
  });

  test('onErrorOccurred gives the reason', async () => {
    const own = freshSession();
    const errors: string[] = [];
    own.webRequest.onErrorOccurred(({ error }) => errors.push(error));
    using window = hiddenWindow({ session: own });
    await expect(window.loadURL('http://nothing.invalid/')).rejects.toThrow();
    expect(errors).toEqual(['net::ERR_NAME_NOT_RESOLVED']);
    own.webRequest.onBeforeRequest((_details, callback) => {
      callback({ cancel: true });
    });
    await expect(window.loadURL('http://nothing.invalid/')).rejects.toThrow();
    expect(errors[1]).toBe('net::ERR_BLOCKED_BY_CLIENT');
  });

  test('onErrorOccurred ends what a destroyed window had under way', async () => {
    await using server = await serve(() => undefined);
    const own = freshSession();
    const begun = new Promise<void>((resolve) => {
      own.webRequest.onSendHeaders(() => {
        resolve();
      });
    });
    const ended = new Promise<string>((resolve) => {
      own.webRequest.onErrorOccurred(({ error }) => {
        resolve(error);
      });
    });
    using window = hiddenWindow({ session: own });
    void window.loadURL(server.origin);
    await begun;
    window.destroy();
    expect(await ended).toBe('net::ERR_ABORTED');
  });
});

describe('listeners', () => {
  test('can be filtered by address and kind, with exceptions', async () => {
    await using server = await servePages({ '/': 'page', '/a/1': '1', '/a/2': '2', '/b': 'b' });
    const own = freshSession();
    const cancel = (_details: unknown, callback: (response: Electron.CallbackResponse) => void) => {
      callback({ cancel: true });
    };
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    const urls = [`${server.origin}/a/*`];
    own.webRequest.onBeforeRequest({ urls, excludeUrls: [`${server.origin}/a/2`] }, cancel);
    expect(await evaluate(window, fetched('/a/1'))).toBe('refused');
    expect(await evaluate(window, fetched('/a/2'))).toBe('200 2');
    expect(await evaluate(window, fetched('/b'))).toBe('200 b');
    own.webRequest.onBeforeRequest({ urls, types: ['image'] }, cancel);
    expect(await evaluate(window, fetched('/a/1'))).toBe('200 1');
  });

  test('replace one another, and go with null', async () => {
    await using server = await servePages({ '/': 'page' });
    const own = freshSession();
    const seen: string[] = [];
    const listen = (name: string) => {
      own.webRequest.onBeforeRequest((_details, callback) => {
        seen.push(name);
        callback({});
      });
    };
    using window = hiddenWindow({ session: own });
    listen('first');
    listen('second');
    await window.loadURL(server.origin);
    expect(seen).toEqual(['second']);
    own.webRequest.onBeforeRequest(null);
    await window.loadURL(server.origin);
    expect(seen).toEqual(['second']);
  });

  test('are refused where they are none, or have no proper filter', () => {
    const webRequest = freshSession().webRequest as unknown as {
      onBeforeRequest: (...args: unknown[]) => void;
    };
    const set = (...args: unknown[]) => {
      webRequest.onBeforeRequest(...args);
    };
    expect(() => set('x')).toThrow(new TypeError('Must pass null or a Function'));
    expect(() => set({}, () => undefined)).toThrow(
      new TypeError("Parameter 'filter' must have property 'urls'."),
    );
    expect(() => set({ urls: ['nonsense'] }, () => undefined)).toThrow(
      /^Invalid url pattern nonsense/,
    );
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
