import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  Notification,
  nativeTheme,
  session,
} from 'electron';
import { type Message, message } from '../../shared/messages/message.js';
import type { Settings } from '../../shared/settings.js';
import type { BatchResult } from '../jobs/batch.js';
import { windowAddress } from './app-protocol.js';
import { windowText } from './window-text.js';

/** The only permission that the window's page needs: to write text to the clipboard. */
const allowedPermissions = new Set(['clipboard-sanitized-write']);

/** Maximum time before the window is shown, in milliseconds. */
const maxHiddenMs = 2000;

/**
 * Opens the application's window. It is shown when its page was drawn or has loaded, and after 2 s
 * in any case: on some Wayland desktops `ready-to-show` never fires (electron#48859). Until then it
 * has the background of its page.
 */
export function openAppWindow(
  preload: string,
  bounds: BrowserWindowConstructorOptions = {},
): BrowserWindow {
  denyPermissions();
  const window = new BrowserWindow({
    show: false,
    ...bounds,
    title: 'Platen',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#191918' : '#fbfaf8',
    autoHideMenuBar: true,
    webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  blockNavigation(window);
  showWhenReady(window);
  return window;
}

/**
 * Shows the window's page; rejects if it cannot be loaded. The page is drawn before its first call
 * is answered, so its URL says how.
 */
export async function showAppPage(
  window: BrowserWindow,
  { theme, language }: Pick<Settings, 'theme' | 'language'>,
): Promise<void> {
  await window.loadURL(`${windowAddress}?${new URLSearchParams({ theme, language }).toString()}`);
}

/** Brings the window to the front, as a second start of the application does. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

/**
 * Notifies the user of the end of a batch unless the window has the focus. A click brings the
 * window to the front.
 * @param onClick shows the result
 */
export function notifyBatchFinished(
  window: BrowserWindow,
  result: BatchResult,
  onClick: () => void,
): void {
  const texts = batchMessages(result);
  if (texts === null || window.isDestroyed() || window.isFocused()) return;
  if (!Notification.isSupported()) return;
  const notification = new Notification({
    title: windowText(texts.title),
    body: windowText(texts.body),
  });
  visibleNotifications.add(notification);
  notification.on('click', () => {
    bringToFront(window);
    onClick();
  });
  notification.on('close', () => visibleNotifications.delete(notification));
  notification.show();
}

/** Returns the title and the counts of a batch; null if the user canceled all of it. */
export function batchMessages(
  result: BatchResult,
): { readonly title: Message; readonly body: Message } | null {
  const title = batchTitle(result);
  return title === null ? null : { title, body: batchCounts(result) };
}

function batchTitle({ converted, skipped, failed }: BatchResult): Message | null {
  if (failed > 0)
    return message(converted === 0 ? 'desktop.batchFailed' : 'desktop.batchSomeFailed');
  if (converted > 0) return message('desktop.batchComplete');
  return skipped > 0 ? message('desktop.batchSkipped') : null;
}

function batchCounts({ converted, skipped, failed, canceled }: BatchResult): Message {
  const counts = [
    ...(converted > 0 ? [message('desktop.countConverted', { count: converted })] : []),
    ...(skipped > 0 ? [message('desktop.countSkipped', { count: skipped })] : []),
    ...(failed > 0 ? [message('desktop.countFailed', { count: failed })] : []),
    ...(canceled > 0 ? [message('desktop.countCanceled', { count: canceled })] : []),
  ];
  return message('desktop.batchCounts', { counts });
}

/** Keeps notifications from being garbage-collected, which would remove their click handler. */
const visibleNotifications = new Set<Notification>();

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
  const timer = setTimeout(show, maxHiddenMs);
  window.once('ready-to-show', show).once('closed', stopWaiting);
  webContents.once('did-finish-load', show);
}

function denyPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(allowedPermissions.has(permission)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission) =>
    allowedPermissions.has(permission),
  );
  defaultSession.on('will-download', (event) => event.preventDefault());
}

/** Keeps the window on its own page, and prevents other windows. */
function blockNavigation({ webContents }: BrowserWindow): void {
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-navigate', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
}
