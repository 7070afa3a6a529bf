import { create } from 'zustand';
import type { JobChanges, JobList, JobRow, QueueSummary } from '@shared/jobs.js';
import { call, on } from '../bridge.js';
import { t } from '../i18n/t.js';
import { showFailure } from '../ui/notices.js';
import { type RowSelection, deselectAll, nothingSelected } from '../ui/row-selection.js';

/** The tabs of the queue in their order. */
export const queueTabs = ['all', 'failed', 'running', 'waiting', 'done', 'canceled'] as const;
export type QueueTab = (typeof queueTabs)[number];

/** Jobs that share a warning, as a filter. */
export interface WarningFilter {
  readonly text: string;
  readonly ids: ReadonlySet<string>;
}

interface JobsState {
  readonly rows: ReadonlyMap<string, JobRow>;
  /** Ids in queue order. */
  readonly order: readonly string[];
  readonly summary: QueueSummary;
  /** The last batch, once it has ended and until the next one starts. */
  readonly endedBatch: QueueSummary['batch'];
  readonly tab: QueueTab;
  /** The text of the filter field. */
  readonly query: string;
  readonly warning: WarningFilter | null;
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
};

/** The queue as reported by the main process, which alone changes it, and the view of it. */
export const useJobs = create<JobsState>(() => ({
  rows: new Map(),
  order: [],
  summary: emptySummary,
  endedBatch: null,
  tab: 'all',
  query: '',
  warning: null,
  selection: nothingSelected,
  focusWanted: false,
  hidden: new Set(),
}));

/** Loads the queue and follows its changes. Changes before the list arrives are contained in it. */
export async function startJobs(): Promise<void> {
  let isListed = false;
  on('jobs:changed', (changes) => {
    if (isListed) applyJobChanges(changes);
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

/**
 * Applies the changes of an event. A job that was added and removed between two events is left out.
 */
export function applyJobChanges(changes: JobChanges): void {
  useJobs.setState(({ rows: before, order, summary: { batch }, endedBatch }) => {
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
      endedBatch: changes.summary.batch ? null : (batch ?? endedBatch),
    };
  });
}

/** Returns one job; undefined once it is removed. */
export function useJob(id: string): JobRow | undefined {
  return useJobs((state) => state.rows.get(id));
}

/** Changes what is listed; hidden rows are deselected. */
export function showOnly(change: Partial<Pick<JobsState, 'tab' | 'query' | 'warning'>>): void {
  useJobs.setState(({ selection }) => ({ ...change, selection: deselectAll(selection) }));
}

/** Focuses the active row. */
export function focusJobs(): void {
  useJobs.setState({ focusWanted: true });
}
