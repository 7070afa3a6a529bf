import { constants, inflateSync } from 'node:zlib';

/** A width and a height, in points. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

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

/** Where a page's content is on its paper, in points. */
export interface ContentArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Length of a CSS pixel on the paper. */
  readonly pointsPerPx: number;
}

/**
 * Reads where the content of a page by Chromium is from the beginning of its compressed content;
 * null for an empty page or an unknown structure.
 */
export function areaInContent(packed: Uint8Array): ContentArea | null {
  for (const size of startBytes) {
    const area = areaIn(startOf(packed.subarray(0, size)));
    if (area !== null || packed.length <= size) return area;
  }
  return null;
}

/** Returns the margins around the area of {@link areaInContent}. */
export function marginsInContent(packed: Uint8Array, paper: Size): PageMargins | null {
  const area = areaInContent(packed);
  if (area === null) return null;
  const { left, top, width, height } = area;
  return { top, right: paper.width - left - width, bottom: paper.height - top - height, left };
}

function startOf(packed: Uint8Array): string {
  return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
}

function areaIn(start: string): ContentArea | null {
  const unit = unitPattern.exec(start);
  const area = areaPattern.exec(start);
  if (unit === null || area === null) return null;
  const [left = 0, top = 0, width = 0, height = 0, pointsPerPx = 0] = area
    .slice(1, 6)
    .map((length) => Number(length) * Number(unit[1]));
  return { left, top, width, height, pointsPerPx };
}
