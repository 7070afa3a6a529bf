import { numberedPath } from './numbered-path.js';
import { placeNew, placeOver } from './place-file.js';
import { type Contents, throughTemporary } from './temporary-file.js';

/**
 * Writes a file whole or not at all: under a temporary name in the same folder, forced to the disk, then renamed. Missing folders
 * are made; a file that is there is replaced.
 * @throws AppError `write-failed` with the path and the reason; what stood there before is untouched.
 */
export async function writeFile(path: string, contents: Contents): Promise<void> {
  await throughTemporary(path, contents, async (temporary) => placeOver(temporary, path));
}

/**
 * Writes a new file, whole or not at all, and never over one that is there: where the name is taken, at that very moment too, the
 * file is numbered, as in `name-2.pdf`.
 * @returns the path that was written
 * @throws AppError `write-failed`
 */
export async function writeNewFile(wanted: string, contents: Contents): Promise<string> {
  return throughTemporary(wanted, contents, async (temporary) => {
    for (let number = 1; ; number += 1) {
      const path = numberedPath(wanted, number);
      if (await placeNew(temporary, path)) return path;
    }
  });
}
