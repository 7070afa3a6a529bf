import type { Protocol } from 'devtools-protocol';
import type { DevToolsConnection } from '../devtools/connection.js';
import { DevToolsError, type DevToolsSession, isGone } from '../devtools/session.js';
import { type LaunchOptions, launchChromium } from './launch.js';

/** A target that Chromium has attached this run-time to, and holds until it is told to go on. */
export interface AttachedTarget {
  readonly info: Protocol.Target.TargetInfo;
  readonly session: DevToolsSession;
}

/** What wants to hear of the targets of one browser context that it did not ask for itself. */
export type WorkerListener = (worker: AttachedTarget) => void;

/**
 * Targets that this run-time follows; what a page's own targets are, its page follows (see
 * target-agent.ts).
 */
const followed = [{ type: 'page' }, { type: 'shared_worker' }, { type: 'service_worker' }];

/** One running Chromium. */
export class Browser {
  readonly root: DevToolsSession;
  readonly #pages = new Map<string, AttachedTarget>();
  readonly #waiting = new Map<string, (target: AttachedTarget) => void>();
  readonly #workerListeners = new Map<string, WorkerListener>();
  readonly #goneListeners = new Map<string, (exitCode: number, reason: string) => void>();
  readonly #titleListeners = new Map<string, (title: string) => void>();

  private constructor(connection: DevToolsConnection) {
    this.root = connection.browser;
    this.root.on('Target.attachedToTarget', ({ targetInfo, sessionId }) => {
      this.#attached({ info: targetInfo, session: this.root.sibling(sessionId) });
    });
    this.root.on('Target.targetCrashed', ({ targetId, errorCode, status }) => {
      this.#goneListeners.get(targetId)?.(errorCode, status);
    });
    this.root.on('Target.targetInfoChanged', ({ targetInfo }) => {
      this.#titleListeners.get(targetInfo.targetId)?.(targetInfo.title);
    });
    this.root.on('Target.targetDestroyed', ({ targetId }) => this.#forget(targetId));
  }

  /** Starts a Chromium and follows its targets. */
  static async launch(options: LaunchOptions): Promise<Browser> {
    const browser = new Browser(await launchChromium(options));
    const { root } = browser;
    await Promise.all([
      root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] }),
      root.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: followed,
      }),
    ]);
    return browser;
  }

  /** Opens a page in a browser context, the default one if none is named. */
  async openPage(browserContextId?: string, url = 'about:blank'): Promise<AttachedTarget> {
    const { targetId } = await this.root.send('Target.createTarget', {
      url,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
    return this.page(targetId);
  }

  /**
   * Returns the attached page of this id, as soon as it is there.
   * @throws (rejects) DevToolsError if Chromium ends before that
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

  /** The page that a Chromium opened by itself when it started. */
  async firstPage(): Promise<AttachedTarget> {
    const { targetInfos } = await this.root.send('Target.getTargets', {
      filter: [{ type: 'page' }],
    });
    const [first] = targetInfos;
    return first ? this.page(first.targetId) : this.openPage();
  }

  /** Ends a page, also one that hangs. */
  async closePage(targetId: string): Promise<void> {
    await this.root.send('Target.closeTarget', { targetId }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }

  /** Ends a browser context with its pages, and all that it holds. */
  async disposeContext(browserContextId: string): Promise<void> {
    this.#workerListeners.delete(browserContextId);
    await this.root
      .send('Target.disposeBrowserContext', { browserContextId })
      .catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  }

  /** Calls back when the process behind a page is gone; `reason` is Chromium's word for it. */
  onPageCrash(targetId: string, listener: (exitCode: number, reason: string) => void): void {
    this.#goneListeners.set(targetId, listener);
  }

  onPageTitle(targetId: string, listener: (title: string) => void): void {
    this.#titleListeners.set(targetId, listener);
  }

  /**
   * Hands over shared and service workers of a browser context; `''` stands for all that nobody
   * else takes.
   */
  onWorkers(browserContextId: string, listener: WorkerListener): void {
    this.#workerListeners.set(browserContextId, listener);
  }

  #attached(target: AttachedTarget): void {
    const { info, session } = target;
    if (info.type !== 'page') {
      this.#attachedWorker(target);
      return;
    }
    if (info.openerId !== undefined) return void this.#refuse(target);
    this.#pages.set(info.targetId, target);
    session.onEnd(() => this.#pages.delete(info.targetId));
    this.#waiting.get(info.targetId)?.(target);
    this.#waiting.delete(info.targetId);
    // Nothing is loaded before its owner has set it up: pages start empty.
    session.tell('Runtime.runIfWaitingForDebugger');
  }

  /**
   * A page that another page opens never loads anything; the application hears of it as
   * Page.windowOpen (see navigation-rules.ts). It has to go on before it is closed: its opener,
   * which may be in the same process, stands still until then. And what it loads has to be stopped
   * first, as what is paused while a page is closed may be let go. A page that opens without an
   * address asks for nothing: then the script that opened it has ended once another one runs, or
   * hangs until its page is gone.
   */
  async #refuse({ info, session }: AttachedTarget): Promise<void> {
    try {
      await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
      const asksOrIsLeft = new Promise<void>((resolve) => {
        session.on('Fetch.requestPaused', () => resolve());
        this.#pages.get(info.openerId ?? '')?.session.onEnd(resolve);
      });
      await session.send('Runtime.runIfWaitingForDebugger');
      await Promise.race([asksOrIsLeft, session.send('Runtime.evaluate', { expression: '0' })]);
      await session.send('Page.stopLoading');
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    await this.closePage(info.targetId);
  }

  #attachedWorker(target: AttachedTarget): void {
    const owner =
      this.#workerListeners.get(target.info.browserContextId ?? '') ??
      this.#workerListeners.get('');
    if (owner) owner(target);
    else target.session.tell('Runtime.runIfWaitingForDebugger');
  }

  #forget(targetId: string): void {
    this.#goneListeners.delete(targetId);
    this.#titleListeners.delete(targetId);
  }
}
