import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { codeOf } from '../../../shared/errors.js';

/**
 * Returns the path to open a source file by. On Linux a name may consist of any bytes, but Node and
 * Electron replace those that are not UTF-8 by U+FFFD in arguments, dropped files and listings. If
 * exactly one file of the folder has such a name, its bytes are returned.
 */
export function diskPath(path: string): string | Buffer {
  const name = basename(path);
  if (!name.includes('\ufffd') || existsSync(path)) return path;
  const folder = dirname(path);
  const [bytes, another] = namesLike(Buffer.from(folder), name);
  if (bytes === undefined || another !== undefined) return path;
  return Buffer.concat([Buffer.from(join(folder, '/')), bytes]);
}

/**
 * Returns an existing path whose names are not all UTF-8 with `\\xE9` for each byte that is not;
 * null if it doesn't exist.
 */
export function escapedPath(path: string): string | null {
  let folder = Buffer.from(isAbsolute(path) ? '' : '.');
  const names: string[] = [];
  for (const name of path.split('/')) {
    const [bytes] = name.includes('\ufffd') ? namesLike(folder, name) : [Buffer.from(name)];
    if (bytes === undefined) return null;
    folder = Buffer.concat([folder, Buffer.from('/'), bytes]);
    names.push(escapedName(bytes));
  }
  return names.join('/');
}

/** Returns the bytes of the entries of a folder that Node reads as `name`. */
function namesLike(folder: Buffer, name: string): readonly Buffer[] {
  try {
    const entries = readdirSync(folder, { encoding: 'buffer' });
    return entries.filter((entry) => entry.toString() === name);
  } catch (thrown) {
    if (codeOf(thrown) === '') throw thrown;
    return [];
  }
}

function escapedName(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase()}`,
  ).join('');
}
