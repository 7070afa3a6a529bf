import { lstat } from 'node:fs/promises';
import { AppError, codeOf } from '../../shared/errors.js';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EFBIG: 'the file is larger than this disk takes',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk can only be read',
  ENAMETOOLONG: 'the name is too long for this disk',
  EISDIR: 'there is a folder of that name',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a part of the path is a file, not a folder',
  ENOENT: 'no file can be made there',
  EBUSY: 'another program is using the file',
  EIO: 'the disk reports a fault',
};

/**
 * The error `write-failed` about a path, from what the system threw; one that is an AppError
 * already stays as it is.
 */
export function writeFailure(path: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = `${path} could not be written: ${reasonOf(thrown)}.`;
  return new AppError('write-failed', message, undefined, { cause: thrown });
}

function reasonOf(thrown: unknown): string {
  return reasons[codeOf(thrown)] ?? (thrown instanceof Error ? thrown.message : String(thrown));
}

/**
 * Whether there is anything of a name: a file, a folder, a link. @throws AppError `write-failed` if
 * the system does not say
 */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (thrown: unknown) => {
      if (isAbsence(thrown)) return false;
      throw writeFailure(path, thrown);
    },
  );
}

/** Whether the system said that there is nothing of a name. */
export function isAbsence(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(thrown));
}
