import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';
import {
  BrowserWindow,
  type TestServer,
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

// Replays the parts on loadURL, navigation and executeJavaScript of Electron's
// spec/api-web-contents-spec.ts and spec/api-browser-window-spec.ts that Platen uses;
// the README of the stand-in lists the rest.

beforeAll(async () => app.whenReady());

const files = temporaryFolder();
afterAll(() => {
  files.remove();
});

/** Returns the URL of a file with a page. */
function fileAddress(html: string): string {
  return pathToFileURL(join(files.with({ 'page.html': html }), 'page.html')).href;
}

const watched = [
  'did-start-loading',
  'did-start-navigation',
  'did-navigate',
  'did-navigate-in-page',
  'dom-ready',
  'did-finish-load',
  'did-fail-load',
  'did-stop-loading',
];

/** Records the names of events in order. */
function eventsOf({ webContents }: Electron.BrowserWindow): string[] {
  const names: string[] = [];
  for (const name of watched) webContents.on(name as 'dom-ready', () => names.push(name));
  return names;
}

describe('loadURL', () => {
  test('resolves when the page is loaded, after the events in order', async () => {
    await using server = await servePages({ '/': '<title>The page</title>' });
    using window = hiddenWindow();
    const names = eventsOf(window);
    const navigated = nextEvent(window.webContents, 'did-navigate');
    const stopped = nextEvent(window.webContents, 'did-stop-loading');
    await window.loadURL(server.origin);
    await stopped;
    expect(names).toEqual([
      'did-start-loading',
      'did-start-navigation',
      'did-navigate',
      'dom-ready',
      'did-finish-load',
      'did-stop-loading',
    ]);
    expect(window.webContents.isLoadingMainFrame()).toBe(false);
    expect((await navigated).slice(1)).toEqual([`${server.origin}/`, 200, 'OK']);
    await expect.poll(() => window.webContents.getTitle()).toBe('The page');
  });

  test('resolves for error responses with a page', async () => {
    await using server = await servePages({});
    using window = hiddenWindow();
    const navigated = nextEvent(window.webContents, 'did-navigate');
    await window.loadURL(`${server.origin}/nothing`);
    expect((await navigated).slice(2)).toEqual([404, 'Not Found']);
  });

  test('resolves for a fragment of the same page, without another load', async () => {
    await using server = await servePages({ '/': 'page' });
    using window = hiddenWindow();
    await window.loadURL(server.origin);
    await expect.poll(() => window.webContents.isLoadingMainFrame()).toBe(false);
    const names = eventsOf(window);
    await window.loadURL(`${server.origin}/#part`);
    expect(names).toContain('did-navigate-in-page');
    expect(names).not.toContain('did-finish-load');
    expect(window.webContents.getURL()).toBe(`${server.origin}/#part`);
  });

  test('rejects for what is no URL, without a navigation', async () => {
    using window = hiddenWindow();
    const names = eventsOf(window);
    await expect(window.loadURL('nonsense')).rejects.toMatchObject({
      code: 'ERR_INVALID_URL',
      errno: -300,
    });
    expect(names).toContain('did-fail-load');
    expect(names).not.toContain('did-finish-load');
  });

  test('rejects for a refused connection, and the next load works', async () => {
    const closed = await servePages({});
    await closed[Symbol.asyncDispose]();
    using window = hiddenWindow();
    await expect(window.loadURL(closed.origin)).rejects.toThrow('ERR_CONNECTION_REFUSED (-102)');
    await window.loadURL(pageAddress('fine'));
    expect(await evaluate(window, 'document.body.innerText')).toBe('fine');
  });

  test('rejects for an untrusted certificate', async () => {
    await using server = await serve((_request, response) => response.end('secret'), 'https');
    using window = hiddenWindow();
    await expect(window.loadURL(server.origin)).rejects.toThrow(
      'ERR_CERT_AUTHORITY_INVALID (-202)',
    );
  });

  test('rejects for a response that is not a page', async () => {
    await using server = await serve((_request, response) => response.writeHead(204).end());
    using window = hiddenWindow();
    await expect(window.loadURL(server.origin)).rejects.toThrow('ERR_FAILED (-2)');
  });

  test('rejects for an endless redirect', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(302, { location: '/' }).end();
    });
    using window = hiddenWindow();
    await expect(window.loadURL(server.origin)).rejects.toThrow('ERR_TOO_MANY_REDIRECTS (-310)');
  });

  test.each([
    [
      'once it has started',
      async ({ webContents }: Electron.BrowserWindow) =>
        nextEvent(webContents, 'did-start-navigation'),
    ],
    ['before it has started', async () => Promise.resolve()],
  ])('rejects when another load replaces it %s, which resolves', async (_when, wait) => {
    await using server: TestServer = await serve(() => undefined);
    using window = hiddenWindow();
    const waited = wait(window);
    const first = window.loadURL(server.origin);
    const rejected = expect(first).rejects.toMatchObject({ code: 'ERR_ABORTED', errno: -3 });
    await waited;
    const other = pageAddress('second');
    await window.loadURL(other);
    await rejected;
    expect(window.webContents.getURL()).toBe(other);
  });

  test('rejects the first of two loads of one URL, and resolves the second', async () => {
    await using server = await servePages({ '/': 'page' });
    using window = hiddenWindow();
    const first = window.loadURL(server.origin);
    const second = window.loadURL(server.origin);
    await expect(first).rejects.toMatchObject({ code: 'ERR_ABORTED' });
    await second;
  });

  test('resolves for about:blank', async () => {
    using window = hiddenWindow();
    const started = nextEvent(window.webContents, 'did-start-loading');
    await window.loadURL('about:blank');
    await started;
    expect(window.webContents.getURL()).toBe('about:blank');
  });

  test('resolves for a file', async () => {
    using window = hiddenWindow();
    await window.loadURL(fileAddress('a file'));
    expect(await evaluate(window, 'document.body.innerText')).toBe('a file');
  });

  test('resolves only once a page that navigates to its own fragments has loaded', async () => {
    using window = hiddenWindow();
    const names = eventsOf(window);
    await window.loadURL(
      fileAddress("<script>location.hash = 'part'; history.pushState(null, '', '#other')</script>"),
    );
    expect(names).toContain('did-finish-load');
  });

  test('rejects each of several failures', async () => {
    using window = hiddenWindow();
    for (const url of ['file:///non-existent', 'file:///also-non-existent']) {
      await expect(window.loadURL(url)).rejects.toMatchObject({
        code: 'ERR_FILE_NOT_FOUND',
        errno: -6,
        url,
      });
    }
  });

  // Electron passes such a URL to the program that the desktop has for it.
  standInTest('rejects for an unknown scheme', async () => {
    using window = hiddenWindow();
    await expect(window.loadURL('bad-scheme://foo')).rejects.toMatchObject({ code: 'ERR_FAILED' });
  });

  test('rejects for a URL that is too long', async () => {
    using window = hiddenWindow();
    const failed = nextEvent(window.webContents, 'did-fail-load');
    const address = `data:image/png;base64,${'A'.repeat(2 * 1024 * 1024)}`;
    await expect(window.loadURL(address)).rejects.toMatchObject({ code: 'ERR_INVALID_URL' });
    const [, code, description, , isMainFrame] = await failed;
    expect([code, description, isMainFrame]).toEqual([-300, 'ERR_INVALID_URL', true]);
  });

  test('rejects for an interrupted response', async () => {
    await using server = await serve((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      if (request.url === '/') response.write('<iframe src="/frame"></iframe>');
      else response.end("<script>fetch('/loaded')</script>");
      if (request.url === '/loaded') main?.destroy();
      main ??= response;
    });
    let main: ServerResponse | undefined;
    using window = hiddenWindow();
    // The inner frame has loaded by then, which is not the end of the page's own load.
    await expect(window.loadURL(server.origin)).rejects.toMatchObject({ errno: -355 });
  });

  test('works repeatedly while the size is emulated', async () => {
    using window = hiddenWindow();
    await window.loadURL(fileAddress('first'));
    const { debugger: debug } = window.webContents;
    debug.attach('1.3');
    await debug.sendCommand('Emulation.setDeviceMetricsOverride', {
      width: 700,
      height: 600,
      deviceScaleFactor: 2,
      mobile: true,
      dontSetVisibleSize: true,
    });
    await window.loadURL(pageAddress('second'));
    expect(await evaluate(window, 'document.body.innerText')).toBe('second');
  });

  test('resolves although an inner frame fails, which is reported as a failure of that frame', async () => {
    await using closed = await servePages({});
    await closed[Symbol.asyncDispose]();
    await using server = await servePages({
      '/': `<iframe src="${closed.origin.replace('127.0.0.1', 'localhost')}/other-site"></iframe>
        <iframe src="${closed.origin}/same-site"></iframe>`,
    });
    using window = hiddenWindow();
    const failures: unknown[][] = [];
    window.webContents.on('did-fail-load', (_event, ...details) =>
      failures.push(details.slice(0, 4)),
    );
    await window.loadURL(server.origin);
    await expect.poll(() => failures.length).toBe(2);
    expect(
      failures.toSorted((one, other) => String(one[2]).localeCompare(String(other[2]))),
    ).toEqual([
      [-102, 'ERR_CONNECTION_REFUSED', `${closed.origin}/same-site`, false],
      [
        -102,
        'ERR_CONNECTION_REFUSED',
        `${closed.origin.replace('127.0.0.1', 'localhost')}/other-site`,
        false,
      ],
    ]);
  });

  standInTest('can be called while another load starts', async () => {
    using window = hiddenWindow();
    const other = fileAddress('the other one');
    let second: Promise<void> | undefined;
    window.webContents.once('did-start-loading', () => {
      second = window.loadURL(other);
    });
    await expect(window.loadURL(pageAddress('first'))).rejects.toMatchObject({
      code: 'ERR_ABORTED',
      url: other,
    });
    await second;
    expect(window.webContents.getURL()).toBe(other);
  });

  test('rejects when the window is destroyed', async () => {
    await using server = await serve(() => undefined);
    using window = hiddenWindow();
    const started = nextEvent(window.webContents, 'did-start-navigation');
    const load = window.loadURL(server.origin);
    await started;
    window.destroy();
    await expect(load).rejects.toThrow('ERR_FAILED (-2)');
  });

  standInTest('rejects unimplemented options', () => {
    using window = hiddenWindow();
    expect(() => window.loadURL('about:blank', { userAgent: 'x' })).toThrow(
      "not implemented by electron-on-chromium: LoadURLOptions option 'userAgent'",
    );
  });
});

describe('will-navigate', () => {
  test('may close the window', async () => {
    await using server = await servePages({ '/': "<script>location.href = '/next'</script>" });
    using window = hiddenWindow();
    const { webContents } = window;
    webContents.once('will-navigate', () => window.close());
    const closed = nextEvent(window, 'closed');
    window.loadURL(server.origin).catch(() => undefined);
    await closed;
    expect(window.isDestroyed()).toBe(true);
  });

  test.each([
    ['a file', () => fileAddress('page')],
    ['about:blank', () => 'about:blank'],
  ])('is asked when a page goes from %s to the network', async (_from, address) => {
    await using server = await servePages({ '/': 'page' });
    using window = hiddenWindow();
    const asked = new Promise((resolve) => {
      window.webContents.once('will-navigate', (event, url) => {
        event.preventDefault();
        resolve(url);
      });
    });
    const start = address();
    await window.loadURL(start);
    await evaluate(window, `void (location.href = ${JSON.stringify(server.origin)})`);
    expect(await asked).toBe(`${server.origin}/`);
    expect(window.webContents.getURL()).toBe(start);
  });

  test('is emitted for navigations by the page, not for loadURL, and can prevent them', async () => {
    await using server = await servePages({
      '/': '<a href="/other">link</a><form action="/form"><button>send</button></form>',
      '/other': 'other',
    });
    using window = hiddenWindow();
    const asked: string[] = [];
    let refuses = true;
    window.webContents.on('will-navigate', (event, url) => {
      expect(event.url).toBe(url);
      asked.push(new URL(url).pathname);
      if (refuses) event.preventDefault();
    });
    await window.loadURL(server.origin);
    expect(asked).toEqual([]);
    await evaluate(window, "document.querySelector('a').click()");
    await expect.poll(() => asked).toEqual(['/other']);
    await evaluate(window, "document.querySelector('button').click()");
    await expect.poll(() => asked).toEqual(['/other', '/form']);
    await evaluate(window, "location.href = '/script'");
    await expect.poll(() => asked).toEqual(['/other', '/form', '/script']);
    expect(window.webContents.getURL()).toBe(`${server.origin}/`);
    refuses = false;
    const navigated = nextEvent(window.webContents, 'did-navigate');
    await evaluate(window, "document.querySelector('a').click()");
    expect((await navigated)[1]).toBe(`${server.origin}/other`);
  });
});

/** Denies every window that a page opens, and records the paths of their URLs. */
function deniedBy({ webContents }: Electron.BrowserWindow): string[] {
  const asked: string[] = [];
  webContents.setWindowOpenHandler(({ url }) => {
    asked.push(new URL(url).pathname);
    return { action: 'deny' };
  });
  return asked;
}

/** A window in which users browse: its application may allow the windows that pages open. */
function browsingWindow(): Electron.BrowserWindow & Disposable {
  const window = new BrowserWindow({ webPreferences: { session: freshSession() } });
  return Object.assign(window, { [Symbol.dispose]: () => window.destroy() });
}

describe('setWindowOpenHandler', () => {
  test('is called with the URL, and a denied window is never created', async () => {
    const requests: string[] = [];
    await using server = await serve((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<a href="/link" target="_blank">link</a>');
    });
    using window = hiddenWindow();
    const asked = deniedBy(window);
    await window.loadURL(server.origin);
    const opened: unknown = await window.webContents.executeJavaScript(
      "window.open('/opened') === null",
      true,
    );
    expect(opened).toBe(true);
    await window.webContents.executeJavaScript("document.querySelector('a').click()", true);
    await expect.poll(() => asked).toEqual(['/opened', '/link']);
    expect(await evaluate(window, '6 * 7')).toBe(42);
    expect(requests.filter((path) => path !== '/')).toEqual([]);
  });

  test('opens the windows that it allows, with their opener, and closes them with it', async () => {
    const paths: string[] = [];
    await using server = await serve((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<title>${request.url ?? ''}</title>`);
    });
    using window = browsingWindow();
    const { webContents } = window;
    webContents.setWindowOpenHandler(({ url }) =>
      url.endsWith('/denied') ? { action: 'deny' } : { action: 'allow' },
    );
    await window.loadURL(`${server.origin}/opener`);
    await webContents.executeJavaScript("void window.open('/denied')", true);
    const created = nextEvent(webContents, 'did-create-window');
    await webContents.executeJavaScript(
      "onmessage = (e) => (document.title = e.data); void window.open('/popup', 'name', 'width=300')",
      true,
    );
    const [popup, details] = (await created) as [
      Electron.BrowserWindow,
      Electron.DidCreateWindowDetails,
    ];
    expect(details).toMatchObject({ url: `${server.origin}/popup`, frameName: 'name' });
    await expect.poll(() => popup.webContents.getURL()).toBe(`${server.origin}/popup`);
    expect(popup.webContents.session).toBe(webContents.session);
    await popup.webContents.executeJavaScript("opener.postMessage('from popup', '*')");
    await expect.poll(async () => evaluate(window, 'document.title')).toBe('from popup');
    expect(paths.filter((path) => path !== '/favicon.ico')).toEqual(['/opener', '/popup']);
    const closed = new Promise((resolve) => popup.once('closed', () => resolve(true)));
    window.destroy();
    expect(await closed).toBe(true);
  });

  test.each([
    ['that opens none', hiddenWindow],
    ['that may open some', browsingWindow],
  ])('lets nothing out of the windows that a window %s opens', async (_, openWindow) => {
    const requests: string[] = [];
    await using server = await serve((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html' }).end('page');
    });
    using window = openWindow();
    const asked = deniedBy(window);
    await window.loadURL(server.origin);
    const paths = Array.from({ length: 20 }, (_, index) => `/opened-${index}`);
    for (const path of paths) {
      await window.webContents.executeJavaScript(`void window.open('${path}')`, true);
    }
    await expect.poll(() => asked).toEqual(paths);
    await window.loadURL(`${server.origin}/after`);
    expect(requests.filter((path) => path !== '/favicon.ico')).toEqual(['/', '/after']);
  });
});

describe('executeJavaScript', () => {
  test('waits for the page, for promises, and returns the value', async () => {
    using window = hiddenWindow();
    const value = window.webContents.executeJavaScript(
      'Promise.resolve({ a: [1, document.title] })',
    );
    await window.loadURL(pageAddress('<title>t</title>'));
    expect(await value).toEqual({ a: [1, 't'] });
  });

  test.each([Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError])(
    'rejects with an Error that has the message of a rejection (%o)',
    async (type) => {
      using window = hiddenWindow();
      await window.loadURL('about:blank');
      const rejected = expect(evaluate(window, `Promise.reject(new ${type.name}('Wamp-wamp'))`));
      await rejected.rejects.toStrictEqual(new Error('Wamp-wamp'));
      const empty = expect(evaluate(window, `Promise.reject(new ${type.name}(''))`));
      await empty.rejects.toStrictEqual(new Error(''));
    },
  );

  test('does not wait for inner frames', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('page');
    });
    using window = hiddenWindow();
    await window.loadURL(server.origin);
    await evaluate(
      window,
      "document.body.append(Object.assign(document.createElement('iframe'), { src: '/slow' }))",
    );
    expect(await evaluate(window, '1 + 1')).toBe(2);
  });

  test('does not tell what code has thrown', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('page'));
    await expect(evaluate(window, "throw new Error('from the page')")).rejects.toThrow(
      'Script failed to execute, this normally means an error was thrown.',
    );
  });
});
