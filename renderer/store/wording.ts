import type { SourceFile } from '@shared/source-list.js';

export { sizeText as formatBytes } from '@shared/size.js';

/** A number of pages in words: `1 page`, `12 pages`. */
export function formatPages(count: number): string {
  return count === 1 ? '1 page' : `${count.toLocaleString('en')} pages`;
}

/** A number of files in words: `1 file`, `530 files`. */
export function formatFiles(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}

/**
 * What was found in folders, in a sentence: `214 files from "manual" added.` Null for files that were named one by one, as they are
 * in the list to be seen.
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
