import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../shared/messages/errors.js';

/**
 * Creates a folder with missing parents. Node's recursive `mkdir` never ends where a system refuses
 * new names as missing, as below `/proc` on Linux.
 * @param mode permissions of created folders
 * @returns the topmost folder that was created; undefined for none
 */
export async function makeFolder(folder: string, mode: number): Promise<string | undefined> {
  if (existsSync(folder)) return undefined;
  const parent = dirname(folder);
  const first = parent === folder ? undefined : await makeFolder(parent, mode);
  try {
    await mkdir(folder, mode);
    return first ?? folder;
  } catch (thrown) {
    // Another process may have created it first.
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
    return first;
  }
}
