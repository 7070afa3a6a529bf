import { open } from 'node:fs/promises';
import type { Upload } from './upload.js';
import { DeliveryFailure } from '../delivery-failure.js';

/**
 * Reads a piece of the PDF of an upload.
 * @param from its beginning, in bytes
 * @param length in bytes
 * @throws DeliveryFailure `delivery-refused` where the PDF is not there as it was
 */
export async function readPiece(
  { path, size }: Pick<Upload, 'path' | 'size'>,
  from: number,
  length: number,
): Promise<Buffer> {
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
