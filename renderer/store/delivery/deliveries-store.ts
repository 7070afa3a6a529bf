import { create } from 'zustand';
import type { DeliveryChanges, DeliveryList, DeliveryRow } from '@shared/deliveries.js';

interface DeliveriesState {
  /**
   * Every upload and webhook by its id, changed in place like the rows of the jobs: read single rows out of it in a selector, and depend
   * on `revision` for what is computed from many.
   */
  readonly rows: ReadonlyMap<string, DeliveryRow>;
  /** The ids of each job's deliveries, in their order, by the job's id; changed in place as well. */
  readonly byJob: ReadonlyMap<string, readonly string[]>;
  /** All ids in their order. The same array until one comes or goes. */
  readonly order: readonly string[];
  /** Another number after each change of any row. */
  readonly revision: number;
  /** Why they cannot be remembered at the moment, as a sentence. */
  readonly trouble: string | undefined;
}

const rows = new Map<string, DeliveryRow>();
const byJob = new Map<string, readonly string[]>();

/** What leaves this computer, as the main process has it. Only what comes from there changes it. */
export const useDeliveries = create<DeliveriesState>(() => ({
  rows,
  byJob,
  order: [],
  revision: 0,
  trouble: undefined,
}));

/** Takes the whole list, in the place of whatever was known. */
export function takeDeliveryList(list: DeliveryList): void {
  rows.clear();
  byJob.clear();
  take({ ...list, removed: [] }, []);
}

/** Takes what changed since the last event. */
export function takeDeliveryChanges(changes: DeliveryChanges): void {
  take(changes, useDeliveries.getState().order);
}

/** One delivery as it is now; undefined once it has been removed. */
export function useDelivery(id: string): DeliveryRow | undefined {
  return useDeliveries((state) => state.rows.get(id));
}

function take(
  { rows: changed, removed, trouble }: DeliveryChanges,
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
    trouble,
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
