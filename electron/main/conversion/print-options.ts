import type { PrintToPDFOptions } from 'electron';
import type { ConversionRequest } from '../../shared/request/conversion-request.js';
import { type Length, parseLength } from '../../shared/request/length.js';
import { type PageFormat, orientPaper, parsePageFormat } from '../../shared/request/page-format.js';
import { pageRangesText, parsePageRanges } from '../../shared/request/page-ranges.js';
import { AppError } from '../../shared/errors.js';
import type { Parsed } from '../../shared/request/parsed.js';

/** How a request is printed: what Electron's printToPDF takes, and the rule that makes it win over the page's CSS. */
export interface PrintPlan {
  readonly options: PrintToPDFOptions;
  /** An `@page` rule to add to the page as its last style sheet; empty where the page's own CSS stays in force. */
  readonly pageRule: string;
  /** Width of the paper between the side margins, in CSS pixels: how wide the page should think its window is. */
  readonly contentWidthPx: number;
}

const sides = ['top', 'right', 'bottom', 'left'] as const;
type Side = (typeof sides)[number];

/** Chromium's own margin, in inches, where neither the person nor the page says anything. */
const defaultMarginInches = 0.4;
const pixelsPerInch = 96;

/**
 * Turns a checked request into print options.
 *
 * The paper is always passed in inches, already turned: Electron's named sizes are rounded (A4 as 8.27 x 11.7 in), and
 * its `landscape` compares margins with the paper before turning it (lib/browser/print-to-pdf.ts).
 */
export function planPrint(request: ConversionRequest): PrintPlan {
  const paper = paperOf(request);
  const margins = marginsOf(request);
  const inches = (side: Side) => margins[side]?.inches ?? defaultMarginInches;
  return {
    options: {
      pageSize: { width: paper.widthInches, height: paper.heightInches },
      margins: {
        top: inches('top'),
        right: inches('right'),
        bottom: inches('bottom'),
        left: inches('left'),
      },
      printBackground: true,
      preferCSSPageSize: true,
      scale: request.zoom ?? 1,
      ...(request.pages !== undefined && {
        pageRanges: pageRangesText(checked(parsePageRanges(request.pages))),
      }),
    },
    pageRule: pageRule(request, paper, margins),
    contentWidthPx: Math.round(
      ((paper.widthInches - inches('left') - inches('right')) * pixelsPerInch) /
        (request.zoom ?? 1),
    ),
  };
}

function paperOf(request: ConversionRequest): PageFormat {
  return orientPaper(checked(parsePageFormat(request.format ?? 'a4')), request.landscape);
}

function marginsOf(request: ConversionRequest): Partial<Record<Side, Length>> {
  const set = sides.flatMap((side) => {
    const text = request.margin?.[side];
    return text === undefined ? [] : [[side, checked(parseLength(text))] as const];
  });
  return Object.fromEntries(set);
}

/** What the person set beats the page's own `@page` rules; what they left alone does not appear here. */
function pageRule(
  request: ConversionRequest,
  paper: PageFormat,
  margins: Partial<Record<Side, Length>>,
): string {
  const paperIsSet = request.format !== undefined || request.landscape !== undefined;
  const declarations = [
    ...(paperIsSet ? [`size: ${paper.widthInches}in ${paper.heightInches}in !important`] : []),
    ...sides.flatMap((side) => {
      const length = margins[side];
      return length === undefined ? [] : [`margin-${side}: ${length.inches}in !important`];
    }),
  ];
  return declarations.length === 0 ? '' : `@page { ${declarations.join('; ')} }`;
}

/** The value of a text that the request's schema has accepted before. */
function checked<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new AppError('invalid-request', parsed.message);
  return parsed.value;
}
