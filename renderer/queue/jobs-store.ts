import { create } from 'zustand';
import type { JobChanges, JobList, JobRow, QueueSummary } from '@shared/jobs.js';
import { call, on } from '../bridge/bridge.js';
import { t, textOf } from '../i18n/t.js';
import { showFailure } from '../ui/notices.js';
import {
  type RowSelection,
  deselectAll,
  nothingSelected,
  selectAllRows,
  selectedRows,
} from '../ui/row-selection.js';
import type { DeliveryRow } from '@shared/deliveries.js';
import { useDeliveries } from './deliveries-store.js';
import { inNextFrame } from './next-frame.js';
import { deliveryName, isSucceeded } from './delivery-wording.js';
import { type LabelOf, type SourceLabel, labelSources } from '../ui/source-labels.js';
import { type QueueTab, locationText, shortReason } from './wording.js';

/** Jobs that share a warning or the reason of their failure, as a filter. */
export interface ProblemFilter {
  readonly text: string;
  readonly ids: ReadonlySet<string>;
}

interface JobsState {
  readonly rows: ReadonlyMap<string, JobRow>;
  /** Ids in queue order. */
  readonly order: readonly string[];
  readonly summary: QueueSummary;
  readonly tab: QueueTab;
  /** The text of the filter field. */
  readonly query: string;
  readonly problem: ProblemFilter | null;
  /** Of jobs and uploads, by id. */
  readonly selection: RowSelection;
  /** True if the active row should be focused once it is mounted. */
  readonly focusWanted: boolean;
  /** Ids of removed jobs and uploads, while their removal can be undone. */
  readonly hidden: ReadonlySet<string>;
}

const emptySummary: QueueSummary = {
  paused: false,
  counts: { queued: 0, running: 0, completed: 0, failed: 0, canceled: 0 },
  batch: null,
  lastBatch: null,
};

/** The queue as reported by the main process, which alone changes it, and the view of it. */
export const useJobs = create<JobsState>(() => ({
  rows: new Map(),
  order: [],
  summary: emptySummary,
  tab: 'all',
  query: '',
  problem: null,
  selection: nothingSelected,
  focusWanted: false,
  hidden: new Set(),
}));

/** Changes before the list arrives are contained in it. */
export async function startJobs(): Promise<void> {
  let isListed = false;
  on('jobs:changed', (changes) => {
    if (isListed) inNextFrame(() => applyJobChanges(changes));
  });
  const list = await call('jobs:list', undefined);
  isListed = true;
  if (list.ok) applyJobList(list.value);
  else showFailure(t('queue.loadFailed'), list.error);
}

/** Replaces the whole queue. */
export function applyJobList({ rows, summary }: JobList): void {
  useJobs.setState({
    rows: new Map(rows.map((row) => [row.id, row])),
    order: rows.map(({ id }) => id),
    summary,
  });
}

/** A job that was added and removed between two events is left out. */
export function applyJobChanges(changes: JobChanges): void {
  useJobs.setState(({ rows: before, order }) => {
    const rows = new Map(before);
    const added = changes.rows.filter(({ id }) => !before.has(id)).map(({ id }) => id);
    for (const row of changes.rows) rows.set(row.id, row);
    for (const id of changes.removed) rows.delete(id);
    const isSame = !changes.order && added.length === 0 && changes.removed.length === 0;
    const next = changes.order ?? [...order, ...added];
    return {
      rows,
      order: isSame ? order : next.filter((id) => rows.has(id)),
      summary: changes.summary,
    };
  });
}

/** Undefined once it is removed. */
export function useJob(id: string): JobRow | undefined {
  return useJobs((state) => state.rows.get(id));
}

/** Changes what is listed; hidden rows are deselected. */
export function showOnly(change: Partial<Pick<JobsState, 'tab' | 'query' | 'problem'>>): void {
  useJobs.setState(({ selection }) => ({ ...change, selection: deselectAll(selection) }));
}

/** Focuses the active row. */
export function focusJobs(): void {
  useJobs.setState({ focusWanted: true });
}

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
  /** Why rows have failed: their ids by reason, in the order of the list, whatever the filters. */
  readonly failures: ReadonlyMap<string, readonly string[]>;
  /** How many rows have an upload or a webhook that failed, whatever the filters. */
  readonly undelivered: number;
  /** The first listed row that is running; null for none. */
  readonly running: string | null;
}

type DeliveriesState = ReturnType<typeof useDeliveries.getState>;

/** Undefined once it is removed. */
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

/** For use outside of React. */
export function currentEntry(id: string): Entry | undefined {
  return entryOf(id, useJobs.getState(), useDeliveries.getState());
}

/** For use outside of React. Without removed ones. */
export function currentEntries(ids: readonly string[]): readonly Entry[] {
  const [jobs, deliveries] = [useJobs.getState(), useDeliveries.getState()];
  return ids.flatMap((id) => entryOf(id, jobs, deliveries) ?? []);
}

/** For use outside of React. Whatever the filters. */
export function allEntries(): readonly Entry[] {
  const [jobs, deliveries] = [useJobs.getState(), useDeliveries.getState()];
  const ids = [...allIds(jobs, deliveries)].filter((id) => !jobs.hidden.has(id));
  return ids.flatMap((id) => entryOf(id, jobs, deliveries) ?? []);
}

/** A job is done once its uploads are. */
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

export function useListing(): Listing {
  const jobs = useJobs();
  const deliveries = useDeliveries();
  return listing(jobs, deliveries);
}

/** For use outside of React. */
export function currentListing(): Listing {
  return listing(useJobs.getState(), useDeliveries.getState());
}

/** In list order. */
export function selectedIds(): string[] {
  return selectedRows(useJobs.getState().selection, currentListing().ids);
}

/** Selects all listed rows. */
export function selectAll(): void {
  useJobs.setState(({ selection }) => ({
    selection: selectAllRows(selection, currentListing().ids),
  }));
}

/** Deselects all rows and focuses the active one. */
export function closeDetails(): void {
  useJobs.setState(({ selection }) => ({ selection: deselectAll(selection), focusWanted: true }));
}

export function useSourceLabel(row: JobRow): SourceLabel {
  const labelOf = useJobs(sourceLabels);
  return labelOf(locationText(row), textOf(row.name));
}

let lastLabels = { order: useJobs.getState().order, value: labelSources([]) };

/** Names do not change while the jobs are the same. */
function sourceLabels({ rows, order }: JobsState): LabelOf {
  if (lastLabels.order !== order) {
    const listed = order.flatMap((id) => rows.get(id) ?? []);
    lastLabels = { order, value: labelSources(listed.map(locationText)) };
  }
  return lastLabels.value;
}

/** Of jobs and uploads. */
export function useUnfinishedCount(): number {
  const { counts } = useListing();
  return counts.running + counts.waiting;
}

/** The last listing with what it was computed from: several components need it at once. */
let last: { readonly from: readonly unknown[]; readonly value: Listing } | null = null;

function listing(jobs: JobsState, deliveries: DeliveriesState): Listing {
  const { rows, order, hidden, tab, query, problem } = jobs;
  const from = [rows, order, hidden, tab, query, problem, deliveries.rows, deliveries.order];
  if (last?.from.every((each, index) => each === from[index])) return last.value;
  const value = listEntries(jobs, deliveries);
  last = { from, value };
  return value;
}

function listEntries(jobs: JobsState, deliveries: DeliveriesState): Listing {
  const { tab, query, problem, hidden } = jobs;
  const counts = { all: 0, failed: 0, running: 0, waiting: 0, done: 0, canceled: 0 };
  const failed: string[] = [];
  const others: string[] = [];
  let running: string | null = null;
  let undelivered = 0;
  const failures = new Map<string, string[]>();
  const words = query.trim().toLowerCase();
  for (const id of allIds(jobs, deliveries)) {
    const entry = hidden.has(id) ? undefined : entryOf(id, jobs, deliveries);
    if (!entry) continue;
    const status = entryStatus(entry);
    counts.all += 1;
    counts[status] += 1;
    if (status === 'failed') {
      addFailure(failures, entry);
      if (entry.kind === 'delivery' || entry.row.status === 'completed') undelivered += 1;
    }
    if (tab !== 'all' && tab !== status) continue;
    if (problem && !problem.ids.has(id)) continue;
    if (words !== '' && !searchText(entry).includes(words)) continue;
    (status === 'failed' ? failed : others).push(id);
    if (status === 'running') running ??= id;
  }
  return { ids: [...failed, ...others], counts, running, undelivered, failures };
}

function addFailure(failures: Map<string, string[]>, entry: Entry): void {
  const deliveries = entry.kind === 'job' ? entry.deliveries : [entry.row];
  const own = entry.kind === 'job' ? entry.row.error : undefined;
  const error = own ?? deliveries.find(({ status }) => status === 'failed')?.error;
  if (!error) return;
  const reason = shortReason(error);
  const ids = failures.get(reason);
  if (ids) ids.push(entry.row.id);
  else failures.set(reason, [entry.row.id]);
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
  return `${locationText(entry.row)} ${entry.row.path ?? ''}`.toLowerCase();
}
