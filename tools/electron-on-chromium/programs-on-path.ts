import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program of a name may lie, in the order in which a shell would look. */
export function pathsOnPath(name: string): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name));
}

/** Whether there is a program that this user may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
