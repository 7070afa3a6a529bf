import { randomBytes } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { AppError } from '../../../shared/errors.js';
import type { ConversionSource } from '../../../shared/request/source.js';
import type { Preflight } from '../../../shared/preflight.js';
import { Findings } from '../findings.js';
import type { LoadTracker } from './load-tracker.js';
import {
  addressOf,
  isLocalAddress,
  localRoot,
  plainAddress,
  textAddress,
  displayUrl,
} from './page-address.js';
import { PageArrival } from './page-arrival.js';
import type { PageFacts } from './page-script.js';
import { consoleSentence } from '../preflight/console-findings.js';
import { type PrintedPage, examinePrint } from '../preflight/examine-print.js';
import type { OnServed } from './page-session.js';
import type { InertDocument } from './inert-document.js';
import type { PooledWindow } from './pooled-window.js';
import type { ServedPdf } from '../pdf/served-pdf.js';

/** How long requests that a page's scripts began may still run after the page has loaded, in milliseconds. */
const lateRequestsLimitMs = 3000;

/** How long after a failure its reason may become known (a download, the end of the process), in milliseconds. */
const reasonMs = 100;

/** How often a page may send itself elsewhere before it is printed as it is. */
const navigationLimit = 20;

/** What is to be shown. */
export interface PageRequest {
  readonly source: ConversionSource;
  /** The source itself, if it is a plain page. */
  readonly plain: InertDocument | null;
  /** In CSS pixels: scripts that draw to the width of their window draw to the width of the paper. */
  readonly widthPx: number;
  /** Whether nothing of it may go over a connection that is not encrypted (docs/compliance.md). */
  readonly encryptedOnly: boolean;
  /** The private hosts that it may reach, where a stranger named the source (access-rules.ts). */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Hears of the files of this computer that it loads. */
  readonly onServed?: OnServed | undefined;
  /** HTML that is shown in the place of the text of a local source, as if it stood there. */
  readonly text?: string | undefined;
}

/** One untrusted page on its visit to a window of the pool (design, 6; docs/adr/0007). */
export class ConversionPage {
  readonly #source: ConversionSource;
  readonly #address: string;
  readonly #root: string;
  readonly #plain: InertDocument | null;
  readonly #widthPx: number;
  readonly #findings: Findings;
  readonly #window: PooledWindow;
  readonly #tracker: LoadTracker;
  readonly #arrival: PageArrival;

  /** @param window nobody else's until {@link dispose} has been called and it is given back */
  constructor(window: PooledWindow, wish: PageRequest) {
    const { source, plain, widthPx, encryptedOnly, allowedHosts, onServed, text } = wish;
    const id = randomBytes(6).toString('hex');
    const findings = new Findings();
    this.#source = source;
    this.#plain = plain;
    const isPlain = plain !== null;
    const root = localRoot(id, isPlain);
    this.#root = root;
    this.#address = addressOf(source, id, root);
    this.#widthPx = widthPx;
    this.#findings = findings;
    this.#window = window;
    const address = this.#address;
    this.#tracker = window.admit(
      { source, encryptedOnly, allowedHosts, address, root, isPlain, onServed, text },
      findings,
    );
    this.#arrival = new PageArrival(window.contents, nameOf(source), window.pageSession.reasonOf);
    window.contents.once('did-navigate', this.#isThere);
    window.contents.on('console-message', this.#onConsole);
  }

  /** What went wrong so far while the page loaded. */
  get preflight(): Preflight {
    return this.#findings.preflight;
  }

  /** Where the source is opened. */
  get address(): string {
    return this.#address;
  }

  /** What the page is waiting for at this moment: an address, and how many more; empty if it waits for none. */
  get waitingFor(): string {
    const [address, ...others] = this.#tracker.pending;
    if (address === undefined) return '';
    const isPage = isLocalAddress(address) && [this.#address, plainAddress].includes(address);
    const first = isPage ? 'the page itself' : displayUrl(address, this.#root);
    return others.length === 0 ? first : `${first} and ${others.length} more`;
  }

  /**
   * Loads the source, and waits until its images and fonts are there.
   * @param pageRule an `@page` rule that becomes the page's last style sheet; may be empty.
   * @returns the PDF itself where an address turns out to be one
   * @throws AppError `load-failed` or `page-crashed`
   */
  async load(pageRule: string): Promise<PageFacts | ServedPdf> {
    const isAddress = this.#source.kind === 'url';
    return this.#unlessItFails(isAddress ? this.#loadAddress(pageRule) : this.#load(pageRule));
  }

  /** Prints what was loaded; rejects with Electron's own error. */
  async print(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    return this.#unlessItFails(this.#window.contents.printToPDF(options));
  }

  /** The encoding that the loaded page was read in, as the Encoding Standard names it. */
  async encoding(): Promise<string> {
    const asked = this.#window.devTools.ask(
      "Reflect.get(Document.prototype, 'characterSet', document)",
    );
    return String(await this.#unlessItFails(asked));
  }

  /** Adds to the findings what the print shows of fonts, cut-off content and coarse images. */
  async examine(printed: Omit<PrintedPage, 'ask'>): Promise<void> {
    const ask = async (expression: string) => this.#window.devTools.ask(expression);
    await this.#unlessItFails(examinePrint({ ...printed, ask }, this.#findings));
  }

  /** Hears of nothing any more: the window goes on to another page. */
  dispose(): void {
    this.#arrival.dispose();
    this.#window.contents.off('did-navigate', this.#isThere);
    this.#window.contents.off('console-message', this.#onConsole);
  }

  /** A page may fail at any time, also while it is printed. */
  async #unlessItFails<T>(work: Promise<T>): Promise<T> {
    const { gone } = this.#window;
    const told = work.catch(async (error: unknown) => {
      // What fails because the process ends may fail a moment before that is told.
      if (!(error instanceof AppError)) await Promise.race([gone, after(reasonMs)]);
      throw error;
    });
    return Promise.race([told, gone, this.#arrival.failed, this.#tracker.notAPage]);
  }

  async #loadAddress(pageRule: string): Promise<PageFacts | ServedPdf> {
    const { pdf } = await this.#window.devTools.catchPdf();
    this.#tracker.takesPdf();
    return Promise.race([pdf, this.#load(pageRule)]);
  }

  async #load(pageRule: string): Promise<PageFacts> {
    await this.#window.setWidth(this.#widthPx);
    if (this.#plain !== null) return this.#put(this.#plain, pageRule);
    await this.#open();
    for (let turn = 0; ; turn += 1) {
      const before = this.#arrival.navigations;
      const facts = await this.#ready(pageRule).catch((error: unknown) => {
        if (this.#arrival.navigations === before && !this.#window.isLoading) throw error;
        return null;
      });
      const isSame = this.#arrival.navigations === before;
      if (facts !== null && (isSame || turn === navigationLimit)) return facts;
      await this.#arrival.next();
    }
  }

  async #put(plain: InertDocument, pageRule: string): Promise<PageFacts> {
    const { devTools } = this.#window;
    await this.#window.prepareInert(plainAddress);
    this.#tracker.pageIsThere();
    const facts = await devTools.showInert(plain, new URL(this.#address).pathname, pageRule);
    return { ...facts, origin: facts.origin + new URL(this.#root).pathname };
  }

  async #open(): Promise<void> {
    const source = this.#source;
    const address = source.kind === 'html' ? textAddress(source) : null;
    if (source.kind !== 'html' || address === null) return this.#arrive();
    let fail: (error: unknown) => void = () => undefined;
    const failed = new Promise<never>((_, reject) => (fail = reject));
    await this.#window.devTools.answer(address, source.html, fail);
    await Promise.race([this.#arrive(), failed]);
  }

  /** A main page that the rules refuse, or that is none, fails with that sentence rather than with Chromium's code. */
  async #arrive(): Promise<void> {
    await this.#arrival.open(this.#address).catch(async (error: unknown) => {
      await Promise.race([this.#tracker.notAPage, after(reasonMs)]);
      const refusal = this.preflight.find(({ message }) => message.startsWith(this.#address));
      throw refusal === undefined ? error : new AppError('load-failed', refusal.message);
    });
  }

  async #ready(pageRule: string): Promise<PageFacts> {
    const { hasScripts } = await this.#window.devTools.settle(pageRule, { looks: false });
    await this.#tracker.whenQuiet(lateRequestsLimitMs, hasScripts);
    return this.#window.devTools.settle(pageRule, { looks: true });
  }

  readonly #isThere = (): void => this.#tracker.pageIsThere();

  readonly #onConsole = (details: Electron.WebContentsConsoleMessageEventParams): void => {
    const sentence = consoleSentence(details, this.#window.contents.getURL());
    if (sentence !== null) this.#findings.add('console', sentence);
  };
}

/** The source as the person knows it. */
function nameOf(source: ConversionSource): string {
  if (source.kind === 'url') return source.url;
  return source.kind === 'file' ? source.path : 'The HTML';
}
