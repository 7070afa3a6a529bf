import { canceledError } from '../canceled.js';
import { ConversionPage, type PageRequest } from './conversion-page.js';
import type { PagePool, WindowRequest } from './page-pool.js';
import type { PooledWindow } from './pooled-window.js';

/** One page's use of a window of the pool: whatever happens, and whenever, the window goes back once. */
export class WindowLease {
  readonly #pool: PagePool;
  #window: PooledWindow | null = null;
  #page: ConversionPage | null = null;
  readonly #over = new AbortController();

  constructor(pool: PagePool) {
    this.#pool = pool;
  }

  /** The page, once it has its window. */
  get page(): ConversionPage | null {
    return this.#page;
  }

  /** Waits for a window and lets the page in. @throws AppError `canceled` if the loan has ended meanwhile */
  async begin(wish: WindowRequest, page: PageRequest): Promise<ConversionPage> {
    const window = await this.#pool.take(wish, this.#over.signal);
    if (this.#over.signal.aborted) {
      this.#pool.discard(window);
      throw canceledError();
    }
    this.#window = window;
    this.#page = new ConversionPage(window, page);
    return this.#page;
  }

  /** Gives the window back, to be used again only if all went well. Does nothing the second time. */
  end(how: 'well' | 'badly'): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#page?.dispose();
    if (this.#window === null) return;
    if (how === 'well') this.#pool.give(this.#window);
    else this.#pool.discard(this.#window);
  }
}
