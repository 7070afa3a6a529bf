import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const documentation = '/usr/share/doc';

/**
 * Returns the HTML files of the installed Debian -doc package that has the most; null without one.
 */
export function debianDocuments(): {
  readonly name: string;
  readonly files: readonly string[];
} | null {
  const packages = listFolder(documentation)
    .filter(({ name }) => name.endsWith('-doc'))
    .map(({ name }) => ({ name, files: filesOf(join(documentation, name)) }))
    .filter(({ files }) => files.length > 0)
    .sort((a, b) => b.files.length - a.files.length);
  return packages[0] ?? null;
}

/** The folder may be a link into another package. */
function filesOf(folder: string): readonly string[] {
  const roots = [folder, join(folder, 'html')].filter((path) => existsSync(path));
  return [...new Set(roots.flatMap((path) => htmlFiles(realpathSync(path))))];
}

function htmlFiles(folder: string): readonly string[] {
  return listFolder(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return htmlFiles(path);
    return entry.isFile() && entry.name.endsWith('.html') ? [path] : [];
  });
}

/** A missing folder is empty. */
function listFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name.localeCompare(b.name),
    );
  } catch {
    return [];
  }
}
