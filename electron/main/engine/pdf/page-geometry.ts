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

/** Enough for the first operators, for what is drawn before the content, and all, in bytes. */
const startBytes = [512, 16_384, Number.POSITIVE_INFINITY] as const;

/**
 * An area with this share of the square of the paper's height is the page's; a smaller one may be
 * that of a drawing. With usual margins, A4 and Letter have about half.
 */
const largeShare = 1 / 3;

const number = String.raw`(-?[\d.]+)`;
const unitPattern = new RegExp(String.raw`^${number} 0 0 -[\d.]+ 0 ${number} cm`);
/** An area is clipped, then scaled and moved; the page's by the height of the pages before it. */
const areaPattern = new RegExp(
  String.raw`${number} ${number} ${number} ${number} re\s+W\*? n\s+q\s+${number} 0 0 \5 \1 -?[\d.]+ cm`,
  'g',
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
 * Reads where the content of a page by Chromium is from its compressed content, mostly from the
 * beginning; null for an empty page or an unknown structure.
 */
export function areaInContent(packed: Uint8Array): ContentArea | null {
  let area: ContentArea | null = null;
  for (const size of startBytes) {
    const start = startOf(packed.subarray(0, size));
    const unit = unitPattern.exec(start);
    if (unit === null) return null;
    const [perUnit, paperHeight] = [Number(unit[1]), Number(unit[2])];
    area = null;
    for (const next of areasIn(start, perUnit)) {
      if (sizeOf(next) > largeShare * paperHeight ** 2) return next;
      if (area === null || sizeOf(next) > sizeOf(area)) area = next;
    }
    if (packed.length <= size) return area;
  }
  return area;
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

function sizeOf({ width, height }: Size): number {
  return width * height;
}

function* areasIn(start: string, pointsPerUnit: number): Generator<ContentArea> {
  for (const match of start.matchAll(areaPattern)) {
    const [left = 0, top = 0, width = 0, height = 0, pointsPerPx = 0] = match
      .slice(1, 6)
      .map((length) => Number(length) * pointsPerUnit);
    yield { left, top, width, height, pointsPerPx };
  }
}
