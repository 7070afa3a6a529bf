import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  crashPeriodMs,
  maxCrashes,
  recoverWindow,
} from '../../../../electron/main/window/window-recovery.js';

const { quit, showErrorBox, showMessageBox } = vi.hoisted(() => ({
  quit: vi.fn(),
  showErrorBox: vi.fn(),
  showMessageBox: vi.fn(),
}));

vi.mock('electron', () => ({ app: { quit }, dialog: { showErrorBox, showMessageBox } }));

const crashed = { reason: 'crashed', exitCode: 139 };
let time = 0;

function open() {
  const webContents = Object.assign(new EventEmitter(), { forcefullyCrashRenderer: vi.fn() });
  const window = Object.assign(new EventEmitter(), { webContents, isDestroyed: () => false });
  const recovery = { reload: vi.fn(() => Promise.resolve()), onRestarted: vi.fn(), log: vi.fn() };
  // What a window has, as far as recovery uses it.
  recoverWindow(window as unknown as BrowserWindow, recovery, () => time);
  const crash = async (details = crashed) => {
    webContents.emit('render-process-gone', {}, details);
    await new Promise(setImmediate);
  };
  return { window, webContents, crash, ...recovery };
}

beforeEach(() => {
  vi.clearAllMocks();
  time = 0;
});

it('restarts a window that crashed, but not one that was closed', async () => {
  const { crash, reload, onRestarted } = open();
  await crash({ reason: 'clean-exit', exitCode: 0 });
  expect(reload).not.toHaveBeenCalled();
  await crash();
  expect([reload.mock.calls.length, onRestarted.mock.calls.length]).toEqual([1, 1]);
});

it('gives up when the window crashes again and again', async () => {
  const { crash, reload } = open();
  for (let count = 0; count < maxCrashes; count += 1) await crash();
  expect(quit).not.toHaveBeenCalled();
  await crash();
  expect(showErrorBox).toHaveBeenCalledOnce();
  expect(quit).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledTimes(maxCrashes);
});

it('forgets crashes of long ago', async () => {
  const { crash } = open();
  for (let count = 0; count < 3 * maxCrashes; count += 1) {
    await crash();
    time += crashPeriodMs / maxCrashes;
  }
  expect(quit).not.toHaveBeenCalled();
});

it.each([
  [0, 0],
  [1, 1],
])('asks about a window that does not respond (answer %i)', async (response, restarts) => {
  showMessageBox.mockResolvedValue({ response, checkboxChecked: false });
  const { window, webContents } = open();
  window.emit('unresponsive');
  window.emit('unresponsive');
  await new Promise(setImmediate);
  expect(showMessageBox).toHaveBeenCalledOnce();
  expect(webContents.forcefullyCrashRenderer).toHaveBeenCalledTimes(restarts);
});

it('closes the question when the window responds again', () => {
  showMessageBox.mockReturnValue(new Promise(() => undefined));
  const { window } = open();
  window.emit('unresponsive');
  window.emit('responsive');
  const [, options] = showMessageBox.mock.calls[0] as unknown as [unknown, { signal: AbortSignal }];
  expect(options.signal.aborted).toBe(true);
});
