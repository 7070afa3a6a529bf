import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../../electron/shared/messages/errors.js';

/** Returns the paths and contents of all files below a folder. */
export function contentsBelow(folder: string): string {
  try {
    return contentsNow(folder);
  } catch (error) {
    // A file that is being replaced was renamed after it was listed.
    if (codeOf(error) !== 'ENOENT') throw error;
    return contentsBelow(folder);
  }
}

function contentsNow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path}\n${readFileSync(path, 'latin1')}`)
    .join('\n');
}
