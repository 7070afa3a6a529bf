import type { Protocol } from 'devtools-protocol';
import { invokeHandler } from '../app/ipc-main.js';
import type { Session } from '../app/session.js';
import { cancelableEvent } from '../cancelable-event.js';
import type { Browser } from '../chromium/browser.js';
import { webRtcPolicy, windowHasPage } from '../chromium/browsers.js';
import { windowProcessId } from '../app/app-metrics.js';
import { type DevToolsSession, isGone } from '../devtools/session.js';
import { PartialEmitter, notImplemented, refuseOtherKeys } from '../not-implemented.js';
import { PreloadHost } from '../preload/preload-host.js';
import { type ConsoleMessage, PageConsole, levelNumbers } from './console-messages.js';
import { Debugger } from './debugger.js';
import { NavigationRules } from './navigation-rules.js';
import { type Page, openPage, tellSize } from './open-page.js';
import { PageLoading, emitterOf } from './page-loading.js';
import { answerDialogs } from './page-dialogs.js';
import { PrintQueue, printSettings } from './print-to-pdf.js';
import { WebFrameMain } from './web-frame-main.js';
import { type ImplementedMembers, events } from './web-contents-members.js';
import type { PagePreferences } from './web-preferences.js';

export interface ContentsOptions extends PagePreferences {
  readonly width: number;
  readonly height: number;
  readonly isVisible: boolean;
}

let lastId = 0;

/** `webContents`: one page (docs/api/web-contents.md). It opens in the background; what is asked of it waits for that. */
export class WebContents extends PartialEmitter implements ImplementedMembers {
  readonly id = ++lastId;
  readonly session: Session;
  readonly debugger = new Debugger(async () => this.opened);
  readonly mainFrame = new WebFrameMain(this);
  /** For the window, which hears of it before the page is destroyed. */
  onClosedByChromium: (() => void) | undefined;
  /** The page, once it is open and set up; for this run-time's own use. */
  readonly opened: Promise<Page>;
  readonly #loading: PageLoading;
  readonly #prints = new PrintQueue();
  readonly #navigation = new NavigationRules(this);
  readonly #preload: PreloadHost | undefined;
  readonly #uncount: () => void;
  readonly #console = new PageConsole((message) => this.#tellConsole(message));
  #title = '';
  #isDestroyed = false;
  #isCrashed = false;

  constructor(session: Session, options: ContentsOptions) {
    super(events);
    this.session = session;
    this.#uncount = session.countPage();
    this.#preload = options.preload === undefined ? undefined : this.#hostPreload(options.preload);
    this.#loading = new PageLoading(
      emitterOf((event, ...args) => this.emit(event, ...args)),
      (loaderId) => session.flow.errorOf(loaderId),
    );
    this.opened = openPage(session, this.#navigation, {
      ...options,
      onAttached: (page) => this.#follow(page, options),
      onDocument: (document) => {
        this.#navigation.followDocument(document);
        this.#console.follow(document);
      },
    });
    // Whoever uses the page hears of it; that its Chromium is gone, everybody does.
    this.opened.catch((error: unknown) => {
      if (isGone(error)) this.destroy();
    });
  }

  override on(event: string, listener: (...args: never[]) => void): this {
    super.on(event, listener);
    if (event === 'console-message') this.#console.open();
    return this;
  }

  loadURL(url: string, options: Electron.LoadURLOptions = {}): Promise<void> {
    refuseOtherKeys(options, [], 'LoadURLOptions');
    const loaded = this.#loading.load(url, this.#session());
    // As in Electron: an application may follow the events instead.
    loaded.catch(() => undefined);
    return loaded;
  }

  getURL(): string {
    return this.#loading.url;
  }

  getTitle(): string {
    return this.#title;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  isCrashed(): boolean {
    return this.#isCrashed;
  }

  isLoading(): boolean {
    return this.#loading.isLoading;
  }

  isLoadingMainFrame(): boolean {
    return this.#loading.isLoading;
  }

  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    return this.#prints.print(this.#session(), printSettings(options));
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    if (this.getURL() === '' || this.isLoadingMainFrame()) {
      await new Promise((resolve) => this.once('did-stop-loading', resolve));
    }
    return this.evaluate(code, userGesture);
  }

  /** Runs code in the main frame at once. */
  async evaluate(expression: string, userGesture = false): Promise<unknown> {
    const session = await this.#session();
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      userGesture,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw scriptError(exceptionDetails);
    return result.value;
  }

  /** Reaches the preload script's `ipcRenderer`; without one there is nobody to hear it, as in Electron. */
  send(channel: string, ...args: unknown[]): void {
    this.#preload?.send(channel, args);
  }

  /** Gives a hidden page another size; not for applications, which ask the window. */
  setSize(size: Electron.Size): void {
    this.opened.then(
      ({ session }) => tellSize(session, size),
      () => undefined,
    );
  }

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.#navigation.openHandler = handler;
  }

  /** Hidden pages have this one policy from their start; it cannot be changed. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    if (policy !== webRtcPolicy) notImplemented(`the WebRTC IP handling policy '${policy}'`);
  }

  /** Of the application's own window, which has a Chromium to itself; which process is whose in the other one, DevTools does not tell. */
  getOSProcessId(): number {
    if (!this.session.isDefault) notImplemented('getOSProcessId of a hidden page');
    return windowProcessId();
  }

  close(): void {
    this.destroy();
  }

  forcefullyCrashRenderer(): void {
    // The answer never comes: the process that would give it is gone.
    this.#session()
      .then(async (session) => session.send('Page.crash'))
      .catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  }

  /** Ends the page at once. Not for applications, which destroy the window. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#uncount();
    void this.opened.then(
      async ({ browser, target }) => browser.closePage(target.info.targetId),
      () => undefined,
    );
    this.emit('destroyed', cancelableEvent({}));
    this.#loading.stop();
  }

  /** The page is gone, and not because this program ended it. */
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

  /** A destroyed page answers nothing, also where it is still being opened. */
  async #session(): Promise<DevToolsSession> {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    const { session } = await this.opened;
    return session;
  }

  #follow(page: Page, options: ContentsOptions): readonly Promise<unknown>[] {
    const { browser, target, session } = page;
    const { targetId } = target.info;
    this.#loading.follow(session, targetId);
    this.#navigation.mainFrameId = targetId;
    answerDialogs(session, options);
    // Chromium tells of a title together with an address; a title that comes later has to be asked for.
    browser.onPageTitle(targetId, (title) => this.#titled(title));
    session.on('Page.loadEventFired', () => void this.#askTitle(browser, targetId));
    browser.onPageCrash(targetId, (exitCode, reason) => this.#crashed(exitCode, reason));
    session.on('Page.downloadWillBegin', (download) =>
      this.session.tellDownload(this.asElectrons, {
        ...download,
        mimeType: this.#loading.mimeType,
      }),
    );
    session.onEnd(() => this.#ended());
    if (this.session.isDefault) this.once('did-navigate', windowHasPage);
    return this.#preload?.prepare(session, targetId) ?? [];
  }

  #tellConsole(details: ConsoleMessage): void {
    const { level, message, lineNumber, sourceId } = details;
    const event = cancelableEvent(details);
    Object.defineProperty(event, 'frame', {
      get: () => notImplemented("the 'frame' of 'console-message'"),
    });
    this.emit('console-message', event, levelNumbers[level], message, lineNumber, sourceId);
  }

  /** This object under Electron's own type, of which it has the members that it names above. */
  get asElectrons(): Electron.WebContents {
    return this as unknown as Electron.WebContents;
  }

  async #askTitle({ root }: Browser, targetId: string): Promise<void> {
    try {
      const { targetInfo } = await root.send('Target.getTargetInfo', { targetId });
      this.#titled(targetInfo.title);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  #titled(title: string): void {
    if (title === this.#title || this.getURL() === '') return;
    this.#title = title;
    this.emit('page-title-updated', cancelableEvent({}), title, true);
  }

  #crashed(exitCode: number, reason: string): void {
    this.#isCrashed = true;
    this.emit('render-process-gone', cancelableEvent({}), {
      reason: crashReasons[reason] ?? 'crashed',
      exitCode,
    });
    this.#loading.stop();
  }
}

/** Chromium's words for the end of a process, and Electron's (docs/api/structures/render-process-gone-details.md). */
const crashReasons: Readonly<Record<string, Electron.RenderProcessGoneDetails['reason']>> = {
  normal: 'clean-exit',
  abnormal: 'abnormal-exit',
  killed: 'killed',
  crashed: 'crashed',
  oom: 'oom',
  'oom killed': 'oom',
  'failed to launch': 'launch-failed',
};

function scriptError({ exception, text }: Protocol.Runtime.ExceptionDetails): Error {
  const description = exception?.description?.split('\n', 1)[0] ?? String(exception?.value ?? text);
  return new Error(description.replace(/^(?:Uncaught )?(?:[A-Z]\w*)?Error: /, ''));
}
