import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What begins every key, so that a key that lies where it should not is recognized. */
const prefix = 'platen';

/** A fresh key, with what is kept of it. */
export interface NewKey {
  /** Names the key, and is no secret. */
  readonly id: string;
  readonly key: string;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Makes a key of 256 random bits. */
export function newKey(): NewKey {
  const id = randomBytes(6).toString('hex');
  const key = `${prefix}_${id}_${randomBytes(32).toString('base64url')}`;
  const salt = randomBytes(16);
  return { id, key, salt, hash: hashOf(key, salt) };
}

/** The id in a key, or null if it is none of ours. */
export function keyIdOf(key: string): string | null {
  return /^platen_([0-9a-f]{12})_[\w-]{43}$/.exec(key)?.[1] ?? null;
}

/** Whether it is the key of which this is kept; takes the same time whatever differs. */
export function isKey(key: string, salt: Uint8Array, hash: Uint8Array): boolean {
  return timingSafeEqual(hashOf(key, salt), hash);
}

/** A fast hash is enough: nobody can try 2^256 keys, as they could the passwords that people think of. */
function hashOf(key: string, salt: Uint8Array): Buffer {
  return createHash('sha256').update(salt).update(key).digest();
}
