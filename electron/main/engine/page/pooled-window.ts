import { setTimeout as after } from 'node:timers/promises';
import { app, BrowserWindow, type WebContents } from 'electron';
import type { AccessSecrets, PageAccess } from '../../network/page-access.js';
import { LoginAnswers } from '../access/login-answers.js';
import { AppError } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import type { Findings } from '../contract/findings.js';
import type { LoadTracker } from './load-tracker.js';
import type { MemoryWatch } from './memory-watch.js';
import { stopGraceMs } from './network-service.js';
import { PageDevTools } from './page-devtools.js';
import type { PageSession, Visitor } from './page-session.js';
import { refusedBox, refusedWindow } from './page-messages.js';
import { withTimeout } from '../../util/async.js';

/** The page of an idle window: no scripts, no requests. */
const blankUrl = 'about:blank';

/**
 * How long the reason of a failure (the end of the process) may follow the failure, in
 * milliseconds.
 */
const reasonMs = 100;

/** How long a window may take to leave a page before it is discarded, in milliseconds. */
const leaveLimitMs = 2000;

const open = new Set<PooledWindow>();

/** Destroys all pages. Call it when the application quits, because they may refuse to close. */
export function destroyPages(): void {
  for (const window of open) window.destroy();
}

/**
 * Disables features of Chromium in addition to those disabled before: Chromium reads only the last
 * switch of a name. Takes effect until the application is ready.
 */
export function disableFeatures(features: readonly string[]): void {
  const name = 'disable-features';
  const before = app.commandLine.getSwitchValue(name).split(',');
  const all = new Set([...before, ...features].filter((feature) => feature !== ''));
  app.commandLine.appendSwitch(name, [...all].join(','));
}

/**
 * A hidden, sandboxed window with its own session, for one page at a time (docs/adr/0007). Call
 * {@link prepare} before the first page.
 */
export class PooledWindow {
  readonly pageSession: PageSession;
  readonly javascript: boolean;
  readonly devTools: PageDevTools;
  /** Outlives the window, whose own `webContents` throws once it is destroyed. */
  readonly contents: WebContents;
  /**
   * Rejects with `page-crashed` when the page's process ends, with `chromium-ended` when Chromium
   * does; never resolves.
   */
  readonly gone: Promise<never>;
  /** Resolves when the page is destroyed and nothing uses the session any more. */
  readonly closed: Promise<void>;
  readonly #window: BrowserWindow;
  readonly #memory: Pick<MemoryWatch, 'limitExceeded'>;
  #findings: Findings | null = null;
  #size = { widthPx: 0, heightPx: 0 };
  #visits = 0;
  #hasCrashed = false;
  #drawsFrames = false;
  #logins: LoginAnswers | null = null;

  constructor(
    pageSession: PageSession,
    javascript: boolean,
    memory: Pick<MemoryWatch, 'limitExceeded'>,
  ) {
    this.pageSession = pageSession;
    this.#memory = memory;
    this.javascript = javascript;
    this.#window = hiddenWindow(pageSession, javascript);
    this.contents = this.#window.webContents;
    this.#close();
    this.closed = new Promise((resolve) => this.contents.once('destroyed', () => resolve()));
    this.gone = this.#rejectWhenGone();
    this.devTools = new PageDevTools(this.contents.debugger);
  }

  /** How many pages it has shown. */
  get visits(): number {
    return this.#visits;
  }

  get isAlive(): boolean {
    return !this.#hasCrashed && !this.#window.isDestroyed();
  }

  get isLoading(): boolean {
    return this.isAlive && this.contents.isLoadingMainFrame();
  }

  /**
   * Starts the window's renderer and prepares it for pages. Electron starts no renderer before the
   * first navigation, and DevTools commands that need one do not answer until then (electron.d.ts,
   * `Debugger.sendCommand`).
   * @param widthPx layout width of the first page, in CSS pixels
   * @throws AppError `page-crashed` if its process ends, `chromium-ended` if it fails otherwise
   */
  async prepare(widthPx: number): Promise<void> {
    await this.#unlessGone(this.#prepare(widthPx));
  }

  admit(visitor: Visitor, findings: Findings): LoadTracker {
    this.#visits += 1;
    this.#findings = findings;
    this.#logins = visitor.access ? new LoginAnswers(visitor.access) : null;
    return this.pageSession.admit(visitor, findings);
  }

  /**
   * Prepares the empty window for a page behind a login: sets its cookies and stored data. Call it
   * before {@link admit}.
   * @returns the names of cookies that Chromium refuses
   */
  async signIn(access: PageAccess): Promise<readonly string[]> {
    const refused = await this.pageSession.setCookies(access);
    for (const stored of access.storage) {
      if (access.origins.includes(stored.origin)) await this.#fillStorage(stored);
    }
    return refused;
  }

  /** Lays pages out at a width in CSS pixels, whatever size the window has. */
  async setWidth(widthPx: number): Promise<void> {
    await this.setSize(widthPx, heightFor(widthPx));
  }

  /** Lays pages out in a window of a size in CSS pixels. */
  async setSize(widthPx: number, heightPx: number): Promise<void> {
    if (widthPx === this.#size.widthPx && heightPx === this.#size.heightPx) return;
    this.#size = { widthPx, heightPx };
    await this.devTools.setViewport(widthPx, heightPx);
  }

  /** Draws every frame that the page asks for, until the window leaves it. */
  async drawFrames(): Promise<void> {
    if (this.#drawsFrames) return;
    this.#drawsFrames = true;
    await this.devTools.drawFrames();
  }

  /**
   * Call it when an operation has failed, which may be a moment before the end of the process is
   * known.
   * @throws AppError as {@link gone}
   */
  async rejectIfGone(): Promise<void> {
    await Promise.race([this.gone, after(reasonMs)]);
    if (!this.isAlive) await this.gone;
  }

  /** Ends the visit; later requests of the page are refused. */
  detach(): void {
    this.#findings = null;
    this.#logins = null;
    this.pageSession.detach();
  }

  /**
   * Leaves the page so that the next one finds no running scripts, cookies, window name or history.
   * @throws if that fails or takes too long; the window cannot be reused then
   */
  async reset(): Promise<void> {
    await withTimeout(async () => Promise.race([this.#leave(), this.gone]), leaveLimitMs);
  }

  /** Destroys the window at once, even while its scripts run. */
  destroy(): void {
    this.detach();
    this.#window.destroy();
  }

  /** An empty document of the origin is shown meanwhile; nothing is requested. */
  async #fillStorage({ origin, local, session }: AccessSecrets['storage'][number]): Promise<void> {
    const address = `${origin}/`;
    await this.pageSession.allowOnly(address, async () => {
      let fail: (error: unknown) => void = () => undefined;
      const failed = new Promise<never>((_, reject) => (fail = reject));
      await this.devTools.answer(address, '<title></title>', fail);
      await Promise.race([this.#load(address), failed]);
      await this.devTools.fillStorage({ local, session });
    });
  }

  /**
   * Electron rejects the next `loadURL` with ERR_FAILED if this document stops to load only after
   * that has begun (47 of 240 loads on a busy machine).
   */
  async #load(address: string): Promise<void> {
    await this.contents.loadURL(address);
    if (!this.contents.isLoading()) return;
    await new Promise<void>((stopped) => this.contents.once('did-stop-loading', () => stopped()));
  }

  async #prepare(widthPx: number): Promise<void> {
    await this.#load(blankUrl);
    await Promise.all([
      this.devTools.silence((name) => this.#refused(refusedBox(name))),
      this.setWidth(widthPx),
    ]);
  }

  /** Rejects with the reason why the window is gone if work fails because of that. */
  async #unlessGone(work: Promise<void>): Promise<void> {
    const explained = work.catch(async (error: unknown) => {
      await this.rejectIfGone();
      // No page is loaded yet, so none can be the cause.
      throw chromiumEnded(error);
    });
    await Promise.race([explained, this.gone]);
  }

  async #leave(): Promise<void> {
    await this.#load(blankUrl);
    const draws = this.#drawsFrames;
    this.#drawsFrames = false;
    await Promise.all([
      ...(draws ? [this.devTools.stopFrames()] : []),
      this.devTools.forget(),
      this.pageSession.session.clearStorageData({ storages: ['cookies'] }),
    ]);
  }

  #refused(refusal: Message | null): void {
    if (refusal !== null) this.#findings?.add('refused', refusal);
  }

  /** Keeps a page from opening windows and from asking for anything. */
  #close(): void {
    open.add(this);
    this.#window.once('closed', () => open.delete(this));
    this.contents.setWindowOpenHandler(({ url }) => {
      this.#refused(refusedWindow(url));
      return { action: 'deny' };
    });
    // WebRTC bypasses the session's rules; without UDP it has to use the session's proxy.
    this.contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    this.contents.on('will-attach-webview', (event) => event.preventDefault());
    this.contents.on('login', (event, { url }, info, callback) => {
      event.preventDefault();
      const login = this.#logins?.answer(url, info) ?? null;
      if (login === null) callback();
      else callback(login.user, login.password);
    });
  }

  /** Our own destroy() follows the end of a conversion, without listeners. */
  #rejectWhenGone(): Promise<never> {
    const gone = new Promise<never>((_, reject) => {
      this.contents.on('render-process-gone', (_event, { reason }) => {
        this.#hasCrashed = true;
        const error = goneError(reason, this.#memory.limitExceeded);
        setTimeout(() => reject(error), stopGraceMs);
      });
      this.contents.once('destroyed', () => {
        this.#hasCrashed = true;
        reject(chromiumEnded());
      });
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

/** The aspect ratio of ISO paper. */
function heightFor(widthPx: number): number {
  return Math.round(widthPx * Math.SQRT2);
}

/** Returns the error of a page whose Chromium ended, or never started. */
export function chromiumEnded(cause?: unknown): AppError {
  const failed = message('page.failed', { reason: message('page.chromiumEnded') });
  return new AppError('chromium-ended', failed, undefined, { cause });
}

/** Failures of a process that the page in it does not cause. */
const innocentReasons: ReadonlySet<Electron.RenderProcessGoneDetails['reason']> = new Set([
  'killed',
  'launch-failed',
  'integrity-failure',
]);

function goneError(
  reason: Electron.RenderProcessGoneDetails['reason'],
  gigabytes: number | null,
): AppError {
  if (gigabytes === null && innocentReasons.has(reason)) return chromiumEnded();
  const cause = { reason: reasonGone(reason, gigabytes) };
  return new AppError('page-crashed', message('page.failed', cause));
}

/** @param gigabytes the limit for which the memory watch has ended the process; null: it has not */
function reasonGone(
  reason: Electron.RenderProcessGoneDetails['reason'],
  gigabytes: number | null,
): Message {
  if (gigabytes !== null) return message('page.outOfMemory', { gigabytes });
  if (reason === 'oom') return message('page.outOfChromiumMemory');
  return message('page.processCrashed');
}
