import type { BridgeChannel, Removal } from '../../shared/bridge.js';
import type { JobQueue } from '../jobs/job-queue.js';
import { isDone } from '../outbox/delivery.js';
import type { Outbox } from '../outbox/outbox.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { History } from './history.js';

interface RemovalParts {
  readonly queue: Pick<JobQueue, 'remove' | 'markDropped'>;
  readonly outbox: Pick<Outbox, 'get' | 'remove'>;
  readonly history: Pick<History, 'remove'>;
}

/**
 * Rows that the user has removed, while that can be undone. They are kept here, because a window
 * that closes may no longer have the time to remove them.
 */
export class Removals {
  readonly #parts: RemovalParts;
  /** By their ids. */
  readonly #undoable = new Map<string, Removal>();

  constructor(parts: RemovalParts) {
    this.#parts = parts;
  }

  add(removal: Removal): void {
    this.#undoable.set(removal.id, removal);
  }

  undo(id: string): void {
    this.#undoable.delete(id);
  }

  finish(id: string): void {
    const removal = this.#undoable.get(id);
    if (removal === undefined) return;
    this.#undoable.delete(id);
    const { queue, outbox, history } = this.#parts;
    // First, because deliveries whose job is gone would be listed on their own.
    removeDeliveries(outbox, queue, removal.deliveries);
    queue.remove(removal.jobs);
    history.remove(removal.history);
  }

  /** Removes all rows, because no page can undo it any more. */
  finishAll(): void {
    for (const id of [...this.#undoable.keys()]) this.finish(id);
  }
}

type RemovalChannel = Extract<BridgeChannel, `removals:${string}`>;

/** Handles the calls about rows that are removed with Undo. */
export function removalHandlers(removals: Removals): Pick<BridgeHandlers, RemovalChannel> {
  return {
    'removals:add': (removal) => removals.add(removal),
    'removals:undo': ({ id }) => removals.undo(id),
    'removals:finish': ({ id }) => removals.finish(id),
  };
}

/** Removes deliveries, also undelivered ones. */
export function removeDeliveries(
  outbox: Pick<Outbox, 'get' | 'remove'>,
  queue: Pick<JobQueue, 'markDropped'>,
  ids: readonly string[],
): void {
  markDiscarded(outbox, queue, ids);
  outbox.remove(ids);
}

/** Records in the jobs which of their uploads are discarded before they were delivered. */
function markDiscarded(
  outbox: Pick<Outbox, 'get'>,
  queue: Pick<JobQueue, 'markDropped'>,
  ids: readonly string[],
): void {
  for (const id of ids) {
    const delivery = outbox.get(id);
    if (delivery?.kind !== 'upload' || delivery.job === null || isDone(delivery.state)) continue;
    queue.markDropped(delivery.job, [id]);
  }
}
