import '../support/local-scheme.js';
import { BrowserWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryWatch } from '../../../electron/main/engine/page/memory-watch.js';
import { PooledWindow } from '../../../electron/main/engine/page/pooled-window.js';
import { workAreaVariable } from '../../../tools/electron-on-chromium/window/work-area.js';
import { closeEngine, convert, convertHtml, failureOf } from '../support/convert.js';

beforeEach(async () => closeEngine());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const page = { source: { kind: 'html', html: '<p>x<script></script>' } };

/** Runs an action on the next window while it loads its first page. */
function whileNextIsPrepared(act: (window: Electron.BrowserWindow) => void): void {
  const prepare = Reflect.get(PooledWindow.prototype, 'prepare');
  vi.spyOn(PooledWindow.prototype, 'prepare').mockImplementationOnce(async function (
    this: PooledWindow,
    widthPx,
  ) {
    const { contents } = this;
    contents.once('did-start-loading', () => {
      const [window] = BrowserWindow.getAllWindows().filter(
        (each) => each.webContents === contents,
      );
      if (window) act(window);
    });
    await prepare.call(this, widthPx);
  });
}

/** Counts the conversions for which processes are observed. */
function watchedConversions(): () => number {
  let count = 0;
  const begin = Reflect.get(MemoryWatch.prototype, 'begin');
  vi.spyOn(MemoryWatch.prototype, 'begin').mockImplementation(function (this: MemoryWatch) {
    const end = begin.call(this);
    count += 1;
    return () => {
      count -= 1;
      end();
    };
  });
  return () => count;
}

describe('a prepared window', () => {
  it.each([
    ['is destroyed', 'chromium-ended', (window: Electron.BrowserWindow) => window.destroy()],
    [
      'crashes',
      'page-crashed',
      ({ webContents }: Electron.BrowserWindow) => webContents.forcefullyCrashRenderer(),
    ],
  ])('that %s fails only its conversion', async (_what, code, end) => {
    const watched = watchedConversions();
    whileNextIsPrepared(end);
    const [failure, text] = await Promise.all([
      failureOf(convert(page)),
      convertHtml('<p>the other one').then((pdf) => pdf.text),
    ]);
    expect(failure).toMatchObject({ code });
    expect(text).toBe('the other one');
    expect(watched()).toBe(0);
    expect((await convertHtml('<p>the next one<script></script>')).text).toBe('the next one');
  });

  it('is destroyed when its conversion is canceled', async () => {
    const watched = watchedConversions();
    const controller = new AbortController();
    const windows: Electron.BrowserWindow[] = [];
    whileNextIsPrepared((window) => {
      windows.push(window);
      controller.abort();
    });
    const failure = await failureOf(convert(page, { signal: controller.signal }));
    expect(failure).toMatchObject({ code: 'canceled' });
    expect(windows.map((window) => window.isDestroyed())).toEqual([true]);
    expect(watched()).toBe(0);
  });

  it('is navigated and attached to before it is used for a page', async () => {
    const navigated: string[] = [];
    whileNextIsPrepared(({ webContents }) => {
      webContents.on('did-navigate', (_event, url) => {
        navigated.push(url === 'about:blank' ? url : `${webContents.debugger.isAttached()}`);
      });
    });
    await convert(page);
    expect(navigated.slice(0, 2)).toEqual(['about:blank', 'true']);
  });
});

describe('a window that is destroyed while its page', () => {
  it.each(['loading', 'printing'] as const)('is %s fails with that reason', async (awaited) => {
    const watched = watchedConversions();
    const failure = await failureOf(
      convert(page, {
        onProgress: ({ stage }) => {
          if (stage === awaited)
            for (const window of BrowserWindow.getAllWindows()) window.destroy();
        },
      }),
    );
    expect(failure).toMatchObject({
      code: 'chromium-ended',
      message: 'The page could not be converted: Chromium ended unexpectedly. Try again.',
    });
    expect(watched()).toBe(0);
  });
});

describe('a page is laid out at the width of its paper', () => {
  const sizes =
    '<body><script>document.body.append([innerWidth, screen.width, devicePixelRatio])</script>';
  const options = { format: 'letter', margin: { left: '0in', right: '0in' } };

  it('on a smaller screen', async () => {
    vi.stubEnv(workAreaVariable, '400x300');
    expect((await convertHtml(sizes, options)).text).toBe('816,816,1');
  });

  it('after a page of another width', async () => {
    vi.stubEnv(workAreaVariable, '400x300');
    expect((await convertHtml(sizes, { ...options, format: 'a5' })).text).toBe('560,560,1');
    expect((await convertHtml(sizes, options)).text).toBe('816,816,1');
    expect(BrowserWindow.getAllWindows()).toHaveLength(1);
  });
});
