import { beforeAll, expect, test } from 'vitest';
import { app, evaluate, hiddenWindow, nextEvent, pageAddress } from '../support/electron.js';

// Asserts what the crash tests of Electron's spec/api-web-contents.spec.ts assert, as far as Platen
// depends on it.

beforeAll(async () => app.whenReady());

test('a crashed page loads again', async () => {
  using window = hiddenWindow();
  await window.loadURL(pageAddress('<p>first'));
  const gone = nextEvent(window.webContents, 'render-process-gone');
  window.webContents.forcefullyCrashRenderer();
  const [, details] = await gone;
  expect(details).toMatchObject({ reason: 'crashed' });
  expect(window.webContents.isCrashed()).toBe(true);
  await window.loadURL(pageAddress('<p>second'));
  expect(window.webContents.isCrashed()).toBe(false);
  expect(await evaluate(window, 'document.body.textContent')).toBe('second');
});
