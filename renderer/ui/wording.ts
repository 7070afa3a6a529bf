import type { SourceFile } from '@shared/source-list.js';
import { t } from '../i18n/t.js';

/** Returns a number of pages in words: `1 page`, `12 pages`. */
export function formatPages(count: number): string {
  return t('window.pageCount', { count });
}

/** Returns a number of files in words: `1 file`, `530 files`. */
export function formatFiles(count: number): string {
  return t('form.fileCount', { count });
}

/**
 * Returns what was found in folders: `Added 214 files from "manual"`. Null for files added one by
 * one, which are visible in the list.
 */
export function addedText(files: readonly Pick<SourceFile, 'folder'>[]): string | null {
  const folders = new Set(files.flatMap(({ folder }) => (folder === undefined ? [] : [folder])));
  const [first, ...others] = folders;
  if (first === undefined) return null;
  return others.length === 0
    ? t('window.filesAdded', { files: files.length, folder: lastPart(first) })
    : t('window.filesAddedFromFolders', { files: files.length, folders: folders.size });
}

function lastPart(folder: string): string {
  return folder.split(/[\\/]/).findLast((part) => part !== '') ?? folder;
}
