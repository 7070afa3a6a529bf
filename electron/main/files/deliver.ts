import type { BigIntStats } from 'node:fs';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../shared/messages/errors.js';
import type { ExistingPolicy } from '../../shared/output.js';
import { type ConversionSource, partsOf } from '../../shared/request/source.js';
import { type Contents, removeLeftovers, syncFolder, throughTemporary } from './temporary-file.js';
import { isAbsence, pathExists, writeFailure } from './write-failure.js';

export interface DeliveryPlan {
  /** Full path of the file; its folder may not exist yet. */
  readonly path: string;
  readonly existing: ExistingPolicy;
  /** Returns another path on each call, for `number`, if the last one exists. */
  readonly another: () => string;
}

/**
 * Announces a rename: the file is complete on the disk and gets its final name next. After a kill
 * at any time, this is enough to complete the rename or to detect that it happened.
 */
export const deliveryIntentSchema = z.object({
  temporary: z.string(),
  path: z.string(),
  /** Whether an existing file may be replaced. */
  replace: z.boolean(),
  /** Whether an empty file reserves the name first, because the disk has no hard links. */
  holding: z.boolean().optional(),
  /** The inode number, which a rename does not change. */
  inode: z.string(),
  /** In bytes. */
  size: z.number(),
  /** Modification time, in milliseconds since the epoch. */
  modified: z.number(),
});
export type DeliveryIntent = z.infer<typeof deliveryIntentSchema>;

export interface DeliveryHooks {
  /** Awaited before the rename, and again if the name changes because it exists. */
  readonly beforeCommit?: (intent: DeliveryIntent) => Promise<void>;
}

/** The result of a delivery: written, or skipped because the file exists. */
export interface Delivery {
  readonly kind: 'written' | 'skipped';
  readonly path: string;
}

/**
 * Saves a PDF for the user, with the permissions of their umask. It is written atomically: under a
 * temporary name in its folder, flushed to the disk, then renamed as planned. If a file of that
 * name exists, even since a moment ago, the PDF is numbered, skipped, or replaces it.
 * @throws AppError `write-failed` with the path and the reason; an existing file is unchanged then,
 * and no temporary file remains
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
 * Returns the delivery of a plan that skips, if the file exists. Called before converting, to save
 * the work.
 */
export async function skippedDelivery({ path, existing }: DeliveryPlan): Promise<Delivery | null> {
  if (existing !== 'skip' || !(await pathExists(path))) return null;
  await removeLeftovers(dirname(path));
  return { kind: 'skipped', path };
}

/** Returns the delivery of a plan whose file is not older than its source (as in make). */
export async function currentDelivery(
  source: ConversionSource,
  { path }: DeliveryPlan,
): Promise<Delivery | null> {
  const to = await fileAt(path);
  if (to?.isFile() !== true) return null;
  for (const part of partsOf(source)) {
    const from = part.kind === 'file' ? await fileAt(part.path) : null;
    if (from === null || to.mtimeNs < from.mtimeNs) return null;
  }
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
    const reserved = { replace: false, holding: true };
    const target = path;
    if (await linkExclusive(temporary, target, async () => announce(target, reserved))) {
      return { kind: 'written', path };
    }
    if (plan.existing === 'skip') {
      await rm(temporary, { force: true });
      return { kind: 'skipped', path };
    }
  }
}

/**
 * Errors of disks without hard links, such as FAT and some network disks. Node maps Windows' own
 * errors to the last two.
 */
const withoutLinks: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EISDIR',
  'UNKNOWN',
]);

export async function renameOver(temporary: string, path: string): Promise<void> {
  await rename(temporary, path);
}

/**
 * Renames a written file, unless the name exists at that moment.
 * @param beforeHolding called if the disk has no hard links: an empty file then reserves the name
 * and is replaced
 * @returns whether the file got the name
 */
export async function linkExclusive(
  temporary: string,
  path: string,
  beforeHolding: () => Promise<void> = async () => Promise.resolve(),
): Promise<boolean> {
  try {
    // A link, unlike a rename, never replaces a file.
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

/** Creates an empty file, unless the name exists. @returns whether it was created */
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

/** How far the times of one file may differ on a disk that rounds them, in milliseconds. */
const roundingMs = 2000;

/**
 * Completes a delivery that was announced by `beforeCommit` and interrupted by a kill or a power
 * failure. `placed`: the PDF has its final name, since before or now. `lost`: it must be converted
 * again; another file may have the name. Removes the temporary file in both cases.
 * @throws AppError `write-failed` if the disk cannot be read
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
 * Recognizes the file by its inode, or by its time on disks with unstable inodes. The time proves
 * nothing while the temporary file exists: then another file got the name.
 */
function isFileOf(intent: DeliveryIntent, found: BigIntStats, isWaiting: boolean): boolean {
  if (Number(found.size) !== intent.size) return false;
  if (intent.inode !== '0' && String(found.ino) === intent.inode) return true;
  if (isWaiting || hasLastingNumbers(intent)) return false;
  return Math.abs(Number(found.mtimeMs) - intent.modified) <= roundingMs;
}

/**
 * Inode numbers of Windows' network disks, and of disks without hard links such as FAT, may change.
 */
function hasLastingNumbers({ inode, holding }: DeliveryIntent): boolean {
  return process.platform !== 'win32' && inode !== '0' && holding !== true;
}

/** Null if the file does not exist. */
async function fileAt(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch((thrown: unknown) => {
    if (isAbsence(thrown)) return null;
    throw thrown;
  });
}
