import { type Message, literal, message } from '../../../shared/messages/message.js';
import { quote } from '../../../shared/request/text.js';
import type { PdfStructure } from '../pdf/pdf-file.js';
import { displayKnownUrl, shortened } from '../addresses/page-address.js';
import { type Findings, oneLine } from '../contract/findings.js';
import type { ElementBeyond } from './in-page/elements-beyond.js';
import type {
  BrokenImage,
  PageInspection,
  SeenImage,
  SeenScroller,
} from './in-page/inspect-page.js';
import type { MissingFamily } from './in-page/missing-fonts.js';
import { elementsBeyondExpression, missingCharactersExpression } from './in-page/scripts.js';
import { hasMissingGlyphs, plainScale, type PrintedScale, printedScale } from './printed-pdf.js';
import { decodedOrSame } from '../../../shared/request/url.js';

/** A page that was printed and is still loaded. */
export interface PrintedPage {
  readonly bytes: Buffer;
  readonly structure: PdfStructure;
  /** The inspection of the page before printing; null if it was not inspected. */
  readonly inspection: PageInspection | null;
  /** The zoom of the print, and the one at which the page was inspected. */
  readonly zoom: number;
  readonly inspectedZoom: number;
  /** For display; null if the image did not load, which is reported. */
  readonly loadedUrl: (url: string) => string | null;
  /** Returns whether an `<object>` or `<embed>` with this URL got a PDF. */
  readonly sentPdf: (url: string) => boolean;
  /** Returns the URLs of visible frames that the print lacks. */
  readonly missingFrames: () => Promise<readonly string[]>;
  /** Evaluates an expression in Platen's isolated world of the page. */
  readonly ask: (expression: string) => Promise<unknown>;
}

/**
 * Adds findings about fonts, clipped content, broken and low-resolution images in the print. For
 * most pages only the PDF is examined; the page is queried again only if that shows a problem.
 */
export async function examinePrint(page: PrintedPage, findings: Findings): Promise<void> {
  const { bytes, structure, inspection, zoom, inspectedZoom } = page;
  if (inspection === null) return;
  const plainWidthPx = (inspection.layoutWidthPx * inspectedZoom) / zoom;
  const scale = printedScale(bytes, structure, zoom) ?? plainScale(plainWidthPx, zoom);
  const { brokenImages, embedded, families, images, xmlError } = inspection;
  const characters = characterFinding(await charactersMissing(page));
  const cutOff = [
    ...beyondFindings(await elementsBeyondEdge(page, scale), scale),
    ...scrollerFindings(inspection.scrollers, inspection.layoutWidthPx, scale),
  ];
  if (xmlError !== null)
    findings.add('resources', message('preflight.xmlError', { error: xmlError }));
  for (const image of brokenImages) {
    const finding = brokenFinding(image, page.loadedUrl);
    if (finding !== null) findings.add('resources', finding);
  }
  for (const { url, isPdf } of embedded)
    if (isPdf || page.sentPdf(url)) findings.add('resources', unprintedPdf(url));
  for (const url of await page.missingFrames()) findings.add('resources', missingFrame(url));
  for (const family of families)
    for (const finding of familyFindings([family]))
      findings.add('fonts', finding, { text: family.text });
  if (characters !== null) findings.add('fonts', characters);
  for (const finding of cutOff) findings.add('cut-off', finding, clippedDetails(finding));
  for (const image of images) {
    const size = { width: image.widthPixels, height: image.heightPixels };
    for (const finding of imageFindings([image], scale))
      findings.add('images', finding, { image: size });
  }
}

/** Returns how a clipped element is found in the PDF, and how much of it is missing. */
function clippedDetails({ params = {} }: Message) {
  const { element, millimeters } = params;
  // The name of an element contains the beginning of its text; see `elementName`.
  const text = typeof element === 'string' ? /\("(.+?)…?"\)$/.exec(element)?.[1] : undefined;
  return {
    ...(text !== undefined && { text }),
    ...(typeof millimeters === 'number' && { beyondMillimeters: millimeters }),
  };
}

async function charactersMissing({
  bytes,
  structure,
  inspection,
  ask,
}: PrintedPage): Promise<readonly string[]> {
  if (inspection?.mayShowRareText !== true || !(await hasMissingGlyphs(bytes, structure)))
    return [];
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

/** Scrolling parts of the page are cut off on paper. */
export function scrollerFindings(
  scrollers: readonly SeenScroller[],
  layoutWidthPx: number,
  scale: PrintedScale,
): readonly Message[] {
  // On paper wider than the window, a part may be wider too.
  const gainedPx = Math.max(0, scale.layoutWidthPx - layoutWidthPx);
  return scrollers.flatMap(({ name, hiddenWidthPx, hiddenHeightPx }) => {
    const width = (hiddenWidthPx - gainedPx) * scale.millimetersPerPx;
    const height = hiddenHeightPx * scale.millimetersPerPx;
    const hidden = [
      ...(width > tolerance
        ? [message('preflight.hiddenRight', { millimeters: Math.round(width) })]
        : []),
      ...(height > tolerance
        ? [message('preflight.hiddenBelow', { millimeters: Math.round(height) })]
        : []),
    ];
    if (hidden.length === 0) return [];
    const element = oneLine(name, maxNameLength);
    return [message('preflight.clippedScroller', { element, hidden })];
  });
}

/**
 * About content beyond the page's right edge even after Chromium has shrunk the page as far as it
 * does.
 */
export function beyondFindings(
  elements: readonly ElementBeyond[],
  { millimetersPerPx }: PrintedScale,
): readonly Message[] {
  return elements.flatMap(({ name, beyondPx }) => {
    const beyond = beyondPx * millimetersPerPx;
    if (beyond <= tolerance) return [];
    const element = oneLine(name, maxNameLength);
    return [message('preflight.clippedAtEdge', { element, millimeters: Math.round(beyond) })];
  });
}

/** How many characters a message lists. */
const named = 8;

/**
 * Common families and those of operating systems. A list such as `"Segoe UI", Roboto, Arial,
 * sans-serif` accepts any of them; a single one, or another family, is intended.
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

export function familyFindings(families: readonly MissingFamily[]): readonly Message[] {
  return families.flatMap(({ family, replacement, isGeneric, hasAlternatives }) => {
    if (hasAlternatives && ofSystems.has(family.toLowerCase())) return [];
    const isStandard = isGeneric || replacement === '';
    const font = {
      family: quote(family),
      replacement: isStandard ? standardFont(replacement) : quote(replacement),
    };
    return [message('preflight.fontReplaced', font)];
  });
}

/** About characters that print as empty boxes; null for none. */
export function characterFinding(characters: readonly string[]): Message | null {
  if (characters.length === 0) return null;
  const count = characters.length;
  const shown = characters.slice(0, named).map(characterInWords);
  const left = count - shown.length;
  const more = left > 0 ? [message('preflight.moreCharacters', { count: left })] : [];
  return message('preflight.missingCharacters', { count, characters: [...shown, ...more] });
}

/** Right-to-left text would reorder the message; the code point is enough. */
function characterInWords(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const isPlain =
    /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) && !/[\u0590-\u08ff]/u.test(character);
  return isPlain ? `${character} (U+${code})` : `U+${code}`;
}

function standardFont(kind: string): Message {
  return kind === ''
    ? message('preflight.standardFont')
    : message('preflight.standardFontOfKind', { kind });
}

/**
 * Below this resolution pixels become visible; an image at its natural size has 96 pixels per inch.
 */
const coarsePixelsPerInch = 75;

/**
 * The size of a postage stamp, in square millimeters; anything smaller is an icon or an ornament.
 */
const stampArea = 20 * 25;

/** About images whose resolution is too low for their printed size. */
export function imageFindings(
  images: readonly SeenImage[],
  { millimetersPerPx }: PrintedScale,
): readonly Message[] {
  return images.flatMap((image) => {
    const width = image.drawnWidthPx * millimetersPerPx;
    const height = image.drawnHeightPx * millimetersPerPx;
    const perInch = (image.widthPixels / width) * 25.4;
    if (perInch >= coarsePixelsPerInch || width * height < stampArea) return [];
    const params = {
      name: nameOf(image),
      width: image.widthPixels,
      height: image.heightPixels,
      printedWidth: Math.round(width),
      printedHeight: Math.round(height),
      perInch: Math.round(perInch),
    };
    return [message('preflight.lowResolution', params)];
  });
}

function brokenFinding(
  { url, alt: name }: BrokenImage,
  loadedUrl: PrintedPage['loadedUrl'],
): Message | null {
  const isEmbedded = /^(?:data|blob):/i.test(url);
  const shown = isEmbedded ? null : loadedUrl(url);
  if (!isEmbedded && shown === null) return null;
  const image = shown ?? message('preflight.embeddedImage', { name: nameOf({ name }) });
  return message('preflight.brokenImage', { image });
}

function nameOf({ name }: Pick<SeenImage, 'name'>): Message {
  return name === '' ? message('preflight.imageInHtml') : literal(quote(decodedOrSame(name)));
}

function missingFrame(address: string): Message {
  return message('preflight.frameMissing', { resource: shortened(displayKnownUrl(address)) });
}

/** About a PDF that a page contains or leads to. */
export function unprintedPdf(address: string): Message {
  return message('preflight.unprintedPdf', { resource: shortened(displayKnownUrl(address)) });
}
