import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type Locator, type Page, chromium, expect } from '@playwright/test';
import { cleanEnvironment } from '../../support/environment.js';
import {
  type RunningPlaten,
  type StartOptions,
  openButtons,
  openDialogs,
  saveDialogs,
} from './running-platen.js';
import { restartedWindow } from './restarted-window.js';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Starts Platen on the stand-in, without a display, and connects to its window.
 * @param launcher script that starts Platen with the arguments that follow
 */
export async function startOnChromium(
  { userData, args, environment = {} }: StartOptions,
  launcher = 'tools/run.mjs',
): Promise<RunningPlaten> {
  const opened = openerThatOnlyNotes(userData);
  const child = spawn(
    process.execPath,
    [launcher, '--headless', '--remote-debugging-port=0', `--user-data-dir=${userData}`, ...args],
    {
      cwd: root,
      env: {
        ...cleanEnvironment(),
        ...environment,
        ...opened.environment,
        PLATEN_RUNTIME: 'chromium',
      },
      stdio: ['ignore', 'inherit', 'pipe'],
    },
  );
  const output = collect(child);
  const endpoint = await output.find(/DevTools listening on (ws:\S+)/);
  const browser = await chromium.connectOverCDP(endpoint);
  const context = browser.contexts()[0];
  if (!context) throw new Error('The window has no browser context.');
  const isWindow = (page: Page) => new URL(page.url()).hostname === 'app.platen.localhost';
  const page = context.pages().find(isWindow) ?? (await context.waitForEvent('page', isWindow));
  await page.waitForLoadState();
  const nextDialog = async (title: string) => {
    let dialog: Page | undefined;
    await expect(async () => {
      const titles = await Promise.all(context.pages().map((each) => each.title()));
      dialog = context.pages()[titles.indexOf(title)];
      expect(dialog, `a dialog "${title}"`).toBeDefined();
    }).toPass();
    if (!dialog) throw new Error(`There is no dialog "${title}".`);
    return dialog;
  };
  return {
    page,
    log: () => output.text(),
    opened: opened.read,
    saveTo: async (path, action, button = 'Save') => {
      await action();
      const dialog = await nextDialog(saveDialogs[button]);
      await dialog.getByRole('textbox').fill(path);
      await closeBy(dialog.getByRole('button', { name: button }));
    },
    choose: async (paths, action, button = 'Open') => {
      await action();
      const dialog = await nextDialog(openDialogs[button]);
      await dialog.getByRole('textbox').fill(paths.join('\n'));
      await closeBy(dialog.getByRole('button', { name: openButtons[button] ?? button }));
    },
    chooseInMenu: async (path) => {
      // The window reports a moment later which items can be chosen.
      await expect(async () => {
        await page.bringToFront();
        await page.keyboard.press('Alt');
        const menu = await nextDialog('Menu');
        const item = menu.getByRole('button', { name: path, exact: true });
        const isEnabled = await item.isEnabled();
        await closeBy(isEnabled ? item : menu.getByRole('button', { name: 'Close', exact: true }));
        expect(isEnabled, `"${path}" is enabled`).toBe(true);
      }).toPass();
    },
    answer: async (question, button, action) => {
      await action();
      const dialog = await nextDialog(question);
      await closeBy(dialog.getByRole('button', { name: button, exact: true }));
    },
    contextMenu: async (action) => {
      await action();
      const menu = await nextDialog('Context menu');
      const buttons = await menu.locator('button:enabled').allTextContents();
      return {
        items: buttons.filter((label) => label !== 'Close'),
        choose: async (label) => {
          await closeBy(menu.getByRole('button', { name: label, exact: true }));
        },
      };
    },
    clipboard: async () => {
      const { origin } = new URL(page.url());
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
      return page.evaluate(() => navigator.clipboard.readText());
    },
    crashWindow: async () => {
      const crashed = page.waitForEvent('crash');
      const session = await context.newCDPSession(page);
      // The response never arrives: its process is gone.
      session.send('Page.crash').catch(() => undefined);
      await crashed;
      return restartedWindow(endpoint, isWindow);
    },
    kill: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await ended;
    },
    close: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Presses a button that closes its dialog. Playwright's own click fails if the dialog is closed
 * before the click is confirmed.
 */
async function closeBy(button: Locator): Promise<void> {
  const closed = button.page().waitForEvent('close');
  await button.evaluate((element: HTMLElement) => {
    setTimeout(() => element.click());
  });
  await closed;
}

/** A fake system opener, first in PATH, which records what it was asked to open. */
function openerThatOnlyNotes(userData: string) {
  const folder = join(userData, 'opener');
  const notes = join(folder, 'notes.txt');
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'xdg-open');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${notes}'\n`);
  chmodSync(program, 0o755);
  return {
    environment: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    read: () => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []),
  };
}

function collect(child: ChildProcess) {
  let text = '';
  const listeners = new Set<() => void>();
  child.stderr?.on('data', (data: Buffer) => {
    text += data.toString();
    for (const listener of listeners) listener();
  });
  return {
    text: () => text,
    find: (pattern: RegExp) =>
      new Promise<string>((found, lost) => {
        const look = () => {
          const match = pattern.exec(text)?.[1];
          if (match !== undefined) found(match);
        };
        listeners.add(look);
        child.once('exit', () => lost(new Error(`Platen ended before ${pattern}:\n${text}`)));
        look();
      }),
  };
}
