import { join, parse } from 'node:path';
import { cutToBytes, maxFilenameBytes } from '../../shared/request/filename.js';

/** A path with a number before its ending, as in `name-2.pdf`; a long name is cut so that every system can store it. 1 gives the path as it is. */
export function numberedPath(path: string, number: number): string {
  if (number === 1) return path;
  const { dir, name, ext } = parse(path);
  const ending = `-${number}${ext}`;
  const room = maxFilenameBytes - Buffer.byteLength(ending);
  return join(dir, `${cutToBytes(name, room)}${ending}`);
}
