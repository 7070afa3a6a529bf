import { setTimeout as after } from 'node:timers/promises';
import { BrowserWindow, type WebContents } from 'electron';
import { AppError } from '../../../shared/errors.js';
import type { Findings } from '../findings.js';
import type { LoadTracker } from './load-tracker.js';
import { PageDevTools } from './page-devtools.js';
import type { PageSession, Visitor } from './page-session.js';
import { refusedBox, refusedWindow } from './refusals.js';

/** Where a window is before its first page and while nobody uses it: without scripts, without requests. */
const restingAddress = 'about:blank';

/** How long after a failure its reason may become known (the end of the process), in milliseconds. */
const reasonMs = 100;

/** How long a window may take to leave a page before it is given up, in milliseconds. */
const leaveLimitMs = 2000;

const open = new Set<PooledWindow>();

/** Destroys all pages. Call it when the application quits: they refuse to be closed. */
export function destroyPages(): void {
  for (const window of open) window.destroy();
}

/**
 * A hidden, sandboxed window and the session that it alone uses; for one page at a time (docs/adr/0007). Call {@link prepare} before
 * the first page.
 */
export class PooledWindow {
  readonly pageSession: PageSession;
  readonly javascript: boolean;
  readonly devTools: PageDevTools;
  /** Outlives the window, whose own `webContents` throws once it is destroyed. */
  readonly contents: WebContents;
  /** Rejects with `page-crashed` when the page's process ends; never resolves. */
  readonly gone: Promise<never>;
  /** Resolves when the page is destroyed, and nothing uses the session any more. */
  readonly closed: Promise<void>;
  readonly #window: BrowserWindow;
  #findings: Findings | null = null;
  #widthPx = 0;
  #visits = 0;
  #hasCrashed = false;
  #isPlain = false;

  constructor(pageSession: PageSession, javascript: boolean) {
    this.pageSession = pageSession;
    this.javascript = javascript;
    this.#window = hiddenWindow(pageSession, javascript);
    this.contents = this.#window.webContents;
    this.#close();
    this.contents.on('did-navigate', () => (this.#isPlain = false));
    this.closed = new Promise((resolve) => this.contents.once('destroyed', () => resolve()));
    this.gone = this.#refuseWhenGone();
    this.devTools = new PageDevTools(this.contents.debugger);
  }

  /** How many pages it has had. */
  get visits(): number {
    return this.#visits;
  }

  /** Whether its process runs and it has not been destroyed. */
  get isAlive(): boolean {
    return !this.#hasCrashed && !this.#window.isDestroyed();
  }

  /** Whether its page is loading. */
  get isLoading(): boolean {
    return this.isAlive && this.contents.isLoadingMainFrame();
  }

  /**
   * Gives the window a renderer, and sets it up for pages. Electron starts no renderer before the first navigation, and commands that
   * need one get no answer until then (electron.d.ts, `Debugger.sendCommand`).
   * @param widthPx in CSS pixels: how wide the first page is laid out
   * @throws AppError `page-crashed` if the window is destroyed or its process ends meanwhile
   */
  async prepare(widthPx: number): Promise<void> {
    await this.#unlessGone(this.#prepare(widthPx));
  }

  /** Lets a page in, which is to be opened at the address when the window has the page's width. */
  admit(visitor: Visitor, findings: Findings): LoadTracker {
    this.#visits += 1;
    this.#findings = findings;
    return this.pageSession.admit(visitor, findings);
  }

  /** Lays pages out at a width in CSS pixels, whatever the window's own size is. */
  async setWidth(widthPx: number): Promise<void> {
    if (widthPx === this.#widthPx) return;
    this.#widthPx = widthPx;
    await this.devTools.setViewport(widthPx, heightFor(widthPx));
  }

  /** Has the empty page in place into which plain pages are put. */
  async prepareInert(address: string): Promise<void> {
    if (this.#isPlain) return;
    await this.contents.loadURL(address);
    await this.devTools.prepareInert();
    this.#isPlain = true;
  }

  /** Ends the visit; what is left of the page gets no answers any more. */
  dismiss(): void {
    this.#findings = null;
    this.pageSession.dismiss();
  }

  /**
   * Leaves the page for good, so that the next one finds nothing of it: no scripts that still run, no cookies, no name, no history.
   * @throws where that cannot be had in time; the window is of no use then
   */
  async rest(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The page does not go.')), leaveLimitMs);
    });
    try {
      await Promise.race([this.#leave(), this.gone, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the window at once, also one whose scripts never end. */
  destroy(): void {
    this.dismiss();
    this.#window.destroy();
  }

  async #prepare(widthPx: number): Promise<void> {
    await this.contents.loadURL(restingAddress);
    await Promise.all([
      this.devTools.silence((name) => this.#refused(refusedBox(name))),
      this.setWidth(widthPx),
    ]);
  }

  /** What fails because the window is gone fails with that reason, also where the failure comes first. */
  async #unlessGone(work: Promise<void>): Promise<void> {
    const explained = work.catch(async (error: unknown) => {
      await Promise.race([this.gone, after(reasonMs)]);
      throw error;
    });
    await Promise.race([explained, this.gone]);
  }

  async #leave(): Promise<void> {
    // Nothing in a plain page runs; it is taken away for its animations and its memory.
    if (this.#isPlain) return this.devTools.removeInert();
    await this.contents.loadURL(restingAddress);
    await Promise.all([
      this.devTools.forget(),
      this.pageSession.session.clearStorageData({ storages: ['cookies'] }),
    ]);
  }

  #refused(sentence: string | null): void {
    if (sentence !== null) this.#findings?.add('refused', sentence);
  }

  /** Nothing that a page does opens, closes or asks for anything outside it. */
  #close(): void {
    // A page's window.close() must not end its conversion; destroy() is not asked.
    this.#window.on('close', (event) => event.preventDefault());
    open.add(this);
    this.#window.once('closed', () => open.delete(this));
    this.contents.setWindowOpenHandler(({ url }) => {
      this.#refused(refusedWindow(url));
      return { action: 'deny' };
    });
    // WebRTC asks no session; without datagrams, all that is left to it goes through the session's gate.
    this.contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    this.contents.on('will-attach-webview', (event) => event.preventDefault());
    this.contents.on('login', (event, _details, _info, callback) => {
      event.preventDefault();
      callback();
    });
  }

  /** Our own destroy() comes after the end of a conversion, so that nobody hears of it. */
  #refuseWhenGone(): Promise<never> {
    const gone = new Promise<never>((_, reject) => {
      const crashed = (why: string) => {
        this.#hasCrashed = true;
        reject(new AppError('page-crashed', `The page could not be converted: ${why}.`));
      };
      this.contents.on('render-process-gone', (_event, { reason }) => {
        crashed(reasonGone(reason));
      });
      this.contents.once('destroyed', () => crashed('its window is gone'));
    });
    gone.catch(() => undefined);
    return gone;
  }
}

function hiddenWindow({ session }: PageSession, javascript: boolean): BrowserWindow {
  return new BrowserWindow({
    show: false,
    webPreferences: {
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript,
      disableDialogs: true,
      backgroundThrottling: false,
      spellcheck: false,
    },
  });
}

/** The shape of a sheet of paper. */
function heightFor(widthPx: number): number {
  return Math.round(widthPx * Math.SQRT2);
}

/** Nobody but the memory watch, or a system that has run out of memory, kills a page's process. */
function reasonGone(reason: Electron.RenderProcessGoneDetails['reason']): string {
  if (reason === 'killed') {
    return 'it needed more memory than a page may take here, alone or together with others that are converted at the same time';
  }
  if (reason === 'oom') return 'it needed more memory than Chromium gives to a page';
  return 'its process crashed';
}
