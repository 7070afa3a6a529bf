import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as standIn from '../../../../tools/electron-on-chromium/index.js';
import { BrowserWindow, app } from '../support/electron.js';

// Asserts what Electron's spec/api-screen-spec.ts and spec/api-native-theme-spec.ts, and its
// documentation of powerSaveBlocker and of the bounds of a window, say about the parts that Platen
// uses; the README of the stand-in lists the rest.

const { nativeTheme, powerSaveBlocker, screen } =
  standIn as unknown as typeof Electron.CrossProcessExports;

beforeAll(async () => app.whenReady());

describe('screen', () => {
  test('has a primary display with a work area, which is one of all displays', () => {
    const { id, workArea } = screen.getPrimaryDisplay();
    expect(workArea.width).toBeGreaterThan(0);
    expect(workArea.height).toBeGreaterThan(0);
    expect(screen.getAllDisplays().map((display) => display.id)).toContain(id);
  });

  test('has no other members', () => {
    expect(() => screen.getCursorScreenPoint()).toThrow(
      'not implemented by electron-on-chromium: screen.getCursorScreenPoint',
    );
    expect(() => screen.getPrimaryDisplay().scaleFactor).toThrow(
      'not implemented by electron-on-chromium: Display.scaleFactor',
    );
  });
});

describe('nativeTheme', () => {
  afterEach(() => {
    nativeTheme.themeSource = 'system';
  });

  test('themeSource is system by default, and decides shouldUseDarkColors', () => {
    expect(nativeTheme.themeSource).toBe('system');
    nativeTheme.themeSource = 'dark';
    expect(nativeTheme.shouldUseDarkColors).toBe(true);
    nativeTheme.themeSource = 'light';
    expect(nativeTheme.shouldUseDarkColors).toBe(false);
  });

  test('refuses other themes', () => {
    expect(() => {
      nativeTheme.themeSource = 'blue' as never;
    }).toThrow(TypeError);
    expect(nativeTheme.themeSource).toBe('system');
  });
});

describe('powerSaveBlocker', () => {
  test('start returns a number, and stop whether it was started', () => {
    const first = powerSaveBlocker.start('prevent-app-suspension');
    const second = powerSaveBlocker.start('prevent-app-suspension');
    expect(first).not.toBe(second);
    expect(powerSaveBlocker.stop(first)).toBe(true);
    expect(powerSaveBlocker.stop(first)).toBe(false);
    expect(powerSaveBlocker.stop(second)).toBe(true);
  });

  test('the display cannot be kept on', () => {
    expect(() => powerSaveBlocker.start('prevent-display-sleep')).toThrow(
      "not implemented by electron-on-chromium: powerSaveBlocker.start('prevent-display-sleep')",
    );
  });
});

describe('the bounds of a window', () => {
  test('have the requested size, and are those of a window that is not maximized', () => {
    const window = new BrowserWindow({ show: false, width: 640, height: 480 });
    expect(window.getBounds()).toMatchObject({ width: 640, height: 480 });
    expect(window.getNormalBounds()).toEqual(window.getBounds());
    expect([window.isMaximized(), window.isMinimized()]).toEqual([false, false]);
    window.destroy();
  });

  test('setProgressBar checks its arguments', () => {
    const window = new BrowserWindow({ show: false });
    expect(() => window.setProgressBar('1' as never)).toThrow(TypeError);
    window.setProgressBar(-1);
    window.setProgressBar(0.5, { mode: 'paused' });
    window.destroy();
  });
});
