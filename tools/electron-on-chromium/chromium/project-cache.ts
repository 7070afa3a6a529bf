import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the cache folder. It is in node_modules, so that a clean install clears it; without one,
 * in the temporary folder.
 */
export function projectCache(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules')))
      return join(folder, 'node_modules', '.cache', 'platen');
    if (dirname(folder) === folder) return join(tmpdir(), 'platen-cache');
  }
}
