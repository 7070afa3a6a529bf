import type { SourceFile } from '@shared/source-list.js';

/** Where a file lies below the folder that it was found in, ending with a slash: `guide/`; empty for a file named by itself. */
export function placeInFolder({ path, name, folder }: SourceFile): string {
  if (folder === undefined || !path.startsWith(folder) || !path.endsWith(name)) return '';
  const between = path.slice(folder.length, path.length - name.length);
  return between.replaceAll('\\', '/').replace(/^\//, '');
}
