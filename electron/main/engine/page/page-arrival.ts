import type { Event, WebContents } from 'electron';
import { AppError } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { type PageAccess, isOpenedBy } from '../../network/page-access.js';
import type { LocalFailure } from '../access/local-files.js';
import { shortened, withoutInternalUrls } from '../addresses/page-address.js';
import {
  loadFailure,
  localLoadFailure,
  type ReasonOf,
  signedOut,
  statusFailure,
  statusMeaning,
} from './page-messages.js';

/** Number of navigations by its scripts after which a page is printed. */
export const navigationLimit = 20;

/** Network error of a navigation that was replaced by another one or became a download. */
const aborted = -3;

interface ArrivingPage {
  /** Names the source for the user. */
  readonly name: string | Message;
  /** Returns the reason of an error if Chromium only reports that the gate refused. */
  readonly reasonOf: ReasonOf;
  /** Returns why a local file was not served to the page. */
  readonly failureOf: (address: string) => LocalFailure | undefined;
  readonly access: PageAccess | undefined;
}

/**
 * Follows the navigations of a page's main frame. A page may navigate by script or `<meta
 * refresh>`; it has arrived when the last page has loaded.
 */
export class PageArrival {
  readonly #contents: WebContents;
  readonly #name: string | Message;
  readonly #reasonOf: ReasonOf;
  readonly #failureOf: ArrivingPage['failureOf'];
  readonly #access: PageAccess | undefined;
  #navigations = 0;
  #arrived: () => void = () => undefined;
  #fail: (error: AppError) => void = () => undefined;

  /** Rejects with `load-failed` if a navigation fails at any time; never resolves. */
  readonly failed = new Promise<never>((_, reject) => (this.#fail = reject));

  constructor(contents: WebContents, { name, reasonOf, failureOf, access }: ArrivingPage) {
    this.#contents = contents;
    this.#access = access;
    this.#reasonOf = reasonOf;
    this.#failureOf = failureOf;
    this.#name = name;
    this.failed.catch(() => undefined);
    contents.on('did-navigate', this.#navigated);
    contents.on('did-fail-load', this.#loadFailed);
    contents.on('did-finish-load', this.#loaded);
    contents.on('did-stop-loading', this.#loaded);
  }

  /** Removes all listeners, because the window is reused for another page. */
  dispose(): void {
    this.#contents.off('did-navigate', this.#navigated);
    this.#contents.off('did-fail-load', this.#loadFailed);
    this.#contents.off('did-finish-load', this.#loaded);
    this.#contents.off('did-stop-loading', this.#loaded);
  }

  /** Number of navigations of the main frame. */
  get navigations(): number {
    return this.#navigations;
  }

  /** Opens a URL and waits until the page has loaded. @throws AppError `load-failed` */
  async open(address: string): Promise<void> {
    await new Promise<void>((arrived, failed) => {
      this.#arrived = arrived;
      this.#contents.loadURL(address).catch((error: unknown) => {
        if (!this.#isReplaced(error)) failed(loadFailure(error, this.#name, this.#reasonOf));
      });
    });
  }

  /** Waits for a navigation that the page itself has started. */
  async next(): Promise<void> {
    if (!this.#contents.isLoadingMainFrame()) return;
    await new Promise<void>((arrived) => (this.#arrived = arrived));
  }

  readonly #navigated = (_event: Event, url: string, status: number): void => {
    this.#navigations += 1;
    if (this.#navigations > navigationLimit) this.#fail(endless(this.#name, url));
    const isRefused = status === 401 || status === 403;
    if (isRefused && this.#access && isOpenedBy(this.#access, url)) {
      this.#fail(signedOut(this.#access, statusMeaning(status)));
      return;
    }
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
    // open() reports failures of the first page; later ones would be printed as Chromium's error
    // page.
    if (!isMainFrame || errno === aborted || this.#navigations === 0) return;
    const local = this.#failureOf(url);
    const error = Object.assign(new Error(code), { code, url });
    const page = withoutInternalUrls(url);
    this.#fail(local ? localLoadFailure(local) : loadFailure(error, page, this.#reasonOf));
  };

  /**
   * Chromium's error page finishes loading too, but is no navigation. A page that requests a
   * download or another program stops loading without finishing.
   */
  readonly #loaded = (): void => {
    if (this.#navigations > 0) this.#arrived();
  };

  #isReplaced(error: unknown): boolean {
    const isAborted = error instanceof Error && 'errno' in error && error.errno === aborted;
    return isAborted && !this.#contents.isDestroyed() && this.#contents.isLoadingMainFrame();
  }
}

function endless(name: string | Message, address: string): AppError {
  const reason =
    address === name
      ? message('page.keepsRedirecting')
      : message('page.keepsRedirectingTo', { url: shortened(address) });
  return new AppError('load-failed', message('page.notConverted', { page: name, reason }));
}
