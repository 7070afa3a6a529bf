import { randomBytes } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { AppError } from '../../../shared/messages/errors.js';
import { excerpt } from '../../../shared/request/text.js';
import { type Message, literal, message } from '../../../shared/messages/message.js';
import type { Preflight } from '../../../shared/request/preflight.js';
import { importsOf, selectorsOf } from '../../../shared/request/css.js';
import type { SingleSource } from '../../../shared/request/source.js';
import { type PageAccess, isOpenedBy } from '../../network/page-access.js';
import { ServedPdf } from '../pdf/served-pdf.js';
import { consoleMessage, refusedFileUrl } from '../preflight/console-findings.js';
import { examinePrint, type PrintedPage } from '../preflight/examine-print.js';
import { Findings } from '../contract/findings.js';
import { missingFramesOf } from './cross-site-frames.js';
import type { LoadTracker } from './load-tracker.js';
import { PageArrival, navigationLimit } from './page-arrival.js';
import {
  addressOf,
  displayKnownUrl,
  displayUrl,
  isLocalAddress,
  localRoot,
  mayReadFiles,
  textAddress,
  shortened,
  withoutInternalUrls,
} from '../addresses/page-address.js';
import type { Identity, MediaSetup } from './page-devtools.js';
import {
  contentHeightExpression,
  fittingStylesExpression,
  type HiddenWidth,
  hiddenWidthExpression,
  pinSizesExpression,
  rememberSizesExpression,
  unfoldExpression,
} from './page-fitting.js';
import { isLoginUrl, signedOut } from './page-messages.js';
import { type PageFacts, addStyles, heightOf } from './page-script.js';
import type { OnServed } from './page-session.js';
import { PageWaits, type WaitConditions, checkSources } from './page-waits.js';
import type { PooledWindow } from './pooled-window.js';
import type { Movement } from './stillness.js';

/**
 * How long requests may make no progress after the page has loaded, in milliseconds, because a
 * server may hold one open forever.
 */
const stalledMs = 3000;

/** How long a loaded page may keep requesting resources, in milliseconds. */
const lateRequestsLimitMs = 10_000;

/** How long a page without pending requests is waited for. */
const stillnessLimits = { movementMs: 2000, starvedMs: 10_000 };

const movementMessages = {
  content: message('preflight.contentChanging'),
  animation: message('preflight.animationRunning'),
  canvas: message('preflight.canvasDrawing'),
  frames: message('preflight.framesMissing'),
} as const;

/** How long the reason of a failure (a download) may follow it, in milliseconds. */
const reasonMs = 100;

/**
 * How often sizes that depend on the window are searched for: those of nested elements show one
 * after the other.
 */
const maxPinningTurns = 8;

/** How a page is shown and what it is given time for. */
export interface PageSetup {
  readonly media: MediaSetup;
  readonly identity: Identity;
  readonly waits: WaitConditions;
  /** Time after loading before the page is printed, in milliseconds. */
  readonly delayMs: number;
  /** Whether the page is scrolled to its end, so that it loads what it shows only then. */
  readonly scrollsThrough: boolean;
  /** The user's own script, which runs once in the loaded page; may be empty. */
  readonly script: string;
  /** Whether only the page's article is printed. */
  readonly isReader: boolean;
  /** Selectors of elements that are not printed; may be empty. */
  readonly hide: string;
  /** The user's own style sheet; may be empty. */
  readonly css: string;
}

export interface PageRequest {
  readonly source: SingleSource;
  /** In CSS pixels: the width of the paper between its margins, so that scripts draw to it. */
  readonly widthPx: number;
  readonly setup: PageSetup;
  /** Whether unencrypted connections are refused (docs/security.md). */
  readonly encryptedOnly: boolean;
  /** The private hosts that an untrusted source may reach (access-rules.ts). */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly onServed?: OnServed | undefined;
  /** Opens pages behind a login. */
  readonly access?: PageAccess | undefined;
  /** HTML that is shown instead of the text of a local source, at its URL. */
  readonly text?: string | undefined;
}

/** One untrusted page in a window of the pool (docs/security.md, docs/adr/0007). */
export class ConversionPage {
  readonly #source: SingleSource;
  readonly #address: string;
  readonly #root: string;
  readonly #widthPx: number;
  readonly #setup: PageSetup;
  readonly #access: PageAccess | undefined;
  readonly #findings: Findings;
  readonly #window: PooledWindow;
  readonly #tracker: LoadTracker;
  readonly #arrival: PageArrival;
  readonly #waits: PageWaits;
  #hasRunScript = false;
  #crossSiteFrames: readonly string[] = [];

  /** @param window used by this page alone until {@link dispose} */
  constructor(window: PooledWindow, request: PageRequest) {
    const { source, widthPx, setup, encryptedOnly, allowedHosts, access } = request;
    const { onServed, text } = request;
    const id = randomBytes(6).toString('hex');
    const findings = new Findings();
    this.#source = source;
    const root = localRoot(id);
    this.#root = root;
    this.#address = addressOf(source, id, root);
    this.#widthPx = widthPx;
    this.#setup = setup;
    this.#findings = findings;
    this.#window = window;
    const address = this.#address;
    this.#tracker = window.admit(
      { source, encryptedOnly, allowedHosts, access, address, root, onServed, text },
      findings,
    );
    this.#access = access;
    this.#waits = new PageWaits({ devTools: window.devTools, tracker: this.#tracker, findings });
    this.#arrival = new PageArrival(window.contents, {
      name: nameOf(source),
      reasonOf: window.pageSession.reasonOf,
      failureOf: window.pageSession.failureOf,
      access,
    });
    window.contents.once('did-navigate', this.#onNavigated);
    window.contents.on('console-message', this.#onConsole);
  }

  /** The findings so far. */
  get preflight(): Preflight {
    return this.#findings.preflight;
  }

  /** The URL at which the source is opened. */
  get address(): string {
    return this.#address;
  }

  /**
   * What the page is waiting for: what the user wants it to wait for, or a URL, and how many more;
   * null for nothing.
   */
  get waitingFor(): Message | null {
    const { awaited } = this.#waits;
    if (awaited !== null) return awaited;
    const [address, ...others] = this.#tracker.pending;
    if (address === undefined) return null;
    const isPage = isLocalAddress(address) && address === this.#address;
    const first = isPage ? message('engine.pageItself') : literal(displayUrl(address, this.#root));
    if (others.length === 0) return first;
    return message('engine.resourceAndMore', { resource: first, count: others.length });
  }

  /**
   * Loads the source and waits for its images and fonts.
   * @param styles the page's last style sheet; may be empty
   * @returns the PDF itself if the URL turns out to be one
   * @throws AppError `load-failed` or `page-crashed`
   */
  async load(styles: string): Promise<PageFacts | ServedPdf> {
    const isAddress = this.#source.kind === 'url';
    const loading = isAddress ? this.#loadAddress(styles) : this.#load(styles);
    return this.#unlessItFails(loading.then(async (loaded) => this.#unlessSignedOut(loaded)));
  }

  /** Adds a finding about a cookie of the sign-in. */
  reportRefusedCookie(name: string): void {
    this.#findings.add('resources', message('signIns.cookieRefused', { name: excerpt(name) }));
  }

  /** Prints the page; rejects with Electron's own error. */
  async print(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    return this.#unlessItFails(this.#window.contents.printToPDF(options));
  }

  /** Evaluates an expression in Platen's isolated world of the loaded page. */
  async evaluate(expression: string): Promise<unknown> {
    return this.#unlessItFails(this.#window.devTools.ask(expression));
  }

  /** Sets the style sheet that fits the page to its paper (page-fitting.ts). */
  async setFittingStyles(styles: string): Promise<void> {
    const set = this.#window.devTools.ask(fittingStylesExpression(styles));
    await this.#unlessItFails(set);
  }

  /** Lays the page out at a width in CSS pixels and measures what is hidden there. */
  async hiddenWidth(widthPx: number): Promise<HiddenWidth> {
    const measure = async () => {
      await this.#window.setWidth(widthPx);
      return (await this.#window.devTools.ask(hiddenWidthExpression(widthPx))) as HiddenWidth;
    };
    return this.#unlessItFails(measure());
  }

  /**
   * Prepares the page for one sheet of any height: what scrolls is unfolded, and what depends on
   * the height of the window keeps the size that it has on a sheet of the given size.
   * @returns the height of the content in CSS pixels
   */
  async heightOnOnePage(widthPx: number, heightPx: number): Promise<number> {
    return this.#unlessItFails(this.#heightOnOnePage(Math.round(widthPx), Math.round(heightPx)));
  }

  /** As the Encoding Standard names it. */
  async encoding(): Promise<string> {
    return String(await this.evaluate("Reflect.get(Document.prototype, 'characterSet', document)"));
  }

  /** Adds a style sheet after all others of the loaded page. */
  async addStyles(styles: string): Promise<void> {
    await this.#unlessItFails(this.#window.devTools.ask(addStyles(styles)));
  }

  /** Of the largest element that a selector matches, in CSS pixels. */
  async heightOf(selector: string): Promise<number> {
    const height = this.#window.devTools.ask(heightOf(selector));
    return Number(await this.#unlessItFails(height));
  }

  /**
   * Adds findings about fonts, clipped content, broken and low-resolution images in the print. For
   * most pages only the PDF is examined; the page is queried again only if that shows a problem.
   */
  async examine(
    printed: Omit<PrintedPage, 'ask' | 'loadedUrl' | 'sentPdf' | 'missingFrames'>,
  ): Promise<void> {
    const loadedUrl = (url: string) =>
      this.#tracker.hasLoadedImage(url) ? shortened(displayKnownUrl(url)) : null;
    const sentPdf = (url: string) => this.#tracker.sentPdf(url);
    const ask = async (expression: string) => this.#window.devTools.ask(expression);
    const missingFrames = async () => missingFramesOf(this.#crossSiteFrames);
    const page = { ...printed, loadedUrl, sentPdf, missingFrames, ask };
    await this.#unlessItFails(examinePrint(page, this.#findings));
  }

  /** Removes all listeners, because the window is reused for another page. */
  dispose(): void {
    this.#arrival.dispose();
    this.#window.contents.off('did-navigate', this.#onNavigated);
    this.#window.contents.off('console-message', this.#onConsole);
  }

  async #heightOnOnePage(widthPx: number, heightPx: number): Promise<number> {
    const { devTools } = this.#window;
    await this.#window.setSize(widthPx, heightPx);
    await devTools.ask(unfoldExpression);
    for (let turn = 0; turn < maxPinningTurns; turn += 1) {
      await this.#window.setSize(widthPx, heightPx);
      await devTools.ask(rememberSizesExpression);
      await this.#window.setSize(widthPx, 2 * heightPx);
      if ((await devTools.ask(pinSizesExpression)) === 0) break;
    }
    await this.#window.setSize(widthPx, 1);
    return Number(await devTools.ask(contentHeightExpression));
  }

  /** A page may fail at any time, even while it is printed. */
  async #unlessItFails<T>(work: Promise<T>): Promise<T> {
    const { gone } = this.#window;
    const explained = work.catch(async (error: unknown) => {
      if (!(error instanceof AppError)) await this.#window.rejectIfGone();
      throw error;
    });
    return Promise.race([explained, gone, this.#arrival.failed, this.#tracker.notAPage]);
  }

  /**
   * A server that no longer accepts a sign-in shows its login page instead.
   * @throws AppError `load-failed`
   */
  async #unlessSignedOut<T extends PageFacts | ServedPdf>(loaded: T): Promise<T> {
    const access = this.#access;
    const source = this.#source;
    if (access === undefined || source.kind !== 'url' || loaded instanceof ServedPdf) return loaded;
    if (!isOpenedBy(access, source.url)) return loaded;
    const shown = this.#window.contents.getURL();
    if (isSamePage(shown, source.url)) return loaded;
    if (!isLoginUrl(shown) && !(await this.#window.devTools.asksForPassword())) return loaded;
    // Its query may hold secrets.
    const url = shortened(shown.replace(/[?#].*/s, ''));
    throw signedOut(access, message('signIns.redirected', { url }));
  }

  async #loadAddress(styles: string): Promise<PageFacts | ServedPdf> {
    const { pdf } = await this.#window.devTools.catchPdf();
    this.#tracker.takesPdf();
    return Promise.race([pdf, this.#load(styles)]);
  }

  async #load(styles: string): Promise<PageFacts> {
    await this.#window.setWidth(this.#widthPx);
    await this.#checkSources();
    await this.#present();
    await this.#open();
    for (let turn = 0; ; turn += 1) {
      const before = this.#arrival.navigations;
      const facts = await this.#ready(styles).catch((error: unknown) => {
        if (this.#arrival.navigations === before && !this.#window.isLoading) throw error;
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
    await this.#window.devTools.answer(address, source.html, fail);
    await Promise.race([this.#arrive(), failed]);
  }

  /**
   * A main page that the access rules refuse fails with their message rather than Chromium's code.
   */
  async #arrive(): Promise<void> {
    await this.#arrival.open(this.#address).catch(async (error: unknown) => {
      await Promise.race([this.#tracker.notAPage, after(reasonMs)]);
      const refusal = this.preflight.find(
        ({ message: { params } }) => params?.['resource'] === this.#address,
      );
      throw refusal === undefined ? error : new AppError('load-failed', refusal.message);
    });
  }

  /** Before the page is opened, so that an error need not wait for it. */
  async #checkSources(): Promise<void> {
    const { waits, script, hide, css } = this.#setup;
    for (const resource of importsOf(css)) {
      const ignored = { resource: shortened(resource) };
      this.#findings.add('resources', message('preflight.importIgnored', ignored));
    }
    const { selector, expression } = waits;
    const selectors = [
      ...selectorsOf(hide).map((each) => ({ field: 'hide', selector: each })),
      ...selectorsOf(selector).map((each) => ({ field: 'waitForSelector', selector: each })),
    ];
    if (selectors.length > 0 || expression !== '' || script !== '')
      await checkSources(this.#window.devTools, { expression, script, selectors });
  }

  /** What scripts and servers may ask for from the first moment on. */
  async #present(): Promise<void> {
    const { devTools } = this.#window;
    const { media, identity } = this.#setup;
    if (media.colorScheme !== 'light' || media.reducedMotion) await devTools.prepareMedia(media);
    if (identity.userAgent !== '' || identity.languages.length > 0)
      await devTools.identify(identity);
  }

  async #ready(styles: string): Promise<PageFacts> {
    const { devTools } = this.#window;
    const { media, waits, delayMs, script, isReader, css } = this.#setup;
    const { isActive: isAlive } = await this.#firstFacts(styles);
    const isActive = isAlive || css !== '';
    if (isActive || isAwaited(this.#setup)) await this.#window.drawFrames();
    await this.#waits.until(waits);
    if (script !== '' && !this.#hasRunScript) {
      await this.#finish(isActive);
      await this.#waits.run(script);
      this.#hasRunScript = true;
    }
    if (delayMs > 0) await this.#waits.delay(delayMs);
    const movements = await this.#finish(isActive || script !== '');
    if (isReader) await this.#readArticle(styles);
    // An article no longer changes.
    else for (const kind of movements) this.#findings.add('changing', movementMessages[kind]);
    this.#tracker.reportPending();
    const facts = await devTools.settle(styles, { ...media, inspects: true });
    if (this.#tracker.hasFrames) this.#crossSiteFrames = await devTools.crossSiteFrames();
    return facts;
  }

  /** Printed pages rarely have scrollable elements, so that the page is scrolled as on a screen. */
  async #firstFacts(styles: string): Promise<PageFacts> {
    const { devTools } = this.#window;
    const { media, scrollsThrough } = this.#setup;
    // Without scripts, all content loads at once.
    if (scrollsThrough && this.#window.javascript) {
      await this.#window.drawFrames();
      await devTools.settle(styles, { ...media, media: 'screen', inspects: false });
      await this.#waits.scrollThrough();
    }
    return devTools.settle(styles, { ...media, inspects: false });
  }

  async #readArticle(styles: string): Promise<void> {
    const { devTools } = this.#window;
    const { media, hide } = this.#setup;
    if (!(await devTools.readArticle(hide)))
      throw new AppError('load-failed', message('engine.noArticle'));
    await devTools.settle(styles, { ...media, inspects: false });
    await this.#finish(false);
  }

  /**
   * Waits for requests and, if the page is active, until nothing changes.
   * @returns what was still changing
   */
  async #finish(isActive: boolean): Promise<readonly Movement[]> {
    const deadline = Date.now() + lateRequestsLimitMs;
    await this.#tracker.whenIdle(stalledMs, deadline);
    // Where scripts are off, Platen's own cannot wait either.
    return isActive && this.#window.javascript ? this.#untilStill(deadline) : [];
  }

  /** A response may change the page, and the change may cause more requests. */
  async #untilStill(deadline: number): Promise<readonly Movement[]> {
    for (;;) {
      const before = this.#tracker.activity;
      const movements = await this.#window.devTools.untilStill(stillnessLimits);
      if (this.#tracker.activity === before || Date.now() >= deadline) return movements;
      await this.#tracker.whenIdle(stalledMs, deadline);
    }
  }

  readonly #onNavigated = (): void => this.#tracker.pageIsThere();

  readonly #onConsole = (details: Electron.WebContentsConsoleMessageEventParams): void => {
    const { level, message: text, lineNumber, sourceId } = details;
    const line = { level, lineNumber, sourceId, message: withoutInternalUrls(text) };
    const file = refusedFileUrl(line);
    if (file !== null) {
      this.#findings.add('refused', refusedFile(file, this.#source));
      return;
    }
    const found = consoleMessage(line, this.#window.contents.getURL());
    if (found !== null) this.#findings.add('console', found);
  };
}

/** Returns true for a page that is given time, which handlers without a script element may use. */
function isAwaited({ waits, delayMs, script }: PageSetup): boolean {
  const { selector, expression, networkIdle } = waits;
  return delayMs > 0 || networkIdle || [script, selector, expression].some(Boolean);
}

function refusedFile(address: string, source: SingleSource): Message {
  const reason = message(mayReadFiles(source) ? 'access.fileUrl' : 'access.noLocalFiles');
  return message('access.notLoaded', { resource: shortened(displayKnownUrl(address)), reason });
}

/** A name for the user. */
function nameOf(source: SingleSource): string | Message {
  if (source.kind === 'url') return source.url;
  return source.kind === 'file' ? source.path : message('page.html');
}

/** Returns true for URLs that differ in their query and fragment alone. */
function isSamePage(shown: string, requested: string): boolean {
  const [one, other] = [new URL(shown), new URL(requested)];
  return one.origin === other.origin && one.pathname === other.pathname;
}
