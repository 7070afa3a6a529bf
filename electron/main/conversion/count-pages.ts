import { inflateSync } from 'node:zlib';

/** What one object stream may unfold to, in bytes: it is somebody else's file. */
const unfoldedLimit = 64 * 1024 ** 2;

/**
 * How many pages a PDF of any origin has: the `Count` of the page tree's root, which is the one node of it without a parent (ISO 32000-1, 7.7.3),
 * wherever it stands (7.5.7: object streams). A file that was added to has several; the last holds. Null where none is found, as in many encrypted files.
 */
export function countPages(bytes: Buffer): number | null {
  let count: number | null = null;
  for (const text of texts(bytes)) {
    for (const [dictionary] of text.matchAll(/<<(?:[^<>]|<[^<>]*>)*>>/g)) {
      if (!/\/Type\s*\/Pages\b/.test(dictionary) || /\/Parent\b/.test(dictionary)) continue;
      const found = /\/Count\s+(\d+)/.exec(dictionary)?.[1];
      if (found !== undefined) count = Number(found);
    }
  }
  return count;
}

/** All of a file that is not within a stream, and the contents of its object streams. */
function* texts(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length;) {
    const start = bytes.indexOf('stream', at);
    const end = start === -1 ? -1 : bytes.indexOf('endstream', start);
    if (end === -1) {
      yield bytes.toString('latin1', at);
      return;
    }
    const text = bytes.toString('latin1', at, start);
    yield text;
    const dictionary = text.slice(text.lastIndexOf(' obj') + 1);
    if (/\/Type\s*\/ObjStm\b/.test(dictionary) && /\/FlateDecode\b/.test(dictionary)) {
      yield unfolded(bytes.subarray(start + 'stream'.length, end));
    }
    at = end + 'endstream'.length;
  }
}

function unfolded(stream: Buffer): string {
  const start = stream[0] === 13 ? 2 : 1;
  try {
    return inflateSync(stream.subarray(start), { maxOutputLength: unfoldedLimit }).toString(
      'latin1',
    );
  } catch (error) {
    // Encrypted or damaged: it tells nothing of pages then, which the caller says.
    if (error instanceof Error && 'code' in error) return '';
    throw error;
  }
}
