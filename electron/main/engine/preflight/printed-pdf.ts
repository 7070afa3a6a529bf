import { setImmediate } from 'node:timers/promises';
import { constants, inflateSync } from 'node:zlib';
import {
  type ContentArea,
  type ShownMargins,
  areaInContent,
  backgroundPattern,
  marginsInContent,
} from '../pdf/page-geometry.js';
import {
  contentOf,
  contentsOf,
  objectOffset,
  pageNodes,
  type PageNode,
  type PdfStructure,
  readObject,
  references,
  streamAt,
} from '../pdf/pdf-file.js';

/** How a page was scaled to its paper. */
export interface PrintedScale {
  /** Layout width of the page in CSS pixels; content beyond it is cut off. */
  readonly layoutWidthPx: number;
  /** Length of a CSS pixel on the paper, with zoom and shrinking. */
  readonly millimetersPerPx: number;
  /**
   * Whether Chromium has shrunk the content as far as it does, so that anything wider was cut off.
   */
  readonly isShrunkToLimit: boolean;
}

export const pointsPerPx = 72 / 96;
const millimetersPerPoint = 25.4 / 72;

/**
 * How much wider than its paper a page may be before Chromium stops shrinking it and cuts (measured
 * on Chromium 153 and 156; all pages of a document are shrunk alike).
 */
export const maxShrink = 1.5;

/** Enough for margin boxes and background, which precede the page's content. */
const startBytes = 16_384;

const number = String.raw`(-?[\d.]+)`;
const unitPattern = new RegExp(String.raw`^${number} 0 0 -[\d.]+ 0 ${number} cm`);
/** The page's area is clipped, then moved and scaled: the same corner twice. */
const areaPattern = new RegExp(
  String.raw`${number} ${number} ${number} ${number} re\s+W\*? n\s+q\s+${number} 0 0 \5 \1 \2 cm`,
);

/**
 * Reads from a PDF by Chromium how its first page was scaled; null for an unknown structure.
 * @param zoom the requested zoom
 */
export function printedScale(
  bytes: Buffer,
  structure: PdfStructure,
  zoom: number,
): PrintedScale | null {
  const first = pagesOf(bytes, structure).next();
  const start = first.done === true ? '' : startOf(bytes, structure, first.value);
  const unit = unitPattern.exec(start);
  const area = areaPattern.exec(start);
  if (unit === null || area === null) return null;
  const [pointsPerUnit, width, unitsPerPx] = [Number(unit[1]), Number(area[3]), Number(area[5])];
  const scaled = pointsPerUnit * unitsPerPx;
  return {
    layoutWidthPx: width / unitsPerPx,
    millimetersPerPx: scaled * millimetersPerPoint,
    isShrunkToLimit: (pointsPerPx * zoom) / scaled > maxShrink - 0.001,
  };
}

/** See {@link areaInContent}. */
export function printedArea(
  bytes: Buffer,
  structure: PdfStructure,
  page: PageNode,
): ContentArea | null {
  const stream = contentOf(bytes, structure, page.text);
  return stream?.isPacked === true ? areaInContent(stream.bytes) : null;
}

/** Where the content of a page is on its paper, from the top left, and the paper. */
export interface PaperArea {
  readonly paper: { readonly widthPoints: number; readonly heightPoints: number };
  readonly leftPoints: number;
  readonly topPoints: number;
  readonly widthPoints: number;
  readonly heightPoints: number;
  /** Length of a CSS pixel on the paper, with zoom and shrinking. */
  readonly pointsPerPx: number;
  /** The same area in CSS pixels of the page's layout. */
  readonly layoutWidthPx: number;
  readonly layoutHeightPx: number;
}

/**
 * Reads from a PDF by Chromium where the content of its first page is, by its background color;
 * null for an unknown structure.
 */
export function markedArea(bytes: Buffer, structure: PdfStructure): PaperArea | null {
  const first = pagesOf(bytes, structure).next();
  if (first.done === true) return null;
  const background = backgroundPattern.exec(startOf(bytes, structure, first.value));
  if (background === null) return null;
  const [pointsPerUnit = 0, unitsPerPx = 0, left = 0, top = 0, , width = 0, height = 0] = background
    .slice(1)
    .map(Number);
  const pointsPerPx = pointsPerUnit * unitsPerPx;
  return {
    paper: { widthPoints: first.value.mediaBox[0], heightPoints: first.value.mediaBox[1] },
    leftPoints: left * pointsPerUnit,
    topPoints: top * pointsPerUnit,
    widthPoints: width * pointsPerPx,
    heightPoints: height * pointsPerPx,
    pointsPerPx,
    layoutWidthPx: width,
    layoutHeightPx: height,
  };
}

function startOf(bytes: Buffer, structure: PdfStructure, { content }: PdfPage): string {
  if (content === null) return '';
  return readContentStart(bytes, structure, content, startBytes)?.toString('latin1') ?? '';
}

/** Returns the scale of a page that fits its paper. */
export function plainScale(layoutWidthPx: number, zoom: number): PrintedScale {
  const millimetersPerPx = pointsPerPx * zoom * millimetersPerPoint;
  return { layoutWidthPx, millimetersPerPx, isShrunkToLimit: false };
}

/** How long a PDF is searched, in milliseconds; a thousand pages take about a tenth of that. */
const limitMs = 1000;

/**
 * How long to work without a break, in milliseconds: the thread also serves other conversions and
 * the window.
 */
const stretchMs = 8;

/**
 * Returns true if a PDF by Chromium shows glyph 0, which every font reserves for missing characters
 * (OpenType, `cmap`). Chromium writes text as glyph numbers of four hexadecimal digits. Content
 * beyond the limits is not searched.
 */
export async function hasMissingGlyphs(bytes: Buffer, structure: PdfStructure): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  let rest = performance.now() + stretchMs;
  for (const number of contentStreams(bytes, structure)) {
    const content = readContent(bytes, structure, number);
    if (content !== null && showsGlyphZero(content)) return true;
    const now = performance.now();
    if (now > deadline) return false;
    if (now < rest) continue;
    await setImmediate();
    rest = performance.now() + stretchMs;
  }
  return false;
}

const shown = '> Tj';
const missing = '0000';

/**
 * Scans each string once, from its end to its beginning.
 * @param content operators of a page, such as `<005200000003> Tj`
 */
export function showsGlyphZero(content: Buffer): boolean {
  if (!content.includes(missing)) return false;
  for (let end = content.indexOf(shown); end !== -1; end = content.indexOf(shown, end + 1)) {
    let start = end;
    while (isDigit(content[start - 1])) start -= 1;
    if (content[start - 1] === opening && holdsMissing(content, start, end)) return true;
  }
  return false;
}

function holdsMissing(content: Buffer, start: number, end: number): boolean {
  const glyphs = content.toString('latin1', start, end);
  for (let at = glyphs.indexOf(missing); at !== -1; at = glyphs.indexOf(missing, at + 1)) {
    if (at % missing.length === 0) return true;
  }
  return false;
}

const opening = 0x3c;

/** A hexadecimal digit. */
function isDigit(byte = 0): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x46) ||
    (byte >= 0x61 && byte <= 0x66)
  );
}

/** A page of a PDF by Chromium. */
interface PdfPage {
  readonly dictionary: string;
  /** The object number of the content stream; null for none. */
  readonly content: number | null;
  /** Width and height in points. */
  readonly mediaBox: readonly [number, number];
}

/** Yields the pages in order. Chromium writes one content stream per page. */
function* pagesOf(bytes: Buffer, structure: PdfStructure): Generator<PdfPage> {
  for (const { text: dictionary } of pageNodes(bytes, structure)) {
    const [content = null] = contentsOf(dictionary);
    const box = /\/MediaBox\s*\[\s*\S+\s+\S+\s+([\d.]+)\s+([\d.]+)/.exec(dictionary);
    yield { dictionary, content, mediaBox: [Number(box?.[1] ?? 0), Number(box?.[2] ?? 0)] };
  }
}

/** Yields the object numbers of the pages' content streams in order. */
function* contentStreams(bytes: Buffer, structure: PdfStructure): Generator<number> {
  for (const { content } of pagesOf(bytes, structure)) if (content !== null) yield content;
}

/** Yields the margins of the pages that show them; see {@link marginsInContent}. */
export function* pageMargins(bytes: Buffer, structure: PdfStructure): Generator<ShownMargins> {
  for (const { content, mediaBox } of pagesOf(bytes, structure)) {
    if (content === null) continue;
    const stream = streamAt(bytes, objectOffset(bytes, structure.trailer, content));
    if (stream?.isPacked !== true) continue;
    const margins = marginsInContent(stream.bytes, { width: mediaBox[0], height: mediaBox[1] });
    if (margins !== null) yield margins;
  }
}

/** Operators that paint anything but text (ISO 32000-1, annex A). */
const paints = /(?:^|\s)(?:Do|sh|BI|S|s|F|f\*?|B\*?|b\*?)(?=\s|$)/;

const textPattern = /<([\da-f]*)> Tj|\/(\w+) [\d.]+ Tf|T[jJ]|['"]/gi;

/** Indices; a page with only a background color is blank, one with links or fields is not. */
export async function blankPages(
  bytes: Buffer,
  structure: PdfStructure,
): Promise<ReadonlySet<number>> {
  const blank = new Set<number>();
  let index = 0;
  let rest = performance.now() + stretchMs;
  for (const { dictionary, content } of pagesOf(bytes, structure)) {
    if (isBlank(bytes, structure, dictionary, content)) blank.add(index);
    index += 1;
    if (performance.now() < rest) continue;
    await setImmediate();
    rest = performance.now() + stretchMs;
  }
  return blank;
}

function isBlank(
  bytes: Buffer,
  structure: PdfStructure,
  dictionary: string,
  number: number | null,
): boolean {
  if (/\/Annots\b/.test(dictionary)) return false;
  if (number === null) return true;
  const content = readContent(bytes, structure, number)?.toString('latin1');
  if (content === undefined) return false;
  const foreground = content.replace(backgroundPattern, '');
  return !paints.test(foreground) && !showsText(bytes, structure, dictionary, foreground);
}

/** Returns whether a page shows text besides spaces. */
function showsText(
  bytes: Buffer,
  structure: PdfStructure,
  dictionary: string,
  content: string,
): boolean {
  let spaces: ReadonlySet<string> = new Set();
  for (const [operator, glyphs, font] of content.matchAll(textPattern)) {
    if (font !== undefined) spaces = spaceGlyphs(bytes, structure, dictionary, font);
    else if (glyphs === undefined) return operator !== '';
    else if (glyphs.match(/.{4}/g)?.some((each) => !spaces.has(each.toLowerCase())) === true)
      return true;
  }
  return false;
}

/** Returns the numbers of a font's glyphs that stand for spaces, by its `ToUnicode` (9.10.3). */
function spaceGlyphs(
  bytes: Buffer,
  structure: PdfStructure,
  page: string,
  font: string,
): ReadonlySet<string> {
  const [number] = references(page, new RegExp(String.raw`/${font}\s+(\d+ \d+ R)`));
  if (number === undefined) return new Set();
  const dictionary = readObject(bytes, structure.trailer, number);
  const [mapping] = references(dictionary, /\/ToUnicode\s+(\d+ \d+ R)/);
  const text = mapping === undefined ? null : readContent(bytes, structure, mapping);
  const singles = (text?.toString('latin1') ?? '').matchAll(/^<([\da-f]{4})> <([\da-f]{4})>$/gim);
  return new Set(
    Array.from(singles)
      .filter(([, , unicode = '']) => /\s/.test(String.fromCharCode(Number.parseInt(unicode, 16))))
      .map(([, glyph = '']) => glyph.toLowerCase()),
  );
}

/**
 * The longest content that is decompressed, in bytes; a page of dense text has some hundred
 * thousand.
 */
const maxContentBytes = 4 * 1024 ** 2;

/** The operators; null if it is too long, or compressed in another way than Chromium's. */
function readContent(bytes: Buffer, { trailer }: PdfStructure, number: number): Buffer | null {
  const stream = streamAt(bytes, objectOffset(bytes, trailer, number));
  if (stream?.isPacked !== true) return stream?.bytes ?? null;
  try {
    return inflateSync(stream.bytes, { maxOutputLength: maxContentBytes });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The first operators, at least those in the first `max` compressed bytes. */
function readContentStart(
  bytes: Buffer,
  { trailer }: PdfStructure,
  number: number,
  max: number,
): Buffer | null {
  const stream = streamAt(bytes, objectOffset(bytes, trailer, number));
  if (stream?.isPacked !== true) return stream?.bytes ?? null;
  return inflateSync(stream.bytes.subarray(0, max), { finishFlush: constants.Z_SYNC_FLUSH });
}
