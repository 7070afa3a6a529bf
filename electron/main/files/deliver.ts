import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { ExistingPolicy } from '../../shared/output.js';
import { isThere } from './is-there.js';
import { linkExclusive, renameOver } from './place-file.js';
import { type Contents, removeLeftovers, throughTemporary } from './temporary-file.js';

/** Where a PDF is to go. */
export interface DeliveryPlan {
  /** Full path of the file; its folder may have to be made. */
  readonly path: string;
  readonly existing: ExistingPolicy;
  /** Gives the next path to try where one is taken (`number`), each time another one. */
  readonly another: () => string;
}

/**
 * What is about to be done: a file that is whole and on the disk under its temporary name gets its own. Enough to finish it, or to see
 * that it was finished, after a kill at any moment.
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
  /** Awaited before the file gets its name; called again when the name changes because it was taken. */
  readonly beforeCommit?: (intent: DeliveryIntent) => Promise<void>;
}

/** What became of a PDF: written, or not, as there is a file of its name and it was to be skipped. */
export interface Delivery {
  readonly kind: 'written' | 'skipped';
  readonly path: string;
}

/**
 * Saves a PDF for the user, readable as their umask says. It is written whole or not at all: under a temporary name in
 * its folder, forced to the disk, then renamed as the plan says. If a file has the name, even since a moment ago, the
 * PDF is numbered, skipped, or replaces it.
 * @throws AppError `write-failed` with the path and the reason; an existing file is unchanged, and nothing is left behind
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

/** The delivery of a plan that skips, if there is a file of its name; asked before converting, as that would be for nothing. */
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
