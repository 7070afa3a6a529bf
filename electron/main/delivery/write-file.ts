import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
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
  ENOENT: 'no file can be made there',
  EBUSY: 'another program is using the file',
};

/**
 * Writes a file whole or not at all: under a temporary name in the same folder, forced to the disk, then renamed. Missing folders
 * are made; a file that is there is replaced.
 * @throws AppError `write-failed` with the path and the reason; what stood there before is untouched.
 */
export async function writeFile(path: string, bytes: Buffer | string): Promise<void> {
  await writeThrough(path, bytes, (temporary) => rename(temporary, path));
}

/**
 * Writes a new file, whole or not at all, and never over one that is there: where the name is taken, at that very moment too, the
 * file is numbered, as in `name-2.pdf`.
 * @returns the path that was written
 * @throws AppError `write-failed`
 */
export async function writeNewFile(wanted: string, bytes: Buffer | string): Promise<string> {
  let path = wanted;
  await writeThrough(wanted, bytes, async (temporary) => {
    for (let number = 2; !(await isLinked(temporary, path)); number += 1) {
      const { dir, name, ext } = parse(wanted);
      path = join(dir, `${name}-${number}${ext}`);
    }
    await rm(temporary);
  });
  return path;
}

/** Gives the written file a name, unless that is taken. A link, unlike a rename, never replaces. */
async function isLinked(temporary: string, path: string): Promise<boolean> {
  return link(temporary, path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    },
  );
}

async function writeThrough(
  path: string,
  bytes: Buffer | string,
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = join(dirname(path), `.platen-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeToDisk(temporary, bytes);
    await place(temporary);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
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

async function writeToDisk(path: string, bytes: Buffer | string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function reasonOf(error: unknown): string {
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
