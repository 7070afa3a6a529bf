import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  Notification,
  type Rectangle,
  app,
  nativeTheme,
  powerSaveBlocker,
  screen,
  session,
} from 'electron';
import { type Message, message } from '../../shared/messages/message.js';
import type { Settings } from '../../shared/settings.js';
import { windowAddress } from './app-protocol.js';
import { windowText } from './window-text.js';
import { join } from 'node:path';
import { z } from 'zod';
import { JsonFile } from '../settings/json-file.js';
import { type BatchResult, type QueueSummary, batchCounts } from '../../shared/jobs.js';

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
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // macOS checks the spelling itself; elsewhere, Electron downloads dictionaries from Google.
      ...(process.platform !== 'darwin' && { spellcheck: false }),
    },
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

/** Null if the user canceled all of the batch. */
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

const rectangle = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
const windowStateSchema = z.object({ bounds: rectangle, maximized: z.boolean() });

/** The size of the first window, and the smallest one. */
const defaultSize = { width: 1280, height: 860 };
const minSize = { minWidth: 900, minHeight: 600 };

/** How much of the title bar must be on a screen, so that the window can be moved. */
const visibleTitle = { width: 160, height: 32 };

/** Delay after the window was moved or resized before it is written, in milliseconds. */
const pauseMs = 500;

/**
 * Where it was, if its title bar is still on a screen, and no larger than that screen; otherwise in
 * the middle of the main screen, which needs no position.
 * @param workAreas the screens without panels and docks, the main one first
 */
export function boundsOnScreens(
  saved: Rectangle | null,
  workAreas: readonly Rectangle[],
): Partial<Rectangle> & { readonly width: number; readonly height: number } {
  const home = saved && workAreas.find((area) => showsTitle(saved, area));
  const area = home ?? workAreas[0];
  const { width, height } = saved ?? defaultSize;
  const size = {
    width: Math.min(width, area?.width ?? width),
    height: Math.min(height, area?.height ?? height),
  };
  return home ? { x: saved.x, y: saved.y, ...size } : size;
}

function showsTitle(window: Rectangle, area: Rectangle): boolean {
  const width = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const isInHeight = window.y >= area.y && window.y + visibleTitle.height <= area.y + area.height;
  return width >= visibleTitle.width && isInHeight;
}

/** Bounds and maximized state of the window, persisted between starts. */
export class WindowBounds {
  readonly #file: JsonFile<typeof windowStateSchema>;
  #state: z.infer<typeof windowStateSchema> | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param folder the user data folder */
  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'window.json'), windowStateSchema);
  }

  async open(): Promise<void> {
    this.#state = (await this.#file.read()).content;
  }

  /** Options of the window that open it where it was. */
  get options() {
    const { id } = screen.getPrimaryDisplay();
    const displays = screen.getAllDisplays().toSorted((display) => (display.id === id ? -1 : 0));
    const areas = displays.map(({ workArea }) => workArea);
    return { ...boundsOnScreens(this.#state?.bounds ?? null, areas), ...minSize };
  }

  /** Maximizes the window if it was, and writes its later changes. */
  follow(window: BrowserWindow, log: (line: string) => void): void {
    if (this.#state?.maximized === true) window.maximize();
    const remember = () => {
      if (window.isDestroyed() || window.isMinimized()) return;
      this.#state = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    };
    const write = () => {
      clearTimeout(this.#timer);
      if (this.#state === null) return;
      this.#file.write(this.#state).catch((error: unknown) => log(String(error)));
    };
    const changed = () => {
      remember();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(write, pauseMs);
    };
    window.on('resize', changed);
    window.on('move', changed);
    window.on('close', () => {
      remember();
      write();
    });
  }

  /** Resolves when the last write has ended, successfully or not. */
  async settled(): Promise<void> {
    await this.#file.settled();
  }
}

/** What the taskbar or dock shows of the queue, and whether the machine must stay awake. */
interface Status {
  /** From 0 to 1; null without a batch. */
  readonly progress: number | null;
  readonly mode: 'normal' | 'paused' | 'error';
  /** The number of unfinished jobs. */
  readonly badge: number;
  readonly keepsAwake: boolean;
}

export function desktopStatus({
  paused,
  counts,
  batch,
}: Pick<QueueSummary, 'paused' | 'counts' | 'batch'>): Status {
  return {
    progress: batch === null || batch.total === 0 ? null : batch.ended / batch.total,
    mode: paused ? 'paused' : (batch?.failed ?? 0) > 0 ? 'error' : 'normal',
    badge: counts.queued + counts.running,
    keepsAwake: counts.running > 0,
  };
}

/** Shows the queue in the taskbar or dock, and keeps the machine awake while jobs run. */
export class DesktopStatus {
  readonly #window: BrowserWindow;
  #shown: Status = { progress: null, mode: 'normal', badge: 0, keepsAwake: false };
  #blocker: number | null = null;

  constructor(window: BrowserWindow) {
    this.#window = window;
  }

  update(summary: QueueSummary): void {
    const status = desktopStatus(summary);
    const before = this.#shown;
    this.#shown = status;
    if (status.keepsAwake !== before.keepsAwake) this.#keepAwake(status.keepsAwake);
    if (this.#window.isDestroyed()) return;
    if (status.badge !== before.badge) app.setBadgeCount(status.badge);
    if (status.progress !== before.progress || status.mode !== before.mode) {
      this.#window.setProgressBar(status.progress ?? -1, { mode: status.mode });
    }
  }

  #keepAwake(isNeeded: boolean): void {
    if (isNeeded) this.#blocker = powerSaveBlocker.start('prevent-app-suspension');
    else if (this.#blocker !== null) powerSaveBlocker.stop(this.#blocker);
  }
}
