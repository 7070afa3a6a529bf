import { beforeAll, expect, test } from 'vitest';
import { app, evaluate, hiddenWindow, nextEvent, pageAddress } from './support/electron.js';

beforeAll(async () => app.whenReady());

const pages = () => app.getAppMetrics().filter(({ type }) => type === 'Tab');
/** Memory of each page in kilobytes, by process ID. */
const memory = () => new Map(pages().map(({ pid, memory }) => [pid, memory.workingSetSize]));

test('getAppMetrics returns the processes of all pages with their memory', async () => {
  using window = hiddenWindow();
  await window.loadURL(pageAddress('page'));
  expect(app.getAppMetrics().map(({ type }) => type)).toContain('Browser');
  const before = memory();
  await evaluate(window, 'globalThis.kept = new Uint8Array(200_000_000).fill(1); 0');
  // Not the sum of all: pages that other tests left open may close meanwhile.
  const growth = [...memory()].map(([pid, size]) => size - (before.get(pid) ?? size));
  expect(Math.max(...growth)).toBeGreaterThan(120_000);
});

test('a killed process is reported as killed', async () => {
  using window = hiddenWindow();
  await window.loadURL(pageAddress('page'));
  const gone = nextEvent(window.webContents, 'render-process-gone');
  for (const { pid } of pages()) process.kill(pid, 'SIGKILL');
  expect((await gone)[1]).toMatchObject({ reason: 'killed' });
});
