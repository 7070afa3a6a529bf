import { invokeHandler } from '../app/ipc-main.js';
import type { Session } from '../app/session.js';
import { cancelableEvent, emitterOf } from '../cancelable-event.js';
import { webRtcPolicy, windowHasPage } from '../chromium/browsers.js';
import { refuseDestroyed } from '../destroyed.js';
import { windowProcessId } from '../app/app-metrics.js';
import { type DevToolsSession, isGone } from '../devtools/session.js';
import { PartialEmitter, notImplemented, refuseOtherKeys } from '../not-implemented.js';
import { PreloadHost } from '../preload/preload-host.js';
import { evaluate, followTitle, reasonGone } from './renderer.js';
import { checkString } from '../arguments.js';
import { type ConsoleMessage, PageConsole, levelNumbers } from './console-messages.js';
import { reportContextMenus } from './context-menu.js';
import { Debugger } from './debugger.js';
import { FrameFailures } from './frame-failures.js';
import { NavigationRules, type OnWindowOpened } from './navigation-rules.js';
import { type Page, openPage } from './open-page.js';
import type { HeldPopup } from './popups.js';
import { PageLoading } from './page-loading.js';
import { answerDialogs } from './page-dialogs.js';
import { PrintQueue, printSettings } from './print-to-pdf.js';
import { WebFrameMain } from './web-frame-main.js';
import { type ImplementedMembers, events } from './web-contents-members.js';
import type { PagePreferences } from './web-preferences.js';
import { canPaste } from './page-clipboard.js';

export interface ContentsOptions extends PagePreferences {
  readonly width: number;
  readonly height: number;
  readonly isVisible: boolean;
  /** Set if the page may open windows. */
  readonly onWindowOpened: OnWindowOpened | undefined;
  /** The page, if another one has opened it. */
  readonly popup: HeldPopup | undefined;
}

let lastId = 0;

/**
 * `webContents`: one page (docs/api/web-contents.md). It opens in the background, and calls wait
 * for that. As in Electron, it has no renderer before its first navigation, and native members
 * throw once it is destroyed.
 */
export class WebContents extends PartialEmitter implements ImplementedMembers {
  readonly #id = ++lastId;
  readonly #session: Session;
  readonly #debugger: Debugger;
  readonly #mainFrame: WebFrameMain;
  /** For the window; called before the page is destroyed. */
  onClosedByChromium: (() => void) | undefined;
  /** Resolves once the page is open and set up. Internal. */
  readonly opened: Promise<Page>;
  readonly #loading: PageLoading;
  readonly #prints = new PrintQueue();
  readonly #navigation = new NavigationRules(this);
  readonly #preload: PreloadHost | undefined;
  readonly #uncount: () => void;
  readonly #console = new PageConsole((message) => this.#reportConsole(message));
  #title = '';
  #reportsContextMenus = false;
  #isDestroyed = false;
  #isCrashed = false;

  constructor(session: Session, options: ContentsOptions) {
    super(events);
    this.#session = session;
    this.#mainFrame = new WebFrameMain(this.#id, {
      isDestroyed: () => this.#isDestroyed,
      url: () => this.#loading.url,
    });
    this.#uncount = session.countPage();
    this.#preload = options.preload === undefined ? undefined : this.#hostPreload(options.preload);
    const emit = emitterOf((event, ...args) => {
      if (!this.#isDestroyed) this.emit(event, ...args);
    });
    const handlerError = (loaderId: string) => session.flow.errorOf(loaderId);
    this.#loading = new PageLoading(emit, handlerError);
    if (options.popup !== undefined) this.#loading.adopt();
    this.#navigation.onWindowOpened = options.onWindowOpened;
    const { isMainFrame } = this.#navigation;
    const frameFailures = new FrameFailures({ emit, isMainFrame, handlerError });
    this.opened = openPage(session, this.#navigation, {
      ...options,
      opensWindows: options.onWindowOpened !== undefined,
      onAttached: (page) => this.#follow(page, options),
      onDocument: (document) => {
        this.#navigation.followDocument(document);
        frameFailures.follow(document);
        this.#console.follow(document);
      },
    });
    this.#debugger = new Debugger(async () => this.opened, this.#loading.started);
    // Users of the page get the error; the end of Chromium is reported to all.
    this.opened.catch((error: unknown) => {
      if (isGone(error)) this.destroy();
    });
  }

  get id(): number {
    return this.#id;
  }

  get session(): Session {
    return this.#alive().#session;
  }

  get debugger(): Debugger {
    return this.#alive().#debugger;
  }

  get mainFrame(): WebFrameMain {
    return this.#alive().#mainFrame;
  }

  override on(event: string, listener: (...args: never[]) => void): this {
    super.on(event, listener);
    if (event === 'console-message') this.#console.open();
    if (event === 'context-menu') this.#followContextMenus();
    return this;
  }

  loadURL(url: string, options: Electron.LoadURLOptions = {}): Promise<void> {
    refuseOtherKeys(options, [], 'LoadURLOptions');
    this.#isCrashed = false;
    const loaded = this.#alive().#loading.load(url, this.#page());
    // As in Electron: an application may use the events instead.
    loaded.catch(() => undefined);
    return loaded;
  }

  getURL(): string {
    return this.#alive().#loading.url;
  }

  getTitle(): string {
    return this.#alive().#title;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  isCrashed(): boolean {
    return this.#alive().#isCrashed;
  }

  isLoading(): boolean {
    return this.#alive().#loading.isLoading;
  }

  isLoadingMainFrame(): boolean {
    return this.#alive().#loading.isLoading;
  }

  /**
   * Checks its argument as Electron does (shell/browser/api/electron_api_web_contents.cc). Nothing
   * is dragged: DevTools can't start a drag to other applications.
   */
  startDrag({ file, files = [], icon }: Partial<Electron.Item>): void {
    this.#alive();
    if (files.length === 0 && (file ?? '') === '') {
      throw new Error("Must specify either 'file' or 'files' option");
    }
    if (icon === undefined) throw new Error("Must specify 'icon' option");
  }

  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    const settings = printSettings(options);
    return this.#prints.print(this.#alive().#pageWithRenderer(), settings);
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    if (this.getURL() === '' || this.isLoadingMainFrame()) {
      await new Promise((resolve) => this.once('did-stop-loading', resolve));
    }
    return evaluate(await this.#page(), code, userGesture);
  }

  /**
   * Sends to the preload script's `ipcRenderer`; without a preload script it is lost, as in
   * Electron.
   */
  send(channel: string, ...args: unknown[]): void {
    this.#alive().#preload?.send(channel, args);
  }

  /** Whether the page has navigated away from its initial page. Called only by the window. */
  get hasNavigated(): boolean {
    return this.#loading.hasNavigated;
  }

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.#navigation.openHandler = handler;
  }

  /** Hidden pages have this policy from the start and can have no other. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.#alive();
    if (policy !== webRtcPolicy) notImplemented(`the WebRTC IP handling policy '${policy}'`);
  }

  /**
   * Works for the application's window, the only one in its Chromium. DevTools does not report the
   * process of a page in the other one.
   */
  getOSProcessId(): number {
    if (!this.#alive().#session.isDefault) notImplemented('getOSProcessId of a hidden page');
    return windowProcessId();
  }

  undo(): void {
    this.#edit('undo');
  }

  redo(): void {
    this.#edit('redo');
  }

  cut(): void {
    this.#edit('cut');
  }

  copy(): void {
    this.#edit('copy');
  }

  paste(): void {
    this.#edit('paste');
  }

  delete(): void {
    this.#edit('delete');
  }

  selectAll(): void {
    this.#edit('selectAll');
  }

  /** Never called: nothing here checks the spelling, so no word is ever suggested. */
  replaceMisspelling(text: string): void {
    this.#alive();
    checkString(text);
    notImplemented('WebContents.replaceMisspelling');
  }

  close(): void {
    this.#alive().destroy();
  }

  forcefullyCrashRenderer(): void {
    // Its process is gone before it can respond.
    this.#alive()
      .#page()
      .then(async (session) => session.send('Page.crash'))
      .catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  }

  /** Closes the page at once. Called only by the window. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#uncount();
    void this.opened.then(
      async ({ browser, target }) => browser.closePage(target.info.targetId),
      () => undefined,
    );
    this.#debugger.targetGone();
    this.emit('destroyed', cancelableEvent({}));
    this.#loading.stop();
  }

  /** Runs an editing command on the focused element, with a key event that means nothing else. */
  #edit(command: string): void {
    this.#alive()
      .#page()
      .then(async (session) => {
        await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] });
        await session.send('Input.dispatchKeyEvent', { type: 'keyUp' });
      })
      .catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  }

  #followContextMenus(): void {
    if (this.#reportsContextMenus) return;
    this.#reportsContextMenus = true;
    reportContextMenus(
      this,
      async () => canPaste(this),
      (params) => {
        if (!this.#isDestroyed) this.emit('context-menu', cancelableEvent({}), params);
      },
    );
  }

  /** This object, unless it is destroyed. */
  #alive(): this {
    refuseDestroyed(this.#isDestroyed);
    return this;
  }

  /** Handles a page that this process did not close. */
  #ended(): void {
    if (!this.#isDestroyed) this.onClosedByChromium?.();
    this.destroy();
  }

  #hostPreload(path: string): PreloadHost {
    return new PreloadHost(path, {
      onInvoke: async (call) => invokeHandler({ ...call, contents: this }),
      onError: (file, error) => {
        process.stderr.write(
          `Unable to load preload script: ${file}\n${error.stack ?? error.message}\n`,
        );
        this.emit('preload-error', cancelableEvent({}), file, error);
      },
    });
  }

  async #page(): Promise<DevToolsSession> {
    const { session } = await this.opened;
    // It may have been destroyed while it opened.
    refuseDestroyed(this.#isDestroyed);
    return session;
  }

  /** @throws (rejects) printing's error if there is no renderer */
  async #pageWithRenderer(): Promise<DevToolsSession> {
    if (!this.#loading.hasNavigated) throw new Error('Failed to generate PDF: Printing failed');
    return this.#page();
  }

  #follow(page: Page, options: ContentsOptions): readonly Promise<unknown>[] {
    const { browser, target, session } = page;
    const { targetId } = target.info;
    this.#loading.follow(session, targetId);
    this.#navigation.mainFrameId = targetId;
    answerDialogs(session, options);
    if (options.onWindowOpened !== undefined) {
      browser.onPopup(targetId, (popup) => void this.#navigation.popups.hold(popup));
    }
    followTitle(page, (title) => this.#titled(title));
    browser.onPageCrash(targetId, (exitCode, reason) => this.#crashed(exitCode, reason));
    session.on('Page.downloadWillBegin', (download) =>
      this.#session.reportDownload(this.asElectron, {
        ...download,
        mimeType: this.#loading.mimeType,
      }),
    );
    session.onEnd(() => this.#ended());
    if (this.#session.isDefault) this.once('did-navigate', windowHasPage);
    return this.#preload?.prepare(session, targetId) ?? [];
  }

  #reportConsole(details: ConsoleMessage): void {
    const { level, message, lineNumber, sourceId } = details;
    const event = cancelableEvent(details);
    Object.defineProperty(event, 'frame', {
      get: () => notImplemented("the 'frame' of 'console-message'"),
    });
    this.emit('console-message', event, levelNumbers[level], message, lineNumber, sourceId);
  }

  /** Returns this object with Electron's type, whose members above it implements. */
  get asElectron(): Electron.WebContents {
    return this as unknown as Electron.WebContents;
  }

  #titled(title: string): void {
    if (this.#isDestroyed || title === this.#title || this.#loading.url === '') return;
    this.#title = title;
    this.emit('page-title-updated', cancelableEvent({}), title, true);
  }

  #crashed(exitCode: number, reason: string): void {
    if (this.#isDestroyed) return;
    this.#isCrashed = true;
    this.emit('render-process-gone', cancelableEvent({}), {
      reason: reasonGone(reason),
      exitCode,
    });
    this.#loading.stop();
  }
}
