import type { Job } from './job.js';

interface Run {
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
   * @param onEnd gets what it gives, and how long it took in milliseconds, when the job does not run any more
   */
  run<T>(
    job: Job,
    work: (signal: AbortSignal) => Promise<T>,
    onEnd: (end: T, ranMs: number) => void,
  ): void {
    const controller = new AbortController();
    const since = performance.now();
    const ended = work(controller.signal).then((end) => {
      this.#runs.delete(job);
      onEnd(end, performance.now() - since);
    });
    this.#runs.set(job, { controller, since, ended });
  }

  cancel(job: Job): void {
    this.#runs.get(job)?.controller.abort();
  }

  /** Cancels all and resolves when they have ended. */
  async stop(): Promise<void> {
    for (const { controller } of this.#runs.values()) controller.abort();
    await Promise.all([...this.#runs.values()].map(async ({ ended }) => ended));
  }
}
