import '../support/test-scheme.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { app, evaluate, freshSession, hiddenWindow, protocol } from '../support/electron.js';

beforeAll(async () => app.whenReady());

const html = (text: string, init: ResponseInit = {}) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' }, ...init });

describe('registerSchemesAsPrivileged', () => {
  test('throws once the application is ready', () => {
    expect(() => {
      protocol.registerSchemesAsPrivileged([{ scheme: 'late', privileges: { standard: true } }]);
    }).toThrow('protocol.registerSchemesAsPrivileged should be called before app is ready');
  });
});

describe('a custom scheme', () => {
  test('is answered by its handler, and keeps its own URL for the application', async () => {
    const own = freshSession();
    const asked: string[] = [];
    own.protocol.handle('test', (request) => {
      asked.push(request.url);
      return html('<title>made</title><img src="/sub/image.png?x=1">');
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL('test://host/page.html?q=1#part');
    expect(window.webContents.getURL()).toBe('test://host/page.html?q=1#part');
    expect(window.webContents.mainFrame.url).toBe('test://host/page.html?q=1#part');
    expect(asked).toEqual(['test://host/page.html?q=1', 'test://host/sub/image.png?x=1']);
    expect(await evaluate(window, 'isSecureContext')).toBe(true);
  });

  test('is reported to webRequest', async () => {
    const own = freshSession();
    own.protocol.handle('test', () => html('page'));
    const seen: string[] = [];
    own.webRequest.onBeforeRequest(({ url }, callback) => {
      seen.push(url);
      callback({ cancel: url.endsWith('/no') });
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL('test://host/yes');
    await expect(window.loadURL('test://host/no')).rejects.toThrow('ERR_BLOCKED_BY_CLIENT (-20)');
    expect(seen).toEqual(['test://host/yes', 'test://host/no']);
  });

  test('has responses that webRequest sees, changes and cancels', async () => {
    const own = freshSession();
    own.protocol.handle('test', () => html('page'));
    const seen: unknown[] = [];
    own.webRequest.onHeadersReceived(({ url, statusCode, responseHeaders }, callback) => {
      seen.push([url, statusCode, responseHeaders?.['content-type']]);
      if (url.endsWith('/c')) callback({ cancel: true });
      else callback({ responseHeaders: { ...responseHeaders, custom: ['added'] } });
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL('test://host/a');
    const fetched = (path: string) =>
      `fetch('${path}').then((r) => r.headers.get('custom'), () => 'refused')`;
    expect(await evaluate(window, fetched('/b'))).toBe('added');
    expect(await evaluate(window, fetched('/c'))).toBe('refused');
    expect(seen).toEqual(
      ['a', 'b', 'c'].map((path) => [`test://host/${path}`, 200, ['text/html; charset=utf-8']]),
    );
  });

  test('is unknown to sessions without a handler for it', async () => {
    using window = hiddenWindow();
    await expect(window.loadURL('test://host/')).rejects.toThrow();
  });

  test('that is not registered cannot be handled', () => {
    expect(() => {
      freshSession().protocol.handle('other', () => html(''));
    }).toThrow("not implemented by electron-on-chromium: protocol.handle for 'other'");
  });
});

describe('a handler', () => {
  test('receives method, headers and body', async () => {
    const own = freshSession();
    const requests: Request[] = [];
    own.protocol.handle('test', (request) => {
      requests.push(request);
      return html('page');
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL('test://host/');
    await evaluate(
      window,
      "fetch('/post', { method: 'POST', headers: { 'x-a': 'b', range: 'bytes=1-2' }, body: 'text' }).then(() => 0)",
    );
    const request = requests[1];
    expect(request?.method).toBe('POST');
    expect(request?.headers.get('x-a')).toBe('b');
    expect(request?.headers.get('range')).toBe('bytes=1-2');
    expect(await request?.text()).toBe('text');
  });

  test('responds with any status and headers, bytes and streams', async () => {
    const own = freshSession();
    own.protocol.handle('test', ({ url }) => {
      if (url.endsWith('/made')) {
        return new Response(new Uint8Array([0, 255, 7]), { status: 206, headers: { 'x-a': 'b' } });
      }
      if (url.endsWith('/moved'))
        return new Response(null, { status: 302, headers: { location: 'test://host/made' } });
      return html('page');
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL('test://host/');
    const look = (path: string) =>
      `fetch('${path}').then(async r => [r.status, r.headers.get('x-a'), ...new Uint8Array(await r.arrayBuffer())])`;
    expect(await evaluate(window, look('/made'))).toEqual([206, 'b', 0, 255, 7]);
    expect(await evaluate(window, look('/moved'))).toEqual([206, 'b', 0, 255, 7]);
  });

  test('that returns an error, throws, or returns no response makes the load fail', async () => {
    const own = freshSession();
    own.protocol.handle('test', ({ url }) => {
      if (url.endsWith('/error')) return Response.error();
      if (url.endsWith('/throws')) throw new Error('from the handler');
      return 'nothing' as unknown as Response;
    });
    using window = hiddenWindow({ session: own });
    await expect(window.loadURL('test://host/error')).rejects.toThrow('ERR_FAILED (-2)');
    await expect(window.loadURL('test://host/throws')).rejects.toThrow('ERR_UNEXPECTED (-9)');
    await expect(window.loadURL('test://host/nothing')).rejects.toThrow('ERR_UNEXPECTED (-9)');
  });

  test('is the only one of its scheme', () => {
    const { protocol: own } = freshSession();
    own.handle('test', () => html('page'));
    expect(() => {
      own.handle('test', () => html('page'));
    }).toThrow('Failed to register protocol: test');
  });

  test('is not removed', () => {
    const { protocol: own } = freshSession();
    for (const name of ['unhandle', 'isProtocolHandled'] as const)
      expect(() => own[name]('test')).toThrow('not implemented by electron-on-chromium: ');
  });
});

describe('a page on a custom scheme', () => {
  const page = `<link rel=stylesheet href="//cdn.invalid/a.css?x=1&amp;y"><img src='//cdn.invalid:8080/b.png'>
    <img src="http://full.invalid/c.png"><script>fetch('//cdn.invalid/d').catch(() => 0)</script>`;

  test('resolves scheme-relative URLs to its own scheme, without their port', async () => {
    const own = freshSession();
    const seen: string[] = [];
    own.protocol.handle('test', ({ url }) =>
      url === 'test://host/' ? html(page) : html('', { status: 404 }),
    );
    own.webRequest.onBeforeRequest(({ url }, callback) => {
      seen.push(url);
      callback({ cancel: url.startsWith('http') });
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL('test://host/');
    await expect
      .poll(() => seen.toSorted())
      .toEqual([
        'http://full.invalid/c.png',
        'test://cdn.invalid/a.css?x=1&y',
        'test://cdn.invalid/b.png',
        'test://cdn.invalid/d',
        'test://host/',
      ]);
  });

  test('can be redirected from there to another scheme', async () => {
    const own = freshSession();
    const seen: string[] = [];
    own.protocol.handle('test', () => html('<img src="//cdn.invalid/d.png">'));
    own.webRequest.onBeforeRequest(({ url }, callback) => {
      seen.push(url);
      const isThere = url === 'test://cdn.invalid/d.png';
      callback(isThere ? { redirectURL: 'https://cdn.invalid/d.png' } : {});
    });
    own.webRequest.onErrorOccurred(({ url, error }) => seen.push(`${url} ${error}`));
    using window = hiddenWindow({ session: own });
    await window.loadURL('test://host/');
    expect(seen).toEqual([
      'test://host/',
      'test://cdn.invalid/d.png',
      'https://cdn.invalid/d.png',
      'https://cdn.invalid/d.png net::ERR_NAME_NOT_RESOLVED',
    ]);
  });

  test('has no cookies, and its own storage', async () => {
    const own = freshSession();
    own.protocol.handle('test', () => html('<p>page'));
    using window = hiddenWindow({ session: own });
    await window.loadURL('test://host/');
    expect(await evaluate(window, "document.cookie = 'a=1'; document.cookie")).toBe('');
    expect(
      await evaluate(window, "localStorage.setItem('a', '1'); localStorage.getItem('a')"),
    ).toBe('1');
  });
});

describe('file, http and https', () => {
  test('can be handled, and are then not reported to webRequest', async () => {
    const own = freshSession();
    const asked: string[] = [];
    const seen: string[] = [];
    own.protocol.handle('file', ({ url }) => {
      asked.push(url);
      return html('<h1>no such file</h1><img src="beside.png"><iframe src="frame.html"></iframe>');
    });
    own.protocol.handle('https', () => html('<h1>made up</h1>'));
    own.webRequest.onBeforeRequest(({ url }, callback) => {
      seen.push(url);
      callback({});
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL('file:///none/page.html');
    expect(asked.slice(0, 3).sort()).toEqual([
      'file:///none/beside.png',
      'file:///none/frame.html',
      'file:///none/page.html',
    ]);
    await window.loadURL('https://nowhere.invalid/');
    expect(await evaluate(window, 'document.body.innerText')).toBe('made up');
    expect(seen).toEqual([]);
  });
});
