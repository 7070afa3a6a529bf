import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readyToShowVariable } from '../../../../tools/electron-on-chromium/window/ready-to-show.js';
import {
  BrowserWindow,
  app,
  destroyWindow,
  evaluate,
  hiddenWindow,
  nextEvent,
  pageAddress,
  serve,
  standInTest,
} from '../support/electron.js';

// Replays the parts on showing, closing and destroying of Electron's
// spec/api-browser-window-spec.ts and spec/api-web-contents-spec.ts that Platen uses;
// the README of the stand-in lists the rest.

beforeAll(async () => app.whenReady());

const destroyedError = new TypeError('Object has been destroyed');

const hang = '<script>onload = () => setTimeout(() => { for (;;); }, 0)</script>';

describe('destroy', () => {
  test('ends the window at once and its page a moment later, and reports each once', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('page'));
    const { webContents } = window;
    const closing: string[] = [];
    window.on('close', () => closing.push('close'));
    window.on('closed', () => closing.push(`closed ${window.isDestroyed()}`));
    webContents.on('destroyed', () => closing.push(`destroyed ${webContents.isDestroyed()}`));
    window.destroy();
    window.destroy();
    expect([closing, window.isDestroyed(), webContents.isDestroyed()]).toEqual([
      ['closed true'],
      true,
      false,
    ]);
    expect(BrowserWindow.getAllWindows().includes(window)).toBe(false);
    await nextEvent(webContents, 'destroyed');
    expect([closing, webContents.isDestroyed()]).toEqual([['closed true', 'destroyed true'], true]);
  });

  test.each([
    ['webContents', (window: Electron.BrowserWindow) => window.webContents],
    ['loadURL', (window: Electron.BrowserWindow) => window.loadURL('about:blank')],
    [
      'show',
      (window: Electron.BrowserWindow) => {
        window.show();
      },
    ],
    [
      'focus',
      (window: Electron.BrowserWindow) => {
        window.focus();
      },
    ],
    [
      'restore',
      (window: Electron.BrowserWindow) => {
        window.restore();
      },
    ],
    ['isMinimized', (window: Electron.BrowserWindow) => window.isMinimized()],
    ['isFocused', (window: Electron.BrowserWindow) => window.isFocused()],
    ['isVisible', (window: Electron.BrowserWindow) => window.isVisible()],
    ['getTitle', (window: Electron.BrowserWindow) => window.getTitle()],
    [
      'close',
      (window: Electron.BrowserWindow) => {
        window.close();
      },
    ],
  ])('leaves a window whose %s throws', (_name, use) => {
    using window = hiddenWindow();
    window.destroy();
    expect(() => use(window)).toThrow(destroyedError);
  });

  test('leaves a window with its id, its listeners and isDestroyed', () => {
    using window = hiddenWindow();
    window.destroy();
    expect(window.id).toBeTypeOf('number');
    expect(window.isDestroyed()).toBe(true);
    const others = window.listenerCount('closed');
    const listener = () => undefined;
    window.on('closed', listener);
    expect(window.listenerCount('closed')).toBe(others + 1);
    window.off('closed', listener);
    expect(window.listenerCount('closed')).toBe(others);
  });

  test.each([
    ['session', (contents: Electron.WebContents) => contents.session],
    ['debugger', (contents: Electron.WebContents) => contents.debugger],
    ['mainFrame', (contents: Electron.WebContents) => contents.mainFrame],
    ['getURL', (contents: Electron.WebContents) => contents.getURL()],
    ['getTitle', (contents: Electron.WebContents) => contents.getTitle()],
    ['isLoading', (contents: Electron.WebContents) => contents.isLoading()],
    ['isLoadingMainFrame', (contents: Electron.WebContents) => contents.isLoadingMainFrame()],
    ['isCrashed', (contents: Electron.WebContents) => contents.isCrashed()],
    ['getOSProcessId', (contents: Electron.WebContents) => contents.getOSProcessId()],
    ['loadURL', (contents: Electron.WebContents) => contents.loadURL('about:blank')],
    [
      'send',
      (contents: Electron.WebContents) => {
        contents.send('channel');
      },
    ],
    [
      'close',
      (contents: Electron.WebContents) => {
        contents.close();
      },
    ],
    [
      'forcefullyCrashRenderer',
      (contents: Electron.WebContents) => {
        contents.forcefullyCrashRenderer();
      },
    ],
    [
      'setWebRTCIPHandlingPolicy',
      (contents: Electron.WebContents) => {
        contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
      },
    ],
  ])('leaves webContents whose %s throws', async (_name, use) => {
    using window = hiddenWindow();
    const { webContents } = window;
    await destroyWindow(window);
    expect(() => use(webContents)).toThrow(destroyedError);
  });

  test('leaves webContents whose promises reject, and whose listeners can be changed', async () => {
    using window = hiddenWindow();
    const { webContents } = window;
    const { mainFrame } = webContents;
    const others = webContents.listenerCount('console-message');
    const early = () => undefined;
    webContents.on('console-message', early);
    await destroyWindow(window);
    await expect(webContents.executeJavaScript('1')).rejects.toThrow(destroyedError);
    webContents.removeListener('console-message', early);
    expect(webContents.listenerCount('console-message')).toBe(others);
    webContents.on('console-message', () => undefined);
    expect(webContents.listenerCount('console-message')).toBe(others + 1);
    webContents.removeAllListeners('console-message');
    expect(webContents.listenerCount('console-message')).toBe(0);
    expect(mainFrame.isDestroyed()).toBe(true);
    expect(() => mainFrame.url).toThrow(
      'Render frame was disposed before WebFrameMain could be accessed',
    );
  });

  // `busyProcess` asks the stand-in's DevTools; tests/integration/engine/limits has it on Electron.
  standInTest.each([
    ['a page that hangs', hang],
    ['a page that hangs while it loads', '<script>for (;;);</script>'],
  ])('ends %s, and frees its process', async (_name, html) => {
    using window = hiddenWindow();
    const load = window.loadURL(pageAddress(html));
    await nextEvent(window.webContents, 'did-navigate');
    const pid = await busyProcess(window);
    expect(isAlive(pid)).toBe(true);
    window.destroy();
    await load.catch(() => undefined);
    await expect.poll(() => isAlive(pid)).toBe(false);
    using other = hiddenWindow();
    await other.loadURL(pageAddress('the next one works'));
  });

  // Electron 33 resolves with undefined.
  standInTest('leaves webContents that do not print', async () => {
    using window = hiddenWindow();
    const { webContents } = window;
    await destroyWindow(window);
    await expect(webContents.printToPDF({})).rejects.toThrow(destroyedError);
  });

  test('rejects a pending print', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('<p>text</p>'.repeat(20_000)));
    const print = window.webContents.printToPDF({});
    window.destroy();
    await expect(print).rejects.toThrow(/Printing failed|has been destroyed/);
  });

  // Electron 33 ends with SIGTRAP.
  standInTest('rejects two pending prints', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('<p>text</p>'.repeat(20_000)));
    const first = window.webContents.printToPDF({});
    const second = window.webContents.printToPDF({});
    window.destroy();
    await expect(first).rejects.toThrow(/Printing failed|has been destroyed/);
    await expect(second).rejects.toThrow(/Printing failed|has been destroyed/);
  });

  test('works before the page was ever open', async () => {
    using window = hiddenWindow();
    const { webContents } = window;
    const load = webContents.loadURL(pageAddress('page'));
    await destroyWindow(window);
    await expect(load).rejects.toThrow('ERR_FAILED (-2)');
  });
});

describe('close', () => {
  test.each([
    ['did-start-loading', '/'],
    ['dom-ready', '/'],
    ['page-title-updated', '/'],
    ['did-stop-loading', '/'],
    ['did-finish-load', '/'],
    ['did-fail-load', '/net-error'],
  ])('may be called by a listener of %s', async (name, path) => {
    await using server = await serve((request, response) => {
      if (request.url === '/net-error') response.destroy();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hello</title>');
    });
    using window = hiddenWindow();
    const { webContents } = window;
    webContents.once(name as 'dom-ready', () => window.close());
    const closed = nextEvent(window, 'closed');
    webContents.loadURL(server.origin + path).catch(() => undefined);
    await closed;
    expect(window.isDestroyed()).toBe(true);
  });

  test('emits its event first', async () => {
    using window = hiddenWindow();
    window.once('close', (event) => {
      event.preventDefault();
    });
    window.close();
    expect(window.isDestroyed()).toBe(false);
    const closed = nextEvent(window, 'closed');
    window.close();
    await closed;
    expect(window.isDestroyed()).toBe(true);
  });
});

describe('a crash', () => {
  test('is reported, ends pending operations, and the window can be used again', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('page'));
    const gone = nextEvent(window.webContents, 'render-process-gone');
    window.webContents.forcefullyCrashRenderer();
    const [, details] = await gone;
    expect(details).toMatchObject({ reason: 'crashed' });
    expect(window.webContents.isCrashed()).toBe(true);
  });

  test('while loading makes the load fail', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<p>never whole');
    });
    using window = hiddenWindow();
    const load = window.loadURL(server.origin);
    await nextEvent(window.webContents, 'did-navigate');
    window.webContents.forcefullyCrashRenderer();
    await expect(load).rejects.toThrow('ERR_FAILED (-2)');
  });

  test('of one page does not affect the others', async () => {
    using first = hiddenWindow();
    using second = hiddenWindow();
    await Promise.all([first.loadURL(pageAddress('a')), second.loadURL(pageAddress('b'))]);
    const gone = nextEvent(first.webContents, 'render-process-gone');
    first.webContents.forcefullyCrashRenderer();
    await gone;
    expect(await evaluate(second, 'document.body.innerText')).toBe('b');
  });
});

describe('show', () => {
  test('makes the window visible, and focus does not', async () => {
    using window = hiddenWindow();
    window.focus();
    expect(window.isVisible()).toBe(false);
    const shown = nextEvent(window, 'show');
    window.show();
    await shown;
    expect(window.isVisible()).toBe(true);
  });
});

describe('ready-to-show', () => {
  const ofDefaultSession = () => new BrowserWindow({ show: false });

  test('is emitted for an empty page', async () => {
    const window = ofDefaultSession();
    const ready = nextEvent(window, 'ready-to-show');
    await window.loadURL('about:blank');
    await ready;
    await destroyWindow(window);
  });

  test('is emitted when the page is drawn, before it has loaded', async () => {
    await using server = await serve((request, response) => {
      if (request.url !== '/') return;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<h1>drawn</h1><img src="/never">');
    });
    const window = ofDefaultSession();
    const ready = nextEvent(window, 'ready-to-show');
    window.loadURL(server.origin).catch(() => undefined);
    await ready;
    expect(window.webContents.isLoading()).toBe(true);
    await destroyWindow(window);
  });

  test('is never emitted if a test disables it', async () => {
    vi.stubEnv(readyToShowVariable, 'never');
    const window = ofDefaultSession();
    const ready = vi.fn();
    window.on('ready-to-show', ready);
    const stopped = nextEvent(window.webContents, 'did-stop-loading');
    await window.loadURL(pageAddress('<h1>drawn</h1>'));
    await stopped;
    vi.unstubAllEnvs();
    expect(ready).not.toHaveBeenCalled();
    await destroyWindow(window);
  });
});

/** Returns the operating system's id of the process that a hanging page keeps busy. */
async function busyProcess(window: Electron.BrowserWindow): Promise<number> {
  const { opened } = window.webContents as unknown as {
    opened: Promise<{ browser: { root: { sendAny: (method: string) => Promise<unknown> } } }>;
  };
  const { browser } = await opened;
  const busiest = async () => {
    const { processInfo } = (await browser.root.sendAny('SystemInfo.getProcessInfo')) as {
      processInfo: { type: string; id: number; cpuTime: number }[];
    };
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    return renderers.sort((a, b) => b.cpuTime - a.cpuTime)[0];
  };
  await expect.poll(async () => (await busiest())?.cpuTime ?? 0).toBeGreaterThan(0.7);
  return (await busiest())?.id ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
