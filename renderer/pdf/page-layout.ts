import type { PageSize } from './pdf-file.js';

/** How large pages are shown: fitted to the room there is, or by a factor where 1 is the paper's own size. */
export type ZoomMode = 'fit-width' | 'fit-page' | number;

/** Where a page lies in the scrolled column, in CSS pixels. */
export interface PageBox {
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PageLayout {
  readonly boxes: readonly PageBox[];
  /** The size of the whole column, its edges included. */
  readonly width: number;
  readonly height: number;
}

/** A place in the document that survives a change of size or content: a page, and how far down in it (0 to 1). */
export interface Anchor {
  readonly page: number;
  readonly offset: number;
}

/** CSS pixels for each PDF point at factor 1. */
export const pixelsPerPoint = 96 / 72;

/** Space around and between pages, in CSS pixels. */
export const pageGap = 24;

/** Keeps a page of some size where the room has none. */
const smallestFit = 0.001;

export const lowestScale = 0.1;
export const highestScale = 4;

/** The factor that a mode comes to in a room of this size, in CSS pixels. What is fitted may be smaller than a person can choose. */
export function scaleFor(mode: ZoomMode, pages: readonly PageSize[], room: PageSize): number {
  if (typeof mode === 'number') return mode;
  const widest = Math.max(...pages.map(({ width }) => width)) * pixelsPerPoint;
  const tallest = Math.max(...pages.map(({ height }) => height)) * pixelsPerPoint;
  const byWidth = (room.width - 2 * pageGap) / widest;
  const byHeight = (room.height - 2 * pageGap) / tallest;
  const fitting = mode === 'fit-width' ? byWidth : Math.min(byWidth, byHeight);
  return Math.min(highestScale, Math.max(smallestFit, fitting));
}

/** The factor within what can be shown. */
export function clampScale(scale: number): number {
  return Math.min(highestScale, Math.max(lowestScale, scale));
}

/** The next round factor up or down: tenths below 1.5, then quarters. */
export function stepScale(scale: number, direction: 'up' | 'down'): number {
  const step = direction === 'up' ? (scale < 1.5 ? 0.1 : 0.25) : scale <= 1.5 ? 0.1 : 0.25;
  const position = Number((scale / step).toFixed(4));
  const next = direction === 'up' ? Math.floor(position) + 1 : Math.ceil(position) - 1;
  const rounded = clampScale(Number((next * step).toFixed(4)));
  return direction === 'down' ? Math.min(scale, rounded) : rounded;
}

/** Places pages in a column, one below the other. */
export function layOutPages(pages: readonly PageSize[], scale: number): PageLayout {
  const boxes: PageBox[] = [];
  let top = pageGap;
  for (const { width, height } of pages) {
    const box = {
      top,
      width: Math.round(width * pixelsPerPoint * scale),
      height: Math.round(height * pixelsPerPoint * scale),
    };
    boxes.push(box);
    top += box.height + pageGap;
  }
  const widest = boxes.reduce((most, box) => Math.max(most, box.width), 0);
  return { boxes, width: widest + 2 * pageGap, height: top };
}

/** The pages that a stretch of the column touches, as indices from 0; empty if it touches none. */
export function pagesBetween(layout: PageLayout, top: number, bottom: number): readonly number[] {
  return layout.boxes.flatMap((box, index) =>
    box.top + box.height >= top && box.top <= bottom ? [index] : [],
  );
}

/** The place at a scroll position: the page whose lower edge is the first below it. */
export function anchorAt(layout: PageLayout, scrollTop: number): Anchor {
  const found = layout.boxes.findIndex((box) => box.top + box.height > scrollTop);
  const page = found < 0 ? Math.max(0, layout.boxes.length - 1) : found;
  const box = layout.boxes[page];
  return { page, offset: box ? (scrollTop - box.top) / box.height : 0 };
}

/** The scroll position of a place; a page that is no longer there becomes the last one. */
export function scrollTopOf(layout: PageLayout, anchor: Anchor): number {
  const box = layout.boxes[Math.min(anchor.page, layout.boxes.length - 1)];
  if (!box) return 0;
  if (anchor.page >= layout.boxes.length) return box.top - pageGap;
  return box.top + Math.max(-pageGap, anchor.offset * box.height);
}

/** The page that fills the middle of the view, from 0: the one to name as the current page. */
export function currentPage(layout: PageLayout, scrollTop: number, viewHeight: number): number {
  const middle = scrollTop + viewHeight / 2;
  const found = layout.boxes.findIndex((box) => box.top + box.height + pageGap > middle);
  return found < 0 ? Math.max(0, layout.boxes.length - 1) : found;
}
