import type { Job } from './job.js';

/** How a run came to its end. */
export interface RunEnd<T> {
  readonly end: T;
  /** How long it took, in milliseconds. */
  readonly ranMs: number;
  /** Whether this very job was canceled, rather than all as the queue was stopped. */
  readonly wasCanceled: boolean;
}

/** A job that did not stop. */
export interface LeftJob {
  readonly job: Job;
  /** Whether it was canceled before all were stopped. */
  readonly wasCanceled: boolean;
}

interface Run {
  wasCanceled: boolean;
  readonly controller: AbortController;
  readonly since: number;
  readonly ended: Promise<void>;
}

/** The jobs that run at the moment, with how to cancel each. */
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
   * @param work does it; must not throw
   * @param onEnd gets what it gives when the job does not run any more
   */
  run<T>(
    job: Job,
    work: (signal: AbortSignal) => Promise<T>,
    onEnd: (run: RunEnd<T>) => void,
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
   * Cancels all and waits until they have ended, but not for ever. Gives those that still go on, of which nothing is heard any more.
   * @param limitMs how long it waits at most, in milliseconds
   */
  async stop(limitMs: number): Promise<readonly LeftJob[]> {
    const runs = [...this.#runs.values()];
    for (const { controller } of runs) controller.abort();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
    await Promise.race([Promise.all(runs.map(async ({ ended }) => ended)), late]);
    clearTimeout(timer);
    const left = [...this.#runs].map(([job, { wasCanceled }]) => ({ job, wasCanceled }));
    this.#runs.clear();
    return left;
  }
}
