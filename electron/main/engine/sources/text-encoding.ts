import { isAscii } from 'node:buffer';

/** By the byte order mark; null without one. */
export function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/**
 * Returns the encoding of a text in UTF-16 without a byte order mark; null for others. Its spaces
 * and marks have zero bytes, which binary content has beside control characters.
 * @param bytes the text, or its start
 */
export function unmarkedUtf16(bytes: Uint8Array): string | null {
  if (!bytes.includes(0)) return null;
  // A text of ASCII with a few zeros is damaged instead.
  const least = isAscii(bytes) && !noText.test(asciiText(bytes)) ? 0.5 : 0;
  const shares = ['utf-16le', 'utf-16be'].map((encoding) => {
    return { encoding, share: asciiShare(bytes, encoding) };
  });
  const [best] = shares.toSorted((one, other) => other.share - one.share);
  return best !== undefined && best.share > least ? best.encoding : null;
}

/** Control and unknown characters. */
const noText = /[^\P{C}\s\p{Cf}]/u;

function asciiText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1').replaceAll('\0', '');
}

/** The share of ASCII; 0 if the bytes are not a text in that encoding. */
function asciiShare(bytes: Uint8Array, encoding: string): number {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const text = decoder.decode(bytes, { stream: true });
    if (noText.test(text)) return 0;
    return (text.match(/[\t-~]/g)?.length ?? 0) / text.length;
  } catch {
    // It has a lone surrogate.
    return 0;
  }
}

/** Decodes text in UTF-8, or in UTF-16 with a byte order mark, as Windows writes it. */
export function unicodeText(bytes: Uint8Array): string {
  return new TextDecoder(markedEncoding(bytes) ?? 'utf-8').decode(bytes);
}

/** Returns true if a text is ASCII, and neither in UTF-16 nor in ISO-2022-JP. */
export function isPlainAscii(bytes: Uint8Array): boolean {
  return isAscii(bytes) && !bytes.includes(0) && !isIso2022Jp(bytes);
}

/** Returns true if a text switches to Japanese by the sequences of ISO-2022-JP. */
export function isIso2022Jp(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return text.includes('\x1b$B') || text.includes('\x1b$@');
}

/**
 * In HTML or XML. Null for no declaration, for an encoding that browsers do not know, and for
 * UTF-16, because a text whose declaration can be read byte by byte is not in UTF-16 (HTML
 * Standard, 13.2.3.2). It need not be in the first 1024 bytes: Chromium searches the whole head.
 */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headLength));
  const [head = ''] = withoutComments(text.toString('latin1')).split(/<body\b/i, 1);
  const label =
    /^\s*<\?xml\s[^<>]*\bencoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1] ??
    /<meta\s[^<>]*\bcharset\s*=\s*(?:["']\s*)?([\w-]+)/i.exec(head)?.[1];
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
