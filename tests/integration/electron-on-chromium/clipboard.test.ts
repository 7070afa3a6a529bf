import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as standIn from '../../../tools/electron-on-chromium/index.js';
import {
  BrowserWindow,
  type TestServer,
  app,
  evaluate,
  servePages,
  session,
} from './support/stand-in.js';

const { clipboard } = standIn as unknown as typeof Electron.CrossProcessExports;

const texts = ['plain', '"quotes" \\ and\nlines', 'Größe 漢字 😀', '</script>\u2028'];

let server: TestServer;

beforeAll(async () => {
  await app.whenReady();
  server = await servePages({ '/': '<!doctype html><title>Any page</title>' });
});

afterAll(async () => server[Symbol.asyncDispose]());

test('it needs a window that shows a page', async () => {
  await expect(clipboard.writeText('x')).rejects.toThrow(
    'not implemented by electron-on-chromium: clipboard without a window that shows a page',
  );
});

describe('with a window', () => {
  let window: Electron.BrowserWindow;

  beforeAll(async () => {
    session.defaultSession.setPermissionCheckHandler(() => false);
    window = new BrowserWindow();
    await window.loadURL(`${server.origin}/`);
  });

  afterAll(() => {
    window.destroy();
  });

  test.each(texts)('%j is read as it was written', async (text) => {
    await clipboard.writeText(text);
    expect(await clipboard.readText()).toBe(text);
  });

  test("it does not matter what the page has made of the browser's own functions", async () => {
    await evaluate(window, "navigator.clipboard.writeText = () => Promise.reject('taken'); 1");
    await clipboard.writeText('past the page');
    expect(await clipboard.readText()).toBe('past the page');
  });

  test('the page itself may read and write no more than before', async () => {
    await clipboard.writeText('kept from the page');
    await clipboard.readText();
    const attempt = (name: string) =>
      evaluate(
        window,
        `navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`,
      );
    expect(await attempt('clipboard-read')).toBe('denied');
    expect(await attempt('clipboard-write')).toBe('denied');
  });
});
