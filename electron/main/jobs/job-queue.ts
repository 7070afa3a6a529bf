import type { JobList as ListedJobs, JobOptions, QueueSummary } from '../../shared/jobs.js';
import type { ConversionSource } from '../../shared/request/source.js';
import {
  type EndState,
  type Job,
  retainedState,
  isEnded,
  isCommitting,
  isSent,
  withDropped,
} from './job.js';
import { unknownOutcome } from './failed-state.js';
import { JobRecords } from './job-records.js';
import { type JobStore, type PersistedQueue, newJobs, persistedJob } from './job-store.js';
import { jobRow } from './job-row.js';
import { makesOtherPdf } from './retained-pdf.js';
import { isPrivate } from './private-jobs.js';
import type { QueueParts } from './queue-parts.js';
import { queueSummary } from './queue-summary.js';
import { runJob } from './run-job.js';
import { type LeftJob, type RunEnd, RunningJobs } from './running-jobs.js';

/** How long what runs may take to stop, in milliseconds: a disk that hangs may not keep Platen from ending. */
const stopLimitMs = 5000;

/** Jobs that wait, run and have ended. It knows no Electron: the window and the command line run on it. */
export class JobQueue {
  readonly #parts: QueueParts;
  readonly #memory: JobStore;
  readonly #records: JobRecords;
  readonly #running = new RunningJobs();
  readonly #leaving = new Set<Job>();
  #concurrency: number;
  #paused: boolean;
  #isStarted = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#memory = parts.memory;
    this.#records = new JobRecords(parts, () => this.summary);
    this.#concurrency = parts.concurrency;
    this.#paused = parts.remembered?.paused ?? false;
    for (const job of parts.remembered?.jobs ?? []) this.#records.enter(job);
    parts.memory.begin(
      () => this.#snapshot(),
      () => {
        this.#records.deliveries.troubleChanged();
        this.#records.news.feed.touch();
      },
    );
  }

  /** Begins to work. */
  start(): void {
    this.#isStarted = true;
    this.#fill();
  }

  /** Adds jobs at the end, all with these options, and gives their ids once they are remembered. */
  async add(sources: readonly ConversionSource[], options: JobOptions): Promise<string[]> {
    const shared = this.#records.options.of(options);
    // Private HTML gets no file of its own, which would have to be removed again.
    const hasFiles = !isPrivate(shared);
    const kept = hasFiles
      ? await Promise.all(sources.map(async (each) => this.#memory.keepSource(each)))
      : sources;
    const jobs = newJobs(kept, shared);
    for (const job of jobs) this.#records.news.feed.changed(this.#records.enter(job).id);
    this.#memory.note({ kind: 'added', jobs });
    this.#fill();
    await this.#memory.settled();
    return jobs.map(({ core }) => core.id);
  }

  /** Whether new jobs begin; those that run go on. */
  setPaused(paused: boolean): void {
    if (this.#paused === paused) return;
    this.#paused = paused;
    this.#memory.note({ kind: 'paused', paused });
    this.#records.news.feed.touch();
    this.#fill();
  }

  setConcurrency(concurrency: number): void {
    this.#concurrency = concurrency;
    this.#records.news.feed.touch();
    this.#fill();
  }

  /** Cancels what has not ended. */
  cancel(ids: readonly string[] | 'unended'): void {
    for (const job of this.#records.list.chosen(ids, ({ state }) => !isEnded(state))) {
      this.#running.cancel(job);
      if (job.state.status === 'queued')
        this.#records.end(job, { status: 'canceled', ...retainedState(job.state) });
    }
    this.#afterChange();
  }

  /** Puts what has ended into the queue again, where it stands. */
  retry(ids: readonly string[] | 'failed'): void {
    const isMeant = ({ state }: Job) =>
      ids === 'failed' ? state.status === 'failed' : isEnded(state);
    for (const job of this.#records.list.chosen(ids, isMeant)) {
      this.#records.setState(job, { status: 'queued', ...retainedState(job.state) });
      this.#records.batch.join(job.id);
    }
    this.#afterChange();
  }

  /** Takes jobs off the list; one that runs is canceled first. */
  remove(ids: readonly string[] | 'ended'): void {
    const jobs = this.#records.list.chosen(ids, ({ state }) => ids !== 'ended' || isEnded(state));
    for (const job of jobs) {
      if (!this.#running.has(job)) continue;
      this.#leaving.add(job);
      this.#running.cancel(job);
    }
    this.#records.removeFromList(jobs.filter((job) => !this.#running.has(job)));
    this.#afterChange();
  }

  /** Puts jobs, in the order they have, before another one; at the end for null. */
  move(ids: readonly string[], before: string | null): void {
    const jobs = new Set(this.#records.list.some(ids));
    if (jobs.size === 0) return;
    this.#records.list.move(
      jobs,
      (before === null ? null : this.#records.list.get(before)) ?? null,
    );
    this.#memory.note({ kind: 'moved', ids, before });
    this.#records.news.feed.reordered();
  }

  /** Gives jobs other options; one that runs keeps those it began with. */
  change(ids: readonly string[], options: JobOptions): void {
    const shared = this.#records.options.of(options);
    const jobs = this.#records.list.some(ids);
    if (jobs.length === 0) return;
    const wasPrivate = jobs.some((job) => isPrivate(job.options));
    for (const job of jobs) {
      const isOther = makesOtherPdf(job.options, shared);
      job.options = shared;
      if (isOther && !this.#running.has(job)) this.#records.dropPdf(job);
      this.#records.list.checkKey(job);
      this.#parts.work.expect(job);
      this.#records.news.feed.changed(job.id);
    }
    this.#memory.note({ kind: 'options', ids: jobs.map(({ id }) => id), options: shared });
    if (wasPrivate || isPrivate(shared)) this.#memory.renew();
    this.#fill();
  }

  /** Hears that the key of a service was put in, or is gone: what waited for it goes on, and what lacks it waits. */
  keysChanged(): void {
    for (const job of this.#records.list.all) {
      if (this.#records.list.checkKey(job)) this.#records.news.feed.changed(job.id);
    }
    this.#fill();
  }

  /** Hears that the person dropped uploads of a job before they were delivered: its row must not pass for one whose PDF is somewhere. */
  dropped(id: string, deliveries: readonly string[]): void {
    const job = this.#records.list.get(id);
    if (!job) return;
    const state = withDropped(job.state, new Set(deliveries));
    if (state !== job.state) this.#records.setState(job, state);
  }

  /** Has sent what jobs of the last Platen had handed over that have ended, as soon as that is remembered. */
  async send(deliveries: Iterable<string>): Promise<void> {
    await this.#records.deliveries.sendAll([...deliveries]);
  }

  get(id: string): Readonly<Job> | undefined {
    return this.#records.list.get(id);
  }

  /** The whole list. Changes that were told later than this are newer. */
  get listed(): ListedJobs {
    return { rows: this.#records.list.all.map(jobRow), summary: this.summary };
  }

  /** How many jobs wait for the key of their service. */
  get missingCredential(): number {
    return this.#records.list.missingCredential;
  }

  get summary(): QueueSummary {
    return queueSummary({
      list: this.#records.list,
      running: this.#running,
      batch: this.#records.batch,
      memory: this.#memory,
      paused: this.#paused,
      concurrency: this.#concurrency,
    });
  }

  /** Ends all work for now: what runs is stopped and waits for the next start of Platen. Resolves when all is remembered. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    for (const left of await this.#running.stop(stopLimitMs)) this.#leave(left);
    this.#records.batch.stop();
    this.#records.news.feed.flush();
    await this.#memory.settled();
  }

  #fill(): void {
    while (this.#isStarted && !this.#paused && this.#running.size < this.#concurrency) {
      const job = this.#records.list.next(this.#running.jobs);
      if (job === null) return;
      this.#begin(job);
    }
  }

  #begin(job: Job): void {
    const { state, options } = job;
    const interrupted = state.status === 'queued' ? state.interrupted : undefined;
    const begun = {
      status: 'running',
      ...retainedState(state),
      ...(interrupted !== undefined && { interrupted }),
    } as const;
    this.#records.setState(job, begun);
    this.#running.run(
      job,
      async (signal) => this.#work(job, signal),
      (run) => this.#afterRun(job, options, run),
    );
  }

  async #work(job: Job, signal: AbortSignal): Promise<EndState> {
    return runJob(this.#parts.work, job, {
      signal,
      onProgress: (progress) => {
        job.progress = progress;
        this.#records.news.feed.changed(job.id);
      },
      beforeCommit: async (placing) => {
        this.#records.setState(job, { status: 'running', ...retainedState(job.state), placing });
        await this.#memory.settled();
      },
      beforeSending: async (key) => {
        this.#records.setState(job, {
          status: 'running',
          ...retainedState(job.state),
          sent: { key },
        });
        await this.#memory.settled();
      },
    });
  }

  /** @param begunWith the options that the run had: there may be others by now */
  #afterRun(job: Job, begunWith: JobOptions, { end, ranMs, wasCanceled }: RunEnd<EndState>): void {
    job.progress = null;
    const isStopped = !this.#isStarted && end.status === 'canceled' && !wasCanceled;
    const isTakenBack = end.status === 'canceled' || this.#leaving.has(job);
    // The next start of Platen sees whether the PDF has its name, and so what becomes of the rest.
    const isOpen = isStopped && isCommitting(job.state);
    const rest = isTakenBack && !isOpen ? this.#records.deliveries.withdraw(job.state, end) : end;
    if (isStopped) this.#wait(job);
    else this.#records.end(job, rest, end.status === 'canceled' ? null : ranMs);
    if (makesOtherPdf(begunWith, job.options)) this.#records.dropPdf(job);
    if (isStopped) return;
    if (this.#leaving.delete(job)) this.#records.removeFromList([job]);
    this.#afterChange();
  }

  /** What the person wanted of a job holds also where it does not stop. */
  #leave({ job, wasCanceled }: LeftJob): void {
    if (this.#leaving.delete(job)) this.#records.removeFromList([job]);
    else if (wasCanceled)
      this.#records.end(job, { status: 'canceled', ...retainedState(job.state) });
    else this.#wait(job);
  }

  /** Leaves a stopped job to the next start, which also sees what has become of a PDF that was getting its name. */
  #wait(job: Job): void {
    const { state } = job;
    if (isCommitting(state)) return;
    if (isSent(state)) this.#records.setState(job, unknownOutcome(state));
    else this.#records.setState(job, { status: 'queued', ...retainedState(state) });
  }

  #afterChange(): void {
    const result = this.#records.batch.takeResult();
    if (result !== null) this.#records.news.batchEnded(result);
    this.#fill();
  }

  #snapshot(): PersistedQueue {
    return { paused: this.#paused, jobs: this.#records.list.all.map(persistedJob) };
  }
}
