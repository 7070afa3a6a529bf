import type { PrintToPDFOptions } from 'electron';
import type { ConversionRequest } from '../../../shared/request/request.js';
import {
  type PageFormat,
  orientPaper,
  parseLength,
  parsePageFormat,
} from '../../../shared/request/paper.js';
import { type PageRange, pageRangesText, parsePageRanges } from '../../../shared/request/pages.js';
import { type SetMargins, printMargins, sides } from './print-margins.js';
import { AppError } from '../../../shared/errors.js';
import type { Parsed } from '../../../shared/request/validation.js';
import { englishText } from '../../../shared/messages/translator.js';

/** How a request is printed: what Electron's printToPDF takes, and the rule that makes it win over the page's CSS. */
export interface PrintPlan {
  readonly options: PrintToPDFOptions;
  /** The pages that were chosen; null for all. */
  readonly pages: readonly PageRange[] | null;
  /** An `@page` rule to add to the page as its last style sheet; empty where the page's own CSS stays in force. */
  readonly pageRule: string;
  /** Width of the paper between the side margins, in CSS pixels: how wide the page should think its window is. */
  readonly contentWidthPx: number;
}

const pixelsPerInch = 96;

/** No screen is wider, and windows of more are refused by some systems. */
const maxWindowWidthPx = 16_000;

/**
 * Turns a checked request into print options.
 *
 * The paper is always passed in inches, already turned: Electron's named sizes are rounded (A4 as 8.27 x 11.7 in), and
 * its `landscape` compares margins with the paper before turning it (lib/browser/print-to-pdf.ts).
 */
export function planPrint(request: ConversionRequest): PrintPlan {
  const paper = paperOf(request);
  const pages = request.pages === undefined ? null : checked(parsePageRanges(request.pages));
  const set = setMargins(request);
  const margins = printMargins(set, paper);
  const contentWidthInches = paper.widthInches - margins.left - margins.right;
  return {
    options: {
      pageSize: { width: paper.widthInches, height: paper.heightInches },
      margins,
      printBackground: true,
      preferCSSPageSize: true,
      scale: request.zoom ?? 1,
      ...(pages && { pageRanges: pageRangesText(pages) }),
    },
    pages,
    pageRule: pageRule(request, paper, set),
    contentWidthPx: Math.min(
      Math.round((contentWidthInches * pixelsPerInch) / (request.zoom ?? 1)),
      maxWindowWidthPx,
    ),
  };
}

function paperOf(request: ConversionRequest): PageFormat {
  return orientPaper(checked(parsePageFormat(request.format ?? 'a4')), request.landscape);
}

function setMargins(request: ConversionRequest): SetMargins {
  const set = sides.flatMap((side) => {
    const text = request.margin?.[side];
    return text === undefined ? [] : [[side, checked(parseLength(text))] as const];
  });
  return Object.fromEntries(set);
}

/** What the person set beats the page's own `@page` rules; what they left alone does not appear here. */
function pageRule(request: ConversionRequest, paper: PageFormat, margins: SetMargins): string {
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
  if (!parsed.ok) throw new AppError('invalid-request', englishText(parsed.message));
  return parsed.value;
}
