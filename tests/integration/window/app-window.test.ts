// @module-tag core

import '../support/local-scheme.js';
import { type BrowserWindow, app } from 'electron';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { bringToFront, openAppWindow } from '../../../electron/main/window/app-window.js';
import { readyToShowVariable } from '../../../tools/electron-on-chromium/window/ready-to-show.js';
import { temporaryFolder } from '../support/temporary-folder.js';

app.on('window-all-closed', () => undefined);

const files = temporaryFolder();
let window: BrowserWindow;
let shows: number;

beforeAll(async () => app.whenReady());
afterAll(files.remove);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  window.destroy();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

function open(): void {
  window = openAppWindow(`${files.with({ 'preload.cjs': '' })}/preload.cjs`);
  shows = 0;
  window.on('show', () => (shows += 1));
}

const page = 'data:text/html,<h1>page</h1>';

it('is shown once when its page was drawn and has loaded', async () => {
  open();
  const isReady = new Promise<void>((resolve) => window.once('ready-to-show', () => resolve()));
  expect(window.isVisible()).toBe(false);
  await Promise.all([window.loadURL(page), isReady]);
  vi.advanceTimersByTime(10_000);
  expect([window.isVisible(), shows]).toEqual([true, 1]);
});

it('is shown when its page has loaded, even if it is never ready to show', async () => {
  vi.stubEnv(readyToShowVariable, 'never');
  open();
  await window.loadURL(page);
  expect([window.isVisible(), shows]).toEqual([true, 1]);
});

it('is shown after 2 s in any case', () => {
  vi.stubEnv(readyToShowVariable, 'never');
  open();
  vi.advanceTimersByTime(1999);
  expect(shows).toBe(0);
  vi.advanceTimersByTime(1);
  expect([window.isVisible(), shows]).toEqual([true, 1]);
});

it('is not shown or focused after it was closed', () => {
  open();
  window.destroy();
  vi.advanceTimersByTime(2000);
  bringToFront(window);
  expect(shows).toBe(0);
});
