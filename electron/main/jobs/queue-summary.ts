import type { QueueSummary } from '../../shared/jobs.js';
import type { BatchProgress } from './batch-progress.js';
import type { JobList } from './job-list.js';
import type { JobStore } from './job-store.js';
import type { RunningJobs } from './running-jobs.js';

/** What a summary is made of. */
export interface QueueState {
  readonly list: JobList;
  readonly running: RunningJobs;
  readonly batch: BatchProgress;
  readonly memory: JobStore;
  readonly paused: boolean;
  readonly concurrency: number;
}

/** The queue as a whole, as it stands. */
export function queueSummary(queue: QueueState): QueueSummary {
  const { list, running, batch, paused, concurrency } = queue;
  const { counts } = list;
  const { trouble } = queue.memory;
  const queued = counts.queued - list.missingCredential;
  const isStanding = paused || (queued === 0 && running.size === 0);
  const ahead = { queued, running: running.ages, concurrency };
  return {
    paused,
    counts,
    batch: batch.summary(isStanding ? null : ahead),
    ...(trouble !== null && { trouble }),
  };
}
