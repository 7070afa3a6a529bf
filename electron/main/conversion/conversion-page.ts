import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BrowserWindow, type Session, type WebContents, session } from 'electron';
import { AppError } from '../../shared/errors.js';
import type { ConversionSource } from '../../shared/request/source.js';
import { accessRule } from './access-rules.js';
import { loadFailure, statusFailure } from './load-failure.js';
import { LoadTracker } from './load-tracker.js';
import { type LocalFiles, serveLocalFiles, virtualAddress } from './local-files.js';
import { type PageFacts, settlePage } from './page-script.js';

export interface PageOptions {
  readonly javascript: boolean;
  /** In CSS pixels: scripts that draw to the width of their window draw to the width of the paper. */
  readonly contentWidthPx: number;
}

/** How long requests that a page's scripts began may still run after the page has loaded, in milliseconds. */
const lateRequestsLimitMs = 3000;

/**
 * One untrusted page in a hidden, sandboxed window with a session of its own that is never used again: nothing of it is visible to
 * another (design, 6).
 */
export class ConversionPage {
  readonly #source: ConversionSource;
  readonly #session: Session;
  readonly #window: BrowserWindow;
  readonly #tracker: LoadTracker;
  readonly #address: string;
  /** Rejects when the page's process ends; never resolves. */
  readonly #gone: Promise<never>;

  constructor(source: ConversionSource, options: PageOptions) {
    const id = randomUUID();
    this.#source = source;
    this.#session = session.fromPartition(`conversion-${id}`);
    this.#address = addressOf(source, id);
    this.#tracker = new LoadTracker(
      this.#session.webRequest,
      accessRule(source, async (host) => resolveHost(this.#session, host)),
    );
    this.#closeSession();
    this.#window = hiddenWindow(this.#session, options);
    this.#gone = refuseWhenGone(this.#contents);
    this.#closeWindow();
  }

  get #contents(): WebContents {
    return this.#window.webContents;
  }

  get warnings(): readonly string[] {
    return this.#tracker.warnings;
  }

  /** What the page is waiting for at this moment: addresses, at most three; empty if it waits for none. */
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
    const debug = this.#contents.debugger;
    debug.attach('1.3');
    if (this.#source.kind === 'html' && textAddress(this.#source) !== null) {
      await this.#answerWith(this.#source.html);
    }
    await this.#navigate();
    const world = await this.#ownWorld();
    if (pageRule !== '') await this.#addStyle(world.frameId, pageRule);
    await this.#send('Emulation.setEmulatedMedia', { media: 'print' });
    await this.#settle(world.contextId);
    await Promise.race([this.#tracker.whenIdle(lateRequestsLimitMs), this.#gone]);
    return this.#settle(world.contextId);
  }

  /** Prints what was loaded; rejects with Electron's own error. */
  async print(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    return Promise.race([this.#contents.printToPDF(options), this.#gone]);
  }

  /** Ends the page at once, also one whose scripts never end. */
  destroy(): void {
    this.#window.destroy();
  }

  async #navigate(): Promise<void> {
    const loaded = this.#contents.loadURL(this.#address);
    const refused = new Promise<never>((_, reject) => {
      this.#contents.on('did-navigate', (_event, _url, status) => {
        const error = statusFailure(status, this.#name);
        if (error) reject(error);
      });
    });
    try {
      await Promise.race([loaded, refused, this.#gone]);
    } catch (error) {
      throw error instanceof AppError ? error : this.#loadError(error);
    }
  }

  #loadError(error: unknown): AppError {
    const refusal = this.warnings.find((sentence) => sentence.startsWith(this.#address));
    if (refusal !== undefined) return new AppError('load-failed', refusal);
    return loadFailure(error, this.#name);
  }

  /** The source as the person knows it. */
  get #name(): string {
    if (this.#source.kind === 'url') return this.#source.url;
    return this.#source.kind === 'file' ? this.#source.path : 'The HTML';
  }

  /** Serves text as the page at a network address, so that links, fonts and origin are those of that address. */
  async #answerWith(html: string): Promise<void> {
    this.#contents.debugger.on('message', (_event, method, params: { requestId: string }) => {
      if (method !== 'Fetch.requestPaused') return;
      void this.#send('Fetch.fulfillRequest', {
        requestId: params.requestId,
        responseCode: 200,
        responseHeaders: [{ name: 'content-type', value: 'text/html; charset=utf-8' }],
        body: Buffer.from(html).toString('base64'),
      }).then(async () => this.#send('Fetch.disable'));
    });
    const urlPattern = this.#address.replace(/[*?\\]/g, (sign) => `\\${sign}`);
    await this.#send('Fetch.enable', { patterns: [{ urlPattern, resourceType: 'Document' }] });
  }

  async #ownWorld(): Promise<{ frameId: string; contextId: number }> {
    const { frameTree } = (await this.#send('Page.getFrameTree')) as FrameTreeAnswer;
    const frameId = frameTree.frame.id;
    const world = await this.#send('Page.createIsolatedWorld', { frameId, worldName: 'platen' });
    return { frameId, contextId: (world as { executionContextId: number }).executionContextId };
  }

  /** Through DevTools rather than insertCSS, which needs scripts to be on in the page. */
  async #addStyle(frameId: string, text: string): Promise<void> {
    await this.#send('DOM.enable');
    await this.#send('CSS.enable');
    const { styleSheetId } = (await this.#send('CSS.createStyleSheet', { frameId })) as {
      styleSheetId: string;
    };
    await this.#send('CSS.setStyleSheetText', { styleSheetId, text });
  }

  async #settle(contextId: number): Promise<PageFacts> {
    const answer = (await this.#send('Runtime.evaluate', {
      expression: settlePage,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: PageFacts }; exceptionDetails?: { text: string } };
    if (answer.exceptionDetails) {
      throw new AppError(
        'load-failed',
        `${this.#name} did not settle: ${answer.exceptionDetails.text}.`,
      );
    }
    return answer.result.value;
  }

  async #send(method: string, params?: object): Promise<unknown> {
    return Promise.race([this.#contents.debugger.sendCommand(method, params), this.#gone]);
  }

  #closeSession(): void {
    this.#session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
    this.#session.setPermissionCheckHandler(() => false);
    this.#session.on('will-download', (event) => event.preventDefault());
    this.#session.protocol.handle('file', serveLocalFiles(this.#localFiles()));
  }

  #localFiles(): LocalFiles {
    const onRefused = (sentence: string) => this.#tracker.warn(sentence);
    if (this.#source.kind === 'url') return { folder: null, onRefused };
    if (this.#source.kind === 'file') {
      const { path, folder = dirname(path) } = this.#source;
      return { folder, main: path, onRefused };
    }
    const document = { address: this.#address, html: this.#source.html };
    return { folder: baseFolder(this.#source), document, onRefused };
  }

  #closeWindow(): void {
    this.#contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    this.#contents.on('will-attach-webview', (event) => event.preventDefault());
    this.#contents.on('login', (event, _details, _info, callback) => {
      event.preventDefault();
      callback();
    });
  }
}

interface FrameTreeAnswer {
  readonly frameTree: { readonly frame: { readonly id: string } };
}

function hiddenWindow(ownSession: Session, options: PageOptions): BrowserWindow {
  return new BrowserWindow({
    show: false,
    useContentSize: true,
    width: options.contentWidthPx,
    height: Math.round(options.contentWidthPx * Math.SQRT2),
    webPreferences: {
      session: ownSession,
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

function refuseWhenGone(contents: WebContents): Promise<never> {
  const gone = new Promise<never>((_, reject) => {
    contents.on('render-process-gone', (_event, { reason }) => {
      const why = reason === 'oom' ? 'it needed more memory than there is' : 'its process crashed';
      reject(new AppError('page-crashed', `The page could not be converted: ${why}.`));
    });
    contents.once('destroyed', () => {
      reject(new AppError('canceled', 'The conversion was canceled.'));
    });
  });
  gone.catch(() => undefined);
  return gone;
}

function addressOf(source: ConversionSource, id: string): string {
  if (source.kind === 'url') return source.url;
  if (source.kind === 'file') return pathToFileURL(source.path).href;
  return textAddress(source) ?? virtualAddress(baseFolder(source), id);
}

type TextSource = Extract<ConversionSource, { kind: 'html' }>;

/** The network address that text is to be shown at, if its base is one. */
function textAddress(source: TextSource): string | null {
  return source.base !== undefined && /^https?:/i.test(source.base) ? source.base : null;
}

/** The folder that relative links of a text lead to, if its base is one. */
function baseFolder(source: TextSource): string | null {
  return textAddress(source) === null ? (source.base ?? null) : null;
}

async function resolveHost(ownSession: Session, host: string): Promise<readonly string[]> {
  const resolved = await ownSession.resolveHost(host).catch(() => null);
  return resolved?.endpoints.map((endpoint) => endpoint.address) ?? [];
}
