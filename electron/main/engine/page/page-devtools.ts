import { randomUUID } from 'node:crypto';
import type { Debugger } from 'electron';
import { type ServedPdf, catchServedPdf } from '../pdf/served-pdf.js';
import { AppError } from '../../../shared/errors.js';
import { message } from '../../../shared/messages/message.js';
import {
  type PageFacts,
  settlePage,
  settleInertPage,
  silencePage,
  reportBinding,
} from './page-script.js';
import { scrollThrough } from './scroll-through.js';
import { type Movement, untilStill } from './stillness.js';
import { type InertDocument, withBase } from './inert-document.js';

interface FrameTreeAnswer {
  readonly frameTree: { readonly frame: { readonly id: string } };
}

/** How a page is settled. */
interface SettleOptions {
  readonly media: 'print' | 'screen';
  /** Whether the page looks as it will be printed, so that it is inspected. */
  readonly inspects: boolean;
}

interface EvaluateAnswer<T> {
  readonly result: { readonly value: T };
  readonly exceptionDetails?: { readonly text: string };
}

/** The standing document of a window into which inert pages are put. */
interface StandingDocument {
  readonly frameId: string;
  readonly contextId: number;
  /** As the page spells it. */
  readonly origin: string;
}

/** Entries of an origin's storage: names and values. */
interface StoredEntries {
  readonly local: readonly (readonly [string, string])[];
  readonly session: readonly (readonly [string, string])[];
}

/** How long a page may take to be replaced by an empty one, in milliseconds. */
const replaceLimitMs = 200;

/** Returns a script for Platen's isolated world that ends with its context, or at the limit. */
function replaceDocument(token: string): string {
  return `location.replace("javascript:'<title>${token}</title>'");
    new Promise((resolve) => setTimeout(resolve, ${replaceLimitMs}))`;
}

const titleOfDocument = "Reflect.get(Document.prototype, 'title', document)";

/** Whether the page has a visible field for a password. */
const passwordField = `[...Reflect.apply(Document.prototype.querySelectorAll, document,
  ['input[type=password]'])].some((field) => field.checkVisibility())`;

/** Controls a page over DevTools, which works even if scripts are disabled (docs/adr/0002). */
export class PageDevTools {
  readonly #debugger: Debugger;
  /** The execution context of the last evaluation. */
  #lastContext = 0;
  #inert: StandingDocument | undefined;

  /** Attaches to a page, until the page is destroyed. */
  constructor(debug: Debugger) {
    this.#debugger = debug;
    debug.attach('1.3');
  }

  /**
   * Lays pages out as in a window and on a screen of this size in CSS pixels. A hidden window's own
   * size is limited by the screen and by its frame.
   */
  async setViewport(width: number, height: number): Promise<void> {
    await this.#debugger.sendCommand('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      screenWidth: width,
      screenHeight: height,
      deviceScaleFactor: 1,
      mobile: false,
    });
  }

  /**
   * Removes functions from pages that would open dialogs or bypass the session's rules. Call it
   * before pages are opened.
   * @param onRefused called with the name of the function that the page called; the page may pass
   * any text
   */
  async silence(onRefused: (name: string) => void): Promise<void> {
    this.#debugger.on('message', (_event, method, params: { name: string; payload: string }) => {
      if (method === 'Runtime.bindingCalled' && params.name === reportBinding)
        onRefused(params.payload);
    });
    // Chromium runs these in order. Without the first two, the script is never evaluated and the
    // binding never reported.
    await Promise.all([
      this.#debugger.sendCommand('Emulation.setScrollbarsHidden', { hidden: true }),
      this.#debugger.sendCommand('Page.enable'),
      this.#debugger.sendCommand('Runtime.enable'),
      this.#debugger.sendCommand('Runtime.addBinding', { name: reportBinding }),
      this.#debugger.sendCommand('Page.addScriptToEvaluateOnNewDocument', { source: silencePage }),
    ]);
  }

  /**
   * Removes what a page leaves in its window: its name, history and emulated media. Call it while
   * no page is shown.
   */
  async forget(): Promise<void> {
    await Promise.all([
      this.#debugger.sendCommand('Runtime.evaluate', { expression: 'window.name = ""' }),
      this.#debugger.sendCommand('Page.resetNavigationHistory'),
      this.#debugger.sendCommand('Emulation.setEmulatedMedia', { media: '' }),
    ]);
  }

  /**
   * Replaces the settled page by an empty document, which ends its scripts, timers, workers and
   * frames as a navigation does, but without the browser process. Chromium does so for the result
   * of a `javascript:` URL, which gets a new window object.
   * @returns false if the page is not replaced, for example because of its trusted types or because
   * it was navigating
   */
  async replacePage(): Promise<boolean> {
    const token = randomUUID();
    const replaced = this.#evaluate(replaceDocument(token), this.#lastContext);
    // The context ends with the page. Any other failure shows in the title.
    await replaced.catch(() => undefined);
    const world = await this.#ownWorld(await this.#mainFrame());
    return (await this.#evaluate(titleOfDocument, world)) === token;
  }

  /**
   * Serves text as the page at a network URL, so that links, fonts and the origin are those of that
   * URL.
   * @param onFailure called if the request could not be answered
   */
  async answer(address: string, html: string, onFailure: (error: unknown) => void): Promise<void> {
    const listener = (_event: unknown, method: string, params: { requestId: string }) => {
      if (method !== 'Fetch.requestPaused') return;
      this.#debugger.off('message', listener);
      fulfil(params.requestId).catch(onFailure);
    };
    const fulfil = async (requestId: string) => {
      await this.#debugger.sendCommand('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: [{ name: 'content-type', value: 'text/html; charset=utf-8' }],
        body: Buffer.from(html).toString('base64'),
      });
      await this.#debugger.sendCommand('Fetch.disable');
    };
    this.#debugger.on('message', listener);
    const urlPattern = address.replace(/[*?\\]/g, (sign) => `\\${sign}`);
    await this.#debugger.sendCommand('Fetch.enable', {
      patterns: [{ urlPattern, resourceType: 'Document' }],
    });
  }

  /**
   * Catches the PDF that the page turns out to be; see {@link catchServedPdf}. Call before the page
   * is opened.
   */
  async catchPdf(): Promise<{ readonly pdf: Promise<ServedPdf> }> {
    return catchServedPdf(this.#debugger, await this.#mainFrame());
  }

  /**
   * Makes the window's current document the one into which inert pages are put, until the window
   * navigates.
   */
  async prepareInert(): Promise<void> {
    await this.#show('print');
    const frameId = await this.#mainFrame();
    const contextId = await this.#ownWorld(frameId);
    const origin = await this.#evaluate<string>('location.origin', contextId);
    this.#inert = { frameId, contextId, origin };
  }

  /**
   * Puts an inert page into the window and waits for its images and fonts.
   * @param path of its URL, for its links
   * @param styles the page's last style sheet; may be empty
   */
  async showInert(page: InertDocument, path: string, styles: string): Promise<PageFacts> {
    if (!this.#inert) throw new Error('No document is held for plain pages.');
    const { frameId, contextId, origin } = this.#inert;
    // Sent together: Chromium runs them in order.
    const put = this.#debugger.sendCommand('Page.setDocumentContent', {
      frameId,
      html: withBase(page, origin + path),
    });
    const settled = this.#evaluate<PageFacts>(settleInertPage(styles), contextId);
    return (await Promise.all([settled, put]))[0];
  }

  /** Removes an inert page from the window; the standing document stays. */
  async removeInert(): Promise<void> {
    await this.#evaluate('document.replaceChildren()', this.#inert?.contextId ?? 0);
  }

  /**
   * Switches to the media and waits for the page's images and fonts.
   * @param styles the page's last style sheet; may be empty
   * @throws AppError `load-failed` if a script of ours fails in the page
   */
  async settle(styles: string, options: SettleOptions): Promise<PageFacts> {
    await this.#show(options.media);
    const world = await this.#ownWorld(await this.#mainFrame());
    return this.#evaluate(settlePage(styles, options), world);
  }

  /**
   * Evaluates an expression in Platen's isolated world of the settled page. @throws AppError
   * `load-failed`
   */
  async ask(expression: string): Promise<unknown> {
    return this.#evaluate(expression, this.#lastContext);
  }

  /** Returns true if the settled page asks for a password. */
  async asksForPassword(): Promise<boolean> {
    return (await this.ask(passwordField)) === true;
  }

  /**
   * Waits until the settled page no longer changes, for at most `limitMs`.
   * @returns what was still changing
   */
  async untilStill(limitMs: number): Promise<readonly Movement[]> {
    return this.#evaluate<readonly Movement[]>(untilStill(limitMs), this.#lastContext);
  }

  /** Adds entries to the storage of the shown page's origin, hidden from the page's scripts. */
  async fillStorage({ local, session }: StoredEntries): Promise<void> {
    const world = await this.#ownWorld(await this.#mainFrame());
    await this.#evaluate(
      `for (const [storage, entries] of ${JSON.stringify([
        ['localStorage', local],
        ['sessionStorage', session],
      ])}) for (const [key, value] of entries) globalThis[storage].setItem(key, value)`,
      world,
    );
  }

  /** Scrolls the settled page and its scrollable elements to their ends, and back. */
  async scrollThrough(): Promise<void> {
    await this.#evaluate(scrollThrough, this.#lastContext);
  }

  async #show(media: SettleOptions['media']): Promise<void> {
    await this.#debugger.sendCommand('Emulation.setEmulatedMedia', { media });
  }

  async #evaluate<T>(expression: string, contextId: number): Promise<T> {
    this.#lastContext = contextId;
    const answer = (await this.#debugger.sendCommand('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })) as EvaluateAnswer<T>;
    if (!answer.exceptionDetails) return answer.result.value;
    const { text: reason } = answer.exceptionDetails;
    throw new AppError('load-failed', message('page.notSettled', { reason }));
  }

  async #mainFrame(): Promise<string> {
    const { frameTree } = (await this.#debugger.sendCommand(
      'Page.getFrameTree',
    )) as FrameTreeAnswer;
    return frameTree.frame.id;
  }

  /** Returns the isolated world, hidden from the page's scripts; the same one each time. */
  async #ownWorld(frameId: string): Promise<number> {
    const { executionContextId } = (await this.#debugger.sendCommand('Page.createIsolatedWorld', {
      frameId,
      worldName: 'platen',
    })) as { executionContextId: number };
    return executionContextId;
  }
}
