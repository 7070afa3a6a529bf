import { randomUUID } from 'node:crypto';
import { BrowserWindow, type Session, type WebContents } from 'electron';
import { AppError } from '../../shared/errors.js';
import type { ConversionSource } from '../../shared/request/source.js';
import type { Preflight } from '../../shared/preflight.js';
import { Findings } from './findings.js';
import type { LoadTracker } from './load-tracker.js';
import { addressOf, textAddress } from './page-address.js';
import { PageArrival } from './page-arrival.js';
import { PageDevTools } from './page-devtools.js';
import type { PageFacts } from './page-script.js';
import { openPageSession } from './page-session.js';
import { refusedBox, refusedWindow } from './refusals.js';

export interface PageOptions {
  readonly javascript: boolean;
  /** In CSS pixels: scripts that draw to the width of their window draw to the width of the paper. */
  readonly contentWidthPx: number;
}

/** How long requests that a page's scripts began may still run after the page has loaded, in milliseconds. */
const lateRequestsLimitMs = 3000;

/** How long after its failure a main page may turn out to be a download, in milliseconds. */
const reasonMs = 100;

/** How often a page may send itself elsewhere before it is printed as it is. */
const navigationLimit = 20;

/** One untrusted page in a hidden, sandboxed window with a session of its own (design, 6). */
export class ConversionPage {
  readonly #source: ConversionSource;
  readonly #address: string;
  readonly #findings = new Findings();
  readonly #tracker: LoadTracker;
  readonly #window: BrowserWindow;
  readonly #arrival: PageArrival;
  readonly #devTools: PageDevTools;
  /** Rejects when the page's process ends; never resolves. */
  readonly #gone: Promise<never>;

  constructor(source: ConversionSource, options: PageOptions) {
    const id = randomUUID();
    this.#source = source;
    this.#address = addressOf(source, id);
    const { session, tracker } = openPageSession(source, this.#address, id, this.#findings);
    this.#tracker = tracker;
    this.#window = hiddenWindow(session, options);
    const { webContents } = this.#window;
    this.#gone = refuseWhenGone(webContents);
    closeWindow(this.#window, this.#findings);
    webContents.once('did-navigate', () => tracker.pageIsThere());
    this.#arrival = new PageArrival(webContents, nameOf(source));
    this.#devTools = new PageDevTools(webContents.debugger);
  }

  /** What went wrong so far while the page loaded. */
  get preflight(): Preflight {
    return this.#findings.preflight;
  }

  /** What the page is waiting for at this moment: an address, and how many more; empty if it waits for none. */
  get waitingFor(): string {
    const [first, ...others] = this.#tracker.pending;
    if (first === undefined) return '';
    return others.length === 0 ? first : `${first} and ${others.length} more`;
  }

  /**
   * Loads the source, and waits until its images and fonts are there.
   * @param pageRule an `@page` rule that becomes the page's last style sheet; may be empty.
   * @throws AppError `load-failed` or `page-crashed`
   */
  async load(pageRule: string): Promise<PageFacts> {
    return this.#unlessItFails(this.#load(pageRule));
  }

  /** Prints what was loaded; rejects with Electron's own error. */
  async print(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    return this.#unlessItFails(this.#window.webContents.printToPDF(options));
  }

  /** Ends the page at once, also one whose scripts never end. */
  destroy(): void {
    this.#window.destroy();
  }

  /** A page may fail at any time, also while it is printed. */
  async #unlessItFails<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#gone, this.#arrival.failed, this.#tracker.notAPage]);
  }

  async #load(pageRule: string): Promise<PageFacts> {
    await this.#devTools.silence((name) => {
      const sentence = refusedBox(name);
      if (sentence !== null) this.#findings.add('refused', sentence);
    });
    await this.#open();
    for (let turn = 0; ; turn += 1) {
      const before = this.#arrival.navigations;
      const facts = await this.#ready(pageRule).catch((error: unknown) => {
        if (
          this.#arrival.navigations === before &&
          !this.#window.webContents.isLoadingMainFrame()
        ) {
          throw error;
        }
        return null;
      });
      const isSame = this.#arrival.navigations === before;
      if (facts !== null && (isSame || turn === navigationLimit)) return facts;
      await this.#arrival.next();
    }
  }

  async #open(): Promise<void> {
    const source = this.#source;
    const address = source.kind === 'html' ? textAddress(source) : null;
    if (source.kind !== 'html' || address === null) return this.#arrive();
    let fail: (error: unknown) => void = () => undefined;
    const failed = new Promise<never>((_, reject) => (fail = reject));
    await this.#devTools.answer(address, source.html, fail);
    await Promise.race([this.#arrive(), failed]);
  }

  /** A main page that the rules refuse, or that is none, fails with that sentence rather than with Chromium's code. */
  async #arrive(): Promise<void> {
    await this.#arrival.open(this.#address).catch(async (error: unknown) => {
      await Promise.race([
        this.#tracker.notAPage,
        new Promise((over) => setTimeout(over, reasonMs)),
      ]);
      const refusal = this.preflight.find(({ message }) => message.startsWith(this.#address));
      throw refusal === undefined ? error : new AppError('load-failed', refusal.message);
    });
  }

  async #ready(pageRule: string): Promise<PageFacts> {
    const { hasScripts } = await this.#devTools.settle(pageRule);
    await this.#tracker.whenQuiet(lateRequestsLimitMs, hasScripts);
    return this.#devTools.settle(pageRule);
  }
}

/** The source as the person knows it. */
function nameOf(source: ConversionSource): string {
  if (source.kind === 'url') return source.url;
  return source.kind === 'file' ? source.path : 'The HTML';
}

function hiddenWindow(session: Session, options: PageOptions): BrowserWindow {
  return new BrowserWindow({
    show: false,
    useContentSize: true,
    width: options.contentWidthPx,
    height: Math.round(options.contentWidthPx * Math.SQRT2),
    webPreferences: {
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: options.javascript,
      disableDialogs: true,
      backgroundThrottling: false,
      spellcheck: false,
    },
  });
}

function closeWindow(window: BrowserWindow, findings: Findings): void {
  const { webContents } = window;
  // A page's window.close() must not end its conversion; destroy() is not asked.
  window.on('close', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(({ url }) => {
    findings.add('refused', refusedWindow(url));
    return { action: 'deny' };
  });
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.on('login', (event, _details, _info, callback) => {
    event.preventDefault();
    callback();
  });
}

/** Our own destroy() comes after the end of the conversion, so that nobody hears of it. */
function refuseWhenGone(contents: WebContents): Promise<never> {
  const gone = new Promise<never>((_, reject) => {
    const crashed = (why: string) =>
      reject(new AppError('page-crashed', `The page could not be converted: ${why}.`));
    contents.on('render-process-gone', (_event, { reason }) => {
      crashed(reason === 'oom' ? 'it needed more memory than there is' : 'its process crashed');
    });
    contents.once('destroyed', () => crashed('its window is gone'));
  });
  gone.catch(() => undefined);
  return gone;
}
