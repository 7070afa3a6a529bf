import { create } from 'zustand';
import type { DeliveryRow } from '@shared/deliveries.js';
import { useJobs } from '../jobs-store.js';
import { useDeliveries } from './deliveries-store.js';
import { isSucceeded } from './delivery-wording.js';

interface DeliveryListState {
  /** Ids of the listed deliveries. */
  readonly shown: readonly string[];
  /** The active row. */
  readonly active: string | null;
  /** True if the active row should be focused once it is mounted. */
  readonly focusWanted: boolean;
}

/** View state of the upload list; not persisted. */
export const useDeliveryList = create<DeliveryListState>(() => ({
  shown: [],
  active: null,
  focusWanted: false,
}));

/** Updates the list when deliveries or jobs change. */
export function followDeliveries(): void {
  useDeliveries.subscribe(refresh);
  useJobs.subscribe((state, before) => {
    if (state.order !== before.order) refresh();
  });
  refresh();
}

/** Makes a row active and focuses it. */
export function goToDelivery(id: string): void {
  useDeliveryList.setState({ active: id, focusWanted: true });
}

/**
 * Returns the deliveries of the upload list: all but the successful ones of listed jobs, which are
 * shown there. Those that need the user come first; newest first within each group.
 * @param jobs the listed jobs
 */
export function listedDeliveries(
  order: readonly string[],
  rows: ReadonlyMap<string, DeliveryRow>,
  jobs: ReadonlyMap<string, unknown>,
): readonly string[] {
  const stuck: string[] = [];
  const others: string[] = [];
  for (const id of order.toReversed()) {
    const row = rows.get(id);
    if (!row || (row.job !== null && jobs.has(row.job) && isSucceeded(row))) continue;
    (row.status === 'failed' ? stuck : others).push(id);
  }
  return [...stuck, ...others];
}

/**
 * Returns the ids of finished deliveries that can be cleared. The webhook of a job with an
 * unfinished upload is kept, because the outbox sends it again if that upload succeeds.
 */
export function clearableIds(listed: readonly DeliveryRow[]): readonly string[] {
  const open = new Set(
    listed.flatMap((row) => (row.kind === 'upload' && !isSucceeded(row) ? [row.job] : [])),
  );
  return listed
    .filter((row) => isSucceeded(row) && !(row.kind === 'webhook' && open.has(row.job)))
    .map(({ id }) => id);
}

function refresh(): void {
  const { order, rows } = useDeliveries.getState();
  const next = listedDeliveries(order, rows, useJobs.getState().rows);
  const { shown, active } = useDeliveryList.getState();
  if (isSame(shown, next)) return;
  useDeliveryList.setState({ shown: next, active: activeAfter(active, shown, next) });
}

/** Returns the active row; if it was removed, the one that took its place. */
function activeAfter(
  active: string | null,
  before: readonly string[],
  after: readonly string[],
): string | null {
  if (active === null || after.includes(active)) return active;
  const place = before.indexOf(active);
  return after[Math.min(place, after.length - 1)] ?? null;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
