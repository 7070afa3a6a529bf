import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { windowBrowser } from '../../../../tools/electron-on-chromium/chromium/browsers.js';
import * as standIn from '../../../../tools/electron-on-chromium/index.js';
import {
  BrowserWindow,
  type TestServer,
  app,
  evaluate,
  servePages,
  session,
} from '../support/electron.js';

// Asserts what Electron's spec/api-clipboard.spec.ts asserts about the parts that Platen uses;
// the README of the stand-in lists the rest.

const { clipboard } = standIn as unknown as typeof Electron.CrossProcessExports;

const texts = [
  'plain',
  '"quotes" \\ and\nlines',
  'Größe 漢字 😀',
  '千江有水千江月，万里无云万里天',
  '</script>\u2028',
];

let server: TestServer;

beforeAll(async () => {
  await app.whenReady();
  server = await servePages({ '/': '<!doctype html><title>Any page</title>' });
});

afterAll(async () => server[Symbol.asyncDispose]());

test('requires a window that shows a page', async () => {
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

  /** Returns the text on the clipboard, as the page reads it while it has the permission. */
  async function textOnClipboard(): Promise<unknown> {
    const { root } = await windowBrowser();
    const grant = { permission: { name: 'clipboard-read' }, origin: server.origin } as const;
    await root.send('Browser.setPermission', { ...grant, setting: 'granted' });
    const text = await evaluate(window, 'navigator.clipboard.readText()');
    await root.send('Browser.setPermission', { ...grant, setting: 'denied' });
    return text;
  }

  test('writeText returns a promise, and accepts text only', async () => {
    const writing = clipboard.writeText('x');
    expect(writing).toBeInstanceOf(Promise);
    await writing;
    await expect(clipboard.writeText(7 as unknown as string)).rejects.toThrow(
      'Error processing argument at index 0, conversion failure from 7',
    );
  });

  test.each(['readText', 'read', 'write', 'has', 'clear'])('%s throws by name', (member) => {
    expect((): unknown => Reflect.get(clipboard, member)).toThrow(
      `not implemented by electron-on-chromium: clipboard.${member}`,
    );
  });

  test.each(texts)('%j is read unchanged', async (text) => {
    await clipboard.writeText(text);
    expect(await textOnClipboard()).toBe(text);
  });

  test('does not call browser functions that the page has replaced', async () => {
    await evaluate(window, "navigator.clipboard.writeText = () => Promise.reject('taken'); 1");
    await clipboard.writeText('past the page');
    expect(await textOnClipboard()).toBe('past the page');
  });

  test('gives the page no more access to the clipboard', async () => {
    await clipboard.writeText('kept from the page');
    const attempt = (name: string) =>
      evaluate(
        window,
        `navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`,
      );
    expect(await attempt('clipboard-read')).toBe('denied');
    expect(await attempt('clipboard-write')).toBe('denied');
  });
});
