import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  evaluate,
  freshSession,
  destroyWindow,
  hiddenWindow,
  serve,
  servePages,
  session,
  standInTest,
} from '../support/electron.js';

beforeAll(async () => app.whenReady());

test('the empty name is the default session', () => {
  expect(session.fromPartition('') === session.defaultSession).toBe(true);
});

test('the same name is the same session', () => {
  const own = session.fromPartition('named');
  expect(session.fromPartition('named') === own).toBe(true);
  expect(session.fromPartition('other') === own).toBe(false);
});

standInTest('a persistent session is not implemented', () => {
  expect(() => session.fromPartition('persist:x')).toThrow(
    "not implemented by electron-on-chromium: session.fromPartition('persist:x')",
  );
});

describe('two sessions', () => {
  test('share no cookies, storage, cache or service workers', async () => {
    let requests = 0;
    await using server = await serve((request, response) => {
      requests += request.url === '/cached' ? 1 : 0;
      const isScript = request.url === '/worker.js';
      response.writeHead(200, {
        'content-type': isScript ? 'text/javascript' : 'text/html',
        ...(request.url === '/cached' ? { 'cache-control': 'max-age=3600' } : {}),
      });
      response.end(isScript ? '' : '<h1>page</h1>');
    });
    const fill = `(async () => {
      document.cookie = 'a=1'; localStorage.setItem('a', '1');
      await caches.open('a'); await fetch('/cached').then(r => r.text());
      await navigator.serviceWorker.register('/worker.js');
    })()`;
    const look = `(async () => ({
      cookie: document.cookie, storage: localStorage.length, caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      body: await fetch('/cached').then(r => r.text()),
    }))()`;
    using first = hiddenWindow();
    using second = hiddenWindow();
    const address = server.origin.replace('127.0.0.1', 'localhost');
    await Promise.all([first.loadURL(address), second.loadURL(address)]);
    await evaluate(first, fill);
    expect(await evaluate(first, look)).toMatchObject({
      cookie: 'a=1',
      storage: 1,
      caches: 1,
      workers: 1,
    });
    expect(requests).toBe(1);
    expect(await evaluate(second, look)).toMatchObject({
      cookie: '',
      storage: 0,
      caches: 0,
      workers: 0,
    });
    expect(requests).toBe(2);
  });

  test('with the same name share their data', async () => {
    await using server = await serve((_request, response) => response.end('page'));
    const shared = freshSession();
    using first = hiddenWindow({ session: shared });
    await first.loadURL(server.origin);
    await evaluate(first, "localStorage.setItem('a', '1')");
    first.destroy();
    using second = hiddenWindow({ session: shared });
    await second.loadURL(server.origin);
    expect(await evaluate(second, 'localStorage.length')).toBe(1);
  });
});

describe('resolveHost', () => {
  test('returns addresses with their family', async () => {
    const { endpoints } = await freshSession().resolveHost('127.0.0.1');
    expect(endpoints).toEqual([{ address: '127.0.0.1', family: 'ipv4' }]);
  });

  test('resolves the names below localhost', async () => {
    const { endpoints } = await freshSession().resolveHost('some.name.localhost');
    expect(endpoints).toContainEqual({ address: '127.0.0.1', family: 'ipv4' });
  });

  test("rejects with Chromium's error name", async () => {
    await expect(freshSession().resolveHost('nothing.invalid')).rejects.toThrow(
      'net::ERR_NAME_NOT_RESOLVED',
    );
  });
});

describe('permissions', () => {
  const query = (name: string) =>
    `navigator.permissions.query({ name: '${name}' }).then(p => p.state)`;

  test('are denied as soon as a handler rejects them', async () => {
    await using server = await serve((_request, response) => response.end('page'));
    const own = freshSession();
    own.setPermissionRequestHandler((_contents, _permission, decide) => {
      decide(false);
    });
    own.setPermissionCheckHandler(() => false);
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    for (const name of [
      'geolocation',
      'notifications',
      'camera',
      'clipboard-read',
      'clipboard-write',
    ]) {
      expect(await evaluate(window, query(name))).toBe('denied');
    }
    const asked =
      'new Promise(r => navigator.geolocation.getCurrentPosition(() => r(0), e => r(e.code)))';
    expect(await evaluate(window, asked)).toBe(1);
  });

  test('are granted where the check handler grants them', async () => {
    await using server = await serve((_request, response) => response.end('page'));
    const own = freshSession();
    own.setPermissionCheckHandler((_contents, permission) => permission === 'geolocation');
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    expect(await evaluate(window, query('geolocation'))).toBe('granted');
    expect(await evaluate(window, query('notifications'))).toBe('denied');
  });
});

describe('the permission request handler', () => {
  test('is called for requests of a page, and for external programs', async () => {
    await using server = await serve((_request, response) => response.end('page'));
    const own = freshSession();
    const asked: unknown[] = [];
    own.setPermissionRequestHandler((_contents, permission, decide, details) => {
      asked.push('externalURL' in details ? details.externalURL : permission);
      decide(false);
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    const requests = `Promise.allSettled([
      new Promise((r) => navigator.geolocation.getCurrentPosition(r, r)),
      Notification.requestPermission(),
    ]).then(() => 0)`;
    await evaluate(window, requests);
    await evaluate(window, "location.href = 'mailto:a@example.org'; 0");
    await expect
      .poll(() => asked)
      .toEqual(['geolocation', 'notifications', 'mailto:a@example.org']);
  });

  // Electron asks only for a window that has the focus.
  standInTest('is called for the clipboard', async () => {
    await using server = await serve((_request, response) => response.end('page'));
    const own = freshSession();
    const asked: unknown[] = [];
    own.setPermissionRequestHandler((_contents, permission, decide) => {
      asked.push(permission);
      decide(false);
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    await evaluate(window, 'navigator.clipboard.readText().catch(() => 0)');
    await expect.poll(() => asked).toEqual(['clipboard-read']);
  });
});

describe('setProxy', () => {
  test('sends everything through the proxy, also to this machine', async () => {
    const seen: string[] = [];
    const proxy = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => {
        socket.write(Buffer.from([5, 0]));
        socket.once('data', (request) => {
          seen.push(request.subarray(5, 5 + (request[4] ?? 0)).toString());
          socket.end(Buffer.from([5, 1, 0, 1, 0, 0, 0, 0, 0, 0]));
        });
      });
    });
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const { port } = proxy.address() as AddressInfo;
    const own = freshSession();
    expect(await own.resolveProxy('https://a.test/')).toBe('DIRECT');
    expect(await session.defaultSession.resolveProxy('https://a.test/')).toBe('DIRECT');
    await own.setProxy({
      proxyRules: `socks5://127.0.0.1:${port}`,
      proxyBypassRules: '<-loopback>',
    });
    expect(await own.resolveProxy('https://a.test/')).toBe(`SOCKS5 127.0.0.1:${port}`);
    using window = hiddenWindow({ session: own });
    await expect(window.loadURL('http://a.test/')).rejects.toThrow(
      "ERR_SOCKS_CONNECTION_FAILED (-120) loading 'http://a.test/'",
    );
    await expect(window.loadURL('http://localhost:8/')).rejects.toThrow('ERR_SOCKS');
    expect(new Set(seen)).toEqual(new Set(['a.test', 'localhost']));
    proxy.close();
  });

  standInTest('rejects other rules, and any after the first page', async () => {
    const own = freshSession();
    await expect(own.setProxy({ proxyRules: 'http=a:1' })).rejects.toThrow('not implemented');
    using window = hiddenWindow({ session: own });
    await window.loadURL('data:text/html,x');
    await expect(
      own.setProxy({ proxyRules: 'socks5://127.0.0.1:1', proxyBypassRules: '<-loopback>' }),
    ).rejects.toThrow('not implemented');
  });
});

describe('downloads', () => {
  test('are reported, and can be prevented', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, {
        'content-disposition': 'attachment; filename=x.bin',
        'content-type': 'application/x-test',
      });
      response.end('bytes');
    });
    const own = freshSession();
    const download = new Promise<readonly string[]>((resolve) => {
      own.on('will-download', (event, item) => {
        event.preventDefault();
        resolve([item.getURL(), item.getFilename(), item.getMimeType()]);
      });
    });
    using window = hiddenWindow({ session: own });
    const address = `${server.origin}/x`;
    await expect(window.loadURL(address)).rejects.toThrow(`ERR_FAILED (-2) loading '${address}'`);
    expect(await download).toEqual([address, 'x.bin', 'application/x-test']);
  });
});

const store = `(async () => {
  document.cookie = 'a=left'; localStorage.a = 'left'; await caches.open('left');
})()`;
const look = `(async () => [document.cookie, localStorage.a ?? '', ...(await caches.keys())].join('|'))()`;

const left = 'a=left|left|left';

describe('a session without pages', () => {
  test.each([
    ['clearData', async (each: Electron.Session) => each.clearData(), '|'],
    ['clearStorageData', async (each: Electron.Session) => each.clearStorageData(), '|'],
    ['clearCache', async (each: Electron.Session) => each.clearCache(), left],
    ['clearAuthCache', async (each: Electron.Session) => each.clearAuthCache(), left],
    [
      'clearHostResolverCache',
      async (each: Electron.Session) => each.clearHostResolverCache(),
      left,
    ],
    [
      'clearSharedDictionaryCache',
      async (each: Electron.Session) => each.clearSharedDictionaryCache(),
      left,
    ],
    ['clearCodeCaches', async (each: Electron.Session) => each.clearCodeCaches({}), left],
    ['closeAllConnections', async (each: Electron.Session) => each.closeAllConnections(), left],
  ])('loses storage with %s only if it clears storage', async (_name, clear, remaining) => {
    await using server = await servePages({ '/': 'page' });
    const own = freshSession();
    using earlier = hiddenWindow({ session: own });
    await earlier.loadURL(server.origin);
    await evaluate(earlier, store);
    expect(await evaluate(earlier, look)).toBe(left);
    await destroyWindow(earlier);
    await clear(own);
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    expect(await evaluate(window, look)).toBe(remaining);
  });

  test('that was never used can be cleared', async () => {
    await expect(freshSession().clearData()).resolves.toBeUndefined();
  });
});

describe('a session with a page', () => {
  test('loses only its cookies if only they are cleared', async () => {
    await using server = await servePages({ '/': 'page' });
    using window = hiddenWindow();
    await window.loadURL(server.origin);
    await evaluate(window, store);
    await window.webContents.session.clearStorageData({ storages: ['cookies'] });
    expect(await evaluate(window, look)).toBe('|left|left');
  });

  standInTest('throws for clearing anything else', async () => {
    using window = hiddenWindow();
    await expect(window.webContents.session.clearCache()).rejects.toThrow(
      'not implemented by electron-on-chromium: session.clearCache',
    );
  });
});
