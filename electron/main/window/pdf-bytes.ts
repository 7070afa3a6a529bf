import { createReadStream } from 'node:fs';
import { readFailure } from '../engine/sources/source-files.js';
import { isAbsence } from '../files/write-failure.js';
import { AppError } from '../../shared/errors.js';

/**
 * The bytes of a PDF that Platen has made. It is opened when they are asked for: nobody would hear
 * of the fault of a stream that nobody reads, and that would end Platen.
 * @throws AppError `source-unreadable`
 */
export async function* pdfBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    // What a stream without an encoding gives is bytes; its type does not say so.
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (thrown) {
    const sentence = isAbsence(thrown)
      ? `File not found: ${path}. Convert again.`
      : readFailure(path, thrown);
    throw new AppError('source-unreadable', sentence, undefined, { cause: thrown });
  }
}
