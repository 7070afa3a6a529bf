import { BrowserWindow, app } from 'electron';
import { beforeAll, describe, expect, it } from 'vitest';

// Chromium shows an error page for a page that cannot be loaded, and Electron emits the events of
// its load; only that it did not navigate, and the promise, tell it from the page itself.

const watched = [
  'did-start-loading',
  'did-start-navigation',
  'did-navigate',
  'dom-ready',
  'did-finish-load',
  'did-fail-load',
  'did-stop-loading',
];

beforeAll(async () => {
  // Without a listener, Electron quits with its last window.
  app.on('window-all-closed', () => undefined);
  await app.whenReady();
});

describe('loadURL', () => {
  it.each([
    ['http://nothing.invalid/', 'ERR_NAME_NOT_RESOLVED', -105],
    ['http://127.0.0.1:1/', 'ERR_UNSAFE_PORT', -312],
    ['file:///nothing/here.html', 'ERR_FILE_NOT_FOUND', -6],
  ])("rejects for %s, after the events of Chromium's error page", async (url, code, errno) => {
    const window = new BrowserWindow({ show: false, webPreferences: { partition: code } });
    const names: string[] = [];
    for (const name of watched) {
      window.webContents.on(name as 'dom-ready', () => names.push(name));
    }
    try {
      const stopped = new Promise<void>((resolve) =>
        window.webContents.once('did-stop-loading', () => resolve()),
      );
      const error: unknown = await window.loadURL(url).catch((reason: unknown) => reason);
      expect(names).toContain('did-finish-load');
      expect(error).toMatchObject({
        message: `${code} (${errno}) loading '${url}'`,
        code,
        errno,
        url,
      });
      await stopped;
      expect(names).toEqual([
        'did-start-loading',
        'did-start-navigation',
        'did-fail-load',
        'dom-ready',
        'did-finish-load',
        'did-stop-loading',
      ]);
    } finally {
      window.destroy();
    }
  });
});
