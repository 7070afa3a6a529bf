import type { Length } from '../../../shared/request/paper.js';

export const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];
export type SetMargins = Partial<Readonly<Record<Side, Length>>>;

/** Chromium's own margin, in inches, where neither the person nor the page says anything. */
const defaultMarginInches = 0.4;

/** How much of the room that is left a margin that nobody set may take. */
const maxShare = 0.25;

/**
 * All four margins in inches: those that were set, and for the others Chromium's own, or less on paper so small that it would
 * leave no room.
 */
export function printMargins(
  set: SetMargins,
  paper: { readonly widthInches: number; readonly heightInches: number },
): Readonly<Record<Side, number>> {
  const inches = (side: Side, opposite: Side, length: number) => {
    const own = set[side]?.inches;
    if (own !== undefined) return own;
    const free = length - (set[opposite]?.inches ?? 0);
    return Math.min(defaultMarginInches, free * maxShare);
  };
  return {
    top: inches('top', 'bottom', paper.heightInches),
    bottom: inches('bottom', 'top', paper.heightInches),
    left: inches('left', 'right', paper.widthInches),
    right: inches('right', 'left', paper.widthInches),
  };
}
