import { WebSocketServer } from './support/web-socket-server.js';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  evaluate,
  freshSession,
  hiddenWindow,
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

  test('is asked about a WebSocket at once, whatever others to the same server wait for', async () => {
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
    // More than Chromium connects to one proxy with at a time.
    const addresses = Array.from({ length: 100 }, (_, n) => `${sockets.address}${n}`);
    await evaluate(window, `for (const a of ${JSON.stringify(addresses)}) new WebSocket(a)`);
    await expect.poll(() => asked).toEqual(addresses);
  });
});
