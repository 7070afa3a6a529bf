import type { Protocol } from 'devtools-protocol';
import type { Emit } from '../cancelable-event.js';
import { type DevToolsSession, isGone } from '../devtools/session.js';
import { toChromium, toElectron } from '../network/custom-schemes.js';
import { type NetError, loadError, netError, warnOfFailedLoad } from './net-errors.js';

interface PendingLoad {
  readonly url: string;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  hasStarted: boolean;
  error?: { readonly net: NetError; readonly url: string };
}

interface DocumentAnswer {
  readonly loaderId: string;
  readonly status: number;
  readonly text: string;
  readonly mimeType: string;
}

interface Document {
  readonly loaderId: string;
  /** `failed`: the connection was reset during the response. */
  state: 'loading' | 'loaded' | 'failed';
}

const aborted = netError('net::ERR_ABORTED');
const failed = netError('net::ERR_FAILED');
/**
 * The main frame's navigations: webContents' events in Electron's order, and the promise of
 * `loadURL` (Electron: docs/api/web-contents.md, lib/browser/api/web-contents.ts).
 */
export class PageLoading {
  readonly #emit: Emit;
  readonly #handlerError: (loaderId: string) => string | undefined;
  #url = '';
  #hasNavigated = false;
  #isLoading = false;
  #loaderId = '';
  #isAborted = false;
  #pending: PendingLoad | undefined;
  #document: Document | undefined;
  #errors = new Map<string, string>();
  #answer: DocumentAnswer | undefined;
  #begin: () => void = () => undefined;
  /** URLs of loads that were replaced before Chromium reported their start. */
  readonly #replaced: string[] = [];

  /** Resolves at the first navigation, which creates the renderer; never rejects. */
  readonly started = new Promise<void>((resolve) => (this.#begin = resolve));

  /** @param handlerError the error of a protocol handler, which DevTools cannot pass on */
  constructor(emit: Emit, handlerError: (loaderId: string) => string | undefined) {
    this.#emit = emit;
    this.#handlerError = handlerError;
  }

  get url(): string {
    return this.#url;
  }

  /** Whether the page has navigated at all. */
  get hasNavigated(): boolean {
    return this.#hasNavigated;
  }

  /** Of the last response for a document; empty before there is one. */
  get mimeType(): string {
    return this.#answer?.mimeType ?? '';
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** The page was opened by another one, which has begun its first navigation. */
  adopt(): void {
    this.#hasNavigated = true;
    this.#begin();
  }

  /** Starts a load; settles like `loadURL`. */
  async load(url: string, session: Promise<DevToolsSession>): Promise<void> {
    if (this.#pending?.hasStarted === false) this.#replaced.push(this.#pending.url);
    else this.#replaced.length = 0;
    this.#abortPending(url);
    const done = new Promise<void>((resolve, reject) => {
      this.#pending = { url, resolve, reject, hasStarted: false };
    });
    const pending = this.#pending;
    session
      .then(
        async (target) => this.#navigate(target, url, pending),
        (error: unknown) =>
          pending?.reject(error instanceof Error ? error : new Error(String(error))),
      )
      .catch((error: unknown) => {
        if (!isGone(error))
          pending?.reject(error instanceof Error ? error : new Error(String(error)));
      });
    return done;
  }

  /** Aborts the load, as Electron does when the page is destroyed or its process ends. */
  stop(): void {
    if (this.#isLoading) this.#stopped();
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(loadError(pending.error?.net ?? failed, pending.error?.url ?? pending.url));
  }

  /** Listens to the main frame's events. */
  follow(session: DevToolsSession, mainFrameId: string): void {
    const ofMainFrame = ({ frameId }: { readonly frameId: string }) => frameId === mainFrameId;
    session.on('Page.frameStartedNavigating', (event) => {
      if (ofMainFrame(event)) this.#started(event);
    });
    session.on('Network.responseReceived', ({ type, loaderId, response, requestId }) => {
      if (type !== 'Document' || requestId !== loaderId) return;
      const { status, statusText: text, mimeType } = response;
      this.#answer = { loaderId, status, text, mimeType };
    });
    session.on('Network.loadingFailed', ({ requestId, errorText }) => {
      if (requestId === this.#loaderId) this.#requestFailed(requestId, errorText);
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === mainFrameId) this.#committed(frame);
    });
    session.on('Page.navigatedWithinDocument', (event) => {
      if (ofMainFrame(event)) this.#navigatedInPage(event.url);
    });
    session.on('Page.domContentEventFired', () => {
      if (this.#document?.state === 'loading') this.#emit('dom-ready', {});
    });
    session.on('Page.loadEventFired', () => this.#loaded());
    session.on('Page.frameStoppedLoading', (event) => {
      if (ofMainFrame(event) && (this.#isAborted || this.#document?.state !== 'loading'))
        this.#stopped();
    });
  }

  /** An aborted navigation (an external program, a download) also ends the loading of its page. */
  #requestFailed(loaderId: string, errorText: string): void {
    if (this.#errors.get(loaderId) === reported) return;
    this.#errors.set(loaderId, errorText);
    this.#isAborted = errorText === 'net::ERR_ABORTED';
    if (this.#isAborted || this.#document?.loaderId !== loaderId) return;
    // The connection was reset during the response, so the page never finishes.
    this.#document.state = 'failed';
    this.#failUnlessReported(loaderId, errorText, this.#url);
  }

  async #navigate(
    session: DevToolsSession,
    url: string,
    own: PendingLoad | undefined,
  ): Promise<void> {
    if (!URL.canParse(url) || url.length > longestUrl) {
      this.#fail(netError('net::ERR_INVALID_URL'), url, '');
      return;
    }
    this.#hasNavigated = true;
    const navigated = session.send('Page.navigate', { url: toChromium(url) });
    this.#begin();
    const answer = await navigated;
    const { loaderId = '', errorText } = answer;
    if (errorText === undefined || own !== this.#pending || loaderId !== this.#loaderId) return;
    // If no page results (a download, a response without content), Electron's load just ends.
    if (errorText === 'net::ERR_ABORTED') this.#stopped();
    else this.#failUnlessReported(loaderId, errorText, url);
  }

  #started({ url, loaderId, navigationType }: Protocol.Page.FrameStartedNavigatingEvent): void {
    // Chromium's initial page in a new window is not a navigation.
    if (!this.#hasNavigated) return;
    const isSameDocument =
      navigationType === 'sameDocument' || navigationType === 'historySameDocument';
    const address = toElectron(url);
    if (!isSameDocument && this.#isCurrent(address)) {
      this.#loaderId = loaderId;
      this.#isAborted = false;
      if (!this.#isLoading) {
        this.#isLoading = true;
        this.#emit('did-start-loading', {});
      }
    }
    const details = { url: address, isSameDocument, isMainFrame: true };
    this.#emit('did-start-navigation', details, address, isSameDocument, true);
  }

  /**
   * Reports the start of a navigation to `loadURL`: its own, or one that replaces it. Of two loads
   * of one URL, the first may have been dropped before its start.
   * @returns false for the late start of a replaced load
   */
  #isCurrent(address: string): boolean {
    const pending = this.#pending;
    if (!pending) return true;
    const isOwn = isSameAddress(pending.url, address);
    if (pending.hasStarted) {
      if (!isOwn || !this.#removeReplaced(address)) this.#abortPending(address);
      return true;
    }
    if (!isOwn && this.#removeReplaced(address)) return false;
    pending.hasStarted = true;
    return true;
  }

  /** Whether this starts a replaced load, whose promise has been rejected. */
  #removeReplaced(address: string): boolean {
    const index = this.#replaced.findIndex((url) => isSameAddress(url, address));
    return index !== -1 && this.#replaced.splice(index, 1).length > 0;
  }

  #committed(frame: Protocol.Page.Frame): void {
    const { loaderId, unreachableUrl } = frame;
    if (unreachableUrl !== undefined) {
      // Chromium's error page loads like others, but is no navigation.
      this.#document = { loaderId, state: 'loading' };
      this.#failUnlessReported(
        loaderId,
        this.#errors.get(loaderId) ?? 'net::ERR_FAILED',
        unreachableUrl,
      );
      return;
    }
    // The initial empty page is not a navigation.
    if (!this.#isLoading) return;
    this.#document = { loaderId, state: 'loading' };
    this.#url = toElectron(frame.url + (frame.urlFragment ?? ''));
    const { status, text } = this.#answerOf(loaderId);
    this.#emit('did-navigate', {}, this.#url, status, text);
    this.#emit('did-frame-navigate', {}, this.#url, status, text, true);
  }

  /** Only HTTP responses have a status; otherwise Electron reports -1. */
  #answerOf(loaderId: string): { readonly status: number; readonly text: string } {
    const hasStatus =
      !/^(?:about|blob|data):/.test(this.#url) && this.#answer?.loaderId === loaderId;
    return hasStatus && this.#answer && this.#answer.status > 0
      ? this.#answer
      : { status: -1, text: '' };
  }

  #navigatedInPage(address: string): void {
    this.#url = toElectron(address);
    this.#emit('did-navigate-in-page', {}, this.#url, true);
    if (this.#pending && !this.#pending.hasStarted) this.#settlePending();
  }

  #loaded(): void {
    if (this.#document?.state !== 'loading') return;
    this.#document.state = 'loaded';
    this.#emit('did-finish-load', {});
    // The previous page may finish loading now.
    const isAwaited = this.#document.loaderId === this.#loaderId;
    if (isAwaited && this.#pending?.hasStarted) this.#settlePending();
  }

  #stopped(): void {
    if (!this.#isLoading) return;
    this.#isLoading = false;
    this.#emit('did-stop-loading', {});
    // The previous page may be the one that stopped.
    if (this.#pending?.hasStarted) {
      this.#pending.error ??= { net: failed, url: this.#pending.url };
      this.#settlePending();
    }
  }

  #failUnlessReported(loaderId: string, errorText: string, url: string): void {
    if (this.#errors.get(loaderId) === reported) return;
    const text = this.#handlerError(loaderId) ?? errorText;
    const error = netError(text);
    warnOfFailedLoad(error, toElectron(url));
    this.#fail(error, toElectron(url), loaderId);
  }

  #fail(net: NetError, url: string, loaderId: string): void {
    this.#errors = new Map([[loaderId, reported]]);
    if (this.#pending) this.#pending.error ??= { net, url };
    const { code, description } = net;
    this.#emit('did-fail-load', {}, code, description, url, true);
    if (this.#pending && !this.#pending.hasStarted) this.#settlePending();
  }

  #settlePending(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending?.error) pending.reject(loadError(pending.error.net, pending.error.url));
    else pending?.resolve();
  }

  #abortPending(url: string): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(loadError(aborted, url));
  }
}

/** Maximum length of a URL (Chromium: url/url_constants.h, kMaxURLChars). */
const longestUrl = 2 * 1024 * 1024;

function isSameAddress(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
}

/** Marks an error that was reported to listeners. */
const reported = 'reported';
