import type { Event, WebContents } from 'electron';
import { AppError } from '../../../shared/errors.js';
import { shortened } from './refusals.js';
import { type ReasonOf, loadFailure, statusFailure } from './load-failure.js';

/** Net error of a navigation that another one took the place of, or that became a download. */
const aborted = -3;

/** How many pages the main frame may come to, one after the other. */
const navigationLimit = 20;

/**
 * Follows the main frame of a page from its first navigation on. A page may send itself elsewhere, by script or `<meta refresh>`; it
 * has arrived when what it ends up at has loaded.
 */
export class PageArrival {
  readonly #contents: WebContents;
  /** The source as the person knows it, for sentences. */
  readonly #name: string;
  readonly #reasonOf: ReasonOf;
  #navigations = 0;
  #arrived: () => void = () => undefined;
  #fail: (error: AppError) => void = () => undefined;

  /** Rejects with `load-failed` when the main frame comes to an error, at any time; never resolves. */
  readonly failed = new Promise<never>((_, reject) => (this.#fail = reject));

  /** @param reasonOf gives the reason behind an error of Chromium's that tells of the gate alone */
  constructor(contents: WebContents, name: string, reasonOf: ReasonOf) {
    this.#contents = contents;
    this.#reasonOf = reasonOf;
    this.#name = name;
    this.failed.catch(() => undefined);
    contents.on('did-navigate', this.#navigated);
    contents.on('did-fail-load', this.#loadFailed);
    contents.on('did-finish-load', this.#finished);
    contents.on('did-stop-loading', this.#stopped);
  }

  /** Hears of nothing any more: the window goes on to another page. */
  dispose(): void {
    this.#contents.off('did-navigate', this.#navigated);
    this.#contents.off('did-fail-load', this.#loadFailed);
    this.#contents.off('did-finish-load', this.#finished);
    this.#contents.off('did-stop-loading', this.#stopped);
  }

  /** How often the main frame has come to a new page. */
  get navigations(): number {
    return this.#navigations;
  }

  /** Opens an address and waits until the page has loaded. @throws AppError `load-failed` */
  async open(address: string): Promise<void> {
    await new Promise<void>((arrived, failed) => {
      this.#arrived = arrived;
      this.#contents.loadURL(address).catch((error: unknown) => {
        if (!this.#isReplaced(error)) failed(loadFailure(error, this.#name, this.#reasonOf));
      });
    });
  }

  /** Waits for the load of a navigation that the page itself has begun. */
  async next(): Promise<void> {
    if (!this.#contents.isLoadingMainFrame()) return;
    await new Promise<void>((arrived) => (this.#arrived = arrived));
  }

  readonly #navigated = (_event: Event, url: string, status: number): void => {
    this.#navigations += 1;
    if (this.#navigations > navigationLimit) this.#fail(endless(this.#name, url));
    const error = statusFailure(status, this.#navigations > 1 ? url : this.#name);
    if (error) this.#fail(error);
  };

  readonly #loadFailed = (
    _event: Event,
    errno: number,
    code: string,
    url: string,
    isMainFrame: boolean,
  ): void => {
    // Of the first page, open() tells; what comes later would be printed as Chromium's error page.
    if (!isMainFrame || errno === aborted || this.#navigations === 0) return;
    this.#fail(loadFailure(Object.assign(new Error(code), { code }), url, this.#reasonOf));
  };

  readonly #finished = (): void => this.#arrived();

  /** A page that asks for another program, or for a download, while it loads stops loading without having finished. */
  readonly #stopped = (): void => {
    if (this.#navigations > 0) this.#arrived();
  };

  #isReplaced(error: unknown): boolean {
    const isAborted = error instanceof Error && 'errno' in error && error.errno === aborted;
    return isAborted && !this.#contents.isDestroyed() && this.#contents.isLoadingMainFrame();
  }
}

function endless(name: string, address: string): AppError {
  const last = address === name ? '' : `, at last to ${shortened(address)}`;
  return new AppError(
    'load-failed',
    `${name} could not be converted: it sends itself from page to page without end${last}.`,
  );
}
