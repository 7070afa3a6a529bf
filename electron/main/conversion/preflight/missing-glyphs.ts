import { setImmediate } from 'node:timers/promises';
import type { PdfStructure } from '../pdf-file.js';
import { contentStreams, readContent } from './print-contents.js';

/** How long a PDF is searched, in milliseconds; a thousand pages take about a tenth of that. */
const limitMs = 1000;

/** How long at a stretch: other conversions and the window are served by the same thread. */
const stretchMs = 8;

/**
 * Whether a PDF by Chromium shows the glyph 0, which every font keeps for characters that it does not have (OpenType, `cmap`). Chromium
 * writes text as glyph numbers of four hexadecimal digits each.
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

/** @param content operators of a page, such as `<005200000003> Tj` */
export function showsGlyphZero(content: Buffer): boolean {
  for (let at = content.indexOf('0000'); at !== -1; at = content.indexOf('0000', at + 1)) {
    const start = content.lastIndexOf('<', at);
    const end = content.indexOf('>', at);
    const isInText = start !== -1 && content.subarray(end, end + 4).toString('latin1') === '> Tj';
    const digits = content.subarray(start + 1, end).toString('latin1');
    if (isInText && (at - start - 1) % 4 === 0 && /^[\da-f]+$/i.test(digits)) return true;
  }
  return false;
}
