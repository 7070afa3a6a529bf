import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const unfold = promisify(inflate);

/** How many bytes of an untrusted file are read: of one piece, and of all together. */
const limits = { piece: 8 * 1024 ** 2, all: 128 * 1024 ** 2 } as const;

/**
 * How long to work without a break, in milliseconds: the thread also serves other conversions and
 * the window.
 */
const stretchMs = 8;

/**
 * Returns the number of pages of any PDF: the `Count` of the page tree's root, the one node without
 * a parent (ISO 32000-1, 7.7.3), even inside an object stream (7.5.7). In an amended file the last
 * one counts. Null if none is found, as in many encrypted files, and for a file that exceeds the
 * limits.
 */
export async function countPages(bytes: Buffer): Promise<number | null> {
  let count: number | null = null;
  let left: number = limits.all;
  let rest = performance.now() + stretchMs;
  for (const piece of pieces(bytes)) {
    const text = piece.isPacked ? await unfolded(piece.bytes) : piece.bytes;
    // A stream that failed to decompress may have cost as much as the largest piece.
    left -= text?.length ?? limits.piece;
    if (left < 0 || (text?.length ?? 0) > limits.piece) return null;
    if (text !== null) count = countIn(text.toString('latin1')) ?? count;
    if (performance.now() < rest) continue;
    await setImmediate();
    rest = performance.now() + stretchMs;
  }
  return count;
}

function countIn(text: string): number | null {
  let count: number | null = null;
  for (const [dictionary] of text.matchAll(/<<[^<>]*(?:<[^<>]*>[^<>]*)*>>/g)) {
    if (!/\/Type\s*\/Pages\b/.test(dictionary) || /\/Parent\b/.test(dictionary)) continue;
    const found = /\/Count\s+(\d+)/.exec(dictionary)?.[1];
    if (found !== undefined) count = Number(found);
  }
  return count;
}

/** A part of a file that may contain objects. */
interface Piece {
  readonly bytes: Buffer;
  readonly isPacked: boolean;
}

/** The longest dictionary of an object stream, in bytes. */
const maxHeadBytes = 4096;

/** Yields everything outside of streams, and the object streams. */
function* pieces(bytes: Buffer): Generator<Piece> {
  for (let at = 0; at < bytes.length;) {
    const start = bytes.indexOf('stream', at);
    const end = start === -1 ? -1 : bytes.indexOf('endstream', start);
    if (end === -1) {
      yield { bytes: bytes.subarray(at), isPacked: false };
      return;
    }
    yield { bytes: bytes.subarray(at, start), isPacked: false };
    const head = bytes.toString('latin1', Math.max(at, start - maxHeadBytes), start);
    const dictionary = head.slice(head.lastIndexOf(' obj') + 1);
    if (/\/Type\s*\/ObjStm\b/.test(dictionary) && /\/FlateDecode\b/.test(dictionary)) {
      yield { bytes: bytes.subarray(start + 'stream'.length, end), isPacked: true };
    }
    at = end + 'endstream'.length;
  }
}

/** Each chunk is a round trip to another thread. The default, 16 KiB, takes three times as long. */
const chunkSize = 64 * 1024;

async function unfolded(stream: Buffer): Promise<Buffer | null> {
  const start = stream[0] === 13 ? 2 : 1;
  try {
    return await unfold(stream.subarray(start), { maxOutputLength: limits.piece, chunkSize });
  } catch (error) {
    // Encrypted, damaged or too large: the caller reports that no count was found.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
