import type { WebContents } from 'electron';
import { AppError } from '../../shared/errors.js';
import { loadFailure, statusFailure } from './load-failure.js';

/** Net error of a navigation that another one took the place of, or that became a download. */
const aborted = -3;

/**
 * Follows the main frame of a page from its first navigation on. A page may send itself elsewhere, by script or `<meta refresh>`; it
 * has arrived when what it ends up at has loaded.
 */
export class PageArrival {
  readonly #contents: WebContents;
  /** The source as the person knows it, for sentences. */
  readonly #name: string;
  #navigations = 0;
  #arrived: () => void = () => undefined;
  #failed: (error: unknown) => void = () => undefined;

  constructor(contents: WebContents, name: string) {
    this.#contents = contents;
    this.#name = name;
    contents.on('did-navigate', (_event, url, status) => {
      this.#navigations += 1;
      const error = statusFailure(status, this.#navigations > 1 ? url : name);
      if (error) this.#failed(error);
    });
    contents.on('did-finish-load', () => this.#arrived());
  }

  /** How often the main frame has come to a new page. */
  get navigations(): number {
    return this.#navigations;
  }

  /** Opens an address and waits until the page has loaded. @throws AppError `load-failed` */
  async open(address: string): Promise<void> {
    await new Promise<void>((arrived, failed) => {
      this.#arrived = arrived;
      this.#failed = failed;
      this.#contents.loadURL(address).catch((error: unknown) => {
        if (!this.#isReplaced(error)) failed(this.#errorOf(error));
      });
    });
  }

  /** Waits for the load of a navigation that the page itself has begun. @throws AppError `load-failed` */
  async next(): Promise<void> {
    if (!this.#contents.isLoadingMainFrame()) return;
    await new Promise<void>((arrived, failed) => {
      this.#arrived = arrived;
      this.#failed = failed;
    });
  }

  #isReplaced(error: unknown): boolean {
    const isAborted = error instanceof Error && 'errno' in error && error.errno === aborted;
    return isAborted && this.#contents.isLoadingMainFrame();
  }

  #errorOf(error: unknown): AppError {
    return error instanceof AppError ? error : loadFailure(error, this.#name);
  }
}
