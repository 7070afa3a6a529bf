import type { BigIntStats } from 'node:fs';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../shared/errors.js';
import type { ExistingPolicy } from '../../shared/output.js';
import { type Contents, removeLeftovers, syncFolder, throughTemporary } from './temporary-file.js';
import { isAbsence, isThere, writeFailure } from './write-failure.js';

/** Where a PDF is to go. */
export interface DeliveryPlan {
  /** Full path of the file; its folder may have to be made. */
  readonly path: string;
  readonly existing: ExistingPolicy;
  /** Gives the next path to try where one is taken (`number`), each time another one. */
  readonly another: () => string;
}

/**
 * What is about to be done: a file that is whole and on the disk under its temporary name gets its
 * own. Enough to finish it, or to see that it was finished, after a kill at any moment.
 */
export const deliveryIntentSchema = z.object({
  temporary: z.string(),
  path: z.string(),
  /** Whether a file that is there may be replaced. */
  replace: z.boolean(),
  /** Whether the name is first held by an empty file, as the disk knows no links. */
  holding: z.boolean().optional(),
  /** The number of the file on its disk: it keeps it with its new name. */
  inode: z.string(),
  /** In bytes. */
  size: z.number(),
  /** When the file was written, in milliseconds since the epoch. */
  modified: z.number(),
});
export type DeliveryIntent = z.infer<typeof deliveryIntentSchema>;

export interface DeliveryHooks {
  /**
   * Awaited before the file gets its name; called again when the name changes because it was taken.
   */
  readonly beforeCommit?: (intent: DeliveryIntent) => Promise<void>;
}

/**
 * What became of a PDF: written, or not, as there is a file of its name and it was to be skipped.
 */
export interface Delivery {
  readonly kind: 'written' | 'skipped';
  readonly path: string;
}

/**
 * Saves a PDF for the user, readable as their umask says. It is written whole or not at all: under
 * a temporary name in its folder, forced to the disk, then renamed as the plan says. If a file has
 * the name, even since a moment ago, the PDF is numbered, skipped, or replaces it.
 * @throws AppError `write-failed` with the path and the reason; an existing file is unchanged, and
 * nothing is left behind
 */
export async function deliverPdf(
  plan: DeliveryPlan,
  contents: Contents,
  hooks: DeliveryHooks = {},
): Promise<Delivery> {
  const commit = async (temporary: string) => {
    const { ino, size, mtimeMs } = await stat(temporary, { bigint: true });
    const file = { inode: String(ino), size: Number(size), modified: Number(mtimeMs) };
    const announce: Announce = async (path, how) =>
      hooks.beforeCommit?.({ temporary, path, ...how, ...file });
    return place(plan, temporary, announce);
  };
  return throughTemporary(plan.path, contents, commit, 'umask');
}

/**
 * The delivery of a plan that skips, if there is a file of its name; asked before converting, as
 * that would be for nothing.
 */
export async function skippedDelivery({ path, existing }: DeliveryPlan): Promise<Delivery | null> {
  if (existing !== 'skip' || !(await isThere(path))) return null;
  await removeLeftovers(dirname(path));
  return { kind: 'skipped', path };
}

type Announce = (path: string, how: Pick<DeliveryIntent, 'replace' | 'holding'>) => Promise<void>;

async function place(plan: DeliveryPlan, temporary: string, announce: Announce): Promise<Delivery> {
  if (plan.existing === 'overwrite') {
    await announce(plan.path, { replace: true });
    await renameOver(temporary, plan.path);
    return { kind: 'written', path: plan.path };
  }
  for (let { path } = plan; ; path = plan.another()) {
    await announce(path, { replace: false });
    const hold = { replace: false, holding: true };
    const target = path;
    if (await linkExclusive(temporary, target, async () => announce(target, hold))) {
      return { kind: 'written', path };
    }
    if (plan.existing === 'skip') {
      await rm(temporary, { force: true });
      return { kind: 'skipped', path };
    }
  }
}

/**
 * Errors of disks that know no second name for a file, such as FAT and some network disks; the last
 * two are what Windows' own become.
 */
const withoutLinks: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EISDIR',
  'UNKNOWN',
]);

/** Gives a written file its name, in the place of a file that is there. */
export async function renameOver(temporary: string, path: string): Promise<void> {
  await rename(temporary, path);
}

/**
 * Gives a written file its name, unless that is taken at that very moment.
 * @param beforeHolding called where the disk knows no links: the name is then held by an empty
 * file, which is replaced
 * @returns whether it has the name
 */
export async function linkExclusive(
  temporary: string,
  path: string,
  beforeHolding: () => Promise<void> = async () => Promise.resolve(),
): Promise<boolean> {
  try {
    // A link, unlike a rename, never replaces.
    await link(temporary, path);
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'EEXIST') return false;
    if (withoutLinks.has(code)) return reserveThenRename(temporary, path, beforeHolding);
    throw thrown;
  }
  await rm(temporary, { force: true });
  return true;
}

async function reserveThenRename(
  temporary: string,
  path: string,
  beforeHolding: () => Promise<void>,
): Promise<boolean> {
  await beforeHolding();
  if (!(await isHeld(path))) return false;
  try {
    await rename(temporary, path);
    return true;
  } catch (thrown) {
    await rm(path, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

/** Makes an empty file of a name, unless that is taken. */
async function isHeld(path: string): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, 'wx');
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
  await file.close();
  return true;
}

/** How far the times of one file may lie apart on a disk that rounds them, in milliseconds. */
const roundingMs = 2000;

/**
 * Finishes a delivery that was announced by `beforePlacing` and then cut off by a kill or a power
 * cut. `placed`: the PDF is at the path of the intent, whether it already was or is put there now.
 * `lost`: it is not, and must be made again; another file may be there. In both cases nothing is
 * left under the temporary name.
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
 * Returns true if a file is that of an intent: by its inode, or by its time on disks whose inodes
 * change. A time proves nothing while the temporary file exists, which then lost its name to the
 * other file.
 */
function isFileOf(intent: DeliveryIntent, found: BigIntStats, isWaiting: boolean): boolean {
  if (Number(found.size) !== intent.size) return false;
  if (intent.inode !== '0' && String(found.ino) === intent.inode) return true;
  if (isWaiting || hasLastingNumbers(intent)) return false;
  return Math.abs(Number(found.mtimeMs) - intent.modified) <= roundingMs;
}

/**
 * File numbers of Windows' network disks, and of disks without links such as FAT, may be others the
 * next time.
 */
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
