import { posix } from 'node:path';
import { maxKeyBytes } from '../../shared/request/storage.js';
import { cutToBytes } from '../../shared/request/filename.js';

/**
 * A key with a number before its ending, as in `reports/name-2.pdf`; the name of a key that would be too long is cut. 1 gives the key as it is. Keys have
 * the same form on every system.
 */
export function numberedKey(key: string, number: number): string {
  if (number === 1) return key;
  const slash = key.lastIndexOf('/') + 1;
  const { name, ext } = posix.parse(key.slice(slash));
  const folder = key.slice(0, slash);
  const ending = `-${number}${ext}`;
  const room = maxKeyBytes - Buffer.byteLength(folder) - Buffer.byteLength(ending);
  return `${folder}${cutToBytes(name, room)}${ending}`;
}
