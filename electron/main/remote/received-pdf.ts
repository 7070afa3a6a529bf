import type { Preflight } from '../../shared/request/preflight.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { ConvertedPdf } from '../engine/contract/pdf-engine.js';
import { countPages } from '../engine/pdf/count-pages.js';
import { unescapedString } from '../engine/pdf/pdf-objects.js';

/** Size limit of a PDF in bytes, because it is held in memory. */
export const maxPdfBytes = 512 * 1024 ** 2;
export const maxPdfMegabytes = maxPdfBytes / 1024 ** 2;

/** Readers look for the end of file within these bytes (ISO 32000-1, annex H). */
const tailBytes = 1024;

/** Some programs put a few bytes before the header. */
export function startsAsPdf(start: Buffer): boolean {
  return start.subarray(0, tailBytes + 5).includes('%PDF-');
}

/**
 * Returns why the bytes of a complete response are not a complete PDF, without a full stop, or
 * null.
 */
export function pdfIssue(bytes: Buffer): Message | null {
  if (!startsAsPdf(bytes)) return message('remote.notPdf');
  if (!bytes.subarray(-tailBytes).includes('%%EOF')) return message('remote.incompletePdf');
  return null;
}

/**
 * The page count is 0 if it is unknown, as in an encrypted file.
 * @param preflight what was not inlined before the page was sent
 */
export async function receivedPdf(bytes: Buffer, preflight: Preflight): Promise<ConvertedPdf> {
  return {
    parts: [bytes],
    size: bytes.length,
    pages: (await countPages(bytes)) ?? 0,
    title: pdfTitle(bytes),
    preflight,
  };
}

/** How much of an information dictionary is read, in bytes. */
const maxDictionaryBytes = 16 * 1024;
const maxTitleLength = 1000;

/**
 * From the information dictionary (ISO 32000-1, 14.3.3); empty if there is none, if the dictionary
 * is compressed, or if the PDF is encrypted.
 */
export function pdfTitle(bytes: Buffer): string {
  const start = bytes.lastIndexOf('trailer');
  const trailer = start === -1 ? '' : bytes.toString('latin1', start, start + 1024);
  if (/\/Encrypt\b/.test(trailer)) return '';
  const number = /\/Info\s+(\d+)\s+\d+\s+R/.exec(trailer)?.[1];
  if (number === undefined) return '';
  const dictionary = lastObject(bytes, number);
  const written = /\/Title\s*(\((?:[^\\()]|\\[\s\S])*\)|<[\da-fA-F\s]*>)/.exec(dictionary)?.[1];
  return written === undefined ? '' : textString(written).trim().slice(0, maxTitleLength);
}

/** As of the last incremental update. */
function lastObject(bytes: Buffer, number: string): string {
  for (let from = bytes.length; from > 0;) {
    const at = bytes.lastIndexOf(`${number} 0 obj`, from);
    if (at === -1) return '';
    const before = bytes[at - 1];
    // `12 0 obj` also occurs in `112 0 obj`.
    if (before === undefined || before < 0x30 || before > 0x39) {
      const end = bytes.indexOf('endobj', at);
      const stop = Math.min(end === -1 ? bytes.length : end, at + maxDictionaryBytes);
      return bytes.toString('latin1', at, stop);
    }
    from = at - 1;
  }
  return '';
}

/** Decodes a text string (7.9.2.2) in parentheses or hexadecimal digits. */
function textString(written: string): string {
  const inner = written.slice(1, -1);
  const raw = written.startsWith('<')
    ? Buffer.from(inner.replace(/\s+/g, ''), 'hex')
    : unescapedString(Buffer.from(inner, 'latin1'));
  if (raw[0] === 0xfe && raw[1] === 0xff) return utf16(raw.subarray(2));
  if (raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf) return raw.toString('utf8', 3);
  return raw.toString('latin1');
}

function utf16(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return even.swap16().toString('utf16le');
}
