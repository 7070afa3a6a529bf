import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the paths of a program name, in the order of `PATH`. */
export function pathsOnPath(name: string): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name));
}

/** Whether the file exists and this user may execute it. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
