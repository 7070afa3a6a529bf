import { AppError } from '../../shared/errors.js';
import { contentMistake } from '../conversion/source-content.js';

/** Bytes in which a page must name its encoding (HTML Standard, 4.2.5.4 "Specifying the document's character encoding"). */
const declarationBytes = 1024;

/**
 * HTML text from the bytes of standard input, in the encoding that its byte order mark or its own declaration names. Without one it is UTF-8 or,
 * where it cannot be that, windows-1252, as browsers take it.
 * @throws AppError `source-unreadable` if it is empty or binary
 */
export function htmlFromBytes(bytes: Uint8Array): string {
  const mistake = contentMistake(bytes, bytes.length);
  if (mistake !== null) {
    throw new AppError('source-unreadable', `The HTML from standard input ${mistake}`);
  }
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const start = Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1');
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1];
  if (declared !== undefined && isKnownEncoding(declared)) return declared;
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A page that names UTF-16 in text that can be read byte by byte is not in UTF-16 (HTML Standard, 13.2.3.2). */
function isKnownEncoding(label: string): boolean {
  try {
    return !new TextDecoder(label).encoding.startsWith('utf-16');
  } catch {
    return false;
  }
}
