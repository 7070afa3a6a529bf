import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { codeOf } from '../../shared/errors.js';

/** Errors of disks that know no second name for a file, such as FAT and some network disks; the last two are what Windows' own become. */
const withoutLinks: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EISDIR',
  'UNKNOWN',
]);

/** Gives a written file its name, in the place of a file that is there. */
export async function renameOver(temporary: string, path: string): Promise<void> {
  await rename(temporary, path);
}

/**
 * Gives a written file its name, unless that is taken at that very moment.
 * @param beforeHolding called where the disk knows no links: the name is then held by an empty file, which is replaced
 * @returns whether it has the name
 */
export async function linkExclusive(
  temporary: string,
  path: string,
  beforeHolding: () => Promise<void> = async () => Promise.resolve(),
): Promise<boolean> {
  try {
    // A link, unlike a rename, never replaces.
    await link(temporary, path);
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'EEXIST') return false;
    if (withoutLinks.has(code)) return reserveThenRename(temporary, path, beforeHolding);
    throw thrown;
  }
  await rm(temporary, { force: true });
  return true;
}

async function reserveThenRename(
  temporary: string,
  path: string,
  beforeHolding: () => Promise<void>,
): Promise<boolean> {
  await beforeHolding();
  if (!(await isHeld(path))) return false;
  try {
    await rename(temporary, path);
    return true;
  } catch (thrown) {
    await rm(path, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

/** Makes an empty file of a name, unless that is taken. */
async function isHeld(path: string): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, 'wx');
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
  await file.close();
  return true;
}
