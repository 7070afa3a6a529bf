import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';

/** chardet's confidence, out of 100, in any multi-byte encoding for only a word or two. */
const tooShort = 10;

/** How many bytes of lines are analyzed: more take longer and improve nothing. */
const analyzedLength = 16 * 1024;

/**
 * Returns the encoding of a text without a declaration: that of its byte order mark (Encoding
 * Standard, "BOM sniff"), else UTF-8 if it is valid, else the most likely one by the frequency of
 * its characters, as Chromium does for files; else windows-1252.
 * @param bytes the text, or its start
 */
export function textEncoding(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked !== null) return marked;
  if (isAscii(bytes)) return isPlainAscii(bytes) ? 'utf-8' : 'iso-2022-jp';
  const whole = withoutCutCharacter(bytes);
  if (!isAscii(whole) && isUtf8(whole)) return 'utf-8';
  const detected = analyse(foreignLines(bytes))
    .filter(({ confidence }) => confidence > tooShort)
    .map(({ name }) => name.toLowerCase())
    .find((name) => !name.startsWith('utf') && isEncoding(name));
  return detected === undefined ? 'windows-1252' : new TextDecoder(detected).encoding;
}

/** Returns the encoding of a byte order mark; null without one. */
export function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/** Returns true if a text is ASCII and does not switch to Japanese by ISO-2022-JP's sequences. */
export function isPlainAscii(bytes: Uint8Array): boolean {
  if (!isAscii(bytes)) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return !text.includes('\x1b$B') && !text.includes('\x1b$@');
}

/**
 * Returns the encoding that an HTML or XML text declares; null for none, for one that browsers do
 * not know, and for UTF-16, because a text whose declaration can be read byte by byte is not in
 * UTF-16 (HTML Standard, 13.2.3.2). It need not be in the first 1024 bytes: Chromium searches the
 * whole head.
 */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headLength));
  const [head = ''] = withoutComments(text.toString('latin1')).split(/<body\b/i, 1);
  const label =
    /^\s*<\?xml\s[^<>]*\bencoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1] ??
    /<meta\s[^<>]*\bcharset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
  if (label === undefined || !isEncoding(label)) return null;
  return new TextDecoder(label).encoding.startsWith('utf-16') ? null : label.toLowerCase();
}

function withoutComments(html: string): string {
  const [start = '', ...comments] = html.split('<!--');
  const rest = comments.map((part) => part.split('-->').slice(1).join('-->'));
  return [start, ...rest].join('');
}

/** How many bytes are searched for a declaration. */
const headLength = 64 * 1024;

export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/**
 * Decodes text without its byte order mark. Node before 24 treats windows-1252 as Latin-1, which
 * has control characters instead of quotation marks and the like.
 * @param label an encoding that {@link isEncoding} accepts
 */
export function decodedText(bytes: Uint8Array, label: string): string {
  const decoder = new TextDecoder(label);
  if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => windowsSigns[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** windows-1252 from 0x80 on (Encoding Standard, index windows-1252). */
const windowsSigns = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Removes an incomplete UTF-8 character at the end of the bytes, because the text may continue. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return back < length ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/**
 * Returns the lines between tags that have characters beyond ASCII. Tags, styles, scripts and names
 * are English in every language and would distort the analysis.
 */
function foreignLines(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const lines = text
    .split(/<(?=\/?(?:script|style)\b)/i)
    .filter((part, index) => index === 0 || part.startsWith('/'))
    .flatMap((part) => part.split(/[<>\n]+/))
    .filter((line) => /[\x80-\xff]/.test(line));
  return Buffer.from(lines.join(' ').slice(0, analyzedLength), 'latin1');
}
