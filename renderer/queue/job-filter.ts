import type { JobRow, JobStatus, QueueSummary } from '@shared/jobs.js';

/** The filters of the job list in the order of the buttons. */
export const jobFilters = ['all', 'queued', 'running', 'failed', 'done'] as const;
export type JobFilter = (typeof jobFilters)[number];

const statusOf: Readonly<Record<Exclude<JobFilter, 'all'>, JobStatus>> = {
  queued: 'queued',
  running: 'running',
  failed: 'failed',
  done: 'completed',
};

/** Returns the jobs that match a filter, in queue order; the same array if all match. */
export function filterJobs(
  filter: JobFilter,
  order: readonly string[],
  rows: ReadonlyMap<string, JobRow>,
): readonly string[] {
  if (filter === 'all') return order;
  const status = statusOf[filter];
  return order.filter((id) => rows.get(id)?.status === status);
}

/** Returns how many jobs match a filter. */
export function countOf(filter: JobFilter, { counts }: QueueSummary): number {
  if (filter !== 'all') return counts[statusOf[filter]];
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
