import { formatLength, parseLength } from './length.js';
import {
  type PageFormat,
  defaultPageFormat,
  namedPageFormat,
  orientPaper,
  parsePageFormat,
  minSideInches,
} from './page-format.js';

/** What decides the room on a page, valid or not: the check runs beside those of the single fields. */
export interface PageRoomOptions {
  readonly format?: unknown;
  readonly landscape?: unknown;
  readonly margin?: unknown;
}

type Side = 'top' | 'right' | 'bottom' | 'left';

/**
 * A sentence if the margins leave no room on the page, else null. A side that is not set counts as zero, a format that is not set
 * as a4; what has a mistake of its own is not judged. Chromium refuses such a page with "content area is empty".
 */
export function pageRoomIssue(options: PageRoomOptions): string | null {
  const paper = paperOf(options);
  const { margin } = options;
  if (paper === null || typeof margin !== 'object' || margin === null) return null;
  const sentences = [
    axisIssue(margin, ['left', 'right'], paper.widthInches, 'wide'),
    axisIssue(margin, ['top', 'bottom'], paper.heightInches, 'high'),
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

function paperOf({ format, landscape }: PageRoomOptions): PageFormat | null {
  const turned = typeof landscape === 'boolean' ? landscape : undefined;
  if (format === undefined) return orientPaper(namedPageFormat(defaultPageFormat), turned);
  if (typeof format !== 'string') return null;
  const parsed = parsePageFormat(format);
  return parsed.ok ? orientPaper(parsed.value, turned) : null;
}

function axisIssue(
  margin: object,
  sides: readonly [Side, Side],
  pageInches: number,
  extent: 'wide' | 'high',
): string | null {
  const given = sides.flatMap((side) => marginOn(margin, side));
  const total = given.reduce((sum, { inches }) => sum + inches, 0);
  if (given.length === 0 || pageInches - total >= minSideInches - 1e-9) return null;
  const names = given.map(({ side, text }) => `${side} ${text}`).join(' and ');
  const noun = given.length === 1 ? 'margin' : 'margins';
  const leave = given.length === 1 ? 'leaves' : 'leave';
  const page = formatLength(pageInches, 'mm');
  return `The ${noun} ${names} ${leave} no room on a page ${page} ${extent}; at least 2.54 mm (${minSideInches} in) must stay free.`;
}

function marginOn(margin: object, side: Side) {
  const text: unknown = Object.entries(margin).find(([name]) => name === side)?.[1];
  if (typeof text !== 'string') return [];
  const parsed = parseLength(text);
  return parsed.ok ? [{ side, text, inches: parsed.value.inches }] : [];
}
