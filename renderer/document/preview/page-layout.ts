import type { PageSize } from './pdf-file.js';

/** How pages are scaled: fitted to the viewport, or by a factor where 1 is actual size. */
export type ZoomMode = 'fit-width' | 'fit-page' | number;

/** The position of a page in the column, in CSS pixels. */
export interface PageBox {
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PageLayout {
  readonly boxes: readonly PageBox[];
  /** Size of the whole column with its padding. */
  readonly width: number;
  readonly height: number;
}

/**
 * A reading position that survives changes of size and content: a page, and an offset in it (0 to
 * 1).
 */
export interface Anchor {
  readonly page: number;
  readonly offset: number;
}

/** CSS pixels per PDF point at scale 1. */
export const pixelsPerPoint = 96 / 72;

/** Space around and between pages, in CSS pixels. */
export const pageGap = 24;

/** Keeps the scale positive if the viewport has no room. */
const minFit = 0.001;

export const minScale = 0.1;
export const maxScale = 4;

/**
 * Returns the scale of a mode for a viewport size in CSS pixels. Fitted pages may be smaller than
 * the minimum zoom.
 */
export function scaleFor(mode: ZoomMode, pages: readonly PageSize[], room: PageSize): number {
  if (typeof mode === 'number') return mode;
  const widest = Math.max(...pages.map(({ width }) => width)) * pixelsPerPoint;
  const tallest = Math.max(...pages.map(({ height }) => height)) * pixelsPerPoint;
  const byWidth = (room.width - 2 * pageGap) / widest;
  const byHeight = (room.height - 2 * pageGap) / tallest;
  const fitting = mode === 'fit-width' ? byWidth : Math.min(byWidth, byHeight);
  return Math.min(maxScale, Math.max(minFit, fitting));
}

/** Clamps a scale to the zoom range. */
export function clampScale(scale: number): number {
  return Math.min(maxScale, Math.max(minScale, scale));
}

/** Returns the next round scale up or down: steps of 0.1 below 1.5, then 0.25. */
export function stepScale(scale: number, direction: 'up' | 'down'): number {
  const step = direction === 'up' ? (scale < 1.5 ? 0.1 : 0.25) : scale <= 1.5 ? 0.1 : 0.25;
  const position = Number((scale / step).toFixed(4));
  const next = direction === 'up' ? Math.floor(position) + 1 : Math.ceil(position) - 1;
  const rounded = clampScale(Number((next * step).toFixed(4)));
  return direction === 'down' ? Math.min(scale, rounded) : rounded;
}

/** Lays out pages in a column. */
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

/** Returns the indexes of the pages that overlap a range of the column. */
export function pagesBetween(layout: PageLayout, top: number, bottom: number): readonly number[] {
  return layout.boxes.flatMap((box, index) =>
    box.top + box.height >= top && box.top <= bottom ? [index] : [],
  );
}

/** Returns the position at a scroll offset: the page whose lower edge is the first below it. */
export function anchorAt(layout: PageLayout, scrollTop: number): Anchor {
  const found = layout.boxes.findIndex((box) => box.top + box.height > scrollTop);
  const page = found < 0 ? Math.max(0, layout.boxes.length - 1) : found;
  const box = layout.boxes[page];
  return { page, offset: box ? (scrollTop - box.top) / box.height : 0 };
}

/** Returns the scroll offset of a position; a missing page becomes the last one. */
export function scrollTopOf(layout: PageLayout, anchor: Anchor): number {
  const box = layout.boxes[Math.min(anchor.page, layout.boxes.length - 1)];
  if (!box) return 0;
  if (anchor.page >= layout.boxes.length) return box.top - pageGap;
  return box.top + Math.max(-pageGap, anchor.offset * box.height);
}

/** Returns the page in the middle of the viewport, from 0. */
export function currentPage(layout: PageLayout, scrollTop: number, viewHeight: number): number {
  const middle = scrollTop + viewHeight / 2;
  const found = layout.boxes.findIndex((box) => box.top + box.height + pageGap > middle);
  return found < 0 ? Math.max(0, layout.boxes.length - 1) : found;
}
