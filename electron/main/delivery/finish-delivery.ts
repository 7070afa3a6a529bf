import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DeliveryIntent } from './deliver.js';
import { isAbsence } from './is-there.js';
import { placeNew, placeOver } from './place-file.js';
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
  const { temporary, path, replace } = intent;
  const [isWaiting, isPlaced] = [await isFileOf(intent, temporary), await isFileOf(intent, path)];
  if (isPlaced || !isWaiting) {
    await rm(temporary, { force: true });
    return isPlaced ? 'placed' : 'lost';
  }
  if (replace) {
    await placeOver(temporary, path);
    return 'placed';
  }
  if (await placeNew(temporary, path)) return 'placed';
  await rm(temporary, { force: true });
  return 'lost';
}

/** Whether the file of an intent stands under a name. Disks without lasting file numbers are known by size and time. */
async function isFileOf(intent: DeliveryIntent, path: string): Promise<boolean> {
  const found = await stat(path, { bigint: true }).catch((thrown: unknown) => {
    if (isAbsence(thrown)) return null;
    throw thrown;
  });
  if (found === null || Number(found.size) !== intent.size) return false;
  const isSameTime = Math.abs(Number(found.mtimeMs) - intent.modified) <= roundingMs;
  return String(found.ino) === intent.inode || isSameTime;
}
