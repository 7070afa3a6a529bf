/** A size in bytes as a person reads it, in decimal units: `184 KB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A number of pages in words: `1 page`, `12 pages`. */
export function formatPages(count: number): string {
  return count === 1 ? '1 page' : `${count.toLocaleString('en')} pages`;
}

/** A number of files in words: `1 file`, `530 files`. */
export function formatFiles(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}
