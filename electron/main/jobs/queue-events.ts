import { errorData } from '../../shared/errors.js';
import type { QueueSummary } from '../../shared/jobs.js';
import type { BatchResult } from './batch.js';
import { ChangeBatcher, type PendingChanges } from '../util/change-batcher.js';
import type { Job } from './job.js';
import type { JobList } from './job-list.js';
import { jobRow } from './job-row.js';
import type { QueueParts } from './queue-parts.js';

/** Tells whoever wants to hear what happens in a queue. What they throw is their own fault: it is logged, and the queue goes on. */
export class QueueEvents {
  /** Gathers what has changed. */
  readonly feed = new ChangeBatcher((changes) => this.#tell(changes));
  readonly #parts: QueueParts;
  readonly #list: JobList;
  readonly #summary: () => QueueSummary;

  constructor(parts: QueueParts, list: JobList, summary: () => QueueSummary) {
    this.#parts = parts;
    this.#list = list;
    this.#summary = summary;
  }

  jobEnded(job: Readonly<Job>): void {
    this.#guard(() => this.#parts.onJobEnd?.(job));
  }

  batchEnded(result: BatchResult): void {
    this.feed.touch();
    this.#guard(() => this.#parts.onBatchEnd?.(result));
  }

  /** What went wrong beside the jobs, as a line for the log. */
  log(line: string): void {
    this.#parts.log?.(line);
  }

  /** Logs it if something fails that nobody waits for. @param sentence what that means */
  whenFailed(sentence: string, work: Promise<void>): void {
    work.catch((error: unknown) => this.log(`${sentence} ${errorData(error).message}`));
  }

  #tell({ changed, removed, isReordered }: PendingChanges): void {
    const changes = {
      rows: this.#list.some(changed).map(jobRow),
      removed: [...removed],
      ...(isReordered && { order: this.#list.all.map(({ id }) => id) }),
      summary: this.#summary(),
    };
    this.#guard(() => this.#parts.onChange?.(changes));
  }

  #guard(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.log(`News of the queue did not arrive. ${errorData(error).message}`);
    }
  }
}
