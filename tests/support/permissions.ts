import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Whether this machine has the permissions that tests check. */
export const hasModes = process.platform !== 'win32';

/** Whether a test can act as another user of the machine: this requires root, on Linux. */
export const canChangeUser = process.platform === 'linux' && process.getuid?.() === 0;

/**
 * Returns what users other than the owner may read, write or enter, in a folder and below, each
 * with its permissions. @param leftOut names at the top of the folder that are not checked
 */
export function openToOthers(folder: string, leftOut: readonly string[] = []): readonly string[] {
  const names = readdirSync(folder).filter((name) => !leftOut.includes(name));
  const paths = [folder, ...names.flatMap((name) => withAllBelow(join(folder, name)))];
  return paths.flatMap((path) => {
    const bits = lstatSync(path).mode & 0o777;
    return (bits & 0o077) === 0 ? [] : [`${relative(folder, path) || '.'} ${bits.toString(8)}`];
  });
}

/** Returns a path and everything below it. */
function withAllBelow(path: string): readonly string[] {
  if (!lstatSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path).flatMap((name) => withAllBelow(join(path, name)))];
}

/** Lets every user of the machine enter folders, unlike the system's temporary ones. */
export function openFolders(...folders: readonly string[]): void {
  for (const folder of folders) chmodSync(folder, 0o755);
}

/** Returns whether the user "nobody" can read a file, by trying to. */
export function canOthersRead(path: string): boolean {
  const as = ['--reuid=65534', '--regid=65534', '--clear-groups', 'cat', path];
  const { status, error } = spawnSync('setpriv', as, { stdio: 'ignore' });
  if (error) throw error;
  return status === 0;
}

/**
 * Calls a function with another umask, which also applies to processes that it starts. @returns
 * its result
 */
export function withUmask<T>(umask: number, run: () => T): T {
  const before = process.umask(umask);
  try {
    return run();
  } finally {
    process.umask(before);
  }
}
