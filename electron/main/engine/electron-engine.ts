import { Semaphore } from '../util/async.js';
import { canceledError } from './canceled.js';
import { concurrencyOf } from './concurrency.js';
import { pageProcesses } from './page/page-processes.js';
import { MemoryWatch, pageMemoryLimit } from './page/memory-watch.js';
import type { ConversionStage } from '../../shared/conversion-stage.js';
import { AppError } from '../../shared/errors.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { ConversionSource } from '../../shared/request/source.js';
import { countInRanges, lastPage, pagesBeyondEnd } from '../../shared/request/pages.js';
import { ConversionFailure } from './conversion-failure.js';
import { withLimits } from './conversion-limits.js';
import type { ConversionPage } from './page/conversion-page.js';
import { LoadedFiles } from './inlining/loaded-files.js';
import { type SeenPage, inlineSource, inlinedText } from './inlining/inline-source.js';
import type { InlinedPage } from './inlining/source-inliner.js';
import { isLocal, readableFolder } from './page/page-address.js';
import { leadLinksToFiles } from './pdf/pdf-links.js';
import type { PageFacts } from './page/page-script.js';
import { refuseFindings } from './preflight/refuse-findings.js';
import { readMhtml } from './sources/mhtml/serve-mhtml.js';
import { informationUpdate, readPdfStructure } from './pdf/pdf-file.js';
import type { OnServed } from './page/page-session.js';
import { PagePool, type WindowRequest } from './page/page-pool.js';
import type { ConversionOptions, ConvertedPdf, LocalEngine } from './pdf-engine.js';
import { inertDocumentOf } from './page/inert-document.js';
import { type PrintPlan, planPrint } from './print/print-options.js';
import { inspectFile } from './sources/source-files.js';
import { sourceKindOf } from './sources/source-kinds.js';
import { ServedPdf, takeOver } from './pdf/served-pdf.js';
import { WindowLease } from './page/window-lease.js';
import { fieldIssue, invalidRequest } from '../../shared/request/validation.js';

/**
 * The engine that prints with Electron's own Chromium.
 * @param version Platen's version, for the PDF's information.
 * @param pageMemoryBytes what the process of a page may take before it is ended.
 */
export function createElectronEngine(
  version: string,
  pageMemoryBytes = pageMemoryLimit(),
): LocalEngine {
  const pool = new PagePool();
  const memory = new MemoryWatch(pageProcesses, pageMemoryBytes);
  const slots = new Semaphore(concurrencyOf({ concurrency: null }));
  /** Does work in one of the slots. The wait for one does not count towards a conversion's timeout. */
  const inSlot = async <T>(
    { signal, isInteractive }: ConversionOptions,
    work: () => Promise<T>,
  ): Promise<T> => {
    const priority = isInteractive ? 1 : 0;
    const release = await slots.acquire({ signal, priority }).catch(() => {
      throw canceledError();
    });
    const unwatch = memory.begin();
    try {
      return await work();
    } finally {
      unwatch();
      release();
    }
  };
  return {
    async convert(request, options = {}) {
      if (options.allowedHosts) refuseThisDisk(request.source);
      const plan = planPrint(request);
      return inSlot(options, async () => {
        const loan = new WindowLease(pool);
        const { timeoutSeconds } = request;
        const limits = { timeoutSeconds, waitingFor: () => loan.page?.waitingFor ?? '' };
        try {
          const pdf = await withLimits(limits, options, async (enter) =>
            printPage(await openPage(loan, request, plan, options), request, plan, enter, version),
          );
          loan.end('well');
          return pdf;
        } catch (error) {
          throw loan.page === null ? error : new ConversionFailure(error, loan.page.preflight);
        } finally {
          loan.end('badly');
        }
      });
    },
    async pack(request, options = {}) {
      const { source } = request;
      if (source.kind === 'url') throw new Error('An address is no page of this computer.');
      if (source.kind === 'html' && readableFolder(source) === null) return inlinedText(source);
      return inSlot(options, async () => inlinePage(pool, request, source, options));
    },
    setConcurrency: (pages) => (slots.capacity = pages),
    close: async () => pool.close(),
  };
}

async function inlinePage(
  pool: PagePool,
  request: ConversionRequest,
  source: Exclude<ConversionSource, { kind: 'url' }>,
  options: ConversionOptions,
): Promise<InlinedPage> {
  const plan = planPrint(request);
  let loan = new WindowLease(pool);
  let isOver = false;
  const load = async (text?: string): Promise<SeenPage> => {
    if (isOver) throw canceledError();
    loan = new WindowLease(pool);
    const files = new LoadedFiles();
    const page = await openPage(loan, request, plan, options, { files, text });
    await page.load(plan.pageRule);
    const encoding = await page.encoding();
    loan.end('well');
    return { address: page.address, encoding, scripts: !request.disableJavascript, files };
  };
  const { timeoutSeconds } = request;
  const waitingFor = () => loan.page?.waitingFor ?? '';
  const limits = { timeoutSeconds, waitingFor, first: 'packing' } as const;
  try {
    return await withLimits(limits, options, async (enter) => {
      enter('packing');
      return inlineSource(source, await load(), load);
    });
  } catch (error) {
    throw loan.page === null ? error : new ConversionFailure(error, loan.page.preflight);
  } finally {
    isOver = true;
    loan.end('badly');
  }
}

/** What a page is loaded with to be packed. */
interface InliningVisit {
  /** Hears of what the page asks for. */
  readonly files: LoadedFiles;
  /** Shown in the place of the source's own text. */
  readonly text: string | undefined;
}

async function openPage(
  loan: WindowLease,
  request: ConversionRequest,
  plan: PrintPlan,
  { allowedHosts }: ConversionOptions,
  packed?: InliningVisit,
): Promise<ConversionPage> {
  const { source } = request;
  if (source.kind === 'file') await inspectSource(source.path);
  // A page that is put into another's window does not tell its encoding.
  const plain = packed ? null : await inertDocumentOf(source);
  const wish = pageRequestOf(request, plan, plain !== null);
  const encryptedOnly = request.compliance?.hipaa === true;
  const widthPx = plan.contentWidthPx;
  const onServed = packed && ((...served: Parameters<OnServed>) => packed.files.note(...served));
  const shown = { source, plain, widthPx, text: packed?.text, onServed };
  return loan.begin(wish, { ...shown, encryptedOnly, allowedHosts });
}

/** What a stranger names is never on a disk of this computer. @throws AppError `refused` */
function refuseThisDisk(source: ConversionSource): void {
  if (source.kind === 'url' || (source.kind === 'html' && readableFolder(source) === null)) return;
  throw new AppError('refused', 'A request to the service may not name files of its computer.');
}

/** @throws AppError `source-unreadable` */
async function inspectSource(path: string): Promise<void> {
  await inspectFile(path);
  if (sourceKindOf(path) === 'MHTML') await readMhtml(path);
}

function pageRequestOf(
  request: ConversionRequest,
  { contentWidthPx }: PrintPlan,
  isPlain: boolean,
): WindowRequest {
  return {
    javascript: !isPlain && !request.disableJavascript,
    widthPx: contentWidthPx,
    isFresh: !isLocal(request.source),
  };
}

async function printPage(
  page: ConversionPage,
  request: ConversionRequest,
  plan: PrintPlan,
  enter: (stage: ConversionStage) => void,
  version: string,
): Promise<ConvertedPdf> {
  enter('loading');
  const facts = await page.load(plan.pageRule);
  refuseFindings(page.preflight, request.failOn);
  if (facts instanceof ServedPdf) return takeOver(facts, request, page.preflight);
  enter('printing');
  const chosen = await printChosenPages(page, plan);
  const printed = isLocal(request.source) ? leadLinksToFiles(chosen, facts.origin) : chosen;
  const structure = readPdfStructure(printed);
  await page.examine({ bytes: printed, structure, look: facts.look, zoom: request.zoom ?? 1 });
  refuseFindings(page.preflight, request.failOn);
  const update = informationUpdate(
    printed.length,
    structure,
    information(facts, version, structure.producer),
  );
  return {
    parts: [printed, update],
    size: printed.length + update.length,
    pages: structure.pages,
    title: facts.title,
    preflight: page.preflight,
  };
}

function information(facts: PageFacts, version: string, printer: string) {
  return {
    title: facts.title,
    author: facts.author,
    subject: facts.description,
    keywords: facts.keywords,
    creator: `Platen ${version}`,
    producer: `Platen ${version} (${printer})`,
    created: new Date(),
  };
}

/**
 * Chromium drops pages beyond the last one in silence, and refuses only a request for nothing but such pages; it never
 * says how many there are. So the pages that came out are counted, and the whole is printed only to tell.
 */
async function printChosenPages(
  page: ConversionPage,
  { options, pages }: PrintPlan,
): Promise<Buffer> {
  const printed = await page.print(options).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    return error;
  });
  if (pages === null) return bytesOrThrow(printed);
  const wanted = countInRanges(pages, lastPage(pages));
  if (Buffer.isBuffer(printed) && readPdfStructure(printed).pages === wanted) return printed;
  const whole = await page.print({ ...options, pageRanges: '' });
  const issue = pagesBeyondEnd(pages, readPdfStructure(whole).pages);
  if (issue === null) return bytesOrThrow(printed);
  throw invalidRequest([fieldIssue('pages', issue)]);
}

function bytesOrThrow(printed: unknown): Buffer {
  if (Buffer.isBuffer(printed)) return printed;
  const reason = printed instanceof Error ? printed.message : String(printed);
  throw new AppError('print-failed', `Chromium could not print the page: ${reason}.`);
}
