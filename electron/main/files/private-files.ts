import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { AppError, codeOf } from '../../shared/errors.js';
import { message } from '../../shared/messages/message.js';
import { writeFailure } from './write-failure.js';

/**
 * Who may read a new file or folder. `umask`: whoever the user's umask lets, for files that the
 * user asked for. `private`: the user alone, for everything that Platen keeps for itself.
 */
export type Access = 'umask' | 'private';

/** Permissions that a file and a folder are created with; the umask takes away from them. */
export interface Modes {
  readonly file: number;
  readonly folder: number;
}

const modes: Readonly<Record<Access, Modes>> = {
  umask: { file: 0o666, folder: 0o777 },
  private: { file: 0o600, folder: 0o700 },
};

/** Permission bits of everybody but the owner. */
const othersBits = 0o077;
const stickyBit = 0o1000;
const permissionBits = 0o7777;

/**
 * Returns the permissions to create a file or folder with. They are given to the call that creates
 * it, so that there is no moment in which others can open it. Windows ignores them: there, the
 * access list of the user's profile protects the application's folder.
 */
export function modesOf(access: Access): Modes {
  return modes[access];
}

/**
 * Creates a folder that only the user can enter, with those above it that are missing, and takes
 * the permissions of others from one that exists, such as that of an earlier version.
 * @throws AppError `write-failed`
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: modes.private.folder });
  } catch (thrown) {
    throw writeFailure(folder, thrown);
  }
  tightenFolder(folder);
}

/**
 * Takes the permissions of others from a folder, which closes all that is in it; does nothing if
 * there is no such folder. A folder with the sticky bit, such as the system's temporary folder, is
 * shared on purpose and stays.
 * @throws AppError `write-failed` if the permissions cannot be changed, such as those of another
 * user's folder
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
