import { listInWords, quote } from '../../../shared/request/text.js';
import type { PdfStructure } from '../pdf/pdf-file.js';
import { type Findings, oneLine } from './findings.js';
import type { ElementBeyond } from './in-page/elements-beyond.js';
import type { MissingFamily, PageLook, SeenImage, SeenScroller } from './in-page/look-at-page.js';
import { elementsBeyondExpression, missingCharactersExpression } from './in-page/scripts.js';
import {
  hasMissingGlyphs,
  plainScale,
  type PrintedScale,
  printedScale,
  usedFonts,
} from './printed-pdf.js';

/** A page that was printed and is still loaded. */
export interface PrintedPage {
  readonly bytes: Buffer;
  readonly structure: PdfStructure;
  /** What was seen of the page before it was printed; null if it was not examined. */
  readonly look: PageLook | null;
  readonly zoom: number;
  /** Evaluates an expression in Platen's isolated world of the page. */
  readonly ask: (expression: string) => Promise<unknown>;
}

/**
 * Adds what the print shows of fonts, clipped content and low-resolution images to the findings. Of
 * ordinary pages only the PDF is examined; the page is only asked again if that shows a problem.
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

/** Less than this is a border or a shadow, in millimeters. */
const tolerance = 2;

const maxNameLength = 90;

/**
 * Returns messages about scrolling parts of the page, of which paper shows only what is in view.
 */
export function scrollerFindings(
  scrollers: readonly SeenScroller[],
  layoutWidthPx: number,
  scale: PrintedScale,
): readonly string[] {
  // On paper wider than the window, a part may be wider too.
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
      `${oneLine(name, maxNameLength)} is clipped; scrolling would show ${hidden.join(' and ')}.`,
    ];
  });
}

/**
 * Returns messages about what reaches beyond the page's right edge even after Chromium has shrunk
 * the page as far as it does.
 */
export function beyondFindings(
  elements: readonly ElementBeyond[],
  { millimetersPerPx }: PrintedScale,
): readonly string[] {
  return elements.flatMap(({ name, beyondPx }) => {
    const beyond = beyondPx * millimetersPerPx;
    if (beyond <= tolerance) return [];
    return [
      `${oneLine(name, maxNameLength)} is clipped at the right edge of the page: ${Math.round(beyond)} mm do not fit, even though the page was scaled down to two thirds.`,
    ];
  });
}

/** How many characters a message lists. */
const named = 8;

/**
 * Families that come with a system or are as common. A list such as `"Segoe UI", Roboto, Arial,
 * sans-serif` accepts whatever is installed; one of these alone, or another family, is meant.
 */
const ofSystems: ReadonlySet<string> = new Set([
  ...['arial', 'helvetica', 'helvetica neue', 'verdana', 'tahoma', 'trebuchet ms', 'segoe ui'],
  ...['lucida grande', 'lucida sans', 'lucida sans unicode', 'geneva', 'sf pro', 'sf pro text'],
  ...['roboto', 'ubuntu', 'cantarell', 'oxygen', 'noto sans', 'droid sans', 'fira sans', 'inter'],
  ...['avenir', 'avenir next', 'gill sans', 'optima', 'futura', 'calibri', 'candara', 'corbel'],
  ...['times', 'times new roman', 'georgia', 'palatino', 'palatino linotype', 'book antiqua'],
  ...['cambria', 'baskerville', 'garamond', 'hoefler text', 'charter', 'iowan old style'],
  ...['courier', 'courier new', 'consolas', 'menlo', 'monaco', 'sf mono', 'sfmono-regular'],
  ...['lucida console', 'andale mono', 'liberation mono', 'ubuntu mono', 'cascadia code'],
  ...['bitstream vera sans', 'bitstream vera serif', 'bitstream vera sans mono', 'dejavu sans'],
]);

/**
 * Returns messages about replaced font families.
 * @param used families in the PDF, by their PostScript names
 */
export function familyFindings(
  families: readonly MissingFamily[],
  used: readonly string[],
): readonly string[] {
  return families.flatMap(({ family, replacement, isGeneric, hasAlternatives }) => {
    if (hasAlternatives && ofSystems.has(family.toLowerCase())) return [];
    const place = isGeneric || replacement === '' ? standIn(replacement, used) : quote(replacement);
    return [
      `The font ${quote(family)} is neither installed nor loaded by the page; ${place} was used instead.`,
    ];
  });
}

/** Returns the message about characters that print as empty boxes; null for none. */
export function characterFinding(characters: readonly string[]): string | null {
  if (characters.length === 0) return null;
  const shown = characters.slice(0, named).map(characterInWords);
  const left = characters.length - shown.length;
  const list = left > 0 ? `${shown.join(', ')} and ${left} more` : listInWords(shown, 'and');
  const subject =
    characters.length === 1 ? 'One character is' : `${characters.length} characters are`;
  return `${subject} in no installed or loaded font, so empty boxes are printed: ${list}.`;
}

/** Right-to-left text would reorder the message; the code point is enough. */
function characterInWords(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const isPlain =
    /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) && !/[\u0590-\u08ff]/u.test(character);
  return isPlain ? `${character} (U+${code})` : `U+${code}`;
}

function standIn(kind: string, used: readonly string[]): string {
  const font = kind === '' ? 'the standard font' : `the standard ${kind} font`;
  const [only, ...others] = used;
  return only === undefined || others.length > 0 ? font : `${font}, ${only},`;
}

/**
 * Below this resolution pixels become visible; an image at its natural size has 96 pixels per inch.
 */
const coarsePixelsPerInch = 75;

/**
 * The size of a postage stamp, in square millimeters; anything smaller is an icon or an ornament.
 */
const stampArea = 20 * 25;

/** Returns messages about images whose resolution is too low for their printed size. */
export function imageFindings(
  images: readonly SeenImage[],
  { millimetersPerPx }: PrintedScale,
): readonly string[] {
  return images.flatMap((image) => {
    const width = image.drawnWidthPx * millimetersPerPx;
    const height = image.drawnHeightPx * millimetersPerPx;
    const perInch = (image.widthPixels / width) * 25.4;
    if (perInch >= coarsePixelsPerInch || width * height < stampArea) return [];
    const pixels = `${image.widthPixels} x ${image.heightPixels} pixels`;
    const size = `${Math.round(width)} x ${Math.round(height)} mm`;
    return [
      `The image ${nameOf(image)} has a low resolution in print: ${pixels} on ${size} are ${Math.round(perInch)} pixels per inch.`,
    ];
  });
}

function nameOf({ name }: SeenImage): string {
  return name === '' ? 'in the HTML itself' : quote(decoded(name));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign that means itself.
    return name;
  }
}
