import { tidyLines } from '../batch/addresses.js';
import { t } from '../../i18n/t.js';

/** What a drag carries, as far as that is known before the drop. */
export interface DragContents {
  /** MIME types of the dragged files; empty for a folder. */
  readonly fileTypes: readonly string[];
  /** True for a dragged link. */
  readonly hasAddress: boolean;
}

/** Returns what a drop will do, in a few words; null if nothing. */
export function dropHint({ fileTypes, hasAddress }: DragContents): string | null {
  const count = fileTypes.length;
  if (count > 0) {
    const mayHoldFolders = fileTypes.includes('');
    if (!mayHoldFolders) return t('window.dropFiles', { count });
    return count === 1 ? t('window.dropFileOrFolder') : t('window.dropFilesOrFolders', { count });
  }
  return hasAddress ? t('window.dropUrl') : null;
}

/** Reads the contents of a drag. */
export function dragContents(transfer: DataTransfer): DragContents {
  const files = [...transfer.items].filter(({ kind }) => kind === 'file');
  return {
    fileTypes: files.map(({ type }) => type),
    hasAddress: transfer.types.includes('text/uri-list'),
  };
}

/** Returns the URLs of a `text/uri-list` (RFC 2483), one per line, without comments. */
export function draggedAddresses(list: string): string {
  return tidyLines(list)
    .filter((line) => !line.startsWith('#'))
    .join('\n');
}
