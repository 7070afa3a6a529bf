import { localScheme, schemelessAddress } from '../page/page-address.js';

/**
 * Makes links to the origin that local pages are served from lead to the files themselves, and links that name no scheme
 * (`//host/path`) to the network. Chromium writes links as plain text (`/URI (address)`, ISO 32000-1, 12.6.4.7). Each keeps its length:
 * spaces after it make up for the difference, so that no other byte of the file moves.
 * @param origin as the page itself names it, such as `platen-page://3f2a.pages.local`; longer than `file://`
 * @returns the same buffer, changed
 */
export function leadLinksToFiles(bytes: Buffer, origin: string): Buffer {
  replaceLinks(bytes, `${origin}/`, () => 'file:///');
  return replaceLinks(bytes, `${localScheme}://`, (address) => {
    // A parenthesis in an address is escaped in the PDF, which changes nothing about its beginning.
    return schemelessAddress(address) === null ? null : 'https://';
  });
}

/**
 * Replaces the beginning of links by a shorter one.
 * @param replacement gives it for a link; null leaves the link as it is
 */
function replaceLinks(
  bytes: Buffer,
  beginning: string,
  replacement: (address: string) => string | null,
): Buffer {
  const before = '/URI (';
  const written = Buffer.from(before + beginning, 'latin1');
  for (let at = bytes.indexOf(written); at !== -1; at = bytes.indexOf(written, at + 1)) {
    const start = at + before.length;
    const rest = at + written.length;
    const end = endOfString(bytes, rest);
    if (end === -1) return bytes;
    const wanted = replacement(bytes.toString('latin1', start, end - 1));
    if (wanted === null) continue;
    bytes.write(wanted, start, 'latin1');
    bytes.copy(bytes, start + wanted.length, rest, end);
    bytes.fill(' ', start + wanted.length + end - rest, end);
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
