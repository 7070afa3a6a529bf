import { BrowserWindow, session } from 'electron';
import { windowAddress } from './app-protocol.js';

/**
 * The one permission that the window's page needs: to put text on the clipboard ("Copy details").
 */
const allowedPermissions = new Set(['clipboard-sanitized-write']);

/** How long the window stays hidden at most, in milliseconds. */
const showLimitMs = 2000;

/**
 * Opens the application's window; it appears once its page has been drawn or has loaded, and after
 * 2 s in any case: on some Wayland desktops `ready-to-show` never fires (electron#48859).
 */
export function openAppWindow(preload: string): BrowserWindow {
  closePermissions();
  const window = new BrowserWindow({
    show: false,
    width: 1280,
    height: 860,
    minWidth: 900,
    minHeight: 600,
    title: 'Platen',
    autoHideMenuBar: true,
    webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  blockNavigation(window);
  showWhenReady(window);
  return window;
}

/** Shows the window's page; rejects if it cannot be loaded. */
export async function showAppPage(window: BrowserWindow): Promise<void> {
  await window.loadURL(windowAddress);
}

/** Brings the window to the front, as a second start of the application does. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

function showWhenReady(window: BrowserWindow): void {
  const { webContents } = window;
  let isWaiting = true;
  const stopWaiting = () => {
    isWaiting = false;
    clearTimeout(timer);
  };
  const show = () => {
    if (!isWaiting) return;
    stopWaiting();
    window.show();
  };
  const timer = setTimeout(show, showLimitMs);
  window.once('ready-to-show', show).once('closed', stopWaiting);
  webContents.once('did-finish-load', show);
}

function closePermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(allowedPermissions.has(permission)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission) =>
    allowedPermissions.has(permission),
  );
  defaultSession.on('will-download', (event) => event.preventDefault());
}

/** The window never leaves its own page, and opens no other. */
function blockNavigation({ webContents }: BrowserWindow): void {
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-navigate', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
}
