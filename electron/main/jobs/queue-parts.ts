import type { AppErrorData } from '../../shared/errors.js';
import type { JobChanges } from '../../shared/jobs.js';
import type { BatchResult } from './batch.js';
import type { Job } from './job.js';
import type { JobStore, PersistedQueue } from './job-store.js';
import type { JobWork } from './job-work.js';

/** What a queue stands on, and who hears of it. */
export interface QueueParts {
  readonly work: JobWork;
  readonly memory: JobStore;
  /**
   * Says that the key of a service has to be put in before its jobs can begin, which wait for that; null where it is there. Absent: such a job fails, as nobody is
   * there to put it in.
   * @param endpoint id of the service
   */
  readonly missingKey?: (endpoint: string) => AppErrorData | null;
  /** How many jobs run at the same time. */
  readonly concurrency: number;
  /** The queue as it was when Platen ended; what had not ended goes on when `start` is called. */
  readonly remembered?: PersistedQueue;
  /** A few times a second at most. */
  readonly onChange?: (changes: JobChanges) => void;
  readonly onJobEnd?: (job: Readonly<Job>) => void;
  readonly onBatchEnd?: (result: BatchResult) => void;
  /** Takes a line for the log. */
  readonly log?: (line: string) => void;
}
