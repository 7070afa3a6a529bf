import { AppError } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { ownOption } from '../../../shared/request/own-options.js';
import {
  countInRanges,
  pageNumbers,
  pageNumbersText,
  pagesBeyondEnd,
  requiredPages,
} from '../../../shared/request/pages.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import { fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import type { ConversionPage } from '../page/conversion-page.js';
import { readPdfStructure } from '../pdf/pdf-file.js';
import { blankPages, markedArea, type PaperArea } from '../preflight/printed-pdf.js';
import type { PrintPlan } from '../sheet/print-options.js';

/** A print, and the zoom at which it was printed. */
interface Print {
  readonly bytes: Buffer;
  readonly zoom: number;
}

/** Prints the selected pages with room for what is added to them. */
type PrintPages = (plan: PrintPlan) => Promise<Buffer>;

/**
 * Prints a page in the way that the request asks for: fitted to the width of its paper, on one tall
 * page, or only some pages.
 *
 * All of it is done by Chromium: links, bookmarks and structure of the PDF always belong to the
 * pages that are in it.
 */
export async function printFitted(
  page: ConversionPage,
  request: ConversionRequest,
  plan: PrintPlan,
  print: PrintPages,
): Promise<Print> {
  const { shrinkToFit, singlePage } = request;
  const zoom = plan.scale;
  if (shrinkToFit !== true && singlePage !== true) {
    return { bytes: await printKeptPages(page, request, plan, print), zoom };
  }
  // Headers may need larger margins, which leave less room.
  if (Object.keys(plan.headerRules).length > 0) await print(plan);
  const area = await measureArea(page, plan);
  const fitting = shrinkToFit === true ? await zoomThatFits(page, area, zoom) : null;
  if (singlePage === true) {
    return printOnOnePage(page, plan, fitting === null ? area : atZoom(area, fitting));
  }
  const scale = fitting ?? zoom;
  const fitted = { ...plan, options: { ...plan.options, scale } };
  return { bytes: await printKeptPages(page, request, fitted, print), zoom: scale };
}

/** The smallest scale that Chromium prints at. */
const minZoom = 0.1;

const pixelsPerPoint = 96 / 72;

/** How often the width is measured: a wider layout may show wider content. */
const maxMeasures = 12;

/** Keeps rounding from cutting off a line at the edge. */
const slack = 0.999;

/**
 * The page's own CSS may decide where its content is, so the first page is printed with a
 * background color to find out.
 */
async function measureArea(page: ConversionPage, { options }: PrintPlan): Promise<PaperArea> {
  await page.setFittingStyles('html:not(#platen#platen#platen) { background: #123456 !important }');
  const bytes = await page.print({ ...options, pageRanges: '1' });
  await page.setFittingStyles('');
  const area = markedArea(bytes, readPdfStructure(bytes));
  if (area === null) throw new AppError('print-failed', message('engine.unknownPdfStructure'));
  return area;
}

/** The area with content at another zoom that needs no shrinking. */
function atZoom(area: PaperArea, zoom: number): PaperArea {
  const pointsPerPx = zoom / pixelsPerPoint;
  return {
    ...area,
    pointsPerPx,
    layoutWidthPx: area.widthPoints / pointsPerPx,
    layoutHeightPx: area.heightPoints / pointsPerPx,
  };
}

/**
 * Returns the zoom at which nothing is cut off at the right edge and nothing scrolls sideways; null
 * if that is so already. Chromium itself shrinks wide pages, but only to two thirds.
 */
async function zoomThatFits(
  page: ConversionPage,
  area: PaperArea,
  zoom: number,
): Promise<number | null> {
  const fullWidthPx = (area.widthPoints * pixelsPerPoint) / zoom;
  const maxWidthPx = Math.floor((fullWidthPx * zoom) / minZoom);
  const firstWidthPx = Math.round(area.layoutWidthPx);
  let widthPx = firstWidthPx;
  for (let turn = 0; turn < maxMeasures; turn += 1) {
    const { hiddenPx, isInVain } = await page.hiddenWidth(widthPx);
    // A scroller of fixed width gains nothing from a wider layout, and no longer counts.
    if (isInVain) widthPx = firstWidthPx;
    else if (hiddenPx < 1) break;
    else widthPx = Math.min(maxWidthPx, Math.ceil(widthPx + hiddenPx));
  }
  if (widthPx === firstWidthPx) return null;
  return Math.max(minZoom, ((fullWidthPx * zoom) / widthPx) * slack);
}

/** PDF readers open no page with a longer side (ISO 32000-1, annex C.2), in points. */
const maxSidePoints = 200 * 72;

/** By how much a page that turns out to be too short is extended, attempt by attempt. */
const extensions = [0, 0.005, 0.02, 0.1];

/**
 * Prints everything on one page as wide as the paper and as tall as the content. A page that would
 * be too tall for PDF readers is scaled down as a whole.
 * @throws AppError `print-failed`
 */
async function printOnOnePage(
  page: ConversionPage,
  { options }: PrintPlan,
  area: PaperArea,
): Promise<Print> {
  await page.setFittingStyles(onePageStyles);
  const heightPx = await page.heightOnOnePage(area.layoutWidthPx, area.layoutHeightPx);
  for (const extension of extensions) {
    const tall = tallPage(area, heightPx * (1 + extension));
    await page.setFittingStyles(onePageStyles + tall.styles);
    const bytes = await page.print({ ...options, ...tall.options });
    if (readPdfStructure(bytes).pages === 1) return { bytes, zoom: tall.zoom };
  }
  const option = ownOption('singlePage').label;
  throw new AppError('print-failed', message('engine.singlePageNotOne', { option }));
}

/** Forced breaks would end the one page, and measured sizes must not be animated. */
const onePageStyles = ['', '::before', '::after']
  .map((pseudo) => `:not(#platen#platen#platen)${pseudo}`)
  .join(', ').concat(`{
    break-before: auto !important;
    break-after: auto !important;
    break-inside: auto !important;
    page: auto !important;
    transition: none !important }`);

function tallPage(area: PaperArea, contentHeightPx: number) {
  const { paper, leftPoints, topPoints, widthPoints, heightPoints, pointsPerPx } = area;
  const right = paper.widthPoints - leftPoints - widthPoints;
  const bottom = paper.heightPoints - topPoints - heightPoints;
  const height = topPoints + contentHeightPx * pointsPerPx + bottom;
  const factor = Math.min(1, maxSidePoints / Math.max(height, paper.widthPoints));
  const zoom = pointsPerPx * pixelsPerPoint * factor;
  if (zoom < minZoom) {
    const params = { inches: Math.ceil(height / 72), option: ownOption('singlePage').label };
    throw new AppError('print-failed', message('engine.singlePageTooTall', params));
  }
  const inches = (points: number) => (Math.max(0, points) * factor) / 72;
  const pageSize = { width: inches(paper.widthPoints), height: inches(height) };
  const margins = {
    top: inches(topPoints),
    right: inches(right),
    bottom: inches(bottom),
    left: inches(leftPoints),
  };
  const sides = [margins.top, margins.right, margins.bottom, margins.left];
  return {
    zoom,
    options: { pageSize, margins, scale: zoom },
    styles: `@page {
      size: ${pageSize.width}in ${pageSize.height}in !important;
      margin: ${sides.map((side) => `${side}in`).join(' ')} !important }`,
  };
}

/**
 * Prints the selected pages, and again without those that are not wanted: odd or even ones, blank
 * ones. If all are blank, the first one stays.
 */
async function printKeptPages(
  page: ConversionPage,
  { oddEven = 'all', dropBlankPages }: ConversionRequest,
  plan: PrintPlan,
  print: PrintPages,
): Promise<Buffer> {
  const printed = await print(plan);
  if (oddEven === 'all' && dropBlankPages !== true) return printed;
  const structure = readPdfStructure(printed);
  const numbers = pageNumbers(plan.pages, structure.pages);
  const remainder = oddEven === 'odd' ? 1 : 0;
  const inTurn = oddEven === 'all' ? numbers : numbers.filter((each) => each % 2 === remainder);
  if (inTurn.length === 0) {
    const issue = message(oddEven === 'even' ? 'engine.onlyOddPages' : 'engine.onlyEvenPages');
    throw invalidRequest([fieldIssue('oddEven', issue)]);
  }
  const blank = dropBlankPages === true ? await blankPages(printed, structure) : new Set<number>();
  const shown = inTurn.filter((each) => !blank.has(numbers.indexOf(each)));
  const kept = shown.length === 0 ? inTurn.slice(0, 1) : shown;
  if (kept.length === numbers.length) return printed;
  return page.print({ ...plan.options, pageRanges: pageNumbersText(kept) });
}

/**
 * Chromium silently drops pages beyond the last one, fails only if no page is left, and never says
 * how many there are. So the printed pages are counted, and if some are missing the whole document
 * is printed to find out how long it is.
 */
export async function printSelectedPages(
  page: ConversionPage,
  { options, pages }: PrintPlan,
): Promise<Buffer> {
  const printed = await page.print(options).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    return error;
  });
  if (pages === null) return bytesOrThrow(printed);
  // A range to the end may hold more.
  const minPages = countInRanges(pages, requiredPages(pages));
  if (Buffer.isBuffer(printed) && readPdfStructure(printed).pages >= minPages) return printed;
  const whole = await page.print({ ...options, pageRanges: '' });
  const issue = pagesBeyondEnd(pages, readPdfStructure(whole).pages);
  if (issue === null) return bytesOrThrow(printed);
  throw invalidRequest([fieldIssue('pages', issue)]);
}

function bytesOrThrow(printed: unknown): Buffer {
  if (Buffer.isBuffer(printed)) return printed;
  const reason = printed instanceof Error ? printed.message : String(printed);
  throw new AppError('print-failed', message('engine.notPrinted', { reason }));
}
