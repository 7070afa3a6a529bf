import { create } from 'zustand';
import type { DeliveryChanges, DeliveryList, DeliveryRow } from '@shared/deliveries.js';
import type { Message } from '@shared/messages/message.js';

interface DeliveriesState {
  /**
   * Uploads and webhooks by id. Mutated in place like the job rows: select single rows, and depend
   * on `revision` for anything computed from many.
   */
  readonly rows: ReadonlyMap<string, DeliveryRow>;
  /** Ids of each job's deliveries by job id, in order. Mutated in place. */
  readonly byJob: ReadonlyMap<string, readonly string[]>;
  /** All ids in order; the same array until a delivery is added or removed. */
  readonly order: readonly string[];
  /** Changes after each update of a row. */
  readonly revision: number;
  /** Why deliveries can't be persisted; undefined if they can. */
  readonly persistenceError: Message | undefined;
}

const rows = new Map<string, DeliveryRow>();
const byJob = new Map<string, readonly string[]>();

/** The deliveries as reported by the main process, which alone changes them. */
export const useDeliveries = create<DeliveriesState>(() => ({
  rows,
  byJob,
  order: [],
  revision: 0,
  persistenceError: undefined,
}));

/** Replaces the whole list. */
export function applyDeliveryList(list: DeliveryList): void {
  rows.clear();
  byJob.clear();
  apply({ ...list, removed: [] }, []);
}

/** Applies the changes of an event. */
export function applyDeliveryChanges(changes: DeliveryChanges): void {
  apply(changes, useDeliveries.getState().order);
}

/** Returns one delivery; undefined once it is removed. */
export function useDelivery(id: string): DeliveryRow | undefined {
  return useDeliveries((state) => state.rows.get(id));
}

function apply(
  { rows: changed, removed, persistenceError }: DeliveryChanges,
  order: readonly string[],
): void {
  const added = changed.filter(({ id }) => !rows.has(id));
  for (const row of changed) rows.set(row.id, row);
  for (const { id, job } of added) {
    if (job !== null) byJob.set(job, [...(byJob.get(job) ?? []), id]);
  }
  for (const id of removed) forget(id);
  const isSame = added.length === 0 && removed.length === 0;
  useDeliveries.setState(({ revision }) => ({
    order: isSame ? order : [...order, ...added.map(({ id }) => id)].filter((id) => rows.has(id)),
    revision: revision + 1,
    persistenceError,
  }));
}

function forget(id: string): void {
  const job = rows.get(id)?.job ?? null;
  rows.delete(id);
  if (job === null) return;
  const others = (byJob.get(job) ?? []).filter((each) => each !== id);
  if (others.length === 0) byJob.delete(job);
  else byJob.set(job, others);
}
