import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with real pages, of Debian packages. */
export const trees = {
  'postgresql-doc-15': '/usr/share/doc/postgresql-doc-15/html',
  'python3-doc library': '/usr/share/doc/python3-doc/html/library',
} as const;

/**
 * Returns HTML files of a folder, evenly spread over their names; none if it is not installed.
 * @param count at most
 */
export function treePages(tree: keyof typeof trees, count: number): readonly string[] {
  const folder = trees[tree];
  if (!existsSync(folder)) return [];
  const real = realpathSync(folder);
  const names = readdirSync(real)
    .filter((name) => name.endsWith('.html'))
    .sort();
  const step = Math.max(1, names.length / count);
  const picked = Array.from({ length: Math.min(count, names.length) }, (_, index) => {
    return names[Math.floor(index * step)] ?? '';
  });
  return picked.map((name) => join(real, name));
}
