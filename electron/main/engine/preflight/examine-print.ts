import type { Findings } from '../findings.js';
import type { PdfStructure } from '../pdf/pdf-file.js';
import { beyondFindings, scrollerFindings } from './cut-off-findings.js';
import { characterFinding, familyFindings } from './font-findings.js';
import { imageFindings } from './image-findings.js';
import type { ElementBeyond } from './in-page/elements-beyond.js';
import type { PageLook } from './in-page/page-look.js';
import { elementsBeyondExpression, missingCharactersExpression } from './in-page/scripts.js';
import { hasMissingGlyphs } from './missing-glyphs.js';
import { type PrintedScale, plainScale, printedScale } from './printed-scale.js';
import { usedFonts } from './used-fonts.js';

/** A page that was printed and is still there. */
export interface PrintedPage {
  readonly bytes: Buffer;
  readonly structure: PdfStructure;
  /** What was seen of the page before it was printed; null for nothing. */
  readonly look: PageLook | null;
  readonly zoom: number;
  /** Evaluates an expression in Platen's own world in the page. */
  readonly ask: (expression: string) => Promise<unknown>;
}

/**
 * Adds to the findings what the print shows of fonts, cut-off content and coarse images. Ordinary pages are only looked at in their
 * PDF; the page is asked again where that shows that something is wrong.
 */
export async function examinePrint(page: PrintedPage, findings: Findings): Promise<void> {
  const { bytes, structure, look, zoom } = page;
  if (look === null) return;
  const scale = printedScale(bytes, structure, zoom) ?? plainScale(look.layoutWidthPx, zoom);
  const fonts = look.families.length === 0 ? [] : familyFindings(look.families, usedFonts(bytes));
  const characters = characterFinding(await charactersMissing(page));
  const cutOff = [
    ...beyondFindings(await elementsBeyondEdge(page, scale), scale),
    ...scrollerFindings(look.scrollers, look.layoutWidthPx, scale),
  ];
  for (const message of fonts) findings.add('fonts', message);
  if (characters !== null) findings.add('fonts', characters);
  for (const message of cutOff) findings.add('cut-off', message);
  for (const message of imageFindings(look.images, scale)) findings.add('images', message);
}

async function charactersMissing({
  bytes,
  structure,
  look,
  ask,
}: PrintedPage): Promise<readonly string[]> {
  if (look?.mayShowRareText !== true || !(await hasMissingGlyphs(bytes, structure))) return [];
  return (await ask(missingCharactersExpression)) as readonly string[];
}

async function elementsBeyondEdge(
  { ask }: PrintedPage,
  { isShrunkToLimit, layoutWidthPx }: PrintedScale,
): Promise<readonly ElementBeyond[]> {
  if (!isShrunkToLimit) return [];
  return (await ask(elementsBeyondExpression(layoutWidthPx))) as readonly ElementBeyond[];
}
