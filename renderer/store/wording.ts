import type { SourceFile } from '@shared/source-list.js';

export { sizeText as formatBytes } from '@shared/size.js';

/** Returns a number of pages in words: `1 page`, `12 pages`. */
export function formatPages(count: number): string {
  return count === 1 ? '1 page' : `${count.toLocaleString('en')} pages`;
}

/** Returns a number of files in words: `1 file`, `530 files`. */
export function formatFiles(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}

/**
 * Returns what was found in folders: `Added 214 files from "manual"`. Null for files added one by
 * one, which are visible in the list.
 */
export function addedText(files: readonly Pick<SourceFile, 'folder'>[]): string | null {
  const folders = new Set(files.flatMap(({ folder }) => (folder === undefined ? [] : [folder])));
  const [first, ...others] = folders;
  if (first === undefined) return null;
  const from = others.length === 0 ? `"${lastPart(first)}"` : `${folders.size} folders`;
  return `Added ${formatFiles(files.length)} from ${from}`;
}

function lastPart(folder: string): string {
  return folder.split(/[\\/]/).findLast((part) => part !== '') ?? folder;
}
