import type { AppErrorData } from '../../shared/errors.js';
import type { JobStatus } from '../../shared/jobs.js';
import { type Job, type JobState, keptPdf } from './job.js';

/** The jobs in their order. Finding the next one, and changing the state of one, costs about the same with ten jobs and ten thousand. */
export class JobList {
  readonly #byId = new Map<string, Job>();
  readonly #counts = new Map<JobStatus, number>();
  #order: Job[] = [];
  /** No job before this place waits to run, but for those that were interrupted or lack a key. */
  #cursor = 0;
  /** Queued jobs that were running when Platen ended without being told to. */
  readonly #interrupted = new Set<Job>();

  /** @param missingKey what is to be done where the key of a service is not known; null where it is */
  constructor(
    private readonly missingKey: (endpoint: string) => AppErrorData | null = () => null,
  ) {}

  get(id: string): Job | undefined {
    return this.#byId.get(id);
  }

  /** Those of the ids that are in the list; others have been removed meanwhile. */
  some(ids: readonly string[]): readonly Job[] {
    return ids.flatMap((id) => this.#byId.get(id) ?? []);
  }

  /** Those of the ids, or of all for a word, that are meant. */
  chosen(ids: readonly string[] | string, isMeant: (job: Job) => boolean): readonly Job[] {
    return (typeof ids === 'string' ? this.#order : this.some(ids)).filter(isMeant);
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

  add(job: Job): void {
    this.#byId.set(job.id, job);
    this.#order.push(job);
    this.checkKey(job);
    this.#count(job, 1);
  }

  setState(job: Job, state: JobState): void {
    this.#count(job, -1);
    job.state = state;
    this.#count(job, 1);
    this.checkKey(job);
    // Where in the list it stands is not worth knowing: looking for the next one from the start is quick.
    if (state.status === 'queued') this.#cursor = 0;
  }

  /** Looks whether the key is there that a job needs; a PDF that is made needs none any more. @returns whether that is told otherwise now */
  checkKey(job: Job): boolean {
    const { isMissingCredential: before, options, state } = job;
    const service = keptPdf(state) === undefined ? options.renderOn : null;
    job.isMissingCredential = service === null ? null : this.missingKey(service);
    if (before !== null && job.isMissingCredential === null) this.#cursor = 0;
    return before?.message !== job.isMissingCredential?.message;
  }

  /** How many wait for the key of their service. */
  get missingCredential(): number {
    return this.#order.filter(
      ({ state, isMissingCredential }) => isMissingCredential && state.status === 'queued',
    ).length;
  }

  remove(jobs: ReadonlySet<Job>): void {
    for (const job of jobs) {
      if (this.#byId.delete(job.id)) this.#count(job, -1);
    }
    this.#order = this.#order.filter((job) => !jobs.has(job));
    this.#cursor = 0;
  }

  /** Puts jobs, in the order that they have in the list, before another one; at the end if that is null or not there. */
  move(jobs: ReadonlySet<Job>, before: Job | null): void {
    const moved = this.#order.filter((job) => jobs.has(job));
    const anchor = before !== null && jobs.has(before) ? this.#firstAfter(before, jobs) : before;
    const rest = this.#order.filter((job) => !jobs.has(job));
    const place = anchor === null ? -1 : rest.indexOf(anchor);
    this.#order = place === -1 ? [...rest, ...moved] : rest.toSpliced(place, 0, ...moved);
    this.#cursor = 0;
  }

  /**
   * The job that is to run next; null if there is none. One that was interrupted may be what ended Platen: it comes after all others, and alone, so
   * that only it can be blamed if that happens again.
   */
  next(running: readonly Job[]): Job | null {
    if (running.some(({ state }) => state.status === 'running' && state.interrupted)) return null;
    for (; this.#cursor < this.#order.length; this.#cursor += 1) {
      const job = this.#order[this.#cursor];
      if (job?.state.status !== 'queued' || job.isMissingCredential !== null) continue;
      if (!job.state.interrupted) return job;
    }
    if (running.length > 0) return null;
    return (
      [...this.#interrupted].find(({ isMissingCredential }) => isMissingCredential === null) ?? null
    );
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
