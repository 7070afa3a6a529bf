import type { BigIntStats } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DeliveryIntent } from './deliver.js';
import { isAbsence } from './is-there.js';
import { linkExclusive, renameOver } from './place-file.js';
import { syncFolder } from './temporary-file.js';
import { writeFailure } from './write-failure.js';

/** How far the times of one file may lie apart on a disk that rounds them, in milliseconds. */
const roundingMs = 2000;

/**
 * Finishes a delivery that was announced by `beforePlacing` and then cut off by a kill or a power cut. `placed`: the PDF is at the path of the
 * intent, whether it already was or is put there now. `lost`: it is not, and must be made again; another file may be there. In both cases nothing
 * is left under the temporary name.
 * @throws AppError `write-failed` if the disk does not say what is there
 */
export async function finishDelivery(intent: DeliveryIntent): Promise<'placed' | 'lost'> {
  try {
    const outcome = await finish(intent);
    await syncFolder(dirname(intent.path)).catch((thrown: unknown) => {
      if (!isAbsence(thrown)) throw thrown;
    });
    return outcome;
  } catch (thrown) {
    throw writeFailure(intent.path, thrown);
  }
}

async function finish(intent: DeliveryIntent): Promise<'placed' | 'lost'> {
  const { temporary, path, replace, holding } = intent;
  const [waiting, found] = [await fileAt(temporary), await fileAt(path)];
  const isWaiting = Number(waiting?.size) === intent.size;
  const isPlaced = found !== null && isFileOf(intent, found, isWaiting);
  const isHeld = holding === true && found?.size === 0n;
  if (isPlaced || !isWaiting) {
    await rm(temporary, { force: true });
    if (isHeld && !isPlaced) await rm(path, { force: true });
    return isPlaced ? 'placed' : 'lost';
  }
  if (replace || isHeld) {
    await renameOver(temporary, path);
    return 'placed';
  }
  if (await linkExclusive(temporary, path)) return 'placed';
  await rm(temporary, { force: true });
  return 'lost';
}

/**
 * Whether a file is that of an intent: by its number, or by its time on disks whose numbers do not last. A time is no proof while the temporary
 * file is there, which would then have lost its name to the other.
 */
function isFileOf(intent: DeliveryIntent, found: BigIntStats, isWaiting: boolean): boolean {
  if (Number(found.size) !== intent.size) return false;
  if (intent.inode !== '0' && String(found.ino) === intent.inode) return true;
  if (isWaiting || hasLastingNumbers(intent)) return false;
  return Math.abs(Number(found.mtimeMs) - intent.modified) <= roundingMs;
}

/** File numbers of Windows' network disks, and of disks without links such as FAT, may be others the next time. */
function hasLastingNumbers({ inode, holding }: DeliveryIntent): boolean {
  return process.platform !== 'win32' && inode !== '0' && holding !== true;
}

/** What stands under a name; null if there is nothing. */
async function fileAt(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch((thrown: unknown) => {
    if (isAbsence(thrown)) return null;
    throw thrown;
  });
}
