// It shares a worker with tests of the product, whose scheme must be registered at the start.
import '../../support/local-scheme.js';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  destroyWindow,
  evaluate,
  hiddenWindow,
  nextEvent,
  pageAddress,
  serve,
  servePages,
  standInTest,
} from '../support/electron.js';

// Replays Electron's spec/api-debugger-spec.ts as far as Platen uses the debugger; the README
// lists the rest.

beforeAll(async () => app.whenReady());

interface Message {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sessionId: string;
}

/** Waits for the first message that satisfies a condition. */
async function messageThat(
  debug: Electron.Debugger,
  condition: (message: Message) => boolean,
): Promise<Message> {
  return new Promise((resolve) => {
    const listen = (_event: unknown, method: string, params: object, sessionId: string) => {
      const message = { method, params: { ...params }, sessionId };
      if (!condition(message)) return;
      debug.off('message', listen);
      resolve(message);
    };
    debug.on('message', listen);
  });
}

describe('attach', () => {
  test('rejects an unsupported protocol version', () => {
    using window = hiddenWindow();
    const { debugger: debug } = window.webContents;
    expect(() => {
      debug.attach('2.0');
    }).toThrow(new TypeError('Requested protocol version is not supported'));
    expect(debug.isAttached()).toBe(false);
  });

  test('works without a protocol version', () => {
    using window = hiddenWindow();
    const { debugger: debug } = window.webContents;
    expect(debug.isAttached()).toBe(false);
    debug.attach();
    expect(debug.isAttached()).toBe(true);
  });

  test('rejects a second attach', () => {
    using window = hiddenWindow();
    const { debugger: debug } = window.webContents;
    debug.attach('1.3');
    expect(() => {
      debug.attach();
    }).toThrow(new TypeError('Debugger is already attached to the target'));
  });

  standInTest('finds no target once the page is destroyed', async () => {
    using window = hiddenWindow();
    const { debugger: debug } = window.webContents;
    debug.attach();
    await destroyWindow(window);
    expect(debug.isAttached()).toBe(false);
    expect(() => {
      debug.attach();
    }).toThrow(new TypeError('No target available'));
    await expect(debug.sendCommand('Runtime.enable')).rejects.toThrow('No target available');
  });

  standInTest('works while the developer tools are open', () => {
    using window = hiddenWindow();
    expect(() => {
      window.webContents.openDevTools();
    }).toThrow('not implemented by electron-on-chromium: WebContents.openDevTools');
  });
});

describe('detach', () => {
  test('emits the event, and nothing can be sent afterwards', async () => {
    using window = hiddenWindow();
    const { debugger: debug } = window.webContents;
    const detached = nextEvent(debug, 'detach');
    debug.attach();
    debug.detach();
    expect((await detached)[1]).toBe('target closed');
    expect(debug.isAttached()).toBe(false);
    await expect(debug.sendCommand('Runtime.enable')).rejects.toThrow('No target available');
  });

  test('rejects pending commands', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('page'));
    const { debugger: debug } = window.webContents;
    debug.attach();
    const pending = debug.sendCommand('Runtime.evaluate', {
      expression: 'new Promise(() => undefined)',
      awaitPromise: true,
    });
    debug.detach();
    await expect(pending).rejects.toThrow('target closed while handling command');
  });

  test('happens automatically when the window is destroyed', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('page'));
    const { debugger: debug } = window.webContents;
    debug.attach();
    const pending = debug.sendCommand('Runtime.evaluate', {
      expression: 'new Promise(() => undefined)',
      awaitPromise: true,
    });
    const detached = nextEvent(debug, 'detach');
    window.destroy();
    expect((await detached)[1]).toBe('target closed');
    await expect(pending).rejects.toThrow('target closed while handling command');
  });

  // A hidden window of Electron 33 keeps the size (seen for 30 seconds).
  standInTest('resets the device metrics of the session', async () => {
    using window = hiddenWindow();
    await window.loadURL('about:blank');
    const size = async () => evaluate(window, '[innerWidth, innerHeight].join("x")');
    const { debugger: debug } = window.webContents;
    debug.attach();
    const metrics = { width: 200, height: 150, deviceScaleFactor: 0, mobile: false };
    await debug.sendCommand('Emulation.setDeviceMetricsOverride', metrics);
    expect(await size()).toBe('200x150');
    debug.detach();
    await expect.poll(size).not.toBe('200x150');
  });
});

describe('sendCommand', () => {
  // Electron 33 has answered one of them by then.
  standInTest('gets no response from a page that has never navigated, until it does', async () => {
    using window = hiddenWindow();
    const { debugger: debug } = window.webContents;
    debug.attach();
    const methods = [
      'Page.enable',
      'Runtime.enable',
      'DOM.enable',
      'CSS.enable',
      'Emulation.clearDeviceMetricsOverride',
    ];
    const answered: string[] = [];
    const answers = methods.map(async (method) =>
      debug.sendCommand(method).then(() => answered.push(method)),
    );
    // Chromium responds to what its browser process can answer alone, and would have answered the
    // others before.
    await debug.sendCommand('Target.getTargetInfo');
    await debug.sendCommand('Fetch.enable');
    expect(answered).toEqual([]);
    await window.loadURL('about:blank');
    await Promise.all(answers);
    expect(answered.toSorted()).toEqual(methods.toSorted());
  });

  test('returns the result of the command', async () => {
    using window = hiddenWindow();
    void window.loadURL('about:blank');
    const { debugger: debug } = window.webContents;
    debug.attach();
    const answer: unknown = await debug.sendCommand('Runtime.evaluate', { expression: '4+2' });
    expect(answer).toMatchObject({ result: { value: 6 } });
    expect(answer).not.toHaveProperty('wasThrown');
  });

  test('returns an empty object if the command has no result', async () => {
    using window = hiddenWindow();
    await window.loadURL('about:blank');
    const { debugger: debug } = window.webContents;
    debug.attach();
    expect(await debug.sendCommand('Page.enable')).toEqual({});
  });

  test('rejects with the message of a failed command', async () => {
    using window = hiddenWindow();
    void window.loadURL('about:blank');
    const { debugger: debug } = window.webContents;
    debug.attach();
    await expect(debug.sendCommand('Test')).rejects.toThrow(new Error("'Test' wasn't found"));
    await expect(debug.sendCommand('Page.printToPDF')).rejects.toThrow(
      "'Page.printToPDF' wasn't found",
    );
  });

  test('rejects an empty session id', async () => {
    using window = hiddenWindow();
    await window.loadURL('about:blank');
    const { debugger: debug } = window.webContents;
    debug.attach();
    await expect(debug.sendCommand('Runtime.evaluate', {}, '')).rejects.toThrow(
      'Empty session id is not allowed',
    );
  });

  test('can set and read cookies', async () => {
    using window = hiddenWindow();
    await window.loadURL('about:blank');
    const { debugger: debug } = window.webContents;
    debug.attach('1.1');
    await debug.sendCommand('Storage.clearCookies', {});
    await debug.sendCommand('Storage.setCookies', {
      cookies: [
        { name: 'cookieOne', value: 'cookieValueOne', url: 'https://cookieone.com' },
        { name: 'cookieTwo', value: 'cookieValueTwo', url: 'https://cookietwo.com' },
      ],
    });
    const { cookies } = (await debug.sendCommand('Storage.getCookies', {})) as {
      cookies: { name: string; domain: string; value: string }[];
    };
    expect(cookies.map(({ name, domain, value }) => [name, domain, value]).toSorted()).toEqual([
      ['cookieOne', 'cookieone.com', 'cookieValueOne'],
      ['cookieTwo', 'cookietwo.com', 'cookieValueTwo'],
    ]);
  });

  test('lets an intercepted navigation continue without webRequest listeners', async () => {
    await using server = await servePages({ '/': '<h1>Hello</h1>' });
    using window = hiddenWindow();
    const { debugger: debug } = window.webContents;
    const continued: Promise<unknown>[] = [];
    debug.attach();
    debug.on('message', (_event, method, params: { requestId: string }) => {
      if (method !== 'Fetch.requestPaused') return;
      const { requestId } = params;
      continued.push(debug.sendCommand('Fetch.continueRequest', { requestId }));
    });
    await debug.sendCommand('Fetch.enable', { patterns: [{ resourceType: 'Document' }] });
    await window.loadURL(server.origin);
    await Promise.all(continued);
    expect(continued).toHaveLength(1);
  });

  test('can change the printed page', async () => {
    using window = hiddenWindow();
    await window.loadURL(
      pageAddress('<style>@media print { p { display: none } }</style><p>text</p>'),
    );
    const { debugger: debug } = window.webContents;
    debug.attach();
    await debug.sendCommand('Emulation.setEmulatedMedia', { media: 'print' });
    expect(await evaluate(window, "getComputedStyle(document.querySelector('p')).display")).toBe(
      'none',
    );
  });
});

describe('message', () => {
  test("reports the page's console messages", async () => {
    await using server = await servePages({ '/': "<script>console.log('a')</script>" });
    using window = hiddenWindow();
    void window.loadURL(server.origin);
    const { debugger: debug } = window.webContents;
    debug.attach();
    const added = messageThat(debug, ({ method }) => method === 'Console.messageAdded');
    await debug.sendCommand('Console.enable');
    const { params, sessionId } = await added;
    expect(params['message']).toMatchObject({
      level: 'log',
      url: `${server.origin}/`,
      text: 'a',
    });
    expect(sessionId).toBe('');
  });

  test.each([
    ['valid', '\u0024'],
    ['invalid', '\uFFFF'],
  ])('reports responses with %s characters', async (_kind, text) => {
    await using server = await serve((_request, response) => {
      response.setHeader('content-type', 'text/plain; charset=utf-8').end(text);
    });
    using window = hiddenWindow();
    await window.loadURL('about:blank');
    const { debugger: debug } = window.webContents;
    debug.attach();
    await debug.sendCommand('Network.enable');
    const received = messageThat(debug, ({ method }) => method === 'Network.responseReceived');
    const finished = messageThat(debug, ({ method }) => method === 'Network.loadingFinished');
    await window.loadURL(server.origin);
    const { requestId } = (await received).params;
    expect((await finished).params['requestId']).toBe(requestId);
    const { body } = (await debug.sendCommand('Network.getResponseBody', { requestId })) as {
      body: string;
    };
    expect(body).toBe(text);
  });

  test('reports requests after a navigation of the main frame', async () => {
    await using server = await servePages({
      '/start': 'start',
      '/page': '<link rel="stylesheet" href="/style.css"><script src="/script.js"></script>page',
      '/style.css': '',
      '/script.js': '',
    });
    using window = hiddenWindow();
    await window.loadURL(`${server.origin}/start`);
    const { debugger: debug } = window.webContents;
    debug.attach();
    await debug.sendCommand('Network.enable');
    await debug.sendCommand('Page.enable');
    await debug.sendCommand('Target.setAutoAttach', {
      autoAttach: true,
      flatten: true,
      waitForDebuggerOnStart: false,
    });
    const requested: string[] = [];
    debug.on('message', (_event, method, params: { request: { url: string } }) => {
      if (method === 'Network.requestWillBeSent') requested.push(params.request.url);
    });
    const fired = messageThat(debug, ({ method }) => method === 'Page.loadEventFired');
    await window.loadURL(`${server.origin}/page`);
    await fired;
    expect(requested).toEqual(
      expect.arrayContaining([`${server.origin}/style.css`, `${server.origin}/script.js`]),
    );
  });

  test('has an empty session id for the page itself', async () => {
    using window = hiddenWindow();
    void window.loadURL('about:blank');
    const { debugger: debug } = window.webContents;
    debug.attach();
    const created = messageThat(debug, ({ method }) => method === 'Target.targetCreated');
    await debug.sendCommand('Target.setDiscoverTargets', { discover: true });
    const { params, sessionId } = await created;
    expect(params['targetInfo']).toHaveProperty('targetId', expect.stringMatching(/./));
    expect(sessionId).toBe('');
  });

  test('has the session id of an attached target', async () => {
    await using other = await listen();
    await using server = await servePages({
      '/': `<iframe src="http://localhost:${other.port}/"></iframe>`,
    });
    using window = hiddenWindow();
    await window.loadURL(server.origin);
    const { debugger: debug } = window.webContents;
    debug.attach();
    const created = messageThat(
      debug,
      ({ method, params }) =>
        method === 'Target.targetCreated' &&
        (params['targetInfo'] as { type: string }).type === 'iframe',
    );
    await debug.sendCommand('Target.setDiscoverTargets', { discover: true });
    const { targetId } = (await created).params['targetInfo'] as { targetId: string };
    const parsed = messageThat(debug, ({ method }) => method === 'Debugger.scriptParsed');
    const { sessionId } = (await debug.sendCommand('Target.attachToTarget', {
      targetId,
      flatten: true,
    })) as { sessionId: string };
    await debug.sendCommand('Debugger.enable', {}, sessionId);
    expect((await parsed).sessionId).toBe(sessionId);
  });
});

/** Starts a server of another site, whose page runs a script. */
async function listen(): Promise<AsyncDisposable & { readonly port: string }> {
  const server = await servePages({ '/': '<script>globalThis.ran = true</script>' });
  return {
    port: new URL(server.origin).port,
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
}
