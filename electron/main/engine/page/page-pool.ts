import { canceledError } from '../canceled.js';
import { PageSession } from './page-session.js';
import { PooledWindow } from './pooled-window.js';

/** What a page needs of its window. */
export interface WindowRequest {
  readonly javascript: boolean;
  /** In CSS pixels. */
  readonly widthPx: number;
  /** A window that has had no page yet. */
  readonly isFresh: boolean;
}

/** A window that nobody uses, from the moment on at which it begins to leave its page. */
interface IdleWindow {
  readonly window: PooledWindow;
  /** Whether it came to rest; if not, it is gone. */
  readonly isResting: Promise<boolean>;
}

/** After this many pages a window is replaced, so that what its process gathers has an end. */
const visitLimit = 100;

/** How long windows without work are kept, in milliseconds. */
const idleMs = 60_000;

/**
 * The hidden windows, used again from page to page (docs/adr/0007). A window that was on the network, or whose page failed in any
 * way, is destroyed and its session cleared before that is used again.
 */
export class PagePool {
  readonly #idle: IdleWindow[] = [];
  readonly #sessions: PageSession[] = [];
  readonly #clearing = new Set<Promise<void>>();
  #sessionCount = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  /**
   * Gives a prepared window that nobody else has and that shows nothing; a new one if there is none.
   * @param signal ends the preparation of a new window
   * @throws AppError `canceled` once the signal is aborted, `page-crashed` if a new window could not be prepared
   */
  async take(wish: WindowRequest, signal: AbortSignal): Promise<PooledWindow> {
    for (;;) {
      const idle = this.#takeIdle(wish);
      if (!idle) break;
      if (!(await idle.isResting)) continue;
      if (idle.window.isAlive) return idle.window;
      this.discard(idle.window);
    }
    const session = this.#cleanSession();
    await session.ready;
    const window = new PooledWindow(session, wish.javascript);
    const destroy = () => window.destroy();
    signal.addEventListener('abort', destroy);
    try {
      if (signal.aborted) throw canceledError();
      await window.prepare(wish.widthPx);
    } catch (error) {
      this.discard(window);
      throw signal.aborted ? canceledError() : error;
    } finally {
      signal.removeEventListener('abort', destroy);
    }
    return window;
  }

  /** Takes a window back whose page has been converted. */
  give(window: PooledWindow): void {
    if (!window.isAlive || window.visits >= visitLimit || window.pageSession.leavesTraces) {
      this.discard(window);
      return;
    }
    window.dismiss();
    const isResting = window.rest().then(
      () => true,
      () => {
        this.discard(window);
        return false;
      },
    );
    this.#idle.push({ window, isResting });
    this.#closeLater();
  }

  /** Destroys a window at once; its session is used again when it is clean. */
  discard(window: PooledWindow): void {
    window.destroy();
    const { pageSession } = window;
    const clearing = window.closed
      .then(async () => pageSession.clear())
      .then(
        () => void this.#sessions.push(pageSession),
        // A session that cannot be cleared is not used again.
        () => undefined,
      );
    this.#clearing.add(clearing);
    void clearing.then(() => this.#clearing.delete(clearing));
  }

  /** Destroys the windows that nobody uses, and waits until their sessions are clean. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const idle = this.#idle.splice(0);
    for (const { window, isResting } of idle) if (await isResting) this.discard(window);
    await Promise.all(this.#clearing);
  }

  #takeIdle({ javascript, isFresh }: WindowRequest): IdleWindow | undefined {
    if (isFresh) return undefined;
    const index = this.#idle.findIndex(({ window }) => window.javascript === javascript);
    return index === -1 ? undefined : this.#idle.splice(index, 1)[0];
  }

  #cleanSession(): PageSession {
    return this.#sessions.pop() ?? new PageSession(`conversion-${++this.#sessionCount}`);
  }

  #closeLater(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.close(), idleMs);
    this.#idleTimer.unref();
  }
}
