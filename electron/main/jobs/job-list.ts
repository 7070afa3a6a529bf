import type { AppErrorData } from '../../shared/messages/errors.js';
import type { JobOptions, JobStatus } from '../../shared/jobs.js';
import { type Job, type JobState, keptPdf } from './job.js';

/**
 * The jobs in their order. Finding the next job and changing the state of one take about the same
 * time with ten jobs and with ten thousand.
 */
export class JobList {
  readonly #credentialErrorOf: (options: JobOptions) => AppErrorData | null;
  readonly #byId = new Map<string, Job>();
  readonly #counts = new Map<JobStatus, number>();
  #order: Job[] = [];
  /** No job before this index can start, except interrupted ones. */
  #cursor = 0;
  /** Queued jobs that were running when Platen was killed or crashed. */
  readonly #interrupted = new Set<Job>();

  /** @param credentialErrorOf returns why jobs must not start; null if they may */
  constructor(credentialErrorOf: (options: JobOptions) => AppErrorData | null = () => null) {
    this.#credentialErrorOf = credentialErrorOf;
  }

  get(id: string): Job | undefined {
    return this.#byId.get(id);
  }

  /** Leaves out those that are not in the list. */
  some(ids: readonly string[]): readonly Job[] {
    return ids.flatMap((id) => this.#byId.get(id) ?? []);
  }

  get all(): readonly Job[] {
    return this.#order;
  }

  get counts(): Record<JobStatus, number> {
    const count = (status: JobStatus) => this.#counts.get(status) ?? 0;
    return {
      queued: count('queued'),
      running: count('running'),
      completed: count('completed'),
      failed: count('failed'),
      canceled: count('canceled'),
    };
  }

  /** Returns the ids of the jobs that share options. */
  byOptions(): ReadonlyMap<JobOptions, readonly string[]> {
    const ids = new Map<JobOptions, string[]>();
    for (const { id, options } of this.#order) {
      const same = ids.get(options);
      if (same) same.push(id);
      else ids.set(options, [id]);
    }
    return ids;
  }

  /** How many queued jobs wait for the credential of their service. */
  get waitingForCredential(): number {
    return this.#order.filter(
      ({ state, credentialError }) => credentialError !== null && state.status === 'queued',
    ).length;
  }

  /** At the end of the list. */
  add(job: Job): void {
    this.#byId.set(job.id, job);
    this.#order.push(job);
    this.updateCredentialError(job);
    this.#count(job, 1);
  }

  setState(job: Job, state: JobState): void {
    this.#count(job, -1);
    job.state = state;
    this.#count(job, 1);
    this.updateCredentialError(job);
    // Searching from the start is cheap; tracking each job's index is not.
    if (state.status === 'queued') this.#cursor = 0;
  }

  /**
   * Updates why a job must not start, and returns true if that changed. A kept PDF needs no
   * credential.
   */
  updateCredentialError(job: Job): boolean {
    const { credentialError: before, options, state } = job;
    job.credentialError = keptPdf(state) === undefined ? this.#credentialErrorOf(options) : null;
    if (before !== null && job.credentialError === null) this.#cursor = 0;
    return before?.message !== job.credentialError?.message;
  }

  remove(jobs: ReadonlySet<Job>): void {
    for (const job of jobs) {
      if (this.#byId.delete(job.id)) this.#count(job, -1);
    }
    this.#order = this.#order.filter((job) => !jobs.has(job));
    this.#cursor = 0;
  }

  /** Moves jobs, in the order they have in the list, before another; to the end for null. */
  move(jobs: ReadonlySet<Job>, before: Job | null): void {
    const moved = this.#order.filter((job) => jobs.has(job));
    const anchor = before !== null && jobs.has(before) ? this.#firstAfter(before, jobs) : before;
    const rest = this.#order.filter((job) => !jobs.has(job));
    const index = anchor === null ? -1 : rest.indexOf(anchor);
    this.#order = index === -1 ? [...rest, ...moved] : rest.toSpliced(index, 0, ...moved);
    this.#cursor = 0;
  }

  /**
   * Null for none. An interrupted job may be what crashes Platen: it runs after all others, and
   * alone, so that a second crash can only be its own.
   */
  next(running: readonly Job[]): Job | null {
    if (running.some(({ state }) => state.status === 'running' && state.interrupted)) return null;
    for (; this.#cursor < this.#order.length; this.#cursor += 1) {
      const job = this.#order[this.#cursor];
      if (job?.state.status !== 'queued' || job.credentialError !== null) continue;
      if (!job.state.interrupted) return job;
    }
    if (running.length > 0) return null;
    return [...this.#interrupted].find(({ credentialError }) => credentialError === null) ?? null;
  }

  #firstAfter(before: Job, jobs: ReadonlySet<Job>): Job | null {
    const start = this.#order.indexOf(before);
    return this.#order.slice(start).find((job) => !jobs.has(job)) ?? null;
  }

  #count(job: Job, by: 1 | -1): void {
    const { state } = job;
    this.#counts.set(state.status, (this.#counts.get(state.status) ?? 0) + by);
    if (by === -1) this.#interrupted.delete(job);
    else if (state.status === 'queued' && state.interrupted) this.#interrupted.add(job);
  }
}

/** How many different options are shared; older ones are stored once for each job. */
const maxSharedOptions = 100;

/**
 * Options by their JSON, the most recently used last: ten thousand jobs of one drop share them.
 */
export class SharedOptions {
  readonly #options = new Map<string, JobOptions>();

  /** Returns the options that equal these, if there are any. */
  equalTo(options: JobOptions): JobOptions {
    const json = JSON.stringify(options);
    const shared = this.#options.get(json) ?? options;
    this.#options.delete(json);
    this.#options.set(json, shared);
    const [oldest] = this.#options.keys();
    if (this.#options.size > maxSharedOptions && oldest !== undefined) this.#options.delete(oldest);
    return shared;
  }
}
