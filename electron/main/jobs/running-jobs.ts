import { settleWithin } from '../util/async.js';
import type { EndState, Job } from './job.js';

/** How a run ended. */
export interface RunEnd {
  readonly end: EndState;
  /** In milliseconds. */
  readonly ranMs: number;
  /** True if this job was canceled, false if it ended or the whole queue was stopped. */
  readonly wasCanceled: boolean;
}

/** A job that did not stop in time. */
export interface UnstoppedJob {
  readonly job: Job;
  /** True if it was canceled before the whole queue was stopped. */
  readonly wasCanceled: boolean;
}

interface Run {
  wasCanceled: boolean;
  readonly controller: AbortController;
  readonly since: number;
  readonly ended: Promise<void>;
}

/** The running jobs. */
export class RunningJobs {
  readonly #runs = new Map<Job, Run>();

  get jobs(): readonly Job[] {
    return [...this.#runs.keys()];
  }

  get size(): number {
    return this.#runs.size;
  }

  /** How long each has been running, in milliseconds. */
  get ages(): readonly number[] {
    const now = performance.now();
    return [...this.#runs.values()].map(({ since }) => now - since);
  }

  has(job: Job): boolean {
    return this.#runs.has(job);
  }

  /**
   * Runs a job.
   * @param work must not throw
   * @param onEnd called after the job has been removed from the running ones
   */
  start(
    job: Job,
    work: (signal: AbortSignal) => Promise<EndState>,
    onEnd: (run: RunEnd) => void,
  ): void {
    const controller = new AbortController();
    const since = performance.now();
    const ended = work(controller.signal).then((end) => {
      if (this.#runs.get(job) !== run) return;
      this.#runs.delete(job);
      onEnd({ end, ranMs: performance.now() - since, wasCanceled: run.wasCanceled });
    });
    const run = { controller, since, ended, wasCanceled: false };
    this.#runs.set(job, run);
  }

  cancel(job: Job): void {
    const run = this.#runs.get(job);
    if (!run) return;
    run.wasCanceled = true;
    run.controller.abort();
  }

  /**
   * Cancels all jobs and waits until they have ended.
   * @param timeoutMs how long to wait, in milliseconds
   * @returns the jobs still running then; their ends are ignored
   */
  async stop(timeoutMs: number): Promise<readonly UnstoppedJob[]> {
    const runs = [...this.#runs.values()];
    for (const { controller } of runs) controller.abort();
    await settleWithin(
      runs.map(async ({ ended }) => ended),
      timeoutMs,
    );
    const unstopped = [...this.#runs].map(([job, { wasCanceled }]) => ({ job, wasCanceled }));
    this.#runs.clear();
    return unstopped;
  }
}
