import type { DeliveryRow } from '@shared/deliveries.js';
import type { JobRow } from '@shared/jobs.js';
import { textOf } from '../i18n/t.js';
import { selectedRows } from '../ui/row-selection.js';
import { type QueueTab, useJobs } from './jobs-store.js';
import { useDeliveries } from './uploads/deliveries-store.js';
import { deliveryName, isSucceeded } from './uploads/delivery-wording.js';

/**
 * A row of the queue: a job with its uploads and its webhook, or a delivery without a listed job,
 * such as the upload of a saved PDF.
 */
export type Entry =
  | { readonly kind: 'job'; readonly row: JobRow; readonly deliveries: readonly DeliveryRow[] }
  | { readonly kind: 'delivery'; readonly row: DeliveryRow };

/** The state of a row, which includes that of its uploads. */
export type EntryStatus = Exclude<QueueTab, 'all'>;

interface Listing {
  /** Ids of the listed rows: failed ones first, then in queue order. */
  readonly ids: readonly string[];
  /** How many rows each tab has, whatever the filters. */
  readonly counts: Readonly<Record<QueueTab, number>>;
  /** The first listed row that is running; null for none. */
  readonly running: string | null;
}

type JobsState = ReturnType<typeof useJobs.getState>;
type DeliveriesState = ReturnType<typeof useDeliveries.getState>;

/** Returns a row of the queue; undefined once it is removed. */
function entryOf(
  id: string,
  { rows }: Pick<JobsState, 'rows'>,
  { rows: deliveries, byJob }: Pick<DeliveriesState, 'rows' | 'byJob'>,
): Entry | undefined {
  const row = rows.get(id);
  if (row) {
    const ids = byJob.get(id);
    const ofJob = ids ? ids.flatMap((each) => deliveries.get(each) ?? []) : noDeliveries;
    return { kind: 'job', row, deliveries: ofJob };
  }
  const delivery = deliveries.get(id);
  return delivery && { kind: 'delivery', row: delivery };
}

const noDeliveries: readonly DeliveryRow[] = [];

/** Returns the current row outside of React. */
export function currentEntry(id: string): Entry | undefined {
  return entryOf(id, useJobs.getState(), useDeliveries.getState());
}

/** Returns current rows outside of React, without removed ones. */
export function currentEntries(ids: readonly string[]): readonly Entry[] {
  const [jobs, deliveries] = [useJobs.getState(), useDeliveries.getState()];
  return ids.flatMap((id) => entryOf(id, jobs, deliveries) ?? []);
}

/** Returns all current rows outside of React, whatever the filters. */
export function allEntries(): readonly Entry[] {
  const [jobs, deliveries] = [useJobs.getState(), useDeliveries.getState()];
  const ids = [...allIds(jobs, deliveries)].filter((id) => !jobs.hidden.has(id));
  return ids.flatMap((id) => entryOf(id, jobs, deliveries) ?? []);
}

/** Returns the state of a row. A job is done once its uploads are. */
export function entryStatus(entry: Entry): EntryStatus {
  if (entry.kind === 'delivery') return deliveryStatuses[entry.row.status];
  const { row, deliveries } = entry;
  if (row.discarded === true) return 'canceled';
  if (row.status !== 'completed') return jobStatuses[row.status];
  const open = deliveries.filter((each) => !isSucceeded(each)).map(({ status }) => status);
  const status = (['failed', 'running', 'waiting'] as const).find((each) => open.includes(each));
  if (status) return status;
  return open.length > 0 && row.path === undefined ? 'canceled' : 'done';
}

const jobStatuses = {
  queued: 'waiting',
  running: 'running',
  failed: 'failed',
  canceled: 'canceled',
} as const;

const deliveryStatuses = {
  waiting: 'waiting',
  running: 'running',
  delivered: 'done',
  skipped: 'done',
  failed: 'failed',
  canceled: 'canceled',
} as const;

/** Returns the listed rows and the counts of the tabs. */
export function useListing(): Listing {
  const jobs = useJobs();
  const deliveries = useDeliveries();
  return listing(jobs, deliveries);
}

/** Returns the listed rows outside of React. */
export function currentListing(): Listing {
  return listing(useJobs.getState(), useDeliveries.getState());
}

/** Returns the ids of the selected rows in list order. */
export function selectedIds(): string[] {
  return selectedRows(useJobs.getState().selection, currentListing().ids);
}

/** Returns the number of jobs and uploads that have not ended. */
export function useUnfinishedCount(): number {
  const { counts } = useListing();
  return counts.running + counts.waiting;
}

/** The last listing with what it was computed from: several components need it at once. */
let last: { readonly from: readonly unknown[]; readonly value: Listing } | null = null;

function listing(jobs: JobsState, deliveries: DeliveriesState): Listing {
  const { rows, order, hidden, tab, query, warning } = jobs;
  const from = [rows, order, hidden, tab, query, warning, deliveries.rows, deliveries.order];
  if (last?.from.every((each, index) => each === from[index])) return last.value;
  const value = listEntries(jobs, deliveries);
  last = { from, value };
  return value;
}

/** Computes the listed rows. */
function listEntries(jobs: JobsState, deliveries: DeliveriesState): Listing {
  const { tab, query, warning, hidden } = jobs;
  const counts = { all: 0, failed: 0, running: 0, waiting: 0, done: 0, canceled: 0 };
  const failed: string[] = [];
  const others: string[] = [];
  let running: string | null = null;
  const words = query.trim().toLowerCase();
  for (const id of allIds(jobs, deliveries)) {
    const entry = hidden.has(id) ? undefined : entryOf(id, jobs, deliveries);
    if (!entry) continue;
    const status = entryStatus(entry);
    counts.all += 1;
    counts[status] += 1;
    if (tab !== 'all' && tab !== status) continue;
    if (warning && !warning.ids.has(id)) continue;
    if (words !== '' && !searchText(entry).includes(words)) continue;
    (status === 'failed' ? failed : others).push(id);
    if (status === 'running') running ??= id;
  }
  return { ids: [...failed, ...others], counts, running };
}

/** Jobs, then deliveries whose job is not listed. */
function* allIds(jobs: JobsState, deliveries: DeliveriesState): Iterable<string> {
  yield* jobs.order;
  for (const id of deliveries.order) {
    const job = deliveries.rows.get(id)?.job ?? null;
    if (job === null || !jobs.rows.has(job)) yield id;
  }
}

function searchText(entry: Entry): string {
  if (entry.kind === 'delivery') {
    return `${deliveryName(entry.row)} ${entry.row.destination}`.toLowerCase();
  }
  const { name, place, path = '' } = entry.row;
  return `${place}/${textOf(name)} ${path}`.toLowerCase();
}
