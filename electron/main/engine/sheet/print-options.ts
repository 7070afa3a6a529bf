import type { PrintToPDFOptions } from 'electron';
import { AppError } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import {
  type Length,
  defaultPageFormat,
  orientPaper,
  type PageFormat,
  parseLength,
  parsePageFormat,
} from '../../../shared/request/paper.js';
import { type PageRange, pageRangesText, parsePageRanges } from '../../../shared/request/pages.js';
import type { HeaderEdge, HeaderRoom } from '../../../shared/request/header-text.js';
import { type Parsed, fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import type { PageMargins } from '../pdf/page-geometry.js';
import { sourceKindOf } from '../sources/source-kinds.js';

/** What the headers on one edge need; absent without any. */
export type HeaderRooms = Readonly<Partial<Record<HeaderEdge, HeaderRoom>>>;

/**
 * How a request is printed: the options of Electron's printToPDF, and the rule that makes them win
 * over the page's CSS.
 */
export interface PrintPlan {
  readonly options: PrintToPDFOptions;
  /** The selected pages; null for all. */
  readonly pages: readonly PageRange[] | null;
  /**
   * Rules that become the page's last style sheet: the user's CSS, then an `@page` rule; empty if
   * the page's own CSS stays in force.
   */
  readonly styles: string;
  /** The `@page` rule of these: what the user set; empty for nothing. */
  readonly pageStyles: string;
  /** At which the content is printed. */
  readonly scale: number;
  /** Width of the paper between its side margins, in CSS pixels: the page's layout width. */
  readonly contentWidthPx: number;
  /** Width of the paper between its side margins. */
  readonly contentWidthInches: number;
  /** In inches; the page's own CSS may set others. */
  readonly margins: AllMargins;
  /**
   * Margins that are forced on pages whose own CSS leaves no room for headers, by edge; absent for
   * an edge without headers, or with a margin that the user set.
   */
  readonly headerRules: Readonly<Partial<Record<HeaderEdge, string>>>;
}

const pixelsPerInch = 96;
const pointsPerInch = 72;

/** No screen is wider, and some systems refuse wider windows. */
const maxWindowWidthPx = 16_000;

/**
 * The paper is always passed in inches and already turned: Electron rounds its named sizes (A4 to
 * 8.27 x 11.7 in), and its `landscape` compares the margins with the paper before it is turned
 * (lib/browser/print-to-pdf.ts).
 * @param request has been checked
 */
export function planPrint(request: ConversionRequest, rooms: HeaderRooms = {}): PrintPlan {
  const paper = paperOf(request);
  const pages = request.pages === undefined ? null : checked(parsePageRanges(request.pages));
  const set = setMargins(request);
  const margins = printMargins(set, paper, rooms);
  const contentWidthInches = paper.widthInches - margins.left - margins.right;
  const scale = scaleOf(request, printedWidthPx(paper.widthInches, margins));
  const hasLayoutWidth = request.viewportWidth !== undefined;
  const pageStyles = pageRule(request, paper, hasLayoutWidth ? margins : inchesOf(set));
  return {
    options: {
      pageSize: { width: paper.widthInches, height: paper.heightInches },
      margins,
      printBackground: true,
      preferCSSPageSize: true,
      scale,
      ...(request.tagged === true && { generateTaggedPDF: true }),
      ...(pages && { pageRanges: pageRangesText(pages) }),
    },
    pages,
    styles: [readingStyles(request), ownStyles(request), pageStyles, marginBoxRule(rooms)]
      .filter(Boolean)
      .join('\n'),
    pageStyles,
    scale,
    contentWidthPx:
      request.viewportWidth ??
      Math.min(Math.round((contentWidthInches * pixelsPerInch) / scale), maxWindowWidthPx),
    contentWidthInches,
    margins,
    headerRules: headerRules(set, margins, rooms),
  };
}

/** Of pages whose own CSS sets none, in points. */
export function marginsOfPlan({ margins }: PrintPlan): PageMargins {
  const points = (inches: number) => inches * pointsPerInch;
  return {
    top: points(margins.top),
    right: points(margins.right),
    bottom: points(margins.bottom),
    left: points(margins.left),
  };
}

function headerRules(
  set: SetMargins,
  margins: AllMargins,
  rooms: HeaderRooms,
): PrintPlan['headerRules'] {
  const rules: Partial<Record<HeaderEdge, string>> = {};
  for (const edge of ['top', 'bottom'] as const) {
    if (rooms[edge] === undefined || set[edge] !== undefined) continue;
    rules[edge] = `@page { margin-${edge}: ${margins[edge]}in !important }`;
  }
  return rules;
}

/** Headers replace the page's own margin boxes on their edge, which they would cover. */
function marginBoxRule(rooms: HeaderRooms): string {
  const edges = (['top', 'bottom'] as const).filter((edge) => rooms[edge] !== undefined);
  const boxes = edges.flatMap((edge) =>
    ['left', 'center', 'right'].map((place) => `@${edge}-${place} { content: none !important }`),
  );
  return boxes.length === 0 ? '' : `@page { ${boxes.join(' ')} }`;
}

function paperOf(request: ConversionRequest): PageFormat {
  const { defaultFormat = defaultPageFormat, format = defaultFormat, landscape } = request;
  return wholePoints(orientPaper(checked(parsePageFormat(format)), landscape));
}

/**
 * Returns the paper in whole points, the nearest ones. Chromium has no others: it rounds a page
 * size up to them, but the `size` of a style sheet down to whole pixels first, so that A4 would be
 * 596 points wide as the default and 595 as a format (measured with Chromium 153 and 130).
 */
function wholePoints(paper: PageFormat): PageFormat {
  const inches = (length: number) => Math.round(length * pointsPerInch) / pointsPerInch;
  return {
    ...paper,
    widthInches: inches(paper.widthInches),
    heightInches: inches(paper.heightInches),
  };
}

/** Returns a length of {@link wholePoints} as CSS that Chromium does not round further down. */
function pointsOf(inches: number): string {
  return `${Math.round(inches * pointsPerInch)}pt`;
}

function setMargins(request: ConversionRequest): SetMargins {
  const set = sides.flatMap((side) => {
    const text = request.margin?.[side];
    return text === undefined ? [] : [[side, checked(parseLength(text))] as const];
  });
  return Object.fromEntries(set);
}

/**
 * Fits the content of books, which are made for screens of any width, to the paper. Any rule of the
 * book's own is stronger than those of a layer.
 */
function readingStyles({ source }: ConversionRequest): string {
  if (source.kind !== 'file' || sourceKindOf(source.path) !== 'EPUB') return '';
  return `@layer platen {
    body { overflow-wrap: break-word }
    pre { white-space: pre-wrap; overflow-wrap: anywhere }
    img, svg, video { max-width: 100%; max-height: 100vh; object-fit: contain }
  }`;
}

/** A declaration that the page's own CSS does not override, as users hide what it shows. */
function ownStyles({ css = '', hide = '' }: ConversionRequest): string {
  return hide === '' ? css : `${css}\n${hide} { display: none !important }`;
}

/**
 * Values that the user set win over the page's `@page` rules; others do not appear here. A layout
 * width sets all of them, because the scale depends on them.
 */
function pageRule(request: ConversionRequest, paper: PageFormat, margins: MarginInches): string {
  const { format, landscape, viewportWidth } = request;
  const paperIsSet = [format, landscape, viewportWidth].some((value) => value !== undefined);
  const declarations = [
    ...(paperIsSet
      ? [`size: ${pointsOf(paper.widthInches)} ${pointsOf(paper.heightInches)} !important`]
      : []),
    ...sides.flatMap((side) => {
      const inches = margins[side];
      return inches === undefined ? [] : [`margin-${side}: ${inches}in !important`];
    }),
  ];
  return declarations.length === 0 ? '' : `@page { ${declarations.join('; ')} }`;
}

/** Chromium rounds paper up to whole points and margins down (measured with Chromium 153). */
function printedWidthPx(
  paperInches: number,
  { left, right }: Readonly<Record<'left' | 'right', number>>,
): number {
  const points = (inches: number) => inches * pointsPerInch;
  const margins = Math.floor(points(left)) + Math.floor(points(right));
  return ((Math.ceil(points(paperInches)) - margins) / pointsPerInch) * pixelsPerInch;
}

/** The scales that Chromium prints at. */
const minScale = 0.1;
const maxScale = 2;

/** @throws AppError `invalid-request` if a layout of that width cannot be scaled to the paper */
function scaleOf({ zoom = 1, viewportWidth }: ConversionRequest, contentWidthPx: number): number {
  if (viewportWidth === undefined) return zoom;
  const scale = contentWidthPx / viewportWidth;
  if (scale >= minScale && scale <= maxScale) return scale;
  const range = {
    min: Math.ceil(contentWidthPx / maxScale),
    max: Math.floor(contentWidthPx / minScale),
  };
  const issue = message('engine.viewportOutOfRange', { width: viewportWidth, ...range });
  throw invalidRequest([fieldIssue('viewportWidth', issue)]);
}

function inchesOf(margins: SetMargins): MarginInches {
  return Object.fromEntries(sides.map((side) => [side, margins[side]?.inches]));
}

/** Returns the value of a text that the request's schema has accepted. */
function checked<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new AppError('invalid-request', parsed.message);
  return parsed.value;
}

const sides = ['top', 'right', 'bottom', 'left'] as const;
type Side = (typeof sides)[number];
type SetMargins = Partial<Readonly<Record<Side, Length>>>;
type AllMargins = Readonly<Record<Side, number>>;
type MarginInches = Readonly<Partial<Record<Side, number | undefined>>>;

/** Chromium's margin in inches, unless the user or the page sets another. */
const defaultMarginInches = 0.4;

/** The largest part of the remaining length that a default margin may take. */
const maxShare = 0.25;

/** The same for a margin with a header. */
const maxHeaderShare = 0.4;

/**
 * In inches: where none is set Chromium's default, or more for a header, or less on paper so small
 * that it would leave no room.
 */
function printMargins(
  set: SetMargins,
  paper: { readonly widthInches: number; readonly heightInches: number },
  rooms: HeaderRooms,
): AllMargins {
  const inches = (side: Side, opposite: Side, length: number, room?: HeaderRoom) => {
    const own = set[side]?.inches;
    if (own !== undefined) return own;
    const free = length - (set[opposite]?.inches ?? 0);
    if (room === undefined) return Math.min(defaultMarginInches, free * maxShare);
    return Math.min(Math.max(defaultMarginInches, room.comfortable), free * maxHeaderShare);
  };
  return {
    top: inches('top', 'bottom', paper.heightInches, rooms.top),
    bottom: inches('bottom', 'top', paper.heightInches, rooms.bottom),
    left: inches('left', 'right', paper.widthInches),
    right: inches('right', 'left', paper.widthInches),
  };
}
