import { inflateSync } from 'node:zlib';
import { contentOf, pageNodes, readPdfStructure } from './pdf-file.js';

/** Contents of the same page by Chromium, with different numbers of the same length. */
export interface NumberSamples {
  /** For each digit the content with a number of that digit alone, such as 444. */
  readonly ofDigits: readonly string[];
  /** With a number of different digits, from 0 on: 012. */
  readonly inOrder: string;
}

/** A glyph of a content, by its code: always the same one, or that of a digit of the number. */
type Glyph = string | { readonly position: number; readonly codes: readonly string[] };

/** A string in hexadecimal digits (ISO 32000-1, 7.3.4.3). */
const hexString = /<([\dA-F]+)>/g;

/** Chromium's fonts have codes of two bytes. */
const code = /[\dA-F]{1,4}/g;

/**
 * Returns a function that writes the content with any number of the same length, by replacing the
 * codes of its digits. Null if the contents differ in more than that, such as with a font whose
 * digits differ in width.
 */
export function numberedContent({
  ofDigits,
  inOrder,
}: NumberSamples): ((number: string) => string) | null {
  const [content] = ofDigits;
  if (content === undefined) return null;
  const outline = outlineOf(content);
  if (![...ofDigits, inOrder].every((each) => outlineOf(each) === outline)) return null;
  const [samples, ordered] = [ofDigits.map(codesIn), codesIn(inOrder)];
  const glyphs = ordered.map((inPlace, index) =>
    glyphOf(
      samples.map((codes) => codes[index] ?? ''),
      inPlace,
    ),
  );
  if (!glyphs.every((glyph) => glyph !== null)) return null;
  return (number) => writtenWith(content, glyphs, number);
}

/** @returns null for one that depends on something else than a digit */
function glyphOf(codes: readonly string[], inOrder: string): Glyph | null {
  const different = new Set(codes).size;
  if (different === 1) return codes[0] === inOrder ? inOrder : null;
  const position = codes.indexOf(inOrder);
  return position === -1 || different < codes.length ? null : { position, codes };
}

function writtenWith(content: string, glyphs: readonly Glyph[], number: string): string {
  let next = 0;
  return content.replaceAll(hexString, (string) =>
    string.replaceAll(code, () => {
      const glyph = glyphs[next++] ?? '';
      return typeof glyph === 'string'
        ? glyph
        : (glyph.codes[Number(number[glyph.position])] ?? '');
    }),
  );
}

function codesIn(content: string): readonly string[] {
  return [...content.matchAll(hexString)].flatMap(([, hex = '']) => hex.match(code) ?? []);
}

const decimal = String.raw`(-?[\d.]+)`;
/** Moves the content of a page up by the height of all pages before it. */
const pageOffset = new RegExp(String.raw`${decimal} 0 0 \1 0 ${decimal} cm`);
const textPlace = new RegExp(String.raw`1 0 0 -1 ${decimal} ${decimal} Tm`, 'g');

/**
 * Returns a content without its glyphs, and with the heights of its texts as if it were that of the
 * first page.
 */
function outlineOf(content: string): string {
  const [, scale = '1', offset = '0'] = pageOffset.exec(content) ?? [];
  const above = -Number(offset) / Number(scale);
  return content
    .replace(pageOffset, '')
    .replaceAll(textPlace, (_, x: string, y: string) => `${x} ${(Number(y) - above).toFixed(2)} Tm`)
    .replaceAll(hexString, (_, hex: string) => `<${hex.length}>`);
}

/** Returns the contents of the pages of a PDF by Chromium, from the one with an index on. */
export function pageContents(pdf: Buffer, from: number): readonly string[] {
  const structure = readPdfStructure(pdf);
  return [...pageNodes(pdf, structure)].slice(from).map(({ text }) => {
    const content = contentOf(pdf, structure, text);
    if (content === null) throw new Error('The sheet has a page with an unknown content.');
    const { bytes, isPacked } = content;
    return (isPacked ? inflateSync(bytes) : bytes).toString('latin1');
  });
}
