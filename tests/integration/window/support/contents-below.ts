import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the paths and contents of all files below a folder. */
export function contentsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path}\n${readFileSync(path, 'latin1')}`)
    .join('\n');
}
