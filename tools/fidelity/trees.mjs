import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of Debian packages with pages; only installed ones are used. */
export const debianTrees = [
  '/usr/share/doc/postgresql-doc-15/html',
  '/usr/share/doc/python3.11-doc/html',
  '/usr/share/doc/apache2-doc/manual',
  '/usr/share/cppreference/doc/html',
  '/usr/share/doc/git-doc',
  '/usr/share/doc/debian-policy',
  '/usr/share/doc/developers-reference/docs',
  '/usr/share/gtk-doc/html/cairo',
  '/usr/share/doc/libxslt1-dev',
  '/usr/share/doc/nodejs/api',
  '/usr/share/doc/valgrind/html',
];

/**
 * Returns HTML files below a folder, evenly spread over their paths.
 * @param {string} tree
 * @param {number} count at most
 * @returns {readonly string[]} full paths without symbolic links
 */
export function pagesOf(tree, count) {
  const root = realpathSync(tree);
  const all = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.x?html?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const step = Math.max(1, all.length / count);
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor(index * step)] ?? '',
  );
}
