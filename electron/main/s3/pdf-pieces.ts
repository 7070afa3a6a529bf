import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { DeliveryFailure } from '../network/delivery-failure.js';
import type { Upload } from './upload.js';

/**
 * Reads a piece of the PDF of an upload.
 * @param from its beginning, in bytes
 * @param length in bytes
 * @throws DeliveryFailure `delivery-refused` where the PDF is not there as it was
 */
export async function readPiece(
  { path, size, bytes: inMemory }: Pick<Upload, 'path' | 'size' | 'bytes'>,
  from: number,
  length: number,
): Promise<Buffer> {
  if (inMemory !== undefined) return pieceOf(inMemory, from, length);
  let read = 0;
  const bytes = Buffer.allocUnsafe(length);
  try {
    const file = await open(path, 'r');
    try {
      while (read < length) {
        const { bytesRead } = await file.read(bytes, read, length - read, from + read);
        if (bytesRead === 0) break;
        read += bytesRead;
      }
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw unreadable(`The PDF ${path} could not be read for its upload`, cause);
  }
  if (read === length) return bytes;
  throw unreadable(`The PDF ${path} is shorter than the ${size} bytes that it had`);
}

function unreadable(what: string, cause?: unknown): DeliveryFailure {
  return new DeliveryFailure('delivery-refused', `${what}. Make it again and upload that.`, {
    cause,
  });
}

function pieceOf(parts: readonly Buffer[], from: number, length: number): Buffer {
  const pieces: Buffer[] = [];
  let start = 0;
  for (const part of parts) {
    const end = start + part.length;
    if (end > from && start < from + length) {
      pieces.push(part.subarray(Math.max(0, from - start), from + length - start));
    }
    start = end;
  }
  return pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
}

/** Takes a few milliseconds; what else the process has to do comes between two of them. */
const sliceBytes = 2 * 2 ** 20;

/** The MD5 of bytes, as `Content-MD5` asks for it. It keeps nobody else waiting, however many they are. */
export async function md5Of(bytes: Buffer): Promise<Buffer> {
  const hash = createHash('md5');
  for (let from = 0; from < bytes.length; from += sliceBytes) {
    hash.update(bytes.subarray(from, from + sliceBytes));
    await otherWork();
  }
  return hash.digest();
}
