import { posix } from 'node:path';
import { cutToBytes } from '../../shared/request/filename.js';
import { maxKeyBytes } from '../../shared/request/storage.js';

/**
 * Returns a key with a number before its extension, such as `reports/name-2.pdf`; 1 returns the key
 * itself. Cuts the name if the key would be too long.
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
 * Returns the URL of an object. The key is percent-encoded as in Amazon S3's signatures: all but
 * letters, digits and `-._~` (Amazon S3, "Create a signed AWS API request").
 * @param base URL of the bucket, or the public URL of the target
 */
export function objectAddress(base: string, key: string): string {
  return `${base.replace(/\/+$/, '')}/${key.split('/').map(percentEncoded).join('/')}`;
}

/** Percent-encodes a text for Amazon S3, which encodes more than `encodeURIComponent`. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
