import { lstat } from 'node:fs/promises';
import { codeOf } from '../../shared/errors.js';
import { writeFailure } from './write-failure.js';

/** Whether there is anything of a name: a file, a folder, a link. @throws AppError `write-failed` if the system does not say */
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
