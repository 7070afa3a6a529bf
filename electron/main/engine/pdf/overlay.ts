import type { ShownMargins, Size } from './page-geometry.js';

/** A page of a finished document. */
export interface OverlaidPage {
  /** As displayed, in points. */
  readonly size: Size;
  /** Returns the displayed margins of a page by Chromium; null for others and for empty ones. */
  readonly margins: () => ShownMargins | null;
}

/**
 * A finished document over whose pages others are drawn, as artifacts (ISO 32000-1, 14.8.2.2),
 * which screen readers skip. Their text stays selectable and their links work.
 */
export interface OverlaidDocument {
  readonly pages: readonly OverlaidPage[];
  /**
   * Draws the pages of a PDF by Chromium, which have the sizes of those below as displayed.
   * @param places for each of its pages the indexes of those on which it is drawn
   */
  readonly draw: (
    sheet: Buffer,
    places: readonly (readonly number[])[],
    options?: OverlayOptions,
  ) => Promise<void>;
}

export interface OverlayOptions {
  /** Over or under the content of the pages; over it if not set. */
  readonly layer?: OverlayLayer | undefined;
  /** What is drawn on some pages, by their indexes, instead of the content of the PDF's page. */
  readonly contents?: ReadonlyMap<number, string>;
}

export type OverlayLayer = 'over' | 'under';

/** Draws something on a finished document. */
export type OverlayStep = (document: OverlaidDocument) => Promise<void>;

/** A matrix (8.3.4). */
export type Matrix = readonly [number, number, number, number, number, number];

interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/**
 * From a page as displayed to its own coordinates.
 * @param box the visible part of the page
 * @param angle the page's rotation
 */
export function displayMatrix({ x, y, width, height }: Box, angle: number): Matrix {
  switch ((angle + 360) % 360) {
    case 90:
      return [0, 1, -1, 0, x + width, y];
    case 180:
      return [-1, 0, 0, -1, x + width, y + height];
    case 270:
      return [0, -1, 1, 0, x, y + height];
    default:
      return [1, 0, 0, 1, x, y];
  }
}

export function displayedSize({ width, height }: Size, angle: number): Size {
  const isSideways = Math.abs(angle % 180) === 90;
  return isSideways ? { width: height, height: width } : { width, height };
}

/** The edges: left, bottom, right, top. */
export function movedBox({ x, y, width, height }: Box, [a, b, c, d, e, f]: Matrix): number[] {
  const xs = [x, x + width].flatMap((u) => [y, y + height].map((v) => a * u + c * v + e));
  const ys = [x, x + width].flatMap((u) => [y, y + height].map((v) => b * u + d * v + f));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** They draw a form XObject (8.10) as an artifact. */
export function overlayOperators(name: string, matrix: Matrix): string {
  return `/Artifact <</Type /Pagination>> BDC q ${matrix.join(' ')} cm /${name} Do Q EMC`;
}
