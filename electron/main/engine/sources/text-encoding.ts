/**
 * Returns the encoding of a text without a declaration, as browsers do: by its byte order mark
 * (Encoding Standard, "BOM sniff"), else UTF-8 if it is valid, else windows-1252.
 * @param bytes the text, or its start
 */
export function textEncoding(bytes: Uint8Array): string {
  return markedEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/** Returns the encoding of a byte order mark; null without one. */
export function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

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

/** A truncated character at the end is accepted: the text may go on. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
