import type { JobRow, JobStatus, QueueSummary } from '@shared/jobs.js';

/** What the list of jobs can be narrowed to, in the order of its buttons. */
export const jobFilters = ['all', 'queued', 'running', 'failed', 'done'] as const;
export type JobFilter = (typeof jobFilters)[number];

const statusOf: Readonly<Record<Exclude<JobFilter, 'all'>, JobStatus>> = {
  queued: 'queued',
  running: 'running',
  failed: 'failed',
  done: 'completed',
};

/** The jobs that a filter leaves, in the order of the queue; the same array where that is all of them. */
export function filterJobs(
  filter: JobFilter,
  order: readonly string[],
  rows: ReadonlyMap<string, JobRow>,
): readonly string[] {
  if (filter === 'all') return order;
  const status = statusOf[filter];
  return order.filter((id) => rows.get(id)?.status === status);
}

/** How many jobs a filter leaves. */
export function countOf(filter: JobFilter, { counts }: QueueSummary): number {
  if (filter !== 'all') return counts[statusOf[filter]];
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
