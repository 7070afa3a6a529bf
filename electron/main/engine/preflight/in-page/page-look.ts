/** An image that is drawn larger than its pixels are good for; decided for the paper in image-findings.ts. */
export interface SeenImage {
  /** The file's name, or what its text says. */
  readonly name: string;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** As drawn, in CSS pixels before the page is scaled to the paper. */
  readonly drawnWidthPx: number;
  readonly drawnHeightPx: number;
}

/** A part of the page that a reader would have to scroll to see whole. */
export interface SeenScroller {
  readonly name: string;
  /** What does not show, in CSS pixels; 0 where that direction does not scroll. */
  readonly hiddenWidthPx: number;
  readonly hiddenHeightPx: number;
}

/** A font family that the page asks for first and that is not there. */
export interface MissingFamily {
  readonly family: string;
  /** The next family of the list that is there, or a generic one such as `serif`; empty where there is none. */
  readonly replacement: string;
  /** Whether the replacement is a kind of font (`serif`) rather than one. */
  readonly isGeneric: boolean;
  /** Whether the list names more families than this one. */
  readonly hasAlternatives: boolean;
}

/** What a look at the page as it stands before it is printed has found; the judgement is left to the rest of this folder. */
export interface PageLook {
  /** How wide the page believes its window is, in CSS pixels. */
  readonly layoutWidthPx: number;
  /** Whether it may show characters that not every font has (rare-text.ts), so that it is worth a search. */
  readonly mayShowRareText: boolean;
  readonly images: readonly SeenImage[];
  readonly scrollers: readonly SeenScroller[];
  readonly families: readonly MissingFamily[];
}

/** How much of a page is looked at: a page of 1,000 sheets costs some hundredths of a second, a larger one no more. */
export const lookLimits = { nodes: 20_000, milliseconds: 150, ofAKind: 50 } as const;

export type LookLimits = typeof lookLimits;
