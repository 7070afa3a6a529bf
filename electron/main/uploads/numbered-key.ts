import { posix } from 'node:path';
import { cutToBytes } from '../../shared/request/filename.js';
import { maxKeyBytes } from '../../shared/request/storage.js';

/** How many numbered names are tried. */
export const maxNumbers = 1_000;

/**
 * As in `reports/name-2.pdf`; 1 returns the key itself. Cuts the name if the key would be too long.
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
