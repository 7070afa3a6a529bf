import { setImmediate } from 'node:timers/promises';
import type { PdfStructure } from '../pdf/pdf-file.js';
import { contentStreams, readContent } from './print-contents.js';

/** How long a PDF is searched, in milliseconds; a thousand pages take about a tenth of that. */
const limitMs = 1000;

/** How long at a stretch: other conversions and the window are served by the same thread. */
const stretchMs = 8;

/**
 * Whether a PDF by Chromium shows the glyph 0, which every font keeps for characters that it does not have (OpenType, `cmap`). Chromium
 * writes text as glyph numbers of four hexadecimal digits each. What is not searched within the limits counts as without.
 */
export async function hasMissingGlyphs(bytes: Buffer, structure: PdfStructure): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  let rest = performance.now() + stretchMs;
  for (const number of contentStreams(bytes, structure)) {
    const content = readContent(bytes, structure, number);
    if (content !== null && showsGlyphZero(content)) return true;
    const now = performance.now();
    if (now > deadline) return false;
    if (now < rest) continue;
    await setImmediate();
    rest = performance.now() + stretchMs;
  }
  return false;
}

const shown = '> Tj';
const missing = '0000';

/**
 * Each string is looked at once, from its end back to its beginning; before it can only be what is no digit.
 * @param content operators of a page, such as `<005200000003> Tj`
 */
export function showsGlyphZero(content: Buffer): boolean {
  if (!content.includes(missing)) return false;
  for (let end = content.indexOf(shown); end !== -1; end = content.indexOf(shown, end + 1)) {
    let start = end;
    while (isDigit(content[start - 1])) start -= 1;
    if (content[start - 1] === opening && holdsMissing(content, start, end)) return true;
  }
  return false;
}

function holdsMissing(content: Buffer, start: number, end: number): boolean {
  const glyphs = content.toString('latin1', start, end);
  for (let at = glyphs.indexOf(missing); at !== -1; at = glyphs.indexOf(missing, at + 1)) {
    if (at % missing.length === 0) return true;
  }
  return false;
}

const opening = 0x3c;

/** Hexadecimal digits, in either case. */
function isDigit(byte = 0): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x46) ||
    (byte >= 0x61 && byte <= 0x66)
  );
}
