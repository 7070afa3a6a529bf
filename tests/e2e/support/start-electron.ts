import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type JSHandle, type Page, _electron as electron, expect } from '@playwright/test';
import { cleanEnvironment } from '../../support/environment.js';
import { restartedWindow } from './restarted-window.js';
import type { RunningPlaten, StartOptions } from './running-platen.js';

const root = resolve(import.meta.dirname, '../../..');

/** Starts Platen on Electron; dialogs and the system opener are answered in its main process. */
export async function startOnElectron(
  binary: string,
  { userData, args }: StartOptions,
): Promise<RunningPlaten> {
  const { app, page } = await launch(binary, [root, `--user-data-dir=${userData}`, ...args]);
  let log = '';
  app.process().stderr?.on('data', (data: Buffer) => (log += data.toString()));
  await page.waitForLoadState();
  // Those of conversions are windows too, in no order.
  const window = (await app.browserWindow(page)) as JSHandle<Electron.BrowserWindow>;
  await app.evaluate(({ app: electronApp, shell }, { webContents }) => {
    const notes: string[] = [];
    Object.assign(globalThis, { platenOpened: notes });
    shell.openPath = (path) => Promise.resolve(notes.push(path) > 0 ? '' : 'not opened');
    shell.showItemInFolder = (path) => void notes.push(path);
    shell.openExternal = (url) => Promise.resolve(void notes.push(url));
    electronApp.on('web-contents-created', (_event, contents) => {
      contents.print = (_options, onEnd) => {
        notes.push(new URL(contents.getURL()).pathname);
        onEnd?.(true, '');
      };
    });
    webContents.startDrag = ({ file }) => void notes.push(file);
  }, window);
  return {
    page,
    log: () => log,
    opened: () => app.evaluate(() => Reflect.get(globalThis, 'platenOpened') as string[]),
    saveTo: async (path, action) => {
      await app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      }, path);
      await action();
    },
    choose: async (paths, action) => {
      await app.evaluate(
        ({ dialog }, filePaths) => {
          dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
        },
        [...paths],
      );
      await action();
    },
    chooseInMenu: async (path) => {
      await app.evaluate(
        ({ Menu }, [shown, labels]) => {
          let items = Menu.getApplicationMenu()?.items ?? [];
          for (const label of labels) {
            const item = items.find((each) => each.label.replace('&', '') === label);
            if (!item) throw new Error(`There is no item "${label}".`);
            if (item.submenu) items = item.submenu.items;
            else Reflect.apply(item.click, item, [{}, shown, shown.webContents]);
          }
        },
        [window, path.split(' › ')] as const,
      );
    },
    answer: async (question, button, action) => {
      await app.evaluate(
        ({ dialog }, [message, label]) => {
          Object.assign(globalThis, { platenAsked: false });
          dialog.showMessageBox = (...args: unknown[]) => {
            const options = args.at(-1) as Electron.MessageBoxOptions;
            Object.assign(globalThis, { platenAsked: options.message === message });
            const response = options.buttons?.indexOf(label) ?? -1;
            return Promise.resolve({ response, checkboxChecked: false });
          };
        },
        [question, button] as const,
      );
      await action();
      const wasAsked = () => app.evaluate(() => Reflect.get(globalThis, 'platenAsked') as boolean);
      // An answer that quits ends the process that would say so.
      await expect.poll(() => wasAsked().catch(() => true)).toBe(true);
    },
    contextMenu: async (action) => {
      await app.evaluate(({ Menu }) => {
        Menu.prototype.popup = function popup() {
          Object.assign(globalThis, { platenMenu: this });
        };
        Object.assign(globalThis, { platenMenu: null });
      });
      await action();
      const read = () =>
        app.evaluate(() => {
          const menu = Reflect.get(globalThis, 'platenMenu') as Electron.Menu | null;
          const items = menu?.items ?? [];
          return items.flatMap(({ label, enabled, type }) =>
            enabled && type === 'normal' ? [label] : [],
          );
        });
      await expect.poll(read).not.toEqual([]);
      return {
        items: await read(),
        choose: async (label) =>
          window.evaluate((shown, wanted) => {
            const menu = Reflect.get(globalThis, 'platenMenu') as Electron.Menu | null;
            const item = menu?.items.find((each) => each.label === wanted);
            if (!item) throw new Error(`There is no item "${wanted}".`);
            Reflect.apply(item.click, item, [{}, shown, shown.webContents]);
          }, label),
      };
    },
    clipboard: () => app.evaluate(({ clipboard }) => clipboard.readText()),
    crashWindow: async () => {
      const crashed = page.waitForEvent('crash');
      await window.evaluate(({ webContents }) => webContents.forcefullyCrashRenderer());
      await crashed;
      return restartedWindow(devToolsAddress(userData), isWindow);
    },
    kill: async () => {
      const ended = new Promise((done) => app.process().once('exit', done));
      app.process().kill('SIGKILL');
      await ended;
    },
    close: () => app.close(),
  };
}

/** What Playwright or Node says of a process that ends, depending on how far Playwright got. */
const ends = /has been closed|session closed|Waiting for the debugger to disconnect/;

/** @throws Error if Platen ends before its window opens, as a second start does */
async function launch(executablePath: string, args: readonly string[]) {
  try {
    const app = await electron.launch({
      executablePath,
      args: [...args],
      env: cleanEnvironment(),
      // Without it Playwright starts Electron with --no-sandbox.
      chromiumSandbox: true,
    });
    return { app, page: await app.firstWindow() };
  } catch (error) {
    if (!ends.test(String(error))) throw error;
    throw new Error(`Platen ended before its window: ${String(error)}`, { cause: error });
  }
}

function isWindow(page: Page): boolean {
  return page.url().startsWith('platen://app/');
}

/** Returns the DevTools URL, which Chromium writes into the user data folder. */
function devToolsAddress(userData: string): string {
  const [port, path] = readFileSync(join(userData, 'DevToolsActivePort'), 'utf8').split('\n');
  return `ws://127.0.0.1:${String(port)}${String(path)}`;
}
