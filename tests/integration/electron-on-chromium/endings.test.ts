import { beforeAll, describe, expect, test } from 'vitest';
import {
  BrowserWindow,
  app,
  evaluate,
  hiddenWindow,
  nextEvent,
  pageAddress,
  serve,
} from './support/stand-in.js';

beforeAll(async () => app.whenReady());

const hang = '<script>onload = () => setTimeout(() => { for (;;); }, 0)</script>';

describe('destroy', () => {
  test('works at once, tells of it once, and leaves nothing to use', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('page'));
    const told: string[] = [];
    window.on('close', () => told.push('close'));
    window.on('closed', () => told.push('closed'));
    window.webContents.on('destroyed', () => told.push('destroyed'));
    window.destroy();
    window.destroy();
    expect(told).toEqual(['closed', 'destroyed']);
    expect([window.isDestroyed(), window.webContents.isDestroyed()]).toEqual([true, true]);
    expect(BrowserWindow.getAllWindows().includes(window)).toBe(false);
    await expect(window.webContents.printToPDF({})).rejects.toThrow('Object has been destroyed');
  });

  test.each([
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
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    using other = hiddenWindow();
    await other.loadURL(pageAddress('the next one works'));
  });

  test('rejects what prints', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('<p>text</p>'.repeat(20_000)));
    const first = window.webContents.printToPDF({});
    const second = window.webContents.printToPDF({});
    window.destroy();
    await expect(first).rejects.toThrow(/Printing failed|has been destroyed/);
    await expect(second).rejects.toThrow(/Printing failed|has been destroyed/);
  });

  test('also before the page was ever open', async () => {
    using window = hiddenWindow();
    window.destroy();
    await expect(window.loadURL(pageAddress('page'))).rejects.toThrow();
  });
});

describe('close', () => {
  test('asks first', () => {
    using window = hiddenWindow();
    window.once('close', (event) => {
      event.preventDefault();
    });
    window.close();
    expect(window.isDestroyed()).toBe(false);
    window.close();
    expect(window.isDestroyed()).toBe(true);
  });
});

describe('a crash', () => {
  test('is told of, ends what was under way, and the window can be used again', async () => {
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

  test('of one page leaves the others alone', async () => {
    using first = hiddenWindow();
    using second = hiddenWindow();
    await Promise.all([first.loadURL(pageAddress('a')), second.loadURL(pageAddress('b'))]);
    const gone = nextEvent(first.webContents, 'render-process-gone');
    first.webContents.forcefullyCrashRenderer();
    await gone;
    expect(await evaluate(second, 'document.body.innerText')).toBe('b');
  });
});

/** The process that a hanging page keeps busy, by its id in the operating system. */
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
  await expect
    .poll(async () => (await busiest())?.cpuTime ?? 0, { timeout: 10_000 })
    .toBeGreaterThan(0.7);
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
