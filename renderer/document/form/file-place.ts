import type { SourceFile } from '@shared/source-list.js';

/**
 * Returns the path of a file's folder below the added folder, with a trailing slash: `guide/`;
 * empty for a file that was added alone.
 */
export function placeInFolder({ path, name, folder }: SourceFile): string {
  if (folder === undefined || !path.startsWith(folder) || !path.endsWith(name)) return '';
  const between = path.slice(folder.length, path.length - name.length);
  return between.replaceAll('\\', '/').replace(/^\//, '');
}
