import type { Debugger } from 'electron';
import { type ServedPdf, catchServedPdf } from '../pdf/served-pdf.js';
import { type BoxModel, type LayoutMetrics, isOnPage, isVisible } from './frame-area.js';
import { AppError } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { type PageFacts, settlePage, silencePage, reportBinding } from './page-script.js';
import { scrollBack, scrollOn } from './scroll-through.js';
import { type Movement, type StillnessLimits, untilStill } from './stillness.js';
import { findElements, unknownSelectors } from './selectors.js';
import { readArticle } from './reader.js';

interface FrameTreeAnswer {
  readonly frameTree: { readonly frame: { readonly id: string } };
}

/** What a page's style sheets and scripts find out about its medium. */
export interface MediaSetup {
  readonly media: 'print' | 'screen';
  readonly colorScheme: 'light' | 'dark';
  readonly reducedMotion: boolean;
}

/** How Platen prints a page, unless the user wants it otherwise. */
const printMedia: MediaSetup = { media: 'print', colorScheme: 'light', reducedMotion: false };

/** Whom servers and scripts take the browser for; an empty text for itself. */
export interface Identity {
  readonly userAgent: string;
  /** Languages, the preferred one first. */
  readonly languages: readonly string[];
}

/** How a page is settled. */
interface SettleOptions extends MediaSetup {
  /** Whether the page looks as it will be printed, so that it is inspected. */
  readonly inspects: boolean;
}

/** DevTools: `Target.TargetInfo`. */
interface TargetInfo {
  /** That of a frame is its frame's id. */
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

interface NodeId {
  readonly backendNodeId: number;
}

interface EvaluateAnswer<T> {
  readonly result: { readonly value: T };
  readonly exceptionDetails?: { readonly text: string };
}

/** A value in the page (DevTools: `Runtime.RemoteObject`). */
export interface RemoteValue {
  readonly type: string;
  readonly subtype?: string;
  readonly className?: string;
  readonly value?: unknown;
  readonly unserializableValue?: string;
  readonly description?: string;
}

/** What became of a script in the page's own world. */
export interface MainWorldAnswer {
  readonly result: RemoteValue;
  readonly exception?: ScriptException;
}

/** DevTools: `Runtime.ExceptionDetails`. */
interface ScriptException {
  readonly text: string;
  /** Counted from 0. */
  readonly lineNumber: number;
  readonly exception?: RemoteValue;
}

/** The elements that a selector matches. */
export interface Found {
  readonly matching: number;
  /** Whether one of them is visible. */
  readonly visible: boolean;
}

/** Entries of an origin's storage: names and values. */
interface StoredEntries {
  readonly local: readonly (readonly [string, string])[];
  readonly session: readonly (readonly [string, string])[];
}

/** Nobody looks at the pictures. */
const smallestScreencast = { format: 'jpeg', quality: 0, maxWidth: 16, maxHeight: 16 };

/** The group of objects that the user's scripts return. */
const ownScripts = 'platen-own-scripts';

/** Whether the page has a visible field for a password. */
const passwordField = `[...Reflect.apply(Document.prototype.querySelectorAll, document,
  ['input[type=password]'])].some((field) => field.checkVisibility())`;

/** Controls a page over DevTools, which works even if scripts are disabled (docs/adr/0002). */
export class PageDevTools {
  readonly #debugger: Debugger;
  /** The execution context of the last evaluation. */
  #lastContext = 0;
  #isAltered = false;

  /** Attaches to a page, until the page is destroyed. */
  constructor(debug: Debugger) {
    this.#debugger = debug;
    debug.attach('1.3');
  }

  /** Whether something is set that {@link forget} does not reset. */
  get isAltered(): boolean {
    return this.#isAltered;
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
   * Makes Chromium draw every frame that the page asks for, until {@link stopFrames}. On Linux it
   * draws few frames or none in hidden windows (electron#53814, electron#54090), so that scripts
   * that draw in animation frames do not finish. Something that looks at the frames changes that,
   * but takes processor time, so only pages that may move get it.
   */
  async drawFrames(): Promise<void> {
    this.#debugger.on('message', this.#acknowledgeFrame);
    await this.#debugger.sendCommand('Page.startScreencast', smallestScreencast);
  }

  async stopFrames(): Promise<void> {
    this.#debugger.off('message', this.#acknowledgeFrame);
    await this.#debugger.sendCommand('Page.stopScreencast');
  }

  /**
   * Removes what a page leaves in its window: its name, history and emulated media. Call it while
   * no page is shown.
   */
  async forget(): Promise<void> {
    await Promise.all([
      this.#debugger.sendCommand('Runtime.evaluate', { expression: 'window.name = ""' }),
      this.#debugger.sendCommand('Page.resetNavigationHistory'),
      this.#emulate('', printMedia),
    ]);
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
   * Switches to the media and waits for the page's images and fonts.
   * @param styles the page's last style sheet; may be empty
   * @throws AppError `load-failed` if a script of ours fails in the page
   */
  async settle(styles: string, options: SettleOptions): Promise<PageFacts> {
    await this.#emulate(options.media, options);
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
   * Waits until the settled page no longer changes, but not beyond the limits.
   * @returns what was still changing
   */
  async untilStill(limits: StillnessLimits): Promise<readonly Movement[]> {
    return this.#evaluate<readonly Movement[]>(untilStill(limits), this.#lastContext);
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

  /**
   * Scrolls the settled page and its scrollable elements on, to their ends.
   * @returns false if everything was at its end already
   */
  async scrollOn(limitMs: number): Promise<boolean> {
    return this.#evaluate<boolean>(scrollOn(limitMs), this.#lastContext);
  }

  /** Scrolls back to where everything was before {@link scrollOn}. */
  async scrollBack(): Promise<void> {
    await this.#evaluate(scrollBack, this.#lastContext);
  }

  /** Searches the settled page, open shadow trees included. */
  async find(selector: string): Promise<Found> {
    return this.#evaluate<Found>(findElements(selector), this.#lastContext);
  }

  /** Returns those selectors that Chromium cannot read. Needs no settled page. */
  async unknownSelectors(selectors: readonly string[]): Promise<readonly string[]> {
    if (selectors.length === 0) return [];
    const world = await this.#ownWorld(await this.#mainFrame());
    return this.#evaluate<readonly string[]>(unknownSelectors(selectors), world);
  }

  /** Returns the URLs of the visible frames that have a process of their own. */
  async crossSiteFrames(): Promise<readonly string[]> {
    const frames = await this.#framesWithProcess();
    const visible = await Promise.all(frames.map(async ({ targetId }) => this.#isShown(targetId)));
    return frames.filter((_, index) => visible[index]).map(({ url }) => url);
  }

  /** Shows the next page from its first moment on as in this setup, except for `media`. */
  async prepareMedia(setup: MediaSetup): Promise<void> {
    await this.#emulate('', setup);
  }

  /** Presents the browser as another one, for as long as the window exists. */
  async identify({ userAgent, languages }: Identity): Promise<void> {
    this.#isAltered = true;
    const [locale] = languages;
    await Promise.all([
      this.#debugger.sendCommand('Emulation.setUserAgentOverride', {
        userAgent,
        ...(languages.length > 0 && { acceptLanguage: languages.join(',') }),
      }),
      ...(locale === undefined
        ? []
        : [this.#debugger.sendCommand('Emulation.setLocaleOverride', { locale })]),
    ]);
  }

  /**
   * Runs a script in the page's own world and awaits its promise. Rejects if the page navigates.
   */
  async runInPage(source: string): Promise<MainWorldAnswer> {
    const { result, exceptionDetails } = (await this.#debugger.sendCommand('Runtime.evaluate', {
      expression: source,
      awaitPromise: true,
      objectGroup: ownScripts,
    })) as { readonly result: RemoteValue; readonly exceptionDetails?: ScriptException };
    await this.#debugger.sendCommand('Runtime.releaseObjectGroup', { objectGroup: ownScripts });
    return exceptionDetails ? { result, exception: exceptionDetails } : { result };
  }

  /** Does not run the script; null if it can be read. */
  async compile(source: string): Promise<ScriptException | null> {
    const { exceptionDetails } = (await this.#debugger.sendCommand('Runtime.compileScript', {
      expression: source,
      sourceURL: '',
      persistScript: false,
    })) as { readonly exceptionDetails?: ScriptException };
    return exceptionDetails ?? null;
  }

  /**
   * Replaces the settled page by its article, and ends its scripts.
   * @param without selectors of elements to leave out; may be empty
   * @returns false if it has none
   */
  async readArticle(without: string): Promise<boolean> {
    this.#isAltered = true;
    await this.#debugger.sendCommand('Emulation.setScriptExecutionDisabled', { value: true });
    return this.#evaluate<boolean>(readArticle(without), this.#lastContext);
  }

  readonly #acknowledgeFrame = (
    _event: unknown,
    method: string,
    { sessionId }: { readonly sessionId: number },
  ): void => {
    if (method !== 'Page.screencastFrame') return;
    // The page may be gone by now.
    this.#debugger.sendCommand('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  };

  async #emulate(
    media: '' | MediaSetup['media'],
    { colorScheme, reducedMotion }: MediaSetup,
  ): Promise<void> {
    // Chromium takes a tenth of a second longer for each window that a page opens if they are set.
    const isDefault = colorScheme === 'light' && !reducedMotion;
    await this.#debugger.sendCommand('Emulation.setEmulatedMedia', {
      media,
      ...(!isDefault && {
        features: [
          { name: 'prefers-color-scheme', value: colorScheme },
          { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : '' },
        ],
      }),
    });
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

  /** DevTools attaches to them, because they are no part of the page's own frame tree. */
  async #framesWithProcess(): Promise<readonly TargetInfo[]> {
    const frames: TargetInfo[] = [];
    const listener = (_event: unknown, method: string, params: { targetInfo: TargetInfo }) => {
      if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'iframe')
        frames.push(params.targetInfo);
    };
    const attach = async (autoAttach: boolean): Promise<void> => {
      const options = { autoAttach, waitForDebuggerOnStart: false, flatten: true };
      await this.#debugger.sendCommand('Target.setAutoAttach', options);
    };
    this.#debugger.on('message', listener);
    try {
      await attach(true);
    } finally {
      this.#debugger.off('message', listener);
      await attach(false);
    }
    return frames;
  }

  /** Returns whether the element of a frame has an area that people see. */
  async #isShown(frameId: string): Promise<boolean> {
    try {
      const owner = (await this.#debugger.sendCommand('DOM.getFrameOwner', { frameId })) as NodeId;
      const { model } = (await this.#debugger.sendCommand('DOM.getBoxModel', owner)) as BoxModel;
      const metrics = (await this.#debugger.sendCommand('Page.getLayoutMetrics')) as LayoutMetrics;
      return isOnPage(model, metrics) && (await this.#isVisible(owner));
    } catch {
      // The frame has gone, or is not rendered.
      return false;
    }
  }

  /** In Platen's own world, so that the page cannot replace what it calls. */
  async #isVisible(node: NodeId): Promise<boolean> {
    const { object } = (await this.#debugger.sendCommand('DOM.resolveNode', {
      ...node,
      executionContextId: this.#lastContext,
    })) as { readonly object: { readonly objectId: string } };
    const { result } = (await this.#debugger.sendCommand('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration: isVisible,
    })) as { readonly result: RemoteValue };
    return result.value === true;
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
