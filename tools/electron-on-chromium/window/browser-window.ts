import { checkNumber, checkString } from '../arguments.js';
import type { Session } from '../app/session.js';
import { session as sessions } from '../app/session-module.js';
import { appEvents } from '../app/app-events.js';
import { windowIsVisible } from '../chromium/browsers.js';
import { cancelableEvent } from '../cancelable-event.js';
import type { HeldPopup } from '../contents/popups.js';
import { pagePreferences } from '../contents/web-preferences.js';
import { WebContents } from '../contents/web-contents.js';
import { refuseDestroyed } from '../destroyed.js';
import { whenReadyToShow } from './ready-to-show.js';
import { WindowFocus } from './window-focus.js';
import { withinWorkArea } from './work-area.js';
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
  | 'setTitle'
  | 'getBounds'
  | 'getNormalBounds'
  | 'isMaximized'
  | 'maximize'
  | 'setProgressBar'
>;

const events = [
  'ready-to-show',
  'show',
  'focus',
  'close',
  'closed',
  'page-title-updated',
  // Never emitted: DevTools does not report that the user moved or resized the window.
  'resize',
  'move',
  // Never emitted: DevTools does not report a page that hangs.
  'unresponsive',
  'responsive',
  // Emitted on Windows only, and there only by Electron.
  'query-session-end',
  'session-end',
];

/** Options that are implemented, or whose effect is not missed in Chromium's own window. */
const knownOptions = [
  'show',
  'x',
  'y',
  'width',
  'height',
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

/**
 * A window of the application (docs/api/browser-window.md). A session other than the default one
 * has either hidden windows or visible ones. As in Electron, native members except `id` throw once
 * it is destroyed.
 */
export class BrowserWindow extends PartialEmitter implements ImplementedMembers {
  readonly id = ++lastId;
  readonly #contents: WebContents;
  readonly #focus: WindowFocus | undefined;
  readonly #size: Electron.Size;
  readonly #isVisible: boolean;
  #isShown = false;
  #isDestroyed = false;

  /** @param popup the page, if another one has opened it. Internal */
  constructor(options: Electron.BrowserWindowConstructorOptions = {}, popup?: HeldPopup) {
    super(events);
    refuseOtherKeys(options, knownOptions, 'BrowserWindow');
    const { width = defaultSize.width, height = defaultSize.height, webPreferences = {} } = options;
    const session = sessionOf(webPreferences);
    const hasWindow = session.isDefault || options.show !== false;
    if (hasWindow) session.showsWindows();
    this.#isVisible = hasWindow && windowIsVisible();
    this.#size = withinWorkArea({ width, height });
    this.#contents = new WebContents(session, {
      ...pagePreferences(webPreferences),
      ...this.#size,
      isVisible: this.#isVisible,
      popup,
      // Only those in which users browse; hidden pages and the application's window open none.
      onWindowOpened:
        hasWindow && !session.isDefault
          ? (...opened) => this.#windowOpened(session, ...opened)
          : undefined,
    });
    // Without a screen, no window is focused.
    if (this.#isVisible) this.#focus = new WindowFocus(this.#contents);
    windows.add(this);
    this.#follow(options.show !== false);
    appEvents.emit('window-created', this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...windows].find((window) => window.#isShown) ?? null;
  }

  get webContents(): WebContents {
    return this.#alive().#contents;
  }

  /** Has no effect: Chromium's window shows the title of its page. */
  setTitle(title: string): void {
    this.#alive();
    checkString(title);
  }

  loadURL(url: string, options?: Electron.LoadURLOptions): Promise<void> {
    return this.webContents.loadURL(url, options);
  }

  show(): void {
    this.#alive().#show();
  }

  focus(): void {
    this.#alive().#bringToFront();
    this.emit('focus', cancelableEvent({}));
  }

  restore(): void {
    this.#alive().#bringToFront();
  }

  minimize(): void {
    notImplemented('BrowserWindow.minimize');
  }

  /**
   * Always false: DevTools does not report that the user minimized Chromium's window. `restore`
   * works anyway.
   */
  isMinimized(): boolean {
    this.#alive();
    return false;
  }

  isFocused(): boolean {
    return this.#alive().#focus?.isFocused ?? false;
  }

  isVisible(): boolean {
    return this.#alive().#isShown;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  getTitle(): string {
    return this.webContents.getTitle();
  }

  /** The position is always 0, 0; Chromium chooses it. */
  getBounds(): Electron.Rectangle {
    return { x: 0, y: 0, ...this.#alive().#size };
  }

  /** As `getBounds`, because a window here is never maximized for long enough to differ. */
  getNormalBounds(): Electron.Rectangle {
    return this.getBounds();
  }

  /** Always false: DevTools does not report it. */
  isMaximized(): boolean {
    this.#alive();
    return false;
  }

  /** Has an effect on a visible window only. */
  maximize(): void {
    this.#alive();
    if (!this.#isVisible) return;
    void this.#contents.opened.then(async ({ browser, target }) => {
      const { targetId } = target.info;
      const { windowId } = await browser.root.send('Browser.getWindowForTarget', { targetId });
      browser.root.post('Browser.setWindowBounds', {
        windowId,
        bounds: { windowState: 'maximized' },
      });
    });
  }

  /** Chromium's window shows no progress. */
  setProgressBar(progress: number, options: Partial<Electron.ProgressBarOptions> = {}): void {
    this.#alive();
    checkNumber(progress);
    refuseOtherKeys(options, ['mode'], 'ProgressBar');
  }

  close(): void {
    this.#alive();
    const event = cancelableEvent({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  /**
   * Closes the window at once; its webContents follows a moment later
   * (shell/browser/api/electron_api_web_contents.cc, Destroy).
   */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#closed();
    setImmediate(() => this.#contents.destroy());
  }

  /** This object, unless it is destroyed. */
  #alive(): this {
    refuseDestroyed(this.#isDestroyed);
    return this;
  }

  /** Creates the window of a page that this one has opened; it is closed with this one. */
  #windowOpened(
    session: Session,
    popup: HeldPopup,
    { url, frameName, features, disposition, referrer }: Electron.HandlerDetails,
    answer: Electron.WindowOpenHandlerResponse,
  ): void {
    refuseOtherKeys(answer, ['action', 'overrideBrowserWindowOptions'], 'setWindowOpenHandler');
    if (answer.action !== 'allow' || this.#isDestroyed) {
      const { target, release } = popup;
      void this.#contents.opened.then(({ browser }) => browser.closeUnloaded(target, release));
      return;
    }
    const { webPreferences, ...own } = answer.overrideBrowserWindowOptions ?? {};
    const options = {
      ...sizeIn(features),
      ...own,
      webPreferences: { ...webPreferences, session: session as unknown as Electron.Session },
    };
    const window = new BrowserWindow(options, popup);
    this.once('closed', () => window.destroy());
    const details = { url, frameName, disposition, referrer, options };
    this.#contents.emit('did-create-window', window, details);
  }

  #show(): void {
    this.#isShown = true;
    this.#bringToFront();
    this.emit('show', cancelableEvent({}));
  }

  #follow(showsAtOnce: boolean): void {
    if (showsAtOnce) this.#show();
    this.#contents.onClosedByChromium = () => this.#closedByChromium();
    whenReadyToShow(this.#contents, () => {
      if (!this.#isDestroyed) this.emit('ready-to-show');
    });
    this.#contents.on('page-title-updated', (event: Electron.Event, title: string) => {
      this.emit('page-title-updated', event, title, true);
    });
    this.#contents.once('destroyed', () => this.#closed());
  }

  /** Chromium has already closed the window, so an application that prevents it gets a warning. */
  #closedByChromium(): void {
    if (this.#isDestroyed) return;
    const event = cancelableEvent({});
    this.emit('close', event);
    if (event.defaultPrevented) {
      process.stderr.write(
        "electron-on-chromium: a window is closed although 'close' was prevented\n",
      );
    }
  }

  #closed(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) appEvents.emit('window-all-closed');
  }

  #bringToFront(): void {
    if (!this.#isVisible) return;
    void this.#contents.opened.then(({ session }) => session.post('Page.bringToFront'));
  }
}

/** Reads the size in the features of `window.open`. */
function sizeIn(features: string): Partial<Electron.Size> {
  const sizes = [...features.matchAll(/(?:^|,)\s*(width|height)\s*=\s*(\d+)/g)].map(
    ([, name = '', size]) => [name, Number(size)] as const,
  );
  return Object.fromEntries(sizes.filter(([, size]) => size > 0));
}

function sessionOf({ session, partition = '' }: Electron.WebPreferences): Session {
  if (session === undefined) return sessions.fromPartition(partition);
  // Every session comes from this run-time.
  return session as unknown as Session;
}
