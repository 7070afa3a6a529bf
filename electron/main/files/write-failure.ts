import { lstat } from 'node:fs/promises';
import { AppError, codeOf, thrownText } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { entryOf } from '../util/code-table.js';

const reasons: Readonly<Record<string, Message>> = {
  ENOSPC: message('files.diskFull'),
  EDQUOT: message('files.quotaExceeded'),
  EFBIG: message('files.fileTooLarge'),
  EACCES: message('files.denied'),
  EPERM: message('files.denied'),
  EROFS: message('files.readOnly'),
  ENAMETOOLONG: message('files.nameTooLong'),
  EISDIR: message('files.isFolder'),
  ENOTDIR: message('files.notFolder'),
  EEXIST: message('files.notFolder'),
  ENOENT: message('files.cannotCreate'),
  EBUSY: message('files.busy'),
  EIO: message('files.diskError'),
};

/** An AppError is returned unchanged, anything else as `write-failed`. */
export function writeFailure(path: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const failure = message('files.notWritten', { path, reason: writeReason(thrown) });
  return new AppError('write-failed', failure, undefined, { cause: thrown });
}

export function writeReason(thrown: unknown): Message | string {
  return entryOf(reasons, codeOf(thrown)) ?? thrownText(thrown);
}

/**
 * True even for a broken link.
 * @throws AppError `write-failed` if the system cannot say
 */
export async function pathExists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (thrown: unknown) => {
      if (isAbsence(thrown)) return false;
      throw writeFailure(path, thrown);
    },
  );
}

/** Returns true for the system's errors about a missing path. */
export function isAbsence(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(thrown));
}
