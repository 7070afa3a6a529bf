import type { Job } from './job.js';

/** How a run came to its end. */
export interface RunEnd<T> {
  readonly end: T;
  /** How long it took, in milliseconds. */
  readonly ranMs: number;
  /** Whether this very job was canceled, rather than all as the queue was stopped. */
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

  /** Cancels all and resolves when they have ended. */
  async stop(): Promise<void> {
    for (const { controller } of this.#runs.values()) controller.abort();
    await Promise.all([...this.#runs.values()].map(async ({ ended }) => ended));
  }
}
