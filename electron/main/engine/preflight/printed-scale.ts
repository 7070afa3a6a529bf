import type { PdfStructure } from '../pdf/pdf-file.js';
import { contentStreams, readContentStart } from './print-contents.js';

/** How a page was put on its paper. */
export interface PrintedScale {
  /** How wide the page was laid out, in CSS pixels; what lies beyond is cut off. */
  readonly layoutWidthPx: number;
  /** Length of one CSS pixel on the paper, zoom and shrinking included. */
  readonly millimetersPerPx: number;
  /** Whether the content was shrunk as far as Chromium goes, so that what is wider still was cut off. */
  readonly isShrunkToLimit: boolean;
}

const pointsPerPx = 72 / 96;
const millimetersPerPoint = 25.4 / 72;

/**
 * How much wider than its paper a page may be before Chromium stops shrinking it and cuts (measured on Chromium 153 and 156; all pages
 * of a document are shrunk alike).
 */
const maxShrink = 1.5;

/** Enough for the margin boxes and the background, which come before the page's content. */
const startBytes = 16_384;

const number = String.raw`(-?[\d.]+)`;
const unitPattern = new RegExp(String.raw`^${number} 0 0 -[\d.]+ 0 ${number} cm`);
/** The page's area is clipped, then moved to and scaled: the same corner in both. */
const areaPattern = new RegExp(
  String.raw`${number} ${number} ${number} ${number} re\s+W\*? n\s+q\s+${number} 0 0 \5 \1 \2 cm`,
);

/**
 * Reads from a PDF by Chromium how its first page was scaled; null where it begins in another way than those do.
 * @param zoom that was asked for
 */
export function printedScale(
  bytes: Buffer,
  structure: PdfStructure,
  zoom: number,
): PrintedScale | null {
  const first = contentStreams(bytes, structure).next();
  if (first.done === true) return null;
  const start = readContentStart(bytes, structure, first.value, startBytes)?.toString('latin1');
  const unit = unitPattern.exec(start ?? '');
  const area = areaPattern.exec(start ?? '');
  if (unit === null || area === null) return null;
  const [pointsPerUnit, width, unitsPerPx] = [Number(unit[1]), Number(area[3]), Number(area[5])];
  const scaled = pointsPerUnit * unitsPerPx;
  const shrink = (pointsPerPx * zoom) / scaled;
  return {
    layoutWidthPx: width / unitsPerPx,
    millimetersPerPx: scaled * millimetersPerPoint,
    isShrunkToLimit: shrink > maxShrink - 0.001,
  };
}

/** The scale of a page that fits its paper. */
export function plainScale(layoutWidthPx: number, zoom: number): PrintedScale {
  const millimetersPerPx = pointsPerPx * zoom * millimetersPerPoint;
  return { layoutWidthPx, millimetersPerPx, isShrunkToLimit: false };
}
