import { AppError } from '../../../shared/errors.js';
import { contentIssue } from '../../engine/sources/source-kinds.js';
import {
  decodedText,
  isEncoding,
  markedEncoding,
  textEncoding,
} from '../../engine/sources/text-encoding.js';

/**
 * Bytes in which a page must name its encoding (HTML Standard, 4.2.5.4 "Specifying the document's
 * character encoding").
 */
const declarationBytes = 1024;

/**
 * HTML text from the bytes of standard input, in the encoding that its byte order mark or its own
 * declaration names. Without one it is UTF-8 or, where it cannot be that, windows-1252, as browsers
 * take it.
 * @throws AppError `source-unreadable` if it is empty or binary
 */
export function htmlFromBytes(bytes: Uint8Array): string {
  const issue = contentIssue(bytes, bytes.length);
  if (issue !== null) {
    throw new AppError('source-unreadable', `The HTML from standard input ${issue}`);
  }
  return decodedText(bytes, encodingOf(bytes));
}

function encodingOf(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked !== null) return marked;
  const start = Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1');
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1];
  if (declared !== undefined && isKnownEncoding(declared)) return declared;
  return textEncoding(bytes);
}

/**
 * A page that names UTF-16 in text that can be read byte by byte is not in UTF-16 (HTML Standard,
 * 13.2.3.2).
 */
function isKnownEncoding(label: string): boolean {
  return isEncoding(label) && !new TextDecoder(label).encoding.startsWith('utf-16');
}
