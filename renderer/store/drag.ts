import { tidyLines } from './batch/addresses.js';

/** What a drag over the window carries, as far as the system tells before the drop. */
export interface DragContents {
  /** The MIME types of the dragged files; a folder has none. */
  readonly fileTypes: readonly string[];
  /** A dragged link or address. */
  readonly hasAddress: boolean;
}

/** What will happen on a drop, in a few words; null if a drop does nothing. */
export function dropPromise({ fileTypes, hasAddress }: DragContents): string | null {
  const count = fileTypes.length;
  if (count > 0) {
    const mayHoldFolders = fileTypes.includes('');
    if (count === 1) return mayHoldFolders ? 'Add file or folder' : 'Add 1 file';
    return mayHoldFolders ? `Add ${count} files or folders` : `Add ${count} files`;
  }
  return hasAddress ? 'Open URL' : null;
}

/** Reads what a drag carries. */
export function dragContents(transfer: DataTransfer): DragContents {
  const files = [...transfer.items].filter(({ kind }) => kind === 'file');
  return {
    fileTypes: files.map(({ type }) => type),
    hasAddress: transfer.types.includes('text/uri-list'),
  };
}

/** The addresses of a `text/uri-list` (RFC 2483), a line for each: lines that start with # are comments. */
export function draggedAddresses(list: string): string {
  return tidyLines(list)
    .filter((line) => !line.startsWith('#'))
    .join('\n');
}
