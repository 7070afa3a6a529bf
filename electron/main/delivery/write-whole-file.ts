import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { AppError } from '../../shared/errors.js';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk can only be read',
  ENAMETOOLONG: 'the name is too long for this disk',
  EISDIR: 'there is a folder of that name',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a part of the path is a file, not a folder',
  EBUSY: 'another program is using the file',
};

/**
 * Writes a file whole or not at all: under a temporary name in the same folder, forced to the disk, then renamed.
 * Missing folders are made.
 * @throws AppError `write-failed` with the path and the reason; what stood there before is untouched.
 */
export async function writeWholeFile(path: string, bytes: Buffer | string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, bytes);
  } catch (error) {
    throw new AppError(
      'write-failed',
      `${path} could not be written: ${reasonOf(error)}.`,
      undefined,
      {
        cause: error,
      },
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return reasons[code] ?? error.message;
}
