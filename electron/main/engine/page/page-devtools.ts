import type { Debugger } from 'electron';
import { type ServedPdf, catchServedPdf } from '../pdf/served-pdf.js';
import { AppError } from '../../../shared/errors.js';
import {
  type PageFacts,
  settlePage,
  settlePlainPage,
  silencePage,
  tellBinding,
} from './page-script.js';
import { type InertDocument, withBase } from './inert-document.js';

interface FrameTreeAnswer {
  readonly frameTree: { readonly frame: { readonly id: string } };
}

interface EvaluateAnswer<T> {
  readonly result: { readonly value: T };
  readonly exceptionDetails?: { readonly text: string };
}

/** The document of a window into which plain pages are put. */
interface PlainDocument {
  readonly frameId: string;
  readonly contextId: number;
  /** As the page spells it. */
  readonly origin: string;
}

/** What Platen does to a page over DevTools, which works with the page's scripts off as well (docs/adr/0002). */
export class PageDevTools {
  readonly #debugger: Debugger;
  /** The world of the last question. */
  #askedWorld = 0;
  #plain: PlainDocument | undefined;

  /** Attaches to a page; it ends with the page. */
  constructor(debug: Debugger) {
    this.#debugger = debug;
    debug.attach('1.3');
  }

  /**
   * Lays pages out as in a window of this size in CSS pixels on a screen of the same size. A hidden window's own size is no measure: the
   * system fits it to the screen, and does not let it become narrower than its frame.
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
   * Takes from pages what would speak to a person or go round the session's rules. Before they are opened.
   * @param onRefused called with the name of the function that the page called in vain; the page may call it with any text
   */
  async silence(onRefused: (name: string) => void): Promise<void> {
    this.#debugger.on('message', (_event, method, params: { name: string; payload: string }) => {
      if (method === 'Runtime.bindingCalled' && params.name === tellBinding)
        onRefused(params.payload);
    });
    // Chromium carries them out in this order. Without the first two, what is added is never evaluated, and never told of.
    await Promise.all([
      this.#debugger.sendCommand('Page.enable'),
      this.#debugger.sendCommand('Runtime.enable'),
      this.#debugger.sendCommand('Runtime.addBinding', { name: tellBinding }),
      this.#debugger.sendCommand('Page.addScriptToEvaluateOnNewDocument', { source: silencePage }),
    ]);
  }

  /** Takes back what a page leaves with its window: a name, the way that led to it, and how it was shown. Where no page is. */
  async forget(): Promise<void> {
    await Promise.all([
      this.#debugger.sendCommand('Runtime.evaluate', { expression: 'window.name = ""' }),
      this.#debugger.sendCommand('Page.resetNavigationHistory'),
      this.#debugger.sendCommand('Emulation.setEmulatedMedia', { media: '' }),
    ]);
  }

  /**
   * Serves text as the page at a network address, so that links, fonts and origin are those of that address.
   * @param onFailure called if the page could not be answered
   */
  async answer(address: string, html: string, onFailure: (error: unknown) => void): Promise<void> {
    const fulfil = async (requestId: string) => {
      await this.#debugger.sendCommand('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: [{ name: 'content-type', value: 'text/html; charset=utf-8' }],
        body: Buffer.from(html).toString('base64'),
      });
      await this.#debugger.sendCommand('Fetch.disable');
    };
    this.#debugger.on('message', (_event, method, params: { requestId: string }) => {
      if (method === 'Fetch.requestPaused') fulfil(params.requestId).catch(onFailure);
    });
    const urlPattern = address.replace(/[*?\\]/g, (sign) => `\\${sign}`);
    await this.#debugger.sendCommand('Fetch.enable', {
      patterns: [{ urlPattern, resourceType: 'Document' }],
    });
  }

  /** Catches the PDF that the page turns out to be; see {@link catchServedPdf}. Before it is opened. */
  async catchPdf(): Promise<{ readonly pdf: Promise<ServedPdf> }> {
    return catchServedPdf(this.#debugger, await this.#mainFrame());
  }

  /** Makes the document that stands in the window the one into which plain pages are put, until the window goes elsewhere. */
  async prepareInert(): Promise<void> {
    await this.#showForPrint();
    const frameId = await this.#mainFrame();
    const contextId = await this.#ownWorld(frameId);
    const origin = await this.#evaluate<string>('location.origin', contextId);
    this.#plain = { frameId, contextId, origin };
  }

  /**
   * Puts a plain page into the window, and waits for its images and fonts.
   * @param path of its address, for its links
   * @param pageRule becomes the page's last style sheet; may be empty
   */
  async showInert(page: InertDocument, path: string, pageRule: string): Promise<PageFacts> {
    if (!this.#plain) throw new Error('No document is held for plain pages.');
    const { frameId, contextId, origin } = this.#plain;
    // Both are sent at once: Chromium does them in their order.
    const put = this.#debugger.sendCommand('Page.setDocumentContent', {
      frameId,
      html: withBase(page, origin + path),
    });
    const settled = this.#evaluate<PageFacts>(settlePlainPage(pageRule), contextId);
    return (await Promise.all([settled, put]))[0];
  }

  /** Takes a plain page out of the window; the document into which it was put stays. */
  async removeInert(): Promise<void> {
    await this.#evaluate('document.replaceChildren()', this.#plain?.contextId ?? 0);
  }

  /**
   * Shows the page as it is printed, and waits for its images and fonts.
   * @param pageRule becomes the page's last style sheet; may be empty
   * @param options.looks whether the page is as it will be printed, so that it is looked at for its preflight
   * @throws AppError `load-failed` if the page does not let itself be asked
   */
  async settle(pageRule: string, options: { readonly looks: boolean }): Promise<PageFacts> {
    await this.#showForPrint();
    const world = await this.#ownWorld(await this.#mainFrame());
    return this.#evaluate(settlePage(pageRule, options), world);
  }

  /** Evaluates an expression in Platen's own world in the page that has settled. @throws AppError `load-failed` */
  async ask(expression: string): Promise<unknown> {
    return this.#evaluate(expression, this.#askedWorld);
  }

  async #showForPrint(): Promise<void> {
    await this.#debugger.sendCommand('Emulation.setEmulatedMedia', { media: 'print' });
  }

  async #evaluate<T>(expression: string, contextId: number): Promise<T> {
    this.#askedWorld = contextId;
    const answer = (await this.#debugger.sendCommand('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })) as EvaluateAnswer<T>;
    if (!answer.exceptionDetails) return answer.result.value;
    throw new AppError('load-failed', `The page did not settle: ${answer.exceptionDetails.text}.`);
  }

  async #mainFrame(): Promise<string> {
    const { frameTree } = (await this.#debugger.sendCommand(
      'Page.getFrameTree',
    )) as FrameTreeAnswer;
    return frameTree.frame.id;
  }

  /** A world that the page's own scripts cannot see; the same one each time it is asked for. */
  async #ownWorld(frameId: string): Promise<number> {
    const { executionContextId } = (await this.#debugger.sendCommand('Page.createIsolatedWorld', {
      frameId,
      worldName: 'platen',
    })) as { executionContextId: number };
    return executionContextId;
  }
}
