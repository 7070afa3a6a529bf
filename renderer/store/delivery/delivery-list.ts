import { create } from 'zustand';
import type { DeliveryRow } from '@shared/deliveries.js';
import { useJobs } from '../jobs/jobs-store.js';
import { useDeliveries } from './deliveries-store.js';
import { hasEndedWell } from './delivery-wording.js';

interface DeliveryListState {
  /** The deliveries of the list, by id. */
  readonly shown: readonly string[];
  /** The row that the keyboard is on. */
  readonly active: string | null;
  /** That row is to get the focus as soon as it is there. */
  readonly focusWanted: boolean;
}

/** How the list of uploads is looked at. Not kept between starts. */
export const useDeliveryList = create<DeliveryListState>(() => ({
  shown: [],
  active: null,
  focusWanted: false,
}));

/** Has the list follow what comes and goes. */
export function followDeliveries(): void {
  useDeliveries.subscribe(refresh);
  useJobs.subscribe((state, before) => {
    if (state.order !== before.order) refresh();
  });
  refresh();
}

/** Moves the keyboard to a row. */
export function goToDelivery(id: string): void {
  useDeliveryList.setState({ active: id, focusWanted: true });
}

/**
 * The deliveries that a list of their own shows: all but those that ended well with a job that is in the list of jobs, as they are told there. Those that
 * need the person come first, then the others; of each the newest first.
 * @param jobs the jobs that are in their list
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
    if (!row || (row.job !== null && jobs.has(row.job) && hasEndedWell(row))) continue;
    (row.status === 'failed' ? stuck : others).push(id);
  }
  return [...stuck, ...others];
}

/**
 * Ids of what ended well in a list. A message that would be sent anew, if an upload of its job that is stuck got there after all, is none of them: the outbox
 * needs it for that.
 */
export function doneIn(listed: readonly DeliveryRow[]): readonly string[] {
  const open = new Set(
    listed.flatMap((row) => (row.kind === 'upload' && !hasEndedWell(row) ? [row.job] : [])),
  );
  return listed
    .filter((row) => hasEndedWell(row) && !(row.kind === 'webhook' && open.has(row.job)))
    .map(({ id }) => id);
}

function refresh(): void {
  const { order, rows } = useDeliveries.getState();
  const next = listedDeliveries(order, rows, useJobs.getState().rows);
  const { shown, active } = useDeliveryList.getState();
  if (isSame(shown, next)) return;
  useDeliveryList.setState({ shown: next, active: activeAfter(active, shown, next) });
}

/** The keyboard stays on its row; where that has gone, it goes to the one that took its place. */
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
