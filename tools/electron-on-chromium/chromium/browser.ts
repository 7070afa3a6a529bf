import type { Protocol } from 'devtools-protocol';
import type { DevToolsConnection } from '../devtools/connection.js';
import { DevToolsError, type DevToolsSession, isGone } from '../devtools/session.js';
import { type LaunchOptions, launchChromium } from './launch.js';

/** A target that Chromium attached and keeps paused until it is resumed. */
export interface AttachedTarget {
  readonly info: Protocol.Target.TargetInfo;
  readonly session: DevToolsSession;
}

/** Receives the targets of one browser context that this run-time did not request. */
export type WorkerListener = (worker: AttachedTarget) => void;

/** Targets that are followed here. A page follows its own targets (target-agent.ts). */
const followedTypes = [{ type: 'page' }, { type: 'shared_worker' }, { type: 'service_worker' }];

/** A browser context in a running Chromium. */
export interface BrowserContext {
  readonly browser: Browser;
  /** Undefined: the default one. */
  readonly id: string | undefined;
}

/** A running Chromium. */
export class Browser {
  readonly root: DevToolsSession;
  readonly #pages = new Map<string, AttachedTarget>();
  readonly #waiting = new Map<string, (target: AttachedTarget) => void>();
  readonly #workerListeners = new Map<string, WorkerListener>();
  readonly #crashListeners = new Map<string, (exitCode: number, reason: string) => void>();
  readonly #titleListeners = new Map<string, (title: string) => void>();
  readonly #popupListeners = new Map<string, (popup: AttachedTarget) => void>();

  private constructor(connection: DevToolsConnection) {
    this.root = connection.browser;
    this.root.on('Target.attachedToTarget', ({ targetInfo, sessionId }) => {
      this.#attached({ info: targetInfo, session: this.root.sibling(sessionId) });
    });
    this.root.on('Target.targetCrashed', ({ targetId, errorCode, status }) => {
      this.#crashListeners.get(targetId)?.(errorCode, status);
    });
    this.root.on('Target.targetInfoChanged', ({ targetInfo }) => {
      this.#titleListeners.get(targetInfo.targetId)?.(targetInfo.title);
    });
    this.root.on('Target.targetDestroyed', ({ targetId }) => this.#forget(targetId));
  }

  /** Starts Chromium and follows its targets. */
  static async launch(options: LaunchOptions): Promise<Browser> {
    const browser = new Browser(await launchChromium(options));
    const { root } = browser;
    await Promise.all([
      root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] }),
      root.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: followedTypes,
      }),
    ]);
    return browser;
  }

  /** Opens a page in a browser context, by default in the default one. */
  async openPage(browserContextId?: string, url = 'about:blank'): Promise<AttachedTarget> {
    const { targetId } = await this.root.send('Target.createTarget', {
      url,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
    return this.page(targetId);
  }

  /**
   * Returns the page once it is attached.
   * @throws (rejects) DevToolsError if Chromium exits first
   */
  async page(targetId: string): Promise<AttachedTarget> {
    const known = this.#pages.get(targetId);
    if (known) return known;
    return new Promise((resolve, reject) => {
      this.#waiting.set(targetId, resolve);
      const gone = new DevToolsError('Target.attachToTarget', 'target closed while attaching');
      this.root.onEnd(() => reject(gone));
    });
  }

  /** Returns the page that Chromium opens at its start. */
  async firstPage(): Promise<AttachedTarget> {
    const { targetInfos } = await this.root.send('Target.getTargets', {
      filter: [{ type: 'page' }],
    });
    const [first] = targetInfos;
    return first ? this.page(first.targetId) : this.openPage();
  }

  /** Closes a page, even if it hangs. */
  async closePage(targetId: string): Promise<void> {
    await this.root.send('Target.closeTarget', { targetId }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }

  /**
   * Closes a popup whose requests are paused, before one is sent. It is resumed before it is
   * closed, because its opener may be blocked in the same process until then. Its load is stopped
   * first, because closing a paused page may let its requests through. A popup without a URL
   * requests nothing: another script can run only after the one that opened it has ended, or that
   * one hangs until its page is closed.
   * @param resume resumes the popup, or passes on what happened since
   */
  async closeUnloaded(
    { info, session }: AttachedTarget,
    resume: () => void | Promise<void>,
  ): Promise<void> {
    const requestOrOpenerEnd = new Promise<void>((resolve) => {
      session.on('Fetch.requestPaused', () => resolve());
      this.#pages.get(info.openerId ?? '')?.session.onEnd(resolve);
    });
    try {
      await resume();
      await Promise.race([
        requestOrOpenerEnd,
        session.send('Runtime.evaluate', { expression: '0' }),
      ]);
      await session.send('Page.stopLoading');
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    await this.closePage(info.targetId);
  }

  /** Closes a browser context with its pages and data. */
  async disposeContext(browserContextId: string): Promise<void> {
    this.#workerListeners.delete(browserContextId);
    await this.root
      .send('Target.disposeBrowserContext', { browserContextId })
      .catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  }

  /** Calls the listener when a page's process ends; `reason` is Chromium's. */
  onPageCrash(targetId: string, listener: (exitCode: number, reason: string) => void): void {
    this.#crashListeners.set(targetId, listener);
  }

  onPageTitle(targetId: string, listener: (title: string) => void): void {
    this.#titleListeners.set(targetId, listener);
  }

  /** Passes on the windows that a page opens, paused; without a listener they are refused. */
  onPopup(targetId: string, listener: (popup: AttachedTarget) => void): void {
    this.#popupListeners.set(targetId, listener);
  }

  /** Passes on the shared and service workers of a browser context; `''` receives all others. */
  onWorkers(browserContextId: string, listener: WorkerListener): void {
    this.#workerListeners.set(browserContextId, listener);
  }

  #attached(target: AttachedTarget): void {
    const { info, session } = target;
    if (info.type !== 'page') {
      this.#attachedWorker(target);
      return;
    }
    const listener = this.#popupListeners.get(info.openerId ?? '');
    if (info.openerId !== undefined && listener === undefined) return void this.#refuse(target);
    this.#pages.set(info.targetId, target);
    session.onEnd(() => this.#pages.delete(info.targetId));
    this.#waiting.get(info.targetId)?.(target);
    this.#waiting.delete(info.targetId);
    if (listener !== undefined) listener(target);
    // Pages start empty: nothing is loaded before the owner has set them up.
    else session.post('Runtime.runIfWaitingForDebugger');
  }

  /** Closes a popup, which never loads anything; Page.windowOpen informs the application. */
  #refuse(target: AttachedTarget): Promise<void> {
    const { session } = target;
    return this.closeUnloaded(target, async () => {
      await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
      await session.send('Runtime.runIfWaitingForDebugger');
    });
  }

  #attachedWorker(target: AttachedTarget): void {
    const owner =
      this.#workerListeners.get(target.info.browserContextId ?? '') ??
      this.#workerListeners.get('');
    if (owner) owner(target);
    else target.session.post('Runtime.runIfWaitingForDebugger');
  }

  #forget(targetId: string): void {
    this.#crashListeners.delete(targetId);
    this.#titleListeners.delete(targetId);
    this.#popupListeners.delete(targetId);
  }
}
