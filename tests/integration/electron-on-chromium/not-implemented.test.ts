import { beforeAll, describe, expect, test } from 'vitest';
import * as standIn from '../../../tools/electron-on-chromium/index.js';
import { BrowserWindow, app, hiddenWindow } from './support/electron.js';

beforeAll(async () => app.whenReady());

const refusal = (name: string) => `not implemented by electron-on-chromium: ${name}`;

describe('unimplemented parts throw with their name:', () => {
  test('modules', () => {
    const { Tray, nativeTheme } = standIn as unknown as typeof Electron.CrossProcessExports;
    expect(() => new Tray('icon.png')).toThrow(refusal('Tray'));
    expect(() => nativeTheme.shouldUseInvertedColorScheme).toThrow(
      refusal('nativeTheme.shouldUseInvertedColorScheme'),
    );
  });

  test('methods and properties', () => {
    using window = hiddenWindow();
    expect(() => {
      window.setOpacity(1);
    }).toThrow(refusal('BrowserWindow.setOpacity'));
    expect(() => window.webContents.capturePage()).toThrow(refusal('WebContents.capturePage'));
    expect(() => window.webContents.mainFrame.frames).toThrow(refusal('WebFrameMain.frames'));
    expect(() => window.webContents.session.netLog).toThrow(refusal('Session.netLog'));
    expect(() => app.getGPUFeatureStatus()).toThrow(refusal('App.getGPUFeatureStatus'));
  });

  test('events', () => {
    using window = hiddenWindow();
    expect(() => window.on('swipe', () => undefined)).toThrow(
      refusal("BrowserWindow event 'swipe'"),
    );
    expect(() => window.webContents.once('found-in-page', () => undefined)).toThrow(
      refusal("WebContents event 'found-in-page'"),
    );
    expect(() => app.on('login', () => undefined)).toThrow(refusal("App event 'login'"));
  });

  test('options', () => {
    expect(() => new BrowserWindow({ show: false, kiosk: true })).toThrow(
      refusal("BrowserWindow option 'kiosk'"),
    );
    expect(() => hiddenWindow({ sandbox: false })).toThrow(
      refusal("webPreferences option 'sandbox: false'"),
    );
    expect(() => hiddenWindow({ nodeIntegration: true })).toThrow(
      refusal("webPreferences option 'nodeIntegration: true'"),
    );
    expect(() => hiddenWindow({ contextIsolation: false })).toThrow(
      refusal("webPreferences option 'contextIsolation: false'"),
    );
    expect(() => hiddenWindow({ zoomFactor: 2 })).toThrow(
      refusal("webPreferences option 'zoomFactor'"),
    );
  });
});
