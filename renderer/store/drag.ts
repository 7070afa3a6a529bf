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
    if (count === 1) return mayHoldFolders ? 'Add this file or folder' : 'Add 1 file';
    return mayHoldFolders ? `Add ${count} files or folders` : `Add ${count} files`;
  }
  return hasAddress ? 'Open this address' : null;
}

/** Reads what a drag carries. */
export function dragContents(transfer: DataTransfer): DragContents {
  const files = [...transfer.items].filter(({ kind }) => kind === 'file');
  return {
    fileTypes: files.map(({ type }) => type),
    hasAddress: transfer.types.includes('text/uri-list'),
  };
}
