import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BrowserWindow, app, dialog } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { message } from '../../shared/messages/message.js';
import { windowText } from '../window/window-text.js';
import type { Installation, Updater } from './updates.js';

/** By the marks that electron-builder's packages leave. */
export function describeInstallation(): Installation {
  const appImage = process.env['APPIMAGE'];
  const typeFile = join(process.resourcesPath, 'package-type');
  const folder = dirname(appImage ?? app.getPath('exe'));
  return {
    isPackaged: app.isPackaged,
    platform: process.platform,
    appImage,
    isPortable: process.env['PORTABLE_EXECUTABLE_FILE'] !== undefined,
    packageType: existsSync(typeFile) ? readFileSync(typeFile, 'utf8').trim() : null,
    folder,
    isWritable: isWritable(folder),
  };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/** electron-updater reads the place of updates from the package. */
export async function openElectronUpdater(log: (line: string) => void): Promise<Updater> {
  const { default: electronUpdater } = await import('electron-updater');
  return updaterFrom(electronUpdater.autoUpdater, log);
}

/** Adapts electron-updater: it downloads and installs nothing before it is called. */
export function updaterFrom(updater: AppUpdater, log: (line: string) => void): Updater {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.logger = { info: () => undefined, warn: log, error: log };
  // Each failure also rejects the call; without a listener this event would be thrown again.
  updater.on('error', () => undefined);
  return {
    findUpdate: async () => {
      const result = await updater.checkForUpdates();
      return result?.isUpdateAvailable === true ? result.updateInfo.version : null;
    },
    download: async () => {
      await updater.downloadUpdate();
    },
    installOnQuit: () => (updater.autoInstallOnAppQuit = true),
    installNow: () => updater.quitAndInstall(),
  };
}

export async function askForUpdate(version: string): Promise<boolean> {
  const [window] = BrowserWindow.getAllWindows();
  const options = {
    type: 'question' as const,
    message: windowText(message('updates.available', { version })),
    detail: windowText(message('updates.restart', { version: app.getVersion() })),
    buttons: [message('updates.install'), message('updates.later')].map(windowText),
    defaultId: 0,
    cancelId: 1,
  };
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === 0;
}
