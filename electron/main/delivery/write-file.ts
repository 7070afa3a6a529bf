import { placeOver } from './place-file.js';
import { type Contents, throughTemporary } from './temporary-file.js';

/**
 * Writes a file whole or not at all: under a temporary name in the same folder, forced to the disk, then renamed. Missing folders
 * are made; a file that is there is replaced.
 * @throws AppError `write-failed` with the path and the reason; what stood there before is untouched.
 */
export async function writeFile(path: string, contents: Contents): Promise<void> {
  await throughTemporary(path, contents, async (temporary) => placeOver(temporary, path));
}
