import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';

/** Takes a few milliseconds; what else the process has to do comes between two of them. */
const sliceBytes = 2 * 2 ** 20;

/** The MD5 of bytes, as `Content-MD5` asks for it. It keeps nobody else waiting, however many they are. */
export async function md5Of(bytes: Buffer): Promise<Buffer> {
  const hash = createHash('md5');
  for (let from = 0; from < bytes.length; from += sliceBytes) {
    hash.update(bytes.subarray(from, from + sliceBytes));
    await otherWork();
  }
  return hash.digest();
}
