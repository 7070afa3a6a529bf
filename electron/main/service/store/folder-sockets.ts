import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { AppError } from '../../../shared/errors.js';

/** What the systems allow for the path of a socket, in bytes; macOS the least. */
const longestPath = 103;

/** The socket of a folder with this number. On Windows it is a pipe, which ends with its process, so that one name is enough. */
export function socketPath(folder: string, number: number): string {
  if (process.platform !== 'win32') return join(folder, `holder-${number}.sock`);
  const id = createHash('sha256').update(resolve(folder).toLowerCase()).digest('hex');
  return `\\\\.\\pipe\\platen-${id}`;
}

/** @throws AppError `invalid-request` if the folder's path is too long for a socket in it */
export function checkedSocketPath(folder: string, number: number): string {
  const path = socketPath(folder, number);
  const length = Buffer.byteLength(path);
  if (process.platform === 'win32' || length <= longestPath) return path;
  const message = `The path of ${folder} is too long: that of the socket in it has ${length} bytes, and may have ${longestPath}. Give a folder with a shorter path.`;
  throw new AppError('invalid-request', message, [{ field: 'accounts', message }]);
}

/** The number in the name of a file; null if it is no socket of ours. */
export function socketNumber(name: string): number | null {
  const digits = /^holder-(\d+)\.sock$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}
