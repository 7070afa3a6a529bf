import { createHash, randomBytes } from 'node:crypto';

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A key for one run. */
export function newRunKey(): string {
  return `platen_run_${randomBytes(32).toString('base64url')}`;
}
