import { type Message, message } from '../../../shared/messages/message.js';
import { canceledError, throwIfCanceled } from '../contract/canceled.js';
import { ConversionPage, type PageRequest } from './conversion-page.js';
import type { MemoryWatch } from './memory-watch.js';
import { PageSession } from './page-session.js';
import { PooledWindow, chromiumEnded } from './pooled-window.js';

export interface WindowRequest {
  readonly javascript: boolean;
  /** In CSS pixels. */
  readonly widthPx: number;
  /** A window that has shown no page yet. */
  readonly isFresh: boolean;
}

/** A window between two pages. */
interface IdleWindow {
  readonly window: PooledWindow;
  /** Resolves with false if the window could not be reset and was discarded. */
  readonly isReset: Promise<boolean>;
}

/** A window is replaced after this many pages, so that its process cannot grow without bound. */
const maxVisits = 100;

/** How long idle windows are kept, in milliseconds. */
const idleMs = 60_000;

/** The width of the empty page that answers a ping, in CSS pixels. */
const pingWidthPx = 800;

/** The number of sessions of all pools: a partition belongs to one session of the process. */
let sessionCount = 0;

/**
 * The hidden windows, reused from page to page (docs/adr/0007). If a page failed or used the
 * network, its window is destroyed, and its session is cleared before it is reused.
 */
export class PagePool {
  readonly #memory: Pick<MemoryWatch, 'limitExceeded'>;
  readonly #idle: IdleWindow[] = [];
  readonly #sessions: PageSession[] = [];
  readonly #clearing = new Set<Promise<void>>();
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(memory: Pick<MemoryWatch, 'limitExceeded'>) {
    this.#memory = memory;
  }

  /**
   * Returns a prepared, empty window that nothing else uses; creates one if none is idle.
   * @param signal ends the preparation of a new window
   * @throws AppError `canceled` once the signal is aborted, `chromium-ended` or `page-crashed` if a
   * new window could not be prepared
   */
  async take(request: WindowRequest, signal: AbortSignal): Promise<PooledWindow> {
    for (;;) {
      const idle = this.#takeIdle(request);
      if (!idle) break;
      if (!(await idle.isReset)) continue;
      if (idle.window.isAlive) return idle.window;
      this.discard(idle.window);
    }
    return this.#create(request, signal);
  }

  /**
   * Resolves when a page's process has answered. Uses an idle window, or creates one.
   * @throws AppError `chromium-ended` or `page-crashed`
   */
  async ping(): Promise<void> {
    const request = { javascript: true, widthPx: pingWidthPx, isFresh: false };
    const window = await this.take(request, new AbortController().signal);
    try {
      await window.reset();
    } catch (error) {
      this.discard(window);
      throw error;
    }
    this.#idle.push({ window, isReset: Promise.resolve(true) });
    // Regular pings don't keep windows that nothing else uses.
    if (this.#idleTimer === undefined) this.#closeLater();
  }

  /** Takes back a window whose page was converted. */
  give(window: PooledWindow): void {
    const isUsedUp = window.visits >= maxVisits || window.devTools.isAltered;
    if (!window.isAlive || isUsedUp || window.pageSession.leavesTraces) {
      this.discard(window);
      return;
    }
    window.detach();
    const isReset = window.reset().then(
      () => true,
      () => {
        this.discard(window);
        return false;
      },
    );
    this.#idle.push({ window, isReset });
    this.#closeLater();
  }

  /** Destroys a window immediately; its session is reused after it was cleared. */
  discard(window: PooledWindow): void {
    window.destroy();
    const { pageSession } = window;
    const clearing = window.closed
      .then(async () => pageSession.clear())
      .then(
        () => void this.#sessions.push(pageSession),
        // A session that cannot be cleared is not reused.
        () => undefined,
      );
    this.#clearing.add(clearing);
    void clearing.then(() => this.#clearing.delete(clearing));
  }

  /** Destroys the idle windows and waits until their sessions are cleared. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = undefined;
    const idle = this.#idle.splice(0);
    for (const { window, isReset } of idle) if (await isReset) this.discard(window);
    await Promise.all(this.#clearing);
  }

  async #create(request: WindowRequest, signal: AbortSignal): Promise<PooledWindow> {
    const session = this.#clearedSession();
    await session.ready.catch((error: unknown) => {
      throw chromiumEnded(error);
    });
    const window = new PooledWindow(session, request.javascript, this.#memory);
    const destroy = () => window.destroy();
    signal.addEventListener('abort', destroy);
    try {
      if (signal.aborted) throw canceledError();
      await window.prepare(request.widthPx);
    } catch (error) {
      this.discard(window);
      throw signal.aborted ? canceledError() : error;
    } finally {
      signal.removeEventListener('abort', destroy);
    }
    return window;
  }

  #takeIdle({ javascript, isFresh }: WindowRequest): IdleWindow | undefined {
    if (isFresh) return undefined;
    const index = this.#idle.findIndex(({ window }) => window.javascript === javascript);
    return index === -1 ? undefined : this.#idle.splice(index, 1)[0];
  }

  #clearedSession(): PageSession {
    return this.#sessions.pop() ?? new PageSession(`conversion-${++sessionCount}`);
  }

  #closeLater(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.close(), idleMs);
    this.#idleTimer.unref();
  }
}

/**
 * The windows of one conversion, one at a time. Each is returned to the pool once, whatever the
 * outcome.
 */
export class PageLease {
  readonly #pool: PagePool;
  readonly #ended = new AbortController();
  #window: PooledWindow | null = null;
  #page: ConversionPage | null = null;
  #isTakingWindow = false;

  constructor(pool: PagePool) {
    this.#pool = pool;
  }

  /** The last page that was opened; null before the first. */
  get page(): ConversionPage | null {
    return this.#page;
  }

  /** What the conversion is waiting for; null for nothing that is known. */
  get waitingFor(): Message | null {
    return this.#isTakingWindow
      ? message('engine.awaitedWindow')
      : (this.#page?.waitingFor ?? null);
  }

  /**
   * Opens a page, after the one before was released. @throws AppError `canceled` after {@link end}
   */
  async open(request: WindowRequest, page: PageRequest): Promise<ConversionPage> {
    throwIfCanceled(this.#ended.signal);
    this.#page = null;
    this.#isTakingWindow = true;
    const window = await this.#pool
      .take(request, this.#ended.signal)
      .finally(() => (this.#isTakingWindow = false));
    if (this.#ended.signal.aborted) {
      this.#pool.discard(window);
      throw canceledError();
    }
    this.#window = window;
    const refused = page.access ? await window.signIn(page.access) : [];
    throwIfCanceled(this.#ended.signal);
    this.#page = new ConversionPage(window, page);
    for (const name of refused) this.#page.reportRefusedCookie(name);
    return this.#page;
  }

  /** Returns the window, for another page, after the page was converted. */
  release(): void {
    const window = this.#takeWindow();
    if (window !== null) this.#pool.give(window);
  }

  /** Destroys the window unless it was released, and ends an {@link open} that is under way. */
  end(): void {
    this.#ended.abort();
    const window = this.#takeWindow();
    if (window !== null) this.#pool.discard(window);
  }

  #takeWindow(): PooledWindow | null {
    const window = this.#window;
    this.#window = null;
    if (window !== null) this.#page?.dispose();
    return window;
  }
}
