import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder for what this run-time keeps between runs; inside node_modules, so that a fresh install starts afresh. */
export function projectCache(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'node_modules')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return join(folder, 'node_modules', '.cache', 'platen');
}
