import { posix } from 'node:path';
import { cutToBytes } from '../../shared/request/filename.js';
import { maxKeyBytes } from '../../shared/request/storage.js';

/**
 * A key with a number before its ending, as in `reports/name-2.pdf`; the name of a key that would
 * be too long is cut. 1 gives the key as it is. Keys have the same form on every system.
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

/**
 * The address of an object: that of its bucket, or the target's public one, with the key behind it.
 * The key is percent-encoded segment by segment, as it is in what Amazon S3 signs: all but letters,
 * digits and `-._~` (Amazon S3, "Create a signed AWS API request").
 * @param base address of the bucket, in whichever style it is spoken to, or the public address
 */
export function objectAddress(base: string, key: string): string {
  return `${base.replace(/\/+$/, '')}/${key.split('/').map(percentEncoded).join('/')}`;
}

/** A text percent-encoded as Amazon S3 signs it: more than `encodeURIComponent` encodes. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
