import { placeOver } from './place-file.js';
import { type Contents, throughTemporary } from './temporary-file.js';

/**
 * Writes a file whole or not at all: under a temporary name in the same folder, forced to the disk, then renamed. Missing folders
 * are made; a file that is there is replaced.
 * @param mode who may read and write the file, as Node's `fs.open` takes it; as usual if it is absent
 * @throws AppError `write-failed` with the path and the reason; what stood there before is untouched.
 */
export async function writeFile(path: string, contents: Contents, mode?: number): Promise<void> {
  await throughTemporary(path, contents, async (temporary) => placeOver(temporary, path), mode);
}
