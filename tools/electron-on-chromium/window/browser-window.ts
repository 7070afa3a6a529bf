import type { Session } from '../app/session.js';
import { session as sessions } from '../app/session-module.js';
import { appEvents } from '../app/app-events.js';
import { windowIsVisible } from '../chromium/browsers.js';
import { cancelableEvent } from '../cancelable-event.js';
import { pagePreferences } from '../contents/web-preferences.js';
import { WebContents } from '../contents/web-contents.js';
import { WindowFocus } from './window-focus.js';
import { PartialEmitter, notImplemented, refuseOtherKeys } from '../not-implemented.js';

type ImplementedMembers = Pick<
  Electron.BrowserWindow,
  | 'id'
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'restore'
  | 'minimize'
  | 'isMinimized'
  | 'isFocused'
  | 'isVisible'
  | 'isDestroyed'
  | 'close'
  | 'destroy'
  | 'getTitle'
  | 'getBounds'
  | 'setContentSize'
>;

const events = ['ready-to-show', 'show', 'focus', 'close', 'closed', 'page-title-updated'];

/** Options that have an effect here, or none that could be missed: a visible window looks as Chromium's own do. */
const knownOptions = [
  'show',
  'width',
  'height',
  'useContentSize',
  'minWidth',
  'minHeight',
  'title',
  'icon',
  'backgroundColor',
  'autoHideMenuBar',
  'webPreferences',
];

const defaultSize = { width: 800, height: 600 };

const windows = new Set<BrowserWindow>();
let lastId = 0;

/** A window of the application (docs/api/browser-window.md): visible for the default session, hidden for any other. */
export class BrowserWindow extends PartialEmitter implements ImplementedMembers {
  readonly id = ++lastId;
  readonly #contents: WebContents;
  readonly #focus: WindowFocus | undefined;
  #size: { readonly width: number; readonly height: number };
  #isShown = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super(events);
    refuseOtherKeys(options, knownOptions, 'BrowserWindow');
    const { width = defaultSize.width, height = defaultSize.height, webPreferences = {} } = options;
    const session = sessionOf(webPreferences);
    if (!session.isDefault && options.show !== false) {
      notImplemented('a visible BrowserWindow of a session other than the default one');
    }
    this.#size = { width, height };
    this.#contents = new WebContents(session, {
      ...pagePreferences(webPreferences),
      width,
      height,
      isVisible: session.isDefault && windowIsVisible(),
    });
    // A window that is on no screen is in front of nobody.
    if (session.isDefault && windowIsVisible()) this.#focus = new WindowFocus(this.#contents);
    windows.add(this);
    this.#follow(options.show !== false);
    appEvents.emit('browser-window-created', cancelableEvent({}), this);
    appEvents.emit('web-contents-created', cancelableEvent({}), this.#contents);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...windows].find((window) => window.#isShown) ?? null;
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...windows].find((window) => window.#contents === contents) ?? null;
  }

  get webContents(): WebContents {
    return this.#contents;
  }

  loadURL(url: string, options?: Electron.LoadURLOptions): Promise<void> {
    return this.#contents.loadURL(url, options);
  }

  show(): void {
    this.#isShown = true;
    this.#bringToFront();
    this.emit('show', cancelableEvent({}));
  }

  focus(): void {
    this.#bringToFront();
    this.emit('focus', cancelableEvent({}));
  }

  restore(): void {
    this.#bringToFront();
  }

  minimize(): void {
    notImplemented('BrowserWindow.minimize');
  }

  /** A person may minimize Chromium's window; this run-time is not told, and brings it back all the same. */
  isMinimized(): boolean {
    return false;
  }

  isFocused(): boolean {
    return this.#focus?.isFocused ?? false;
  }

  isVisible(): boolean {
    return this.#isShown;
  }

  isDestroyed(): boolean {
    return this.#contents.isDestroyed();
  }

  getTitle(): string {
    return this.#contents.getTitle();
  }

  /** The position is Chromium's own affair and given as 0, 0. */
  getBounds(): Electron.Rectangle {
    return { x: 0, y: 0, ...this.#size };
  }

  /** A visible window's size is a person's own affair here. */
  setContentSize(width: number, height: number): void {
    if (this.#isShown) notImplemented('BrowserWindow.setContentSize of a visible window');
    this.#size = { width, height };
    this.#contents.setSize(this.#size);
  }

  close(): void {
    const event = cancelableEvent({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    this.#contents.destroy();
  }

  #follow(showsAtOnce: boolean): void {
    if (showsAtOnce) this.show();
    this.#contents.onClosedByChromium = () => this.#closedByChromium();
    this.#contents.once('did-finish-load', () => this.emit('ready-to-show'));
    this.#contents.on('page-title-updated', (event: Electron.Event, title: string) => {
      this.emit('page-title-updated', event, title, true);
    });
    this.#contents.once('destroyed', () => this.#closed());
  }

  /** Chromium has closed the window already: an application that would keep it is told that it could not. */
  #closedByChromium(): void {
    const event = cancelableEvent({});
    this.emit('close', event);
    if (event.defaultPrevented) {
      process.stderr.write(
        "electron-on-chromium: a window is closed although 'close' was prevented\n",
      );
    }
  }

  #closed(): void {
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) appEvents.emit('window-all-closed');
  }

  #bringToFront(): void {
    if (!windowIsVisible() || !this.#contents.session.isDefault) return;
    void this.#contents.opened.then(({ session }) => session.tell('Page.bringToFront'));
  }
}

function sessionOf({ session, partition = '' }: Electron.WebPreferences): Session {
  if (session === undefined) return sessions.fromPartition(partition);
  // Whoever has a session got it from this run-time.
  return session as unknown as Session;
}
