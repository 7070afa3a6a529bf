import { dirname } from 'node:path';
import { AppError } from '../../shared/messages/errors.js';
import type { ConversionStage } from '../../shared/conversion-stage.js';
import { message } from '../../shared/messages/message.js';
import { fileOptionIssues } from '../../shared/request/own-options.js';
import { languagesIn } from '../../shared/request/identity.js';
import type { ConversionRequest, SingleRequest } from '../../shared/request/request.js';
import { fieldIssue, invalidRequest } from '../../shared/request/validation.js';
import { type SingleSource, partsOf } from '../../shared/request/source.js';
import { Semaphore } from '../util/async.js';
import { canceledError, throwIfCanceled } from './contract/canceled.js';
import { concurrencyOf } from './concurrency.js';
import { withLimits } from './conversion-limits.js';
import { type LoadedPage, inlineSource, inlineText } from './inlining/inline-source.js';
import { inlineUnloaded } from './inlining/inline-unloaded.js';
import { LoadedFiles } from './inlining/loaded-files.js';
import type { ConversionPage, PageSetup } from './page/conversion-page.js';
import { MemoryWatch, chromiumMemory, pageProcesses } from './page/memory-watch.js';
import { isLocal, mayReadFiles } from './addresses/page-address.js';
import { PageLease, PagePool } from './page/page-pool.js';
import { disableFeatures } from './page/pooled-window.js';
import {
  type ChromiumMemory,
  ConversionFailure,
  type ConversionOptions,
  type ConvertedPdf,
  type InlinedPage,
  type LocalEngine,
} from './contract/pdf-engine.js';
import { attachFiles, checkAttachments } from './pdf/attach-files.js';
import { ServedPdf } from './pdf/served-pdf.js';
import { sizeOf } from './pdf/parts.js';
import { protectedPdf } from './protected-pdf.js';
import { letterheadSteps } from './print/letterhead.js';
import { headerRooms } from './print/page-headers.js';
import { type PrintRun, type PrintedDocument, printPage } from './print/print-page.js';
import { type PrintPlan, planPrint } from './sheet/print-options.js';
import type { OpenSheet } from './sheet/sheet.js';
import {
  type OpenedRequest,
  openRequest,
  singleDocument,
} from './sources/archive/archive-documents.js';
import { inspectFile } from './sources/source-files.js';
import { readMhtml } from './sources/mhtml/mhtml-archive.js';
import { sourceKindOf } from './sources/source-kinds.js';

/** Reports that a conversion has reached a stage. */
type Enter = (stage: ConversionStage) => void;

/** Prints with Electron's own Chromium. */
export class ElectronEngine implements LocalEngine {
  readonly #version: string;
  readonly #memory: MemoryWatch;
  readonly #pool: PagePool;
  readonly #slots = new Semaphore(concurrencyOf({ concurrency: null }));

  /**
   * Must be called before the application is ready.
   * @param version Platen's version, for the document information of the PDFs
   * @param pageMemoryBytes the default memory limit of a page's process; absent: chosen for the
   * machine
   */
  constructor(version: string, pageMemoryBytes?: number) {
    this.#version = version;
    // A frame that is replaced at each navigation costs a third of it. Pages are kept apart by
    // their origins, sessions and documents, not by frames.
    // Platen's scripts and Electron's printing (until 34) do not reach frames in other processes.
    disableFeatures(['RenderDocument', 'IsolateSandboxedIframes']);
    this.#memory = new MemoryWatch(pageProcesses, pageMemoryBytes);
    this.#pool = new PagePool(this.#memory);
  }

  setConcurrency(pages: number): void {
    this.#slots.capacity = pages;
  }

  setMemoryLimit(gigabytes: number | null): void {
    this.#memory.setLimit(gigabytes);
  }

  async ping(): Promise<void> {
    return this.#pool.ping();
  }

  memory(): ChromiumMemory {
    return chromiumMemory();
  }

  async convert(
    request: ConversionRequest,
    options: ConversionOptions = {},
  ): Promise<ConvertedPdf> {
    const { source } = request;
    if (options.allowedHosts) {
      partsOf(source).forEach(refuseLocalFiles);
      const issues = fileOptionIssues(request);
      if (issues.length > 0) throw invalidRequest(issues);
    }
    return protectedPdf(request, options, async () =>
      withAttachments(request, options, async () => this.#convert(request, options)),
    );
  }

  async #convert(written: ConversionRequest, options: ConversionOptions): Promise<ConvertedPdf> {
    const opened = await openRequest(written, options);
    const { request } = opened;
    const [source, ...others] = opened.documents;
    if (source === undefined || others.length > 0) return this.#merge(opened, options);
    const bookmarks = opened.books.flatMap(({ contents }) => contents);
    return this.#withPages(options, async (pages) =>
      this.#print({ ...request, source }, pages, { bookmarks }),
    );
  }

  /** Prints the documents one after the other in one slot, each within the request's timeout. */
  async #merge(opened: OpenedRequest, options: ConversionOptions): Promise<ConvertedPdf> {
    // With it the PDF library is loaded.
    const { printMerged } = await import('./print/print-merged.js');
    return this.#withPages(options, async (pages) =>
      printMerged(opened, {
        version: this.#version,
        print: async (part) => this.#print(part, pages, { isPart: true }),
        finish: async (first, finish) =>
          pages.limited(opened.request, 'printing', async (enter) => {
            enter('printing');
            const openSheet = sheetOpener(pages.lease, first, options);
            const { contentWidthInches } = planPrint(first);
            const rooms = await headerRooms(first, contentWidthInches, openSheet);
            return finish(planPrint(first, rooms), { openSheet, rooms });
          }),
      }),
    );
  }

  /** See {@link PrintRun}. */
  async #print(
    request: SingleRequest,
    { lease, options, limited }: Pages,
    { isPart = false, bookmarks = [] }: Partial<Pick<PrintRun, 'isPart' | 'bookmarks'>>,
  ): Promise<PrintedDocument> {
    const initial = planPrint(request);
    return limited(request, 'loading', async (enter) => {
      const letterhead = isPart ? [] : await letterheadSteps(request);
      const openSheet = sheetOpener(lease, request, options);
      const rooms = await headerRooms(request, initial.contentWidthInches, openSheet);
      const plan = planPrint(request, rooms);
      const page = await openPage(lease, request, plan, options);
      enter('loading');
      const pdf = await printPage(page, request, plan, {
        version: this.#version,
        onPrint: () => enter('printing'),
        openSheet,
        rooms,
        letterhead,
        isPart,
        bookmarks,
      });
      lease.release();
      return pdf;
    });
  }

  async inline(request: ConversionRequest, options: ConversionOptions = {}): Promise<InlinedPage> {
    if (request.source.kind === 'merged') {
      throw invalidRequest([fieldIssue('source', message('merge.apiMerged'))]);
    }
    const source = await singleDocument(request.source, options);
    if (source.kind === 'url') throw new Error('A page from the network cannot be inlined.');
    if (source.kind === 'html' && !mayReadFiles(source)) return inlineText(source);
    if (source.kind === 'file') await inspectSource(source.path);
    const unloaded = await inlineUnloaded(source, !request.disableJavascript);
    if (unloaded !== null) return unloaded;
    const single = { ...request, source };
    const plan = planPrint(single);
    return this.#withPages(options, async ({ lease, limited }) => {
      const load = async (text?: string): Promise<LoadedPage> => {
        const files = new LoadedFiles();
        const page = await openPage(lease, single, plan, options, { files, text });
        await page.load(plan.styles);
        const encoding = await page.encoding();
        lease.release();
        return { address: page.address, encoding, scripts: !request.disableJavascript, files };
      };
      return limited(single, 'inlining', async (enter) => {
        enter('inlining');
        return inlineSource(source, await load(), load);
      });
    });
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** Runs work on pages that are opened one after the other, in one of the slots. */
  async #withPages<T>(options: ConversionOptions, work: (pages: Pages) => Promise<T>): Promise<T> {
    const releaseSlot = await this.#acquireSlot(options);
    const unwatch = this.#memory.begin();
    const lease = new PageLease(this.#pool);
    const waitingFor = () => lease.waitingFor;
    const limited: Pages['limited'] = async (request, first, step) => {
      const { timeoutSeconds, disableJavascript } = request;
      const limits = { timeoutSeconds, hasScripts: !disableJavascript, waitingFor, first };
      return withLimits(limits, options, step).catch((error: unknown) => {
        throw lease.page === null ? error : new ConversionFailure(error, lease.page.preflight);
      });
    };
    try {
      return await work({ lease, options, limited });
    } finally {
      lease.end();
      unwatch();
      releaseSlot();
    }
  }

  async #acquireSlot({ signal, isInteractive }: ConversionOptions): Promise<() => void> {
    return this.#slots.acquire({ signal, priority: isInteractive ? 1 : 0 }).catch(() => {
      throw canceledError();
    });
  }
}

/** @throws AppError `source-unreadable` before the conversion if one is missing or too large */
async function withAttachments(
  { attachments = [] }: ConversionRequest,
  { allowedHosts, signal }: ConversionOptions,
  convert: () => Promise<ConvertedPdf>,
): Promise<ConvertedPdf> {
  if (attachments.length === 0) return convert();
  if (allowedHosts) throw new AppError('refused', message('engine.localFilesRefused'));
  await checkAttachments(attachments);
  const pdf = await convert();
  const parts = await attachFiles(pdf.parts, attachments).catch((error: unknown) => {
    throw new ConversionFailure(error, pdf.preflight);
  });
  throwIfCanceled(signal);
  return { ...pdf, parts, size: sizeOf(parts) };
}

/** The pages of a conversion, which are opened one after the other. */
interface Pages {
  readonly lease: PageLease;
  readonly options: ConversionOptions;
  /**
   * Runs work within the timeout of a request.
   * @param first the stage in which the page loads
   * @throws ConversionFailure once the page exists
   */
  readonly limited: <T>(
    request: Pick<ConversionRequest, 'timeoutSeconds' | 'disableJavascript'>,
    first: ConversionStage,
    work: (enter: Enter) => Promise<T>,
  ) => Promise<T>;
}

/** Opens sheets in the pages of a conversion, one after the other. */
function sheetOpener(
  lease: PageLease,
  { source, timeoutSeconds, compliance }: SingleRequest,
  options: ConversionOptions,
): OpenSheet {
  return async ({ html, widthPx, hasResources = false }, work) => {
    lease.release();
    const request = {
      source: hasResources ? siblingOf(source, html) : { kind: 'html' as const, html },
      timeoutSeconds,
      compliance,
      disableJavascript: true,
    };
    const page = await openPage(lease, request, { contentWidthPx: widthPx }, options);
    const facts = await page.load('');
    if (facts instanceof ServedPdf) throw new Error('A sheet is HTML.');
    const result = await work(page, facts);
    lease.release();
    return result;
  };
}

/** Returns HTML that resolves and loads resources like a source. */
function siblingOf(source: SingleSource, html: string): SingleSource {
  switch (source.kind) {
    case 'url':
      return { kind: 'html', html, base: source.url };
    case 'html':
      return { ...source, html };
    case 'file': {
      const { path, folder, allowedFolders = [] } = source;
      const folders = folder === undefined ? allowedFolders : [folder, ...allowedFolders];
      return { kind: 'html', html, base: dirname(path), allowedFolders: folders };
    }
  }
}

/** How a page that is inlined is loaded. */
interface InliningVisit {
  /** Records what the page requests. */
  readonly files: LoadedFiles;
  /** Shown instead of the source's own text. */
  readonly text: string | undefined;
}

async function openPage(
  lease: PageLease,
  request: SingleRequest,
  plan: Pick<PrintPlan, 'contentWidthPx'>,
  { allowedHosts, access }: ConversionOptions,
  inlining?: InliningVisit,
): Promise<ConversionPage> {
  const { source } = request;
  if (source.kind === 'file') await inspectSource(source.path);
  const widthPx = plan.contentWidthPx;
  const window = {
    javascript: !request.disableJavascript,
    widthPx,
    isFresh: !isLocal(source) || access !== undefined,
  };
  return lease.open(window, {
    source,
    widthPx,
    setup: setupOf(request),
    encryptedOnly: request.compliance?.hipaa === true,
    allowedHosts,
    access,
    text: inlining?.text,
    onServed: inlining && ((...served) => inlining.files.record(...served)),
  });
}

function setupOf(request: ConversionRequest): PageSetup {
  const { timeoutSeconds, waitSeconds = timeoutSeconds / 2, acceptLanguage = '' } = request;
  return {
    media: {
      media: request.media ?? 'print',
      colorScheme: request.colorScheme ?? 'light',
      reducedMotion: request.reducedMotion === true,
    },
    identity: {
      userAgent: request.userAgent ?? '',
      languages: acceptLanguage === '' ? [] : languagesIn(acceptLanguage),
    },
    waits: {
      selector: request.waitForSelector ?? '',
      expression: request.waitForExpression ?? '',
      networkIdle: request.networkIdle === true,
      limitMs: waitSeconds * 1000,
    },
    delayMs: (request.delaySeconds ?? 0) * 1000,
    scrollsThrough: request.scrollThrough === true,
    script: request.javascript ?? '',
    isReader: request.reader === true,
    hide: request.hide ?? '',
    css: request.css ?? '',
  };
}

/** Requests to the service never read files of this machine. @throws AppError `refused` */
function refuseLocalFiles(source: SingleSource): void {
  if (source.kind === 'url' || (source.kind === 'html' && !mayReadFiles(source))) return;
  throw new AppError('refused', message('engine.localFilesRefused'));
}

/** @throws AppError `source-unreadable` */
async function inspectSource(path: string): Promise<void> {
  await inspectFile(path);
  if (sourceKindOf(path) === 'MHTML') await readMhtml(path);
}
