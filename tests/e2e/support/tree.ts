import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes pages, each with its name as title, and returns their relative paths. */
export function writePages(folder: string, names: readonly string[]): readonly string[] {
  for (const name of names) writePage(join(folder, name), name);
  return names;
}

/** Writes a page with its name as title and heading. */
export function writePage(path: string, name: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `<!doctype html><title>${name}</title><h1>${name}</h1>`);
}

/** Returns `count` page names, spread over the folders of a tree. */
export function pageNames(count: number, folders: readonly string[] = ['']): readonly string[] {
  return Array.from(
    { length: count },
    (_, index) => `${folders[index % folders.length] ?? ''}page-${index + 1}.html`,
  );
}
