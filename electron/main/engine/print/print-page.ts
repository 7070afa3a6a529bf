import { message } from '../../../shared/messages/message.js';
import type { Finding, Preflight } from '../../../shared/request/preflight.js';
import type { ConversionRequest, SingleRequest } from '../../../shared/request/request.js';
import { excerpt } from '../../../shared/request/text.js';
import { type PartContents, addContents, markAnchors, markHeadings } from '../contents/contents.js';
import type { ConversionPage } from '../page/conversion-page.js';
import { isLocal } from '../addresses/page-address.js';
import type { HeaderEdge } from '../../../shared/request/header-text.js';
import type { PageFacts } from '../page/page-script.js';
import {
  type PdfInformation,
  informationUpdate,
  readPdfStructure,
  removeUnsafeLinks,
  rewriteLocalLinks,
} from '../pdf/pdf-file.js';
import type { FinishStep } from '../pdf/finish-pdf.js';
import type { NestedBookmark } from '../pdf/merge-pdf.js';
import type { OverlayStep } from '../pdf/overlay.js';
import { PrintedPages } from '../pdf/overlay-printed.js';
import type { PageMargins } from '../pdf/page-geometry.js';
import { sizeOf } from '../pdf/parts.js';
import { ServedPdf, convertServedPdf } from '../pdf/served-pdf.js';
import type { ConvertedPdf } from '../contract/pdf-engine.js';
import { Findings, refuseFindings } from '../contract/findings.js';
import { pageMargins } from '../preflight/printed-pdf.js';
import { drawHeaders, factsOfDocument, hasHeaders, hasRoom } from './page-headers.js';
import { printFitted, printSelectedPages } from './print-fitted.js';
import { sheetSteps } from './pages-per-sheet.js';
import { type HeaderRooms, type PrintPlan, marginsOfPlan } from '../sheet/print-options.js';
import type { OpenSheet } from '../sheet/sheet.js';
import { drawWatermark } from './watermark.js';

export interface PrintRun {
  /** Platen's version, for the document information. */
  readonly version: string;
  /** Called when the page has loaded and is about to be printed. */
  readonly onPrint: () => void;
  /** Opens sheets once the page is printed, which closes the page. */
  readonly openSheet: OpenSheet;
  readonly rooms: HeaderRooms;
  /** Draws the PDFs under and over the pages. */
  readonly letterhead: readonly FinishStep[];
  /**
   * Whether it becomes a part of a merged document, which gets the headers. A PDF that a server
   * sends instead of a page is taken as it is, whatever the options.
   */
  readonly isPart: boolean;
  /** The contents of a book of one document. */
  readonly bookmarks: readonly NestedBookmark[];
}

export interface PrintedDocument extends ConvertedPdf {
  /** For the table of contents of a merged document; null for none and for a served PDF. */
  readonly contents: PartContents | null;
}

/** Loads a page, prints it, examines the print and adds the document information. */
export async function printPage(
  page: ConversionPage,
  request: SingleRequest,
  plan: PrintPlan,
  run: PrintRun,
): Promise<PrintedDocument> {
  const facts = await page.load(plan.styles);
  refuseFindings(page.preflight, request.failOn);
  if (facts instanceof ServedPdf) {
    const { preflight } = page;
    if (!run.isPart) {
      return { ...(await convertServedPdf(facts, request, preflight)), contents: null };
    }
    const { bytes, pages } = facts;
    return { parts: [bytes], size: bytes.length, pages, title: '', preflight, contents: null };
  }
  run.onPrint();
  if (run.isPart || run.bookmarks.length > 0) await markAnchors(page);
  const headings = await markHeadings(page, request);
  const { bytes: printed, zoom } = await printFitted(page, request, plan, async (selected) =>
    printWithHeaderRoom(page, selected, run.rooms),
  );
  if (isLocal(request.source)) rewriteLocalLinks(printed, facts.origin);
  const links = linkFindings(removeUnsafeLinks(printed));
  const structure = readPdfStructure(printed);
  const inspection = inspectionOf(facts, request);
  const inspectedZoom = plan.scale;
  await page.examine({ bytes: printed, structure, inspection, zoom, inspectedZoom });
  const preflight = [...page.preflight, ...links];
  refuseFindings(preflight, request.failOn);
  const information = informationOf(facts, request, run.version, structure.producer);
  const { title, language } = information;
  const { update, contents } = await addContents(page, printed, headings, {
    request,
    plan,
    bookmarks: run.bookmarks,
    isPart: run.isPart,
    language,
  });
  const found: Finding[] = [...preflight];
  const overlays = overlaysOf(request, plan, information, {
    ...run,
    report: (findings) => void found.push(...findings),
  });
  if (overlays.length > 0) {
    const pages = new PrintedPages(update);
    for (const draw of overlays) await draw(pages);
  }
  refuseFindings(found, request.failOn);
  const { parts: amended, structure: changed } = update.end();
  const parts = [...amended, informationUpdate(sizeOf(amended), changed, information)];
  const steps = run.isPart ? [] : [...run.letterhead, ...sheetSteps(request)];
  if (steps.length > 0) {
    const { finishPdf } = await import('../pdf/finish-pdf.js');
    const { bytes, pages: count } = await finishPdf(Buffer.concat(parts), steps);
    return { parts: [bytes], size: bytes.length, pages: count, title, preflight: found, contents };
  }
  const { pages } = changed;
  return { parts, size: sizeOf(parts), pages, title, preflight: found, contents };
}

/** A script has nothing to run on outside of its page, so its link is not missed. */
const scriptLink = /^(?:java|vb)script:/;

function linkFindings(removed: readonly string[]): Preflight {
  const findings = new Findings();
  for (const url of removed.filter((each) => !scriptLink.test(each)))
    findings.add('refused', message('preflight.linkRemoved', { url: excerpt(url) }));
  return findings.preflight;
}

/** What is drawn over the pages uses it. */
interface OverlayRun extends PrintRun {
  /** Called with the findings in what is added. */
  readonly report: (findings: Preflight) => void;
}

/** Returns what is drawn over the pages of the finished document, in its order. */
function overlaysOf(
  request: SingleRequest,
  plan: PrintPlan,
  { title, language, created }: PdfInformation,
  run: OverlayRun,
): readonly OverlayStep[] {
  const steps: OverlayStep[] = [];
  if ((request.watermarkText ?? '') !== '') {
    steps.push(drawWatermark(request, { language, openSheet: run.openSheet }));
  }
  if (hasHeaders(request) && !run.isPart) {
    const document = {
      factsOf: factsOfDocument(request, title),
      language,
      created,
      margins: marginsOfPlan(plan),
    };
    steps.push(drawHeaders(request, document, run));
  }
  return steps;
}

/**
 * Prints the pages again with larger margins if most of them leave no room for headers. The few
 * that don't, such as a cover, are left without.
 */
async function printWithHeaderRoom(
  page: ConversionPage,
  plan: PrintPlan,
  rooms: HeaderRooms,
): Promise<Buffer> {
  const printed = await printSelectedPages(page, plan);
  const edges = headerEdgesOf(plan.headerRules);
  if (edges.length === 0) return printed;
  // Reading them takes a while for a long document.
  const margins = [...pageMargins(printed, readPdfStructure(printed))];
  const narrow = edges.filter((edge) => isMostlyNarrow(margins, edge, rooms));
  if (narrow.length === 0) return printed;
  await page.addStyles(narrow.map((edge) => plan.headerRules[edge]).join('\n'));
  return printSelectedPages(page, plan);
}

function headerEdgesOf(rules: PrintPlan['headerRules']): readonly HeaderEdge[] {
  return (['top', 'bottom'] as const).filter((edge) => rules[edge] !== undefined);
}

function isMostlyNarrow(
  known: readonly PageMargins[],
  edge: HeaderEdge,
  rooms: HeaderRooms,
): boolean {
  const room = rooms[edge];
  if (room === undefined) return false;
  const narrow = known.filter((margins) => !hasRoom(edge, margins, room));
  return narrow.length > known.length / 2;
}

/** One tall page has unfolded what scrolled down. */
function inspectionOf({ inspection }: PageFacts, { singlePage }: ConversionRequest) {
  if (inspection === null || singlePage !== true) return inspection;
  const scrollers = inspection.scrollers.map((each) => ({ ...each, hiddenHeightPx: 0 }));
  return { ...inspection, scrollers };
}

/** The user's texts replace the page's own. */
function informationOf(
  facts: PageFacts,
  { title = '', author = '', subject = '', keywords = '', lang = '' }: ConversionRequest,
  version: string,
  printer: string,
): PdfInformation {
  return {
    title: title === '' ? facts.title : title,
    author: author === '' ? facts.author : author,
    subject: subject === '' ? facts.description : subject,
    keywords: keywords === '' ? facts.keywords : keywords,
    language: lang === '' ? facts.language : lang,
    creator: `Platen ${version}`,
    producer: `Platen ${version} (${printer})`,
    created: new Date(),
  };
}
