import { create } from 'zustand';
import type { JobChanges, JobList, JobRow, QueueSummary } from '@shared/jobs.js';
import { applyChanges } from './apply-changes.js';

interface JobsState {
  /**
   * Jobs by id. Mutated in place, because copying ten thousand rows for one change is too slow:
   * select single rows, and depend on `revision` for anything computed from many.
   */
  readonly rows: ReadonlyMap<string, JobRow>;
  /** Ids in queue order. */
  readonly order: readonly string[];
  readonly summary: QueueSummary;
  /** Changes after each update of a row. */
  readonly revision: number;
}

const rows = new Map<string, JobRow>();

const emptySummary: QueueSummary = {
  paused: false,
  counts: { queued: 0, running: 0, completed: 0, failed: 0, canceled: 0 },
  batch: null,
};

/** The queue as reported by the main process, which alone changes it. */
export const useJobs = create<JobsState>(() => ({
  rows,
  order: [],
  summary: emptySummary,
  revision: 0,
}));

/** Replaces the whole queue. */
export function applyJobList({ rows: all, summary }: JobList): void {
  rows.clear();
  for (const row of all) rows.set(row.id, row);
  useJobs.setState(({ revision }) => ({
    order: all.map(({ id }) => id),
    summary,
    revision: revision + 1,
  }));
}

/** Applies the changes of an event. */
export function applyJobChanges(changes: JobChanges): void {
  useJobs.setState(({ order, revision }) => ({
    order: applyChanges(rows, order, changes),
    summary: changes.summary,
    revision: revision + 1,
  }));
}

/** Returns one job; undefined once it is removed. */
export function useJob(id: string): JobRow | undefined {
  return useJobs((state) => state.rows.get(id));
}
