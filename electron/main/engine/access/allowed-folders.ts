import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, sep } from 'node:path';

/** Null if it does not exist. */
export async function realPathOf(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}

/** Returns true for a path below a folder. */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The path must be a real one; the links of the folders are resolved. */
export async function isInAllowedFolder(
  real: string,
  folders: readonly string[],
): Promise<boolean> {
  const roots = await Promise.all(folders.map(realPathOf));
  return roots.some((root) => root !== null && isInside(real, root));
}

/**
 * Returns true for the root of a file system, the user's home folder and the folders above it:
 * they hold far more than a page needs.
 * @param real the folder's real path
 */
export async function isBroadFolder(real: string): Promise<boolean> {
  if (dirname(real) === real) return true;
  const home = (await realPathOf(homedir())) ?? homedir();
  return home === real || isInside(home, real);
}

/**
 * Returns the folder that a page would need to read a file: that of its real path. Undefined for
 * anything but a file, and for folders that the window must not offer: broad and hidden ones,
 * where programs keep their secrets.
 */
export async function offeredFolder(real: string | null): Promise<string | undefined> {
  if (real === null) return undefined;
  const entry = await stat(real).catch(() => null);
  const folder = dirname(real);
  const isHidden = folder.split(sep).some((name) => name.startsWith('.'));
  if (entry?.isFile() !== true || isHidden || (await isBroadFolder(folder))) return undefined;
  return folder;
}
