import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder for what this run-time keeps between runs; inside node_modules, so that a fresh install
 * starts afresh. Without one, in the folder for temporary files.
 */
export function projectCache(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules')))
      return join(folder, 'node_modules', '.cache', 'platen');
    if (dirname(folder) === folder) return join(tmpdir(), 'platen-cache');
  }
}
