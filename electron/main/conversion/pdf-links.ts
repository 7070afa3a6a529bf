/**
 * Makes links to the origin that local pages are served from lead to the files themselves. Chromium writes links as plain text
 * (`/URI (address)`, ISO 32000-1, 12.6.4.7); each keeps its length, spaces after it make up for the difference, so that no other byte of
 * the file moves.
 * @param origin as the page itself names it, such as `platen-page://3f2a.pages.local`; longer than `file://`
 * @returns the same buffer, changed
 */
export function leadLinksToFiles(bytes: Buffer, origin: string): Buffer {
  const written = Buffer.from(`/URI (${origin}/`, 'latin1');
  const wanted = Buffer.from('/URI (file:///', 'latin1');
  for (let at = bytes.indexOf(written); at !== -1; at = bytes.indexOf(written, at + 1)) {
    const rest = at + written.length;
    const end = endOfString(bytes, rest);
    if (end === -1) return bytes;
    wanted.copy(bytes, at);
    bytes.copy(bytes, at + wanted.length, rest, end);
    bytes.fill(' ', at + wanted.length + end - rest, end);
  }
  return bytes;
}

/** The place behind the parenthesis that ends a string; -1 if there is none. Parentheses inside are escaped (7.3.4.2). */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === closing) return at + 1;
  }
  return -1;
}

const backslash = 0x5c;
const closing = 0x29;
