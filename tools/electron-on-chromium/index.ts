import { dirname, join } from 'node:path';
import { app } from './app/app.js';
import { session } from './app/session-module.js';
import { warmPageBrowser } from './chromium/browsers.js';
import { registerSchemesAsPrivileged } from './network/custom-schemes.js';
import { partialModule } from './not-implemented.js';
import { BrowserWindow } from './window/browser-window.js';

export { app, session, BrowserWindow };
export { ipcMain } from './app/ipc-main.js';
export { nativeTheme, powerSaveBlocker, screen } from './app/desktop.js';
export { Notification } from './app/notification.js';
export { safeStorage } from './app/safe-storage.js';
export { shell } from './app/shell.js';
export { clipboard } from './window/clipboard.js';
export { dialog } from './window/dialog.js';
export { Menu, MenuItem } from './window/menu.js';
export * from './absent.js';
export { canShowWindow, describeChromium } from './chromium/choice.js';
export { missingSandbox } from './chromium/sandbox.js';

/** The module `protocol`: that of the default session, and the registration of schemes. */
export const protocol = partialModule('protocol', {
  registerSchemesAsPrivileged,
  handle: (...args: Parameters<typeof session.defaultSession.protocol.handle>) =>
    session.defaultSession.protocol.handle(...args),
});

// Electron sets it beside its program (docs/api/process.md).
Object.defineProperty(process, 'resourcesPath', {
  value: join(dirname(process.execPath), 'resources'),
});

/**
 * These commands only print pages: their Chromium starts while the application is still loading.
 */
const printingCommands = new Set(['convert', 'serve']);
setImmediate(() => {
  if (process.argv.slice(2).some((argument) => printingCommands.has(argument))) warmPageBrowser();
});
