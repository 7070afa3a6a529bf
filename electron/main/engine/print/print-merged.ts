import { readFile, stat } from 'node:fs/promises';
import { EncryptedPDFError } from '@cantoo/pdf-lib';
import { AppError, errorData } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import type { Finding, Preflight } from '../../../shared/request/preflight.js';
import { sourceName } from '../../../shared/request/filename.js';
import type { ConversionRequest, SingleRequest } from '../../../shared/request/request.js';
import { type SingleSource, isPdfSource } from '../../../shared/request/source.js';
import { quotePath } from '../../../shared/request/text.js';
import {
  type PartContents,
  isContentsAfterFirst,
  lineOfLink,
  printMergedContents,
} from '../contents/contents.js';
import { urlOf } from '../addresses/page-address.js';
import { type FinishStep, setInformation, writePdf } from '../pdf/finish-pdf.js';
import { type AddedPdf, type MergedEntry, PdfMerger } from '../pdf/merge-pdf.js';
import { overlayStep } from '../pdf/overlay-pages.js';
import { joined, plainView } from '../pdf/parts.js';
import type { PdfInformation } from '../pdf/pdf-file.js';
import { ConversionFailure, type ConvertedPdf } from '../contract/pdf-engine.js';
import { invalidSignature, refuseFindings } from '../contract/findings.js';
import type { OpenedRequest } from '../sources/archive/archive-documents.js';
import { readFailure } from '../../util/disk-path.js';
import { hasPdfHeader } from '../sources/source-files.js';
import { entriesBelow, isTitleOf, withoutSiteName } from './document-titles.js';
import type { HeaderFacts } from './header-sheet.js';
import { type HeaderRun, drawHeaders, factsOfDocument, hasHeaders } from './page-headers.js';
import { letterheadSteps } from './letterhead.js';
import { type PrintPlan, marginsOfPlan } from '../sheet/print-options.js';
import { sheetSteps } from './pages-per-sheet.js';
import { PartFindings, partName } from './part-findings.js';
import type { PrintedDocument } from './print-page.js';
import { drawWatermark } from './watermark.js';

/** The largest accepted file, in bytes, because it is held in memory. */
const maxPdfBytes = 512 * 1024 ** 2;

interface AddedPart extends AddedPdf {
  readonly request: SingleRequest;
}

/** A document of a merged PDF, printed or read. */
type PartPdf = Pick<PrintedDocument, 'parts' | 'title' | 'preflight' | 'contents'>;

/** What the sheets of the merged document need. */
type Sheets = Pick<HeaderRun, 'openSheet' | 'rooms'>;

export interface MergeRun {
  /** Platen's version, for the document information. */
  readonly version: string;
  /** Prints one of the documents. */
  readonly print: (request: SingleRequest) => Promise<PrintedDocument>;
  /**
   * Finishes the merged document within the request's timeout.
   * @param first the request for the first document, whose paper headers are measured for
   */
  readonly finish: <T>(
    first: SingleRequest,
    work: (plan: PrintPlan, sheets: Sheets) => Promise<T>,
  ) => Promise<T>;
}

/**
 * Prints documents one after the other, each isolated from the others, and merges them in their
 * order. PDF files are read as they are.
 * @throws ConversionFailure that names the document, with the findings up to then
 */
export async function printMerged(
  { request, documents, books }: OpenedRequest,
  { version, print, finish }: MergeRun,
): Promise<ConvertedPdf> {
  const findings = new PartFindings(documents.length);
  const options = { ...request, ...ofWholeDocument };
  const added: AddedPart[] = [];
  const contents = new MergedContents(request);
  const merger = await PdfMerger.create();
  const letterhead = await letterheadSteps(request);
  // A PDF that is missing is reported before the others are printed.
  for (const source of documents) await named(source, findings, async () => checkPdf(source));
  for (const [index, source] of documents.entries()) {
    await named(source, findings, async () => {
      const pdf = isPdfSource(source) ? await readPdf(source) : await print({ ...options, source });
      findings.add(source, pdf.preflight);
      const part = await add(merger, source, pdf);
      findings.add(source, mergeFindings(request, part));
      added.push({ request: { ...request, source }, ...part });
      contents.add(merger, part, pdf.contents);
    });
    const book = books.find(({ last }) => last === index);
    // The bookmarks of the headings are below those of the documents.
    const hasHeadings = request.bookmarks !== undefined;
    if (book !== undefined && !hasHeadings) {
      contents.replace(book.count, merger.replaceBookmarks(book.count, book.contents));
    }
  }
  const titleInBook = withoutSiteName(added.map(({ title }) => title));
  merger.renameDocuments(titleInBook);
  contents.renameDocuments(titleInBook);
  const [first] = added;
  if (first === undefined) throw new Error('There is nothing to merge.');
  return finish(first.request, async (plan, sheets) => {
    const { title } = mergedInformation(merger, request, version);
    const inserted = await contents.insert(merger, plan, sheets);
    const document = await merger.end(request.lang);
    const steps: FinishStep[] = [];
    const ofHeaders: Finding[] = [];
    const language = request.lang ?? merger.language;
    if ((request.watermarkText ?? '') !== '') {
      steps.push(overlayStep(drawWatermark(request, { ...sheets, language })));
    }
    if (hasHeaders(request)) {
      const facts = headerFacts(request, added, { title, pages: inserted });
      const headed = {
        factsOf: () => facts,
        language,
        created: new Date(),
        margins: marginsOfPlan(plan),
      };
      const report = (found: Preflight) => void ofHeaders.push(...found);
      steps.push(overlayStep(drawHeaders(request, headed, { ...sheets, report })));
    }
    steps.push(...letterhead, ...sheetSteps(request));
    steps.push(setInformation(mergedInformation(merger, request, version)));
    const { bytes, pages } = await writePdf(document, steps);
    const preflight = [...findings.preflight, ...ofHeaders];
    refuseFindings(preflight, request.failOn);
    return { parts: [bytes], size: bytes.length, pages, title, preflight };
  });
}

/**
 * Pages are counted through all documents; titles and URLs are those of each. The table of contents
 * has the title of the whole, and the URL and the file of the first document.
 */
function headerFacts(
  request: ConversionRequest,
  added: readonly AddedPart[],
  contents: Pick<AddedPdf, 'title' | 'pages'>,
): readonly HeaderFacts[] {
  const all = added.flatMap(({ request: own, title, pages }) => factsOfDocument(own, title)(pages));
  const inserted = added
    .slice(0, 1)
    .flatMap((part) => factsOfDocument(part.request, contents.title)(contents.pages));
  all.splice(isContentsAfterFirst(request) ? 1 : 0, 0, ...inserted);
  const start = request.startNumber ?? 1;
  return all.map((facts, index) => ({
    ...facts,
    page: start + index,
    pages: start + all.length - 1,
  }));
}

class MergedContents {
  readonly #request: ConversionRequest;
  /** The lines of each document, or of a book. */
  readonly #lines: (readonly MergedEntry[])[] = [];
  /** The first printed document: the others are PDFs, which may have any paper. */
  #like: PartContents | null = null;

  constructor(request: ConversionRequest) {
    this.#request = request;
  }

  get #levels(): number {
    return this.#request.tableOfContents ?? 0;
  }

  /** Adds the document that was merged last, by its headings, or its bookmarks if it is a PDF. */
  add(merger: PdfMerger, { title }: AddedPdf, contents: PartContents | null): void {
    if (this.#levels === 0) return;
    this.#like ??= contents;
    const below =
      contents === null
        ? merger.lastBookmarks(this.#levels)
        : contents.headings.map(({ level, text, place }) => ({
            title: text,
            level,
            ...merger.lastPlace(place.pageIndex, place.y),
          }));
    this.#lines.push([{ title, level: 1, ...merger.lastStart() }, ...entriesBelow(title, below)]);
  }

  /** Lists a book by its own table of contents, as its bookmarks do. */
  replace(count: number, entries: readonly MergedEntry[]): void {
    if (this.#levels === 0) return;
    const shown = entries.filter(({ level }) => level <= this.#levels);
    this.#lines.splice(-count, count, shown);
  }

  renameDocuments(titleOf: (title: string) => string): void {
    for (const [index, [first, ...below]] of this.#lines.entries()) {
      if (first) this.#lines[index] = [{ ...first, title: titleOf(first.title) }, ...below];
    }
  }

  /**
   * Prints the table of contents and inserts it.
   * @returns the number of its pages
   */
  async insert(merger: PdfMerger, plan: PrintPlan, { openSheet }: Sheets): Promise<number> {
    const lines = this.#lines.flat();
    if (lines.length === 0) return 0;
    const request = this.#request;
    const language = request.lang ?? merger.language;
    const { title, bytes, pages } = await printMergedContents(
      openSheet,
      lines.map(({ title: text, level, pageIndex }) => ({ text, level, pageIndex })),
      { request, plan, like: this.#like, language },
    );
    await merger.insert({
      bytes: plainView(bytes),
      title,
      isAfterFirst: isContentsAfterFirst(request),
      destinationOf: (url) => lines[lineOfLink(url) ?? -1]?.destination ?? null,
    });
    return pages;
  }
}

/** Options that apply to the whole document, not to its parts. */
const ofWholeDocument = {
  title: undefined,
  author: undefined,
  subject: undefined,
  keywords: undefined,
  lang: undefined,
  watermarkText: undefined,
};

/** The information of the first document, whose producer names Chromium's PDF library. */
function mergedInformation(
  { information, language }: Pick<PdfMerger, 'information' | 'language'>,
  { title, author, subject, keywords, lang }: ConversionRequest,
  version: string,
): PdfInformation {
  const { producer, ...first } = information;
  const library = /\(([^()]+)\)$/.exec(producer)?.[1];
  return {
    title: title ?? first.title,
    author: author ?? first.author,
    subject: subject ?? first.subject,
    keywords: keywords ?? first.keywords,
    language: lang ?? language,
    creator: `Platen ${version}`,
    producer: library === undefined ? `Platen ${version}` : `Platen ${version} (${library})`,
    created: new Date(),
  };
}

/** Names the document in the error of its conversion. */
async function named<T>(
  source: SingleSource,
  findings: PartFindings,
  work: () => Promise<T>,
): Promise<T> {
  return work().catch((thrown: unknown) => {
    if (thrown instanceof ConversionFailure) findings.add(source, thrown.preflight);
    throw new ConversionFailure(partError(source, thrown), findings.preflight);
  });
}

/** Errors about files that cannot be read name them already. */
function partError(source: SingleSource, thrown: unknown): unknown {
  if (!(thrown instanceof AppError)) return thrown;
  if (['canceled', 'source-unreadable'].includes(thrown.code)) return thrown;
  const { code, message: reason, fields, folder } = errorData(thrown);
  const text = message('merge.partFailed', { document: partName(source), reason });
  return new AppError(code, text, fields, { folder, cause: thrown });
}

/** Returns the findings about a document that are true only of the merged one. */
function mergeFindings(
  { tagged = false }: ConversionRequest,
  { isSigned, isTagged }: AddedPdf,
): readonly Finding[] {
  return [
    ...(isSigned ? [invalidSignature] : []),
    ...(tagged && !isTagged
      ? [{ kind: 'tags', message: message('preflight.noTags') } as const]
      : []),
  ];
}

async function add(merger: PdfMerger, source: SingleSource, pdf: PartPdf): Promise<AddedPdf> {
  const isPage = pdf.title !== '';
  const entryTitle = source.kind === 'file' ? source.entryTitle : undefined;
  return merger
    .add({
      bytes: plainView(joined(pdf.parts)),
      titleOf: (title) => entryTitle ?? ((isPage ? pdf.title : title) || sourceName(source)),
      isTitle: isTitleOf,
      url: urlOf(source),
    })
    .catch((thrown: unknown) => {
      throw unreadable(source, thrown);
    });
}

/** @throws AppError `source-unreadable` for a PDF file that is missing or too large */
async function checkPdf(source: SingleSource): Promise<void> {
  if (source.kind !== 'file' || !isPdfSource(source)) return;
  const { path } = source;
  const { size } = await stat(path).catch((thrown: unknown) => {
    throw new AppError('source-unreadable', readFailure(path, thrown));
  });
  if (size <= maxPdfBytes) return;
  const megabytes = maxPdfBytes / 1024 ** 2;
  throw new AppError(
    'source-unreadable',
    message('merge.pdfTooLarge', { path: quotePath(path), megabytes }),
  );
}

async function readPdf(source: SingleSource): Promise<PartPdf> {
  if (source.kind !== 'file') throw new Error('Only files are read as PDFs.');
  const { path } = source;
  const bytes = await readFile(path).catch((thrown: unknown) => {
    throw new AppError('source-unreadable', readFailure(path, thrown));
  });
  if (!hasPdfHeader(bytes)) throw unreadable(source, null);
  return { parts: [bytes], title: '', preflight: [], contents: null };
}

/** @param cause the error of the library; null for none */
function unreadable(source: SingleSource, cause: unknown): AppError {
  const path = source.kind === 'file' ? quotePath(source.path) : sourceName(source);
  const failure =
    cause instanceof EncryptedPDFError
      ? message('merge.pdfEncrypted', { path })
      : message('merge.pdfBroken', { path });
  return new AppError('source-unreadable', failure, undefined, { cause });
}
