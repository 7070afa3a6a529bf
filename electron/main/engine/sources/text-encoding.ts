/**
 * The encoding of a text that names none itself, as browsers take it: what its byte order mark says (Encoding Standard, "BOM sniff"), else UTF-8 where it
 * can be that, else windows-1252.
 * @param bytes all of the text, or its start
 */
export function textEncoding(bytes: Uint8Array): string {
  return markedEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/** The encoding that a byte order mark says; null without one. */
export function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/** Whether there is such an encoding. */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/**
 * The text that bytes are in an encoding, without its byte order mark. Node before 24 takes windows-1252 for Latin-1, which has controls where that has
 * quotation marks and the like.
 * @param label an encoding that {@link isEncoding} knows
 */
export function decodedText(bytes: Uint8Array, label: string): string {
  const decoder = new TextDecoder(label);
  if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => windowsSigns[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** What windows-1252 has from 0x80 on (Encoding Standard, index windows-1252). */
const windowsSigns = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** A character that is cut off at the end is no mistake: there may be more of the text. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
