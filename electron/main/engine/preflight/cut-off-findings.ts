import type { ElementBeyond } from './in-page/elements-beyond.js';
import type { SeenScroller } from './in-page/page-look.js';
import { oneLine } from './one-line.js';
import type { PrintedScale } from './printed-scale.js';

/** What is cut off by less is a border or a shadow, in millimeters. */
const tolerance = 2;

const maxNameLength = 90;

/** The sentences about parts that a reader on a screen would scroll, and of which paper shows only what is in view. */
export function scrollerFindings(
  scrollers: readonly SeenScroller[],
  layoutWidthPx: number,
  scale: PrintedScale,
): readonly string[] {
  // On paper that is wider than the window was, a part may be wider, too.
  const gainedPx = Math.max(0, scale.layoutWidthPx - layoutWidthPx);
  return scrollers.flatMap(({ name, hiddenWidthPx, hiddenHeightPx }) => {
    const width = (hiddenWidthPx - gainedPx) * scale.millimetersPerPx;
    const height = hiddenHeightPx * scale.millimetersPerPx;
    const hidden = [
      ...(width > tolerance ? [`${Math.round(width)} mm to the right`] : []),
      ...(height > tolerance ? [`${Math.round(height)} mm below`] : []),
    ];
    if (hidden.length === 0) return [];
    return [
      `${oneLine(name, maxNameLength)} is cut off: it would have to be scrolled to show ${hidden.join(' and ')}.`,
    ];
  });
}

/** The sentences about what reaches beyond the page's right edge although the page was shrunk as far as it goes. */
export function beyondFindings(
  elements: readonly ElementBeyond[],
  { millimetersPerPx }: PrintedScale,
): readonly string[] {
  return elements.flatMap(({ name, beyondPx }) => {
    const beyond = beyondPx * millimetersPerPx;
    if (beyond <= tolerance) return [];
    return [
      `${oneLine(name, maxNameLength)} is cut off at the right edge of the page: ${Math.round(beyond)} mm of it do not fit, though the page was shrunk to two thirds.`,
    ];
  });
}
