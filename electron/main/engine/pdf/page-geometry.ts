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
  String.raw`${number} ${number} ${number} ${number} re\s+W\*? n\s+q\s+${number} 0 0 \5 \1 ${number} cm`,
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
  /**
   * Whether its coordinates start in its corner. On later pages of a document, that is not the area
   * of the page but of an element with an offset of its own, such as one with `contain: paint`.
   */
  readonly isOrigin: boolean;
}

/** The margins around the content of a page, as {@link ContentArea} is. */
export interface ShownMargins extends PageMargins, Pick<ContentArea, 'isOrigin' | 'pointsPerPx'> {}

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
export function marginsInContent(packed: Uint8Array, paper: Size): ShownMargins | null {
  const area = areaInContent(packed);
  return area === null ? null : marginsAround(area, paper);
}

/** Returns the margins around an area of a page. */
export function marginsAround(area: ContentArea, paper: Size): ShownMargins {
  const { left, top, width, height, pointsPerPx, isOrigin } = area;
  const [right, bottom] = [paper.width - left - width, paper.height - top - height];
  return { top, right, bottom, left, pointsPerPx, isOrigin };
}

/** Chromium prints margins up to two CSS pixels narrower than they are set, in points. */
const cornerTolerance = 1.5;

/**
 * Returns the margins of all pages, from those that their content shows. If all of a page's content
 * is clipped, by `overflow: hidden` for example, its area looks narrower or lower than it is: the
 * largest area with the same corner counts, or one around what may be an element, by its offset or
 * its scale. A page that shows none has the margins of the page before.
 * @param defaults where no page's CSS sets others
 */
export function marginsOfPages(
  shown: readonly (ShownMargins | null)[],
  defaults: PageMargins,
): readonly PageMargins[] {
  const scale = mostFrequent(shown.flatMap((margins) => margins?.pointsPerPx.toFixed(2) ?? []));
  const mayBeElement = ({ isOrigin, pointsPerPx }: ShownMargins, index: number) =>
    (isOrigin && index > 0) || pointsPerPx.toFixed(2) !== scale;
  const largest = [{ ...defaults }];
  for (const [index, margins] of shown.entries()) {
    if (margins === null || mayBeElement(margins, index)) continue;
    const { top, right, bottom, left } = margins;
    const known = largest.find(hasCorner(margins));
    if (known === undefined) largest.push({ top, right, bottom, left });
    else {
      known.right = Math.min(known.right, right);
      known.bottom = Math.min(known.bottom, bottom);
    }
  }
  let before = defaults;
  return shown.map((margins, index) => {
    if (margins === null) return before;
    const around = mayBeElement(margins, index)
      ? largest.findLast((area) => encloses(area, margins))
      : undefined;
    before = largest.find(hasCorner(margins)) ?? around ?? margins;
    return before;
  });
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function encloses(outer: PageMargins, inner: PageMargins): boolean {
  const edges = ['top', 'right', 'bottom', 'left'] as const;
  return edges.every((edge) => outer[edge] < inner[edge] + cornerTolerance);
}

function hasCorner({ left, top }: PageMargins): (other: PageMargins) => boolean {
  return (other) => isNear(other.left, left) && isNear(other.top, top);
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < cornerTolerance;
}

function startOf(packed: Uint8Array): string {
  return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
}

function sizeOf({ width, height }: Size): number {
  return width * height;
}

function* areasIn(start: string, pointsPerUnit: number): Generator<ContentArea> {
  for (const match of start.matchAll(areaPattern)) {
    const [left = 0, top = 0, width = 0, height = 0, pointsPerPx = 0, offset = 0] = match
      .slice(1)
      .map((length) => Number(length) * pointsPerUnit);
    yield { left, top, width, height, pointsPerPx, isOrigin: isNear(offset, top) };
  }
}
