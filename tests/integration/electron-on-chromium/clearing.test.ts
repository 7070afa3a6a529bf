import { beforeAll, describe, expect, test } from 'vitest';
import { app, evaluate, freshSession, hiddenWindow, servePages } from './support/stand-in.js';

beforeAll(async () => app.whenReady());

const leave = `(async () => {
  document.cookie = 'a=left'; localStorage.a = 'left'; await caches.open('left');
})()`;
const look = `(async () => [document.cookie, localStorage.a ?? '', ...(await caches.keys())].join('|'))()`;

describe('a session without pages', () => {
  test.each([
    ['clearData', async (own: Electron.Session) => own.clearData()],
    ['clearStorageData', async (own: Electron.Session) => own.clearStorageData()],
    ['clearCache', async (own: Electron.Session) => own.clearCache()],
    ['clearAuthCache', async (own: Electron.Session) => own.clearAuthCache()],
    ['clearHostResolverCache', async (own: Electron.Session) => own.clearHostResolverCache()],
    [
      'clearSharedDictionaryCache',
      async (own: Electron.Session) => own.clearSharedDictionaryCache(),
    ],
    ['clearCodeCaches', async (own: Electron.Session) => own.clearCodeCaches({})],
    ['closeAllConnections', async (own: Electron.Session) => own.closeAllConnections()],
  ])('holds nothing of earlier pages after %s, and works on', async (_name, clear) => {
    await using server = await servePages({ '/': 'page' });
    const session = freshSession();
    {
      using window = hiddenWindow({ session });
      await window.loadURL(server.origin);
      await evaluate(window, leave);
      expect(await evaluate(window, look)).toBe('a=left|left|left');
    }
    await clear(session);
    using window = hiddenWindow({ session });
    await window.loadURL(server.origin);
    expect(await evaluate(window, look)).toBe('|');
  });

  test('that was never used is clear', async () => {
    await expect(freshSession().clearData()).resolves.toBeUndefined();
  });
});

describe('a session with a page', () => {
  test('loses its cookies, and nothing else, where only they are to go', async () => {
    await using server = await servePages({ '/': 'page' });
    using window = hiddenWindow();
    await window.loadURL(server.origin);
    await evaluate(window, leave);
    await window.webContents.session.clearStorageData({ storages: ['cookies'] });
    expect(await evaluate(window, look)).toBe('|left|left');
  });

  test('is not cleared of anything else, and says so', async () => {
    using window = hiddenWindow();
    await expect(window.webContents.session.clearCache()).rejects.toThrow(
      'not implemented by electron-on-chromium: session.clearCache',
    );
  });
});

test('setContentSize gives the page its size', async () => {
  using window = hiddenWindow();
  await window.loadURL('data:text/html,page');
  window.setContentSize(400, 300);
  expect(await evaluate(window, '[innerWidth, innerHeight].join()')).toBe('400,300');
});
