import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { AppError, codeOf } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { writeFailure } from './write-failure.js';

/**
 * Permissions of a new file or folder. `umask`: those of the user's umask, for requested output.
 * `private`: only the user, for Platen's own files.
 */
export type Access = 'umask' | 'private';

/** Permissions for a new file and a new folder, before the umask is applied. */
export interface Modes {
  readonly file: number;
  readonly folder: number;
}

const modes: Readonly<Record<Access, Modes>> = {
  umask: { file: 0o666, folder: 0o777 },
  private: { file: 0o600, folder: 0o700 },
};

/** Permission bits of group and others. */
const othersBits = 0o077;
const stickyBit = 0o1000;
const permissionBits = 0o7777;

/**
 * They are passed to the call that creates the file or folder, so that others can never open it.
 * Windows ignores them: there, the access list of the user's profile protects the application's
 * folder.
 */
export function modesOf(access: Access): Modes {
  return modes[access];
}

/**
 * Creates a folder, with missing parents, that only the user can enter. Removes the permissions of
 * others from an existing one.
 * @throws AppError `write-failed`
 */
export function createPrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: modes.private.folder });
  } catch (thrown) {
    throw writeFailure(folder, thrown);
  }
  tightenFolder(folder);
}

/**
 * Removes the permissions of others from a folder, if it exists. A folder with the sticky bit, such
 * as the system's temporary folder, is shared on purpose and stays unchanged.
 * @throws AppError `write-failed` if the permissions cannot be changed, as for a folder of another
 * user
 */
export function tightenFolder(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const mode = modeOf(folder);
    if (mode === null || (mode & othersBits) === 0 || (mode & stickyBit) !== 0) return;
    chmodSync(folder, mode & ~othersBits & permissionBits);
  } catch (thrown) {
    const failure = message('files.otherUsers', { folder, code: codeOf(thrown) });
    throw new AppError('write-failed', failure, undefined, { cause: thrown });
  }
}

function modeOf(path: string): number | null {
  try {
    return statSync(path).mode;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}
