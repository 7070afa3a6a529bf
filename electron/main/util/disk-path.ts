import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { codeOf, thrownText } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { quotePath } from '../../shared/request/text.js';
import { entryOf } from './code-table.js';

/**
 * The path to open a file by. On Linux a name may consist of any bytes, but Node and Electron
 * replace those that are not UTF-8 by U+FFFD in arguments, dropped files and listings. If exactly
 * one file of the folder has such a name, its bytes are returned.
 */
export function diskPath(path: string): string | Buffer {
  const name = basename(path);
  if (!name.includes('\ufffd') || existsSync(path)) return path;
  const folder = dirname(path);
  const [bytes, another] = namesLike(Buffer.from(folder), name);
  if (bytes === undefined || another !== undefined) return path;
  return Buffer.concat([Buffer.from(join(folder, '/')), bytes]);
}

export function readFailure(path: string, thrown: unknown): Message {
  const reason = thrownText(thrown);
  return (
    entryOf(readFailures, codeOf(thrown))?.(path) ??
    message('sources.unreadable', { path: quotePath(path), reason })
  );
}

const readFailures: Readonly<Record<string, (path: string) => Message>> = {
  ENOENT: missing,
  ENOTDIR: missing,
  EACCES: denied,
  EPERM: denied,
  ELOOP: (path) => message('sources.linkLoop', { path: quotePath(path) }),
  EISDIR: (path) => message('sources.isFolder', { path: quotePath(path) }),
};

function missing(path: string): Message {
  const escaped = path.includes('\ufffd') ? escapedPath(path) : null;
  return escaped === null
    ? message('sources.missing', { path: quotePath(path) })
    : message('sources.nameNotUtf8', { path: quotePath(escaped) });
}

function denied(path: string): Message {
  return message('sources.denied', { path: quotePath(path) });
}

/** With `\\xE9` for each byte of its names that is not UTF-8; null if the path doesn't exist. */
function escapedPath(path: string): string | null {
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

/** The bytes of the entries that Node reads as `name`. */
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
