import { AppError } from '../../shared/errors.js';
import type { ConversionRequest } from '../../shared/request/conversion-request.js';
import {
  highestPage,
  pagesBeyondEnd,
  pagesInRanges,
  parsePageRanges,
} from '../../shared/request/page-ranges.js';
import { ConversionPage } from './conversion-page.js';
import type { PageFacts } from './page-script.js';
import { readPdfStructure, withInformation } from './pdf-file.js';
import type { ConversionOptions, ConvertedPdf, PdfEngine } from './pdf-engine.js';
import { type PrintPlan, planPrint } from './print-options.js';
import { inspectFile } from './source-files.js';

/** How often a conversion says what it is waiting for, in milliseconds. */
const newsIntervalMs = 1000;

/**
 * The engine that prints with Electron's own Chromium.
 * @param version Platen's version, for the PDF's information.
 */
export function createElectronEngine(version: string): PdfEngine {
  return {
    async convert(request, options = {}) {
      const plan = planPrint(request);
      if (request.source.kind === 'file') await inspectFile(request.source.path);
      const page = new ConversionPage(request.source, {
        javascript: !request.disableJavascript,
        contentWidthPx: plan.contentWidthPx,
      });
      try {
        return await withLimits(page, request, options, async () =>
          printPage(page, request, plan, options, version),
        );
      } finally {
        page.destroy();
      }
    },
  };
}

async function printPage(
  page: ConversionPage,
  request: ConversionRequest,
  plan: PrintPlan,
  options: ConversionOptions,
  version: string,
): Promise<ConvertedPdf> {
  options.onProgress?.({ stage: 'loading' });
  const facts = await page.load(plan.pageRule);
  options.onProgress?.({ stage: 'printing' });
  const printed = await printChosenPages(page, request, plan);
  const structure = readPdfStructure(printed);
  return {
    bytes: withInformation(printed, structure, information(facts, version, structure.producer)),
    pages: structure.pages,
    title: facts.title,
    warnings: page.warnings,
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
  request: ConversionRequest,
  plan: PrintPlan,
): Promise<Buffer> {
  const printed = await page.print(plan.options).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    return error;
  });
  const ranges = request.pages === undefined ? null : parsePageRanges(request.pages);
  if (!ranges?.ok) return bytesOrThrow(printed);
  const wanted = pagesInRanges(ranges.value, highestPage(ranges.value)).length;
  if (Buffer.isBuffer(printed) && readPdfStructure(printed).pages === wanted) return printed;
  const whole = await page.print({ ...plan.options, pageRanges: '' });
  const sentence = pagesBeyondEnd(ranges.value, readPdfStructure(whole).pages);
  if (sentence === null) return bytesOrThrow(printed);
  throw new AppError('invalid-request', sentence, [{ field: 'pages', message: sentence }]);
}

function bytesOrThrow(printed: unknown): Buffer {
  if (Buffer.isBuffer(printed)) return printed;
  const reason = printed instanceof Error ? printed.message : String(printed);
  throw new AppError('print-failed', `Chromium could not print the page: ${reason}.`);
}

/** Ends the page on cancel and when its time is up, and tells meanwhile what it is waiting for. */
async function withLimits(
  page: ConversionPage,
  request: ConversionRequest,
  { signal, onProgress }: ConversionOptions,
  work: () => Promise<ConvertedPdf>,
): Promise<ConvertedPdf> {
  let stop: (error: AppError) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  const cancel = () => stop(new AppError('canceled', 'The conversion was canceled.'));
  const timer = setTimeout(() => stop(timeOut(page, request)), request.timeoutSeconds * 1000);
  const news = setInterval(() => {
    if (page.waitingFor) onProgress?.({ stage: 'loading', waitingFor: page.waitingFor });
  }, newsIntervalMs);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([stopped, work()]);
  } finally {
    clearTimeout(timer);
    clearInterval(news);
    signal?.removeEventListener('abort', cancel);
  }
}

function timeOut(page: ConversionPage, request: ConversionRequest): AppError {
  const waited = page.waitingFor || 'its scripts to come to rest';
  return new AppError(
    'timed-out',
    `The page was not ready within ${request.timeoutSeconds} s: it was waiting for ${waited}. ` +
      'Raise the time limit, or switch JavaScript off.',
  );
}
