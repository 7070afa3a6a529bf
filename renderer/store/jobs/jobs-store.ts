import { create } from 'zustand';
import type { JobChanges, JobList, JobRow, QueueSummary } from '@shared/jobs.js';
import { applyChanges } from './apply-changes.js';

interface JobsState {
  /**
   * Every job by its id. It is changed in place, as ten thousand rows need not be copied for one that changed: read single rows
   * out of it in a selector, and depend on `revision` for what is computed from many.
   */
  readonly rows: ReadonlyMap<string, JobRow>;
  /** The ids in the order of the queue. */
  readonly order: readonly string[];
  readonly summary: QueueSummary;
  /** Another number after each change of any row. */
  readonly revision: number;
}

const rows = new Map<string, JobRow>();

const emptySummary: QueueSummary = {
  paused: false,
  counts: { queued: 0, running: 0, completed: 0, failed: 0, canceled: 0 },
  batch: null,
};

/** The queue as the main process has it. Only what comes from there changes it. */
export const useJobs = create<JobsState>(() => ({
  rows,
  order: [],
  summary: emptySummary,
  revision: 0,
}));

/** Takes the whole queue, in the place of whatever was known. */
export function takeJobList({ rows: all, summary }: JobList): void {
  rows.clear();
  for (const row of all) rows.set(row.id, row);
  useJobs.setState(({ revision }) => ({
    order: all.map(({ id }) => id),
    summary,
    revision: revision + 1,
  }));
}

/** Takes what changed since the last event. */
export function takeJobChanges(changes: JobChanges): void {
  useJobs.setState(({ order, revision }) => ({
    order: applyChanges(rows, order, changes),
    summary: changes.summary,
    revision: revision + 1,
  }));
}

/** One job as it is now; undefined once it has been removed. */
export function useJob(id: string): JobRow | undefined {
  return useJobs((state) => state.rows.get(id));
}
