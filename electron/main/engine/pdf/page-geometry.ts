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
/** Chromium paints a background color first, moved and scaled like the content. */
export const backgroundPattern = new RegExp(
  String.raw`^${number} 0 0 -[\d.]+ 0 \S+ cm\s+q\s+${number} 0 0 \2 ${number} ${number} cm\s+` +
    String.raw`(?:[\d. ]+ RG )?([\d. ]+) rg\s+(?:/\w+ gs\s+)?0 0 ${number} ${number} re\s+f\s+Q\s`,
);
/** An area is clipped, then scaled and moved; the page's by the height of the pages before it. */
const areaPattern = new RegExp(
  String.raw`${number} ${number} ${number} ${number} re\s+W\*? n\s+q\s+` +
    String.raw`${number} ${number} ${number} ${number} ${number} ${number} cm`,
  'g',
);

/** Where a page's content is on its paper, in points. */
export interface ContentArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Length of a CSS pixel on the paper; null if the content has a scale of its own. */
  readonly pointsPerPx: number | null;
  /**
   * Whether its coordinates start in its corner. On later pages of a document, that is not the area
   * of the page but of an element with an offset of its own, such as one with `contain: paint`.
   */
  readonly isOrigin: boolean;
  /** Whether its right and lower edges are those of an element, which hides what is beyond. */
  readonly isClipped?: boolean;
}

type ClippedArea = Pick<ContentArea, 'left' | 'top' | 'width' | 'height'>;

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
    const background = backgroundIn(start);
    if (background !== null) return background;
    area = null;
    const largeSize = largeShare * paperHeight ** 2;
    for (const next of areasIn(start, perUnit, largeSize)) {
      if (sizeOf(next) > largeSize) return next;
      if (area === null || sizeOf(next) > sizeOf(area)) area = next;
    }
    if (packed.length <= size) return area;
  }
  return area;
}

/** Around the area of {@link areaInContent}. */
export function marginsInContent(packed: Uint8Array, paper: Size): ShownMargins | null {
  const area = areaInContent(packed);
  return area === null ? null : marginsAround(area, paper);
}

/** Margins that the area hides are taken for symmetric. */
export function marginsAround(area: ContentArea, paper: Size): ShownMargins {
  const { left, top, width, height, pointsPerPx, isOrigin, isClipped = false } = area;
  const [right, bottom] = [paper.width - left - width, paper.height - top - height];
  const shown = { top, right, bottom, left, pointsPerPx, isOrigin };
  return isClipped
    ? { ...shown, right: Math.min(right, left), bottom: Math.min(bottom, top) }
    : shown;
}

/** Chromium prints margins up to two CSS pixels narrower than they are set, in points. */
const marginTolerance = 1.5;

/**
 * Returns the margins of all pages, from those that their content shows. If all of a page's content
 * is clipped, by `overflow: hidden` for example, its area looks narrower or lower than it is: the
 * largest area with the same corner counts, or one around what may be an element, by its offset or
 * its scale. What is moved is the area of the page unless another page has one around it. A page
 * that shows none has the margins of the page before. The first page may be a cover: margins that
 * it alone has do not count for such pages if they are narrower than the defaults.
 * @param defaults where no page's CSS sets others
 */
export function marginsOfPages(
  shown: readonly (ShownMargins | null)[],
  defaults: PageMargins,
): readonly PageMargins[] {
  const scale = mostFrequent(shown.flatMap((margins) => margins?.pointsPerPx?.toFixed(2) ?? []));
  const mayBeElement = ({ isOrigin, pointsPerPx }: ShownMargins, index: number) =>
    (isOrigin && index > 0) || (pointsPerPx?.toFixed(2) ?? scale) !== scale;
  const largest = [{ ...defaults }];
  const [seen, later] = [new Set<PageMargins>(), new Set<PageMargins>()];
  for (const [index, margins] of shown.entries()) {
    if (typeof margins?.pointsPerPx !== 'number' || mayBeElement(margins, index)) continue;
    const { top, right, bottom, left } = margins;
    const known = largest.find(hasCorner(margins)) ?? { top, right, bottom, left };
    if (!largest.includes(known)) largest.push(known);
    known.right = Math.min(known.right, right);
    known.bottom = Math.min(known.bottom, bottom);
    seen.add(known);
    if (index > 0) later.add(known);
  }
  const isOfCover = (area: PageMargins) =>
    seen.has(area) && !later.has(area) && !encloses(defaults, area);
  let [before = defaults] = later;
  return shown.map((margins, index) => {
    if (margins === null) return before;
    const isMoved = margins.pointsPerPx === null;
    const around =
      isMoved || mayBeElement(margins, index)
        ? largest
            .filter((area) => !isOfCover(area) && encloses(area, margins))
            .findLast((area) => !isMoved || seen.has(area))
        : undefined;
    const found = largest.find(hasCorner(margins)) ?? around ?? margins;
    if (!isOfCover(found)) before = found;
    return found;
  });
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function encloses(outer: PageMargins, inner: PageMargins): boolean {
  const edges = ['top', 'right', 'bottom', 'left'] as const;
  return edges.every((edge) => outer[edge] < inner[edge] + marginTolerance);
}

function hasCorner({ left, top }: PageMargins): (other: PageMargins) => boolean {
  return (other) => isSameLength(other.left, left) && isSameLength(other.top, top);
}

/** Chromium's rounding makes no difference. */
export function isSameLength(one: number, other: number): boolean {
  return Math.abs(one - other) < marginTolerance;
}

function startOf(packed: Uint8Array): string {
  return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
}

function sizeOf({ width, height }: Size): number {
  return width * height;
}

function backgroundIn(start: string): ContentArea | null {
  const match = backgroundPattern.exec(start);
  if (match === null) return null;
  const [pointsPerUnit = 0, scale = 0, left = 0, top = 0, , width = 0, height = 0] = match
    .slice(1)
    .map(Number);
  const pointsPerPx = scale * pointsPerUnit;
  return {
    left: left * pointsPerUnit,
    top: top * pointsPerUnit,
    width: width * pointsPerPx,
    height: height * pointsPerPx,
    pointsPerPx,
    isOrigin: false,
  };
}

function* areasIn(start: string, pointsPerUnit: number, largeSize: number): Generator<ContentArea> {
  for (const match of start.matchAll(areaPattern)) {
    const lengths = match.slice(1).map((length) => Number(length) * pointsPerUnit);
    const [left = 0, top = 0, width = 0, height = 0, ...matrix] = lengths;
    const [pointsPerPx = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = matrix;
    const area = { left, top, width, height };
    const isLarge = sizeOf(area) > largeSize;
    const isMoved = b !== 0 || c !== 0 || d !== pointsPerPx || x > left + marginTolerance;
    // What is moved has coordinates of its own, in the area of the page.
    if (isMoved && isLarge) yield { ...area, pointsPerPx: null, isOrigin: false };
    if (isMoved) continue;
    if (isSameLength(x, left)) yield { ...area, pointsPerPx, isOrigin: isSameLength(y, top) };
    // What is clipped is beside the edge of the page, to which its coordinates belong.
    else {
      const clipped = clippedArea(area, x, y);
      yield { ...clipped, pointsPerPx, isOrigin: !isLarge, isClipped: true };
    }
  }
}

/** @param y the upper edge of the page if it is the first; those before move it beyond the paper */
function clippedArea(area: ClippedArea, x: number, y: number): ClippedArea {
  const top = y >= 0 && y <= area.top ? y : area.top;
  const [right, bottom] = [area.left + area.width, area.top + area.height];
  return { left: x, top, width: right - x, height: bottom - top };
}
