import { existsSync } from 'node:fs';
import { pagesOf } from '../../tools/fidelity/trees.mjs';

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
  return existsSync(folder) ? pagesOf(folder, count) : [];
}
