import type { JobOptions } from '../../shared/jobs.js';
import { throwIfCanceled } from '../engine/contract/canceled.js';
import type { ConversionProgress } from '../engine/contract/pdf-engine.js';
import {
  type EndState,
  type Job,
  type JobState,
  type PartChange,
  type RunningState,
  failedState,
  retainedState,
} from './job.js';
import type { JobWork } from './queue-parts.js';

/** Records what becomes of a job while it runs. */
export interface AttemptRecords {
  readonly setState: (job: Job, state: JobState) => void;
  readonly setPart: (job: Job, change: PartChange) => void;
  readonly setProgress: (job: Job, progress: ConversionProgress) => void;
  /** Resolves when all changes so far are on the disk, or cannot be written. */
  readonly flush: () => Promise<void>;
}

export class Attempt {
  readonly job: Job;
  /** What it started with; the job may have other options when it ends. */
  readonly options: JobOptions;
  readonly credentialVersion: number;
  /** Never rejects. */
  readonly ended: Promise<EndState>;
  readonly #controller = new AbortController();
  readonly #since = performance.now();
  readonly #records: AttemptRecords;
  #wasCanceled = false;
  #isLeaving = false;
  #isOver = false;

  constructor(job: Job, credentialVersion: number, work: JobWork, records: AttemptRecords) {
    this.job = job;
    this.options = job.options;
    this.credentialVersion = credentialVersion;
    this.#records = records;
    this.ended = this.#run(work);
  }

  /** For how long it has been running, in milliseconds. */
  get ageMs(): number {
    return performance.now() - this.#since;
  }

  /** True if this job was canceled, false if it ended or the whole queue was stopped. */
  get wasCanceled(): boolean {
    return this.#wasCanceled;
  }

  /** Whether the job is removed when it has stopped. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  cancel(): void {
    this.#wasCanceled = true;
    this.#controller.abort();
  }

  /** Cancels it, so that its job can be removed. */
  leave(): void {
    this.#isLeaving = true;
    this.cancel();
  }

  /** Stops it with the whole queue. */
  stop(): void {
    this.#controller.abort();
  }

  async #run(work: JobWork): Promise<EndState> {
    const { signal } = this.#controller;
    try {
      return await work.run(this.job, {
        signal,
        onProgress: (progress) => {
          if (!this.#isOver && !signal.aborted) this.#records.setProgress(this.job, progress);
        },
        beforeCommit: async (committing) => this.#persist({ committing }),
        beforeSending: async (key) => this.#persist({ sent: { key } }),
        onSplit: async (split) => this.#persist({ split }),
        onPart: async (change) => {
          this.#records.setPart(this.job, change);
          await this.#records.flush();
        },
      });
    } catch (error) {
      return failedState(this.job.state, error);
    } finally {
      this.#isOver = true;
    }
  }

  async #persist(change: Pick<RunningState, 'committing' | 'sent' | 'split'>): Promise<void> {
    throwIfCanceled(this.#controller.signal);
    const state = { status: 'running', ...retainedState(this.job.state), ...change } as const;
    this.#records.setState(this.job, state);
    await this.#records.flush();
  }
}
