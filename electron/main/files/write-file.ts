import { renameOver } from './deliver.js';
import type { Access } from './private-files.js';
import { type Contents, throughTemporary } from './temporary-file.js';

/**
 * Writes a file that the user requested, with the permissions of their umask. It is written
 * atomically: under a temporary name in the same folder, flushed to the disk, then renamed. Creates
 * missing folders; replaces an existing file.
 * @throws AppError `write-failed` with the path and the reason; an existing file is unchanged then
 */
export async function writeFile(path: string, contents: Contents): Promise<void> {
  await replaceFile(path, contents, 'umask');
}

/**
 * Writes a file of Platen's own, in the same way as {@link writeFile}. Only the user can read it
 * and the folders that are created for it.
 * @throws AppError `write-failed`
 */
export async function writePrivateFile(path: string, contents: Contents): Promise<void> {
  await replaceFile(path, contents, 'private');
}

async function replaceFile(path: string, contents: Contents, access: Access): Promise<void> {
  await throughTemporary(path, contents, async (temporary) => renameOver(temporary, path), access);
}
