import { beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  evaluate,
  freshSession,
  hiddenWindow,
  nextEvent,
  pageAddress,
  serve,
  servePages,
  standInTest,
} from '../support/electron.js';
import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

beforeAll(async () => app.whenReady());

const fetched = (address: string) =>
  `fetch('${address}').then(async r => r.status + ' ' + await r.text(), () => 'refused')`;

describe('onBeforeRequest', () => {
  test('reports the type of each request', async () => {
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

  test('has method, URL, body, page and frame', async () => {
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

  test('can cancel requests of a page, and the page itself', async () => {
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

  test('is called again after a redirect of the server, with the same id', async () => {
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

  test('reports files, frames of other sites, and requests of workers', async () => {
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

  test('can cancel WebSockets, of pages and of workers', async () => {
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

  test('is called for a WebSocket immediately, even while others to the same server are pending', async () => {
    await using server = await servePages({ '/': 'page' });
    await using sockets = await WebSocketServer.start();
    const own = freshSession();
    const asked: string[] = [];
    own.webRequest.onBeforeRequest(({ url, resourceType }, callback) => {
      if (resourceType === 'webSocket') asked.push(url);
      else callback({});
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    // More than Chromium connects to one proxy at a time.
    const addresses = Array.from({ length: 100 }, (_, n) => `${sockets.address}${n}`);
    await evaluate(window, `for (const a of ${JSON.stringify(addresses)}) new WebSocket(a)`);
    await expect.poll(() => asked).toEqual(addresses);
  });
});

describe('onBeforeRequest in general', () => {
  test('is called for every request without a filter', async () => {
    await using server = await servePages({ '/': 'page', '/a': 'a', '/b': 'b' });
    const own = freshSession();
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    own.webRequest.onBeforeRequest((_details, callback) => callback({ cancel: true }));
    for (const path of ['/a', '/b']) expect(await evaluate(window, fetched(path))).toBe('refused');
  });

  test('has numbers for id and time, and no body if none is sent', async () => {
    await using server = await servePages({ '/': 'page', '/a': 'a' });
    const own = freshSession();
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    const seen: Electron.OnBeforeRequestListenerDetails[] = [];
    own.webRequest.onBeforeRequest((details, callback) => {
      seen.push(details);
      callback({});
    });
    expect(await evaluate(window, fetched('/a'))).toBe('200 a');
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'GET',
      resourceType: 'xhr',
      url: `${server.origin}/a`,
    });
    expect([typeof seen[0]?.id, typeof seen[0]?.timestamp]).toEqual(['number', 'number']);
    expect(seen[0]?.uploadData).toBeUndefined();
  });

  test('can cancel a request after reading its body', async () => {
    await using server = await servePages({ '/': 'page' });
    const own = freshSession();
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    const bodies: string[] = [];
    own.webRequest.onBeforeRequest(({ uploadData }, callback) => {
      bodies.push(...uploadData.map(({ bytes }) => bytes.toString()));
      callback({ cancel: true });
    });
    const post =
      "fetch('/', { method: 'POST', body: 'name=post+test' }).then(() => 0, () => 'refused')";
    expect(await evaluate(window, post)).toBe('refused');
    expect(bodies).toEqual(['name=post+test']);
  });

  test('survives redirects of the server', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/from') response.writeHead(301, { location: '/to' });
      response.end('there');
    });
    const own = freshSession();
    own.webRequest.onBeforeRequest((_details, callback) => callback({ cancel: false }));
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    expect(await evaluate(window, fetched('/from'))).toBe('200 there');
    expect(await evaluate(window, fetched('/from'))).toBe('200 there');
  });

  test('can cancel the load of a file', async () => {
    const own = freshSession();
    own.webRequest.onBeforeRequest((_details, callback) => callback({ cancel: true }));
    using window = hiddenWindow({ session: own });
    await expect(window.loadURL('file:///nothing/here.html')).rejects.toThrow(
      'ERR_BLOCKED_BY_CLIENT',
    );
  });
});

describe('onHeadersReceived', () => {
  test('reports status and headers, which are not changed', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { custom: ['Header', 'b'], 'content-type': 'text/html' });
      response.end('page');
    });
    const own = freshSession();
    const seen: unknown[] = [];
    own.webRequest.onHeadersReceived((details, callback) => {
      seen.push([details.statusCode, details.statusLine, details.responseHeaders?.['custom']]);
      callback({});
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    expect(seen).toEqual([[200, 'HTTP/1.1 200 OK', ['Header', 'b']]]);
    expect(await evaluate(window, "fetch('/').then(r => r.headers.get('custom'))")).toBe(
      'Header, b',
    );
  });

  test('can change headers', async () => {
    await using server = await servePages({ '/': 'page' });
    const own = freshSession();
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    own.webRequest.onHeadersReceived(({ responseHeaders }, callback) =>
      callback({ responseHeaders: { ...responseHeaders, custom: ['Changed'] } }),
    );
    const custom =
      "fetch('/').then(async (r) => [r.status, r.headers.get('custom'), await r.text()])";
    expect(await evaluate(window, custom)).toEqual([200, 'Changed', 'page']);
  });

  test('reports a redirect and its destination', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/from') response.writeHead(301, { location: '/to' });
      response.end('there');
    });
    const own = freshSession();
    const seen: number[] = [];
    own.webRequest.onHeadersReceived((details, callback) => {
      seen.push(details.statusCode);
      callback({});
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(`${server.origin}/from`);
    expect(seen).toEqual([301, 200]);
  });

  test('can cancel', async () => {
    await using server = await servePages({ '/': 'page' });
    const own = freshSession();
    own.webRequest.onHeadersReceived((_details, callback) => callback({ cancel: true }));
    using window = hiddenWindow({ session: own });
    await expect(window.loadURL(server.origin)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT (-20)');
  });
});

describe('onCompleted and onErrorOccurred', () => {
  test('report the end of a redirected request once', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/from') response.writeHead(301, { location: '/to' });
      response.end('there');
    });
    const own = freshSession();
    const reported: unknown[] = [];
    own.webRequest.onBeforeRequest((_details, callback) => callback({}));
    own.webRequest.onCompleted(({ url, statusCode, statusLine, fromCache, error }) => {
      reported.push([new URL(url).pathname, statusCode, statusLine, fromCache, error]);
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(`${server.origin}/from`);
    await expect.poll(() => reported).toEqual([['/to', 200, 'HTTP/1.1 200 OK', false, 'net::OK']]);
  });

  test('onErrorOccurred has the reason', async () => {
    const own = freshSession();
    const errors: string[] = [];
    own.webRequest.onErrorOccurred(({ error }) => errors.push(error));
    using window = hiddenWindow({ session: own });
    await expect(window.loadURL('http://nothing.invalid/')).rejects.toThrow();
    expect(errors).toEqual(['net::ERR_NAME_NOT_RESOLVED']);
    own.webRequest.onBeforeRequest((_details, callback) => callback({ cancel: true }));
    await expect(window.loadURL('http://nothing.invalid/')).rejects.toThrow();
    expect(errors[1]).toBe('net::ERR_BLOCKED_BY_CLIENT');
  });

  test('onErrorOccurred reports pending requests of a destroyed window', async () => {
    await using server = await serve(() => undefined);
    const own = freshSession();
    const webRequest = { begun: nextCall(), ended: nextCall() };
    own.webRequest.onBeforeRequest((_details, callback) => {
      callback({});
      webRequest.begun.call('');
    });
    own.webRequest.onErrorOccurred(({ error }) => webRequest.ended.call(error));
    using window = hiddenWindow({ session: own });
    void window.loadURL(server.origin);
    await webRequest.begun.called;
    window.destroy();
    expect(await webRequest.ended.called).toBe('net::ERR_ABORTED');
  });
});

describe('listeners', () => {
  test('replace one another, and are removed with null', async () => {
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
    // Otherwise Electron rejects the next load with ERR_FAILED.
    const stopped = new Promise<void>((resolve) =>
      window.webContents.once('did-stop-loading', () => resolve()),
    );
    await window.loadURL(server.origin);
    await stopped;
    own.webRequest.onBeforeRequest(null);
    await window.loadURL(server.origin);
    expect(seen).toEqual(['second']);
  });

  test("receive URLs that Node cannot parse in Chromium's spelling", async () => {
    const own = freshSession();
    const seen: string[] = [];
    own.webRequest.onBeforeRequest(({ url, resourceType }, callback) => {
      if (resourceType !== 'mainFrame') seen.push(url);
      callback({ cancel: resourceType !== 'mainFrame' });
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(
      pageAddress('<img src="http://a b/"><script>new WebSocket("ws://xn--a/x")</script>'),
    );
    await expect.poll(() => seen.toSorted()).toEqual(['http://a%20b/', 'ws://xn--a/x']);
  });

  standInTest('accept no filter, and no other events exist', () => {
    const { webRequest } = freshSession();
    const refusal = 'not implemented by electron-on-chromium: ';
    expect(() => webRequest.onBeforeRequest({ urls: [] }, () => undefined)).toThrow(
      `${refusal}webRequest.onBeforeRequest with a filter`,
    );
    const others = ['onSendHeaders', 'onBeforeRedirect', 'onResponseStarted'] as const;
    for (const name of others)
      expect((): unknown => Reflect.get(webRequest, name)).toThrow(`${refusal}WebRequest.${name}`);
    const set = webRequest.onBeforeRequest.bind(webRequest) as (listener: unknown) => void;
    expect(() => set('x')).toThrow(new TypeError('Must pass null or a Function'));
  });
});

describe('onBeforeSendHeaders', () => {
  /** A page, and the headers of the requests for `/a`. */
  async function withHeaders(
    change: (headers: Record<string, string>) => Electron.BeforeSendResponse,
    run: (window: Electron.BrowserWindow) => Promise<unknown>,
  ) {
    const received: IncomingHttpHeaders[] = [];
    await using server = await serve(({ url, headers }, response) => {
      if (url === '/a') received.push(headers);
      response.end('page');
    });
    const own = freshSession();
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    own.webRequest.onBeforeSendHeaders(({ requestHeaders }, callback) => {
      callback(change(requestHeaders));
    });
    const result = await run(window);
    return { received, result };
  }

  test('receives the headers, and leaves them unchanged by default', async () => {
    let seen: Record<string, string> = {};
    const { received } = await withHeaders(
      (headers) => {
        seen = headers;
        return {};
      },
      async (window) =>
        evaluate(window, "fetch('/a', { headers: { 'Foo.Bar': 'baz' } }).then(() => 0)"),
    );
    expect(seen).toMatchObject({ 'Foo.Bar': 'baz' });
    expect(received).toMatchObject([{ 'foo.bar': 'baz' }]);
  });

  test.each([
    ['a header', { Accept: '*/*;test/header' }],
    ['the origin', { Origin: 'http://new-origin' }],
  ])('changes %s', async (_case, changes) => {
    const { received } = await withHeaders(
      (headers) => ({ requestHeaders: { ...headers, ...changes } }),
      async (window) => evaluate(window, fetched('/a')),
    );
    const [[name, value] = ['', '']] = Object.entries(changes);
    expect(received).toMatchObject([{ [name.toLowerCase()]: value }]);
  });

  test('replaces the headers as a whole', async () => {
    const { received } = await withHeaders(
      () => ({ requestHeaders: { Test: 'header' } }),
      async (window) => evaluate(window, "fetch('/a', { headers: { custom: '1' } }).then(() => 0)"),
    );
    expect(received).toMatchObject([{ test: 'header' }]);
    expect(received[0]).not.toHaveProperty('custom');
  });

  // Electron 33 ends with SIGTRAP; Platen checks names and values (`page-access.ts`).
  standInTest('drops invalid headers and sends the others', async () => {
    const { received, result } = await withHeaders(
      (headers) => ({
        requestHeaders: {
          ...headers,
          'Invalid Header': 'valid-value',
          'Valid-Header': 'invalid\r\nvalue',
          'X-Good': 'good-value',
        },
      }),
      async (window) => evaluate(window, fetched('/a')),
    );
    expect(result).toBe('200 page');
    expect(received).toMatchObject([{ 'x-good': 'good-value' }]);
    expect(Object.keys(received[0] ?? {}).filter((name) => name.includes('valid'))).toEqual([]);
  });

  test('can cancel the request', async () => {
    const { received, result } = await withHeaders(
      () => ({ cancel: true }),
      async (window) => evaluate(window, fetched('/a')),
    );
    expect(result).toBe('refused');
    expect(received).toEqual([]);
  });
});

describe('login', () => {
  test('is canceled by default, and sends the credentials of a listener', async () => {
    const wanted = `Basic ${Buffer.from('me:secret').toString('base64')}`;
    await using server = await serve((request, response) => {
      if (request.headers.authorization !== wanted)
        response.writeHead(401, { 'www-authenticate': 'Basic realm="here"' });
      response.end('page');
    });
    using refused = hiddenWindow();
    const navigated = nextEvent(refused.webContents, 'did-navigate');
    await refused.loadURL(server.origin);
    expect((await navigated)[2]).toBe(401);
    using window = hiddenWindow();
    window.webContents.on('login', (event, _details, info, callback) => {
      event.preventDefault();
      const expected = { scheme: 'basic', realm: 'here', host: '127.0.0.1', isProxy: false };
      expect(info).toMatchObject(expected);
      callback('me', 'secret');
    });
    const accepted = nextEvent(window.webContents, 'did-navigate');
    await window.loadURL(server.origin);
    expect((await accepted)[2]).toBe(200);
  });
});

function nextCall() {
  let call: (value: string) => void = () => undefined;
  const called = new Promise<string>((resolve) => (call = resolve));
  return { called, call: (value: string) => call(value) };
}

/** A server that accepts WebSocket connections and sends nothing (RFC 6455, 4.2.2). */
class WebSocketServer implements AsyncDisposable {
  readonly #server = createServer();

  static async start(): Promise<WebSocketServer> {
    const started = new WebSocketServer();
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  private constructor() {
    this.#server.on('upgrade', (request, socket) => {
      const key = request.headers['sec-websocket-key'] ?? '';
      const accept = createHash('sha1')
        .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
          `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.on('error', () => socket.destroy());
      this.#server.once('close', () => socket.destroy());
      this.#sockets.add(() => socket.destroy());
    });
  }

  readonly #sockets = new Set<() => void>();

  get address(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#sockets) end();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
