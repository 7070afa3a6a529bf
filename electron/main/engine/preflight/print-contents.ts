import { constants, inflateSync } from 'node:zlib';
import { type PdfStructure, objectOffset, readObject } from '../pdf/pdf-file.js';

/** The longest dictionary that Chromium writes before a page's content, in bytes. */
const maxHeadBytes = 256;

/**
 * The object numbers of the content streams of a PDF's pages, in their order (ISO 32000-1, 7.7.3). Chromium writes one stream for each
 * page; a page of another structure is left out.
 */
export function* contentStreams(bytes: Buffer, { trailer }: PdfStructure): Generator<number> {
  const catalog = readObject(bytes, trailer, Number.parseInt(trailer.root, 10));
  // The next one is the last: what comes first is put on top, one by one, as a call takes only so many arguments.
  const waiting = references(catalog, /\/Pages\s+(\d+ \d+ R)/).toReversed();
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const node = readObject(bytes, trailer, number);
    for (const kid of references(node, /\/Kids\s*\[([^\]]*)\]/).toReversed()) waiting.push(kid);
    yield* references(node, /\/Contents\s+(\d+ \d+ R)/);
  }
}

/** The longest content that is read whole, in bytes; a page of dense text has some hundred thousand. */
const maxContentBytes = 4 * 1024 ** 2;

/** The operators of a content stream; null where it is not compressed the way Chromium does, or is too long. */
export function readContent(
  bytes: Buffer,
  { trailer }: PdfStructure,
  number: number,
): Buffer | null {
  const packed = packedStream(bytes, objectOffset(bytes, trailer, number));
  if (packed === null) return null;
  try {
    return inflateSync(packed, { maxOutputLength: maxContentBytes });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The first operators of a content stream, at least as many as the first `most` packed bytes hold. */
export function readContentStart(
  bytes: Buffer,
  { trailer }: PdfStructure,
  number: number,
  most: number,
): Buffer | null {
  const packed = packedStream(bytes, objectOffset(bytes, trailer, number));
  if (packed === null) return null;
  return inflateSync(packed.subarray(0, most), { finishFlush: constants.Z_SYNC_FLUSH });
}

/** What stands between `stream` and `endstream` (7.3.8), by the length that the dictionary names. */
function packedStream(bytes: Buffer, offset: number): Buffer | null {
  const head = bytes.subarray(offset, offset + maxHeadBytes).toString('latin1');
  const keyword = /\bstream\r?\n/.exec(head);
  if (keyword === null) return null;
  const dictionary = head.slice(0, keyword.index);
  const length = /\/Length (\d+)(?! \d+ R)/.exec(dictionary)?.[1];
  if (length === undefined || !dictionary.includes('/FlateDecode')) return null;
  const start = offset + keyword.index + keyword[0].length;
  return bytes.subarray(start, start + Number(length));
}

function references(text: string, pattern: RegExp): number[] {
  const found = pattern.exec(text)?.[1] ?? '';
  return [...found.matchAll(/(\d+) \d+ R/g)].map(([, number]) => Number(number));
}
