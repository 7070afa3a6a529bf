import { open, readFile } from 'node:fs/promises';
import { AppError } from '../../shared/messages/errors.js';
import type { Protection } from '../../shared/request/protection.js';
import { decryptPdf, isEncryptedPdf } from '../engine/pdf/decrypt-pdf.js';
import type { StoredPasswords } from '../settings/pdf-passwords.js';
import type { ReadableBytes } from './artifact-store.js';

/** The end of a file, which says whether it is encrypted, in bytes. */
const tailSize = 2048;

/**
 * How to read a PDF that Platen has encrypted, so that the window shows it without asking for a
 * password; undefined for one that is not encrypted. The bytes stay in memory.
 * @param protection the passwords that it was converted with
 * @throws AppError `refused` if they are not stored any more
 */
export async function readableBytes(
  path: string,
  protection: Protection | undefined,
  passwords: Pick<StoredPasswords, 'of'>,
): Promise<ReadableBytes | undefined> {
  if (protection === undefined || !isEncryptedPdf(await tailOf(path))) return undefined;
  await passwords.of(protection);
  return async () => {
    const known = await passwords.of(protection);
    const bytes = await readFile(path);
    return known === undefined ? [bytes] : decryptPdf(bytes, known);
  };
}

/** As {@link readableBytes}; undefined also if the passwords cannot be used. */
export async function readableIfKnown(
  path: string,
  protection: Protection | undefined,
  passwords: Pick<StoredPasswords, 'of'>,
): Promise<ReadableBytes | undefined> {
  return readableBytes(path, protection, passwords).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
}

async function tailOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, tailSize);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer;
  } finally {
    await file.close();
  }
}
