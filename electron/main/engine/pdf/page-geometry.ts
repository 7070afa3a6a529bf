import { constants, inflateSync } from 'node:zlib';
import { PDFArray, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib';

/** Lengths from the edges of a page, in points. */
export interface PageMargins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Enough for the first operators, and for margin boxes and background before them, in bytes. */
const startBytes = [512, 16_384] as const;

const number = String.raw`(-?[\d.]+)`;
const unitPattern = new RegExp(String.raw`^${number} 0 0 -[\d.]+ 0 ${number} cm`);
/** The page's area is clipped, then scaled and moved by the height of the pages before it. */
const areaPattern = new RegExp(
  String.raw`${number} ${number} ${number} ${number} re\s+W\*? n\s+q\s+${number} 0 0 \5 \1 -?[\d.]+ cm`,
);

/**
 * Reads the margins of a page by Chromium from the beginning of its compressed content; null for an
 * empty page or an unknown structure.
 */
export function marginsInContent(
  packed: Uint8Array,
  paper: { readonly width: number; readonly height: number },
): PageMargins | null {
  for (const size of startBytes) {
    const margins = marginsIn(startOf(packed.subarray(0, size)), paper);
    if (margins !== null || packed.length <= size) return margins;
  }
  return null;
}

function startOf(packed: Uint8Array): string {
  return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
}

function marginsIn(
  start: string,
  paper: { readonly width: number; readonly height: number },
): PageMargins | null {
  const unit = unitPattern.exec(start);
  const area = areaPattern.exec(start);
  if (unit === null || area === null) return null;
  const [x = 0, y = 0, width = 0, height = 0] = area
    .slice(1, 5)
    .map((length) => Number(length) * Number(unit[1]));
  return {
    top: y,
    right: paper.width - x - width,
    bottom: paper.height - y - height,
    left: x,
  };
}

/** Returns the margins of a page by Chromium; null for others and for empty ones. */
export function marginsOfPage(page: PDFPage): PageMargins | null {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  for (const entry of streams) {
    const stream = page.doc.context.lookup(entry);
    if (!(stream instanceof PDFRawStream) || !isFlate(stream)) continue;
    const margins = marginsInContent(stream.contents, page.getSize());
    if (margins !== null) return margins;
  }
  return null;
}

function isFlate({ dict }: PDFRawStream): boolean {
  return dict.toString().includes('/FlateDecode');
}
