import { randomUUID } from 'node:crypto';
import { errorText } from '../../shared/messages/errors.js';
import type { JobList as ListedJobs, JobOptions, QueueSummary } from '../../shared/jobs.js';
import type { ConversionSource } from '../../shared/request/source.js';
import type { ConversionProgress } from '../engine/contract/pdf-engine.js';
import { settleWithin } from '../util/async.js';
import { ChangeBatcher, type PendingChanges } from '../util/change-batcher.js';
import { Attempt, type AttemptRecords } from './attempt.js';
import { Batch, outcomeOf } from './batch.js';
import { Holds } from './holds.js';
import {
  type EndState,
  type Job,
  type JobState,
  type PartChange,
  type PersistedJob,
  canceledState,
  deliveryIds,
  hasNoPdf,
  isCommitting,
  isEnded,
  isSent,
  queuedState,
  rendersDifferently,
  retainedState,
  startedState,
  unknownOutcome,
  withDropped,
  withDuration,
  withPart,
  withoutPdf,
} from './job.js';
import { JobList, SharedOptions } from './job-list.js';
import { jobRow } from './job-row.js';
import { isPrivate, isRedacted, persistedJob } from './private-jobs.js';
import type { QueueParts } from './queue-parts.js';
import { withMovedUploads } from './upload-places.js';

/**
 * How long running jobs may take to stop, in milliseconds: a hung disk must not keep Platen from
 * quitting.
 */
const stopTimeoutMs = 5000;

/**
 * The queue of conversions: adds, starts, cancels, retries and reorders jobs. It alone changes
 * them: each change is persisted, counted in the batch and reported to the listeners. It knows no
 * Electron, so the window and the command line share it.
 */
export class JobQueue {
  readonly #parts: QueueParts;
  readonly #list: JobList;
  readonly #attempts = new Map<Job, Attempt>();
  readonly #holds: Holds;
  readonly #options = new SharedOptions();
  readonly #batch = new Batch(() => this.#changes.touch());
  readonly #changes = new ChangeBatcher((pending) => this.#report(pending));
  readonly #records: AttemptRecords = {
    setState: (job, state) => this.#setState(job, state),
    setPart: (job, change) => this.#setPart(job, change),
    setProgress: (job, progress) => this.#setProgress(job, progress),
    flush: async () => this.#parts.store.flush(),
  };
  /** Deliveries that wait until the end of their job can be written. */
  #unreleased: string[] = [];
  #concurrency: number;
  #isPaused: boolean;
  #isStarted = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#concurrency = parts.concurrency;
    this.#isPaused = parts.restored?.paused ?? false;
    this.#holds = new Holds(parts);
    this.#list = new JobList((options) => this.#holds.errorOf(options));
    for (const job of parts.restored?.jobs ?? []) this.#enter(job);
    parts.store.attach(
      () => ({ paused: this.#isPaused, jobs: this.#list.all.map(persistedJob) }),
      () => this.#onWriteError(),
    );
  }

  start(): void {
    this.#isStarted = true;
    this.#fill();
  }

  /** Adds jobs at the end. @returns their ids, once they are on the disk */
  async add(sources: readonly ConversionSource[], options: JobOptions): Promise<string[]> {
    const { store } = this.#parts;
    const shared = this.#options.equalTo(options);
    // Private HTML stays in the journal: a separate file would have to be deleted later.
    const stored = isPrivate(shared)
      ? sources
      : await Promise.all(sources.map(async (source) => store.storeSource(source)));
    const common = { of: sources.length, added: Date.now() };
    const jobs = stored.map((source, index) => ({
      core: { id: randomUUID(), source, number: index + 1, ...common },
      options: shared,
      state: { status: 'queued' } as const,
    }));
    for (const job of jobs) this.#changes.changed(this.#enter(job).id);
    store.append({ kind: 'added', jobs });
    this.#fill();
    await store.flush();
    return jobs.map(({ core }) => core.id);
  }

  /** Pauses or resumes the queue; running jobs continue in either case. */
  setPaused(paused: boolean): void {
    if (this.#isPaused === paused) return;
    this.#isPaused = paused;
    this.#parts.store.append({ kind: 'paused', paused });
    this.#changes.touch();
    this.#fill();
  }

  setConcurrency(concurrency: number): void {
    this.#concurrency = concurrency;
    this.#changes.touch();
    this.#fill();
  }

  cancel(ids: readonly string[] | 'unended'): void {
    for (const job of this.#select(ids, ({ state }) => !isEnded(state))) {
      this.#attempts.get(job)?.cancel();
      if (job.state.status === 'queued') this.#end(job, canceledState(job.state));
    }
    this.#fill();
  }

  /**
   * Queues ended jobs again, at their place in the list, even if a service has refused their
   * credential.
   */
  retry(ids: readonly string[] | 'failed'): void {
    const isMatch = ({ state, credentialError }: Job) =>
      ids === 'failed'
        ? state.status === 'failed'
        : isEnded(state) || (state.status === 'queued' && credentialError !== null);
    const jobs = this.#select(ids, isMatch);
    this.#holds.allow(jobs.flatMap(({ options }) => options.renderOn ?? []));
    this.#updateCredentialErrors();
    for (const job of jobs) {
      if (isEnded(job.state)) this.#setState(job, queuedState(job.state));
    }
    this.#fill();
  }

  /** Removes jobs from the list; running ones are canceled first. */
  remove(ids: readonly string[] | 'ended'): void {
    const jobs = this.#select(ids, ({ state }) => ids !== 'ended' || isEnded(state));
    for (const job of jobs) this.#attempts.get(job)?.leave();
    this.#remove(jobs.filter((job) => !this.#attempts.has(job)));
    this.#fill();
  }

  /** Moves jobs, in the order they have in the list, before another; to the end for null. */
  move(ids: readonly string[], before: string | null): void {
    const jobs = new Set(this.#list.some(ids));
    if (jobs.size === 0) return;
    this.#list.move(jobs, (before === null ? null : this.#list.get(before)) ?? null);
    this.#parts.store.append({ kind: 'moved', ids, before });
    this.#changes.reordered();
  }

  /** Changes the options of jobs; a running attempt keeps those it started with. */
  change(ids: readonly string[], options: JobOptions): void {
    const jobs = this.#list.some(ids);
    if (jobs.length === 0) return;
    const { store, work } = this.#parts;
    const shared = this.#options.equalTo(options);
    const wasPrivate = jobs.some((job) => isPrivate(job.options));
    for (const job of jobs) {
      const isOutdated = rendersDifferently(job.options, shared);
      job.options = shared;
      if (isOutdated && !this.#attempts.has(job)) this.#discardPdf(job);
      this.#list.updateCredentialError(job);
      work.reserve(job);
      this.#changes.changed(job.id);
    }
    store.append({ kind: 'options', ids: jobs.map(({ id }) => id), options: shared });
    if (wasPrivate || isPrivate(shared)) store.compact();
    this.#fill();
  }

  /**
   * Changes where jobs upload to at a target, because the target was changed.
   * @param moved returns a new destination; both may contain placeholders
   */
  moveUploads(target: string, moved: (destination: string) => string): void {
    for (const [options, ids] of this.#list.byOptions()) {
      const changed = withMovedUploads(options, target, moved);
      if (changed !== null) this.change(ids, changed);
    }
  }

  /**
   * Starts jobs that waited for the credential of their service if it has one now, and holds those
   * whose service no longer has one.
   * @param endpoint id of the service whose credential has changed; absent: any
   */
  credentialsChanged(endpoint?: string): void {
    this.#holds.credentialsChanged(endpoint);
    this.#updateCredentialErrors();
    this.#fill();
  }

  /** Starts jobs whose sign-in or passwords can be used now, and holds those where they cannot. */
  secretsChanged(): void {
    this.#updateCredentialErrors();
    this.#fill();
  }

  /** Marks uploads of a job as dropped: the user discarded them before they were delivered. */
  markDropped(id: string, deliveries: readonly string[]): void {
    const job = this.#list.get(id);
    if (!job) return;
    const state = withDropped(job.state, new Set(deliveries));
    if (state !== job.state) this.#setState(job, state);
  }

  /** Sends deliveries whose jobs have ended, as soon as that is on the disk. */
  async release(deliveries: Iterable<string>): Promise<void> {
    const ids = [...deliveries];
    if (ids.length === 0) return;
    const { store, work } = this.#parts;
    await store.flush();
    // Sent earlier, a kill would let the job run, and deliver, once more.
    if (store.writeError === null) work.release(ids);
    else this.#unreleased.push(...ids);
  }

  get(id: string): Readonly<Job> | undefined {
    return this.#list.get(id);
  }

  /** In their order. */
  get jobs(): readonly Readonly<Job>[] {
    return this.#list.all;
  }

  /**
   * @throws AppError `source-unreadable` if it was deleted, as that of a private job that has ended
   */
  async sourceOf({ source }: Readonly<Job>): Promise<ConversionSource> {
    return this.#parts.store.readSource(source);
  }

  /** The whole list. Changes reported later than this call are newer. */
  get listed(): ListedJobs {
    return { rows: this.#list.all.map(jobRow), summary: this.summary };
  }

  get summary(): QueueSummary {
    const { counts, waitingForCredential } = this.#list;
    const { writeError } = this.#parts.store;
    const queued = counts.queued - waitingForCredential;
    const running = [...this.#attempts.values()].map(({ ageMs }) => ageMs);
    const isIdle = this.#isPaused || (queued === 0 && running.length === 0);
    const ahead = { queued, running, concurrency: this.#concurrency };
    return {
      paused: this.#isPaused,
      counts,
      batch: this.#batch.summary(isIdle ? null : ahead),
      lastBatch: this.#batch.last,
      ...(writeError !== null && { persistenceError: writeError }),
    };
  }

  /** The ids of the stored passwords that jobs refer to. */
  get protections(): readonly string[] {
    return this.#list.all.flatMap(({ options }) => options.request.protection?.id ?? []);
  }

  /** How many queued jobs wait for the credential of their service. */
  get waitingForCredential(): number {
    return this.#list.waitingForCredential;
  }

  /** Stops running jobs, which wait for the next start. Resolves when everything is on the disk. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    for (const attempt of this.#attempts.values()) attempt.stop();
    const ends = [...this.#attempts.values()].map(async ({ ended }) => ended);
    await settleWithin(ends, stopTimeoutMs);
    const unstopped = [...this.#attempts.values()];
    this.#attempts.clear();
    for (const attempt of unstopped) this.#abandon(attempt);
    this.#batch.clear();
    this.#changes.flush();
    await this.#parts.store.flush();
  }

  /** Starts jobs while there is room. */
  #fill(): void {
    while (this.#isStarted && !this.#isPaused && this.#attempts.size < this.#concurrency) {
      const job = this.#list.next([...this.#attempts.keys()]);
      if (job === null) return;
      this.#begin(job);
    }
  }

  #begin(job: Job): void {
    this.#setState(job, startedState(job.state));
    const { credentialVersion } = this.#holds;
    const attempt = new Attempt(job, credentialVersion, this.#parts.work, this.#records);
    this.#attempts.set(job, attempt);
    void attempt.ended.then((end) => {
      if (this.#attempts.get(job) !== attempt) return;
      this.#attempts.delete(job);
      this.#afterAttempt(attempt, end);
    });
  }

  #afterAttempt(attempt: Attempt, end: EndState): void {
    const { job, wasCanceled, isLeaving, ageMs } = attempt;
    this.#setProgress(job, null);
    const isCanceled = end.status === 'canceled';
    const isStopped = !this.#isStarted && isCanceled && !wasCanceled;
    if (isStopped) {
      // If the rename may have happened, the next start decides about the deliveries.
      if (!isCommitting(job.state)) this.#withoutNewDeliveries(job.state, end);
      this.#leaveForNextStart(job);
    } else if (wasCanceled || !this.#queueAgain(attempt, end)) {
      const state = isCanceled || isLeaving ? this.#withoutNewDeliveries(job.state, end) : end;
      this.#end(job, withDuration(state, ageMs), isCanceled ? null : ageMs);
    }
    if (rendersDifferently(attempt.options, job.options)) this.#discardPdf(job);
    if (isStopped) return;
    if (isLeaving) this.#remove([job]);
    this.#fill();
  }

  /** Queues a job again if it lacks a credential or a password. @returns false if it does not */
  #queueAgain({ job, options, credentialVersion }: Attempt, end: EndState): boolean {
    // The user may have chosen another service, which may charge for the job.
    const isSameService = job.options.renderOn === options.renderOn;
    if (isSameService && this.#holds.refused(options, credentialVersion, end)) {
      this.#updateCredentialErrors();
      this.#setState(job, queuedState(end));
      return true;
    }
    if (!this.#holds.lacksPasswords(job.options, end)) return false;
    this.#setState(job, queuedState(this.#withoutNewDeliveries(job.state, end)));
    return true;
  }

  /** Ends a job that did not stop in time: canceled, or left for the next start. */
  #abandon({ job, wasCanceled, isLeaving }: Attempt): void {
    if (isLeaving) this.#remove([job]);
    else if (wasCanceled) this.#end(job, canceledState(job.state));
    else this.#leaveForNextStart(job);
  }

  #leaveForNextStart(job: Job): void {
    const { state } = job;
    // Recovery at the next start sees whether the PDF was renamed.
    if (isCommitting(state)) return;
    this.#setState(job, isSent(state) ? unknownOutcome(state) : queuedState(state));
  }

  #enter({ core, options, state }: PersistedJob): Job {
    const shared = this.#options.equalTo(options);
    const job: Job = { ...core, options: shared, state, progress: null, credentialError: null };
    this.#list.add(job);
    this.#parts.work.reserve(job);
    if (!isEnded(state)) this.#batch.join(job.id);
    return job;
  }

  /** Returns the jobs of these ids, or of all for a word, that match. */
  #select(ids: readonly string[] | string, isMatch: (job: Job) => boolean): readonly Job[] {
    return (typeof ids === 'string' ? this.#list.all : this.#list.some(ids)).filter(isMatch);
  }

  /** Moves a job to another state. One that had ended joins the batch again. */
  #setState(job: Job, state: JobState): void {
    const { store, work } = this.#parts;
    const wasEnded = isEnded(job.state);
    const hadNoPdf = hasNoPdf(job.state);
    const wasRedacted = isRedacted(job);
    this.#list.setState(job, state);
    if (hadNoPdf !== hasNoPdf(state)) work.reserve(job);
    store.append({ kind: 'state', id: job.id, state: persistedJob(job).state });
    if (wasRedacted || isRedacted(job)) store.compact();
    if (wasEnded && !isEnded(state)) this.#batch.join(job.id);
    this.#changes.changed(job.id);
  }

  #setPart(job: Job, change: PartChange): void {
    this.#list.setState(job, withPart(job.state, change));
    this.#parts.store.append({ kind: 'part', id: job.id, change });
    this.#changes.changed(job.id);
  }

  #setProgress(job: Job, progress: ConversionProgress | null): void {
    job.progress = progress;
    this.#changes.changed(job.id);
  }

  /**
   * Ends a job. Its deliveries are sent as soon as the end is on the disk.
   * @param ranMs how long it ran, if that helps to estimate the other jobs
   */
  #end(job: Job, state: EndState, ranMs: number | null = null): void {
    this.#setState(job, state);
    void this.release(deliveryIds(state));
    this.#batch.end(job.id, outcomeOf(state), ranMs);
    this.#notify(() => this.#parts.onJobEnd?.(job));
    this.#finishBatch();
  }

  #remove(jobs: readonly Job[]): void {
    if (jobs.length === 0) return;
    const { work, store } = this.#parts;
    for (const job of jobs) {
      this.#batch.leave(job.id);
      this.#changes.removed(job.id);
      this.#logFailure('Data of a removed job is still on the disk.', work.discard(job));
    }
    this.#list.remove(new Set(jobs));
    store.append({ kind: 'removed', ids: jobs.map(({ id }) => id) });
    this.#finishBatch();
  }

  /**
   * Discards the PDF of an unfinished job, which no longer matches its options: it is rendered
   * again.
   */
  #discardPdf(job: Job): void {
    const { state } = job;
    if (state.status === 'completed') return;
    const { kept, split, deliveries, sent } = state;
    if (!(kept ?? split ?? deliveries ?? sent)) return;
    this.#setState(job, withoutPdf(state));
    if (!(kept ?? split)) return;
    const deletion = this.#parts.work.deletePdf(job);
    this.#logFailure('An outdated PDF is still on the disk.', deletion);
  }

  /**
   * Deletes the deliveries that an attempt staged, but not those that the job had before.
   * @returns the end of the attempt without them
   */
  #withoutNewDeliveries(before: JobState, end: EndState): EndState {
    const { deliveries } = retainedState(before);
    const had = new Set(deliveries?.map(({ id }) => id));
    const ids = deliveryIds(end).filter((id) => !had.has(id));
    if (ids.length === 0) return end;
    const deletion = this.#parts.work.deleteDeliveries(ids);
    this.#logFailure('Deliveries of a canceled job are still on the disk.', deletion);
    return { ...end, deliveries };
  }

  #updateCredentialErrors(): void {
    for (const job of this.#list.all) {
      if (this.#list.updateCredentialError(job)) this.#changes.changed(job.id);
    }
  }

  #finishBatch(): void {
    const result = this.#batch.finish();
    if (result === null) return;
    this.#changes.touch();
    this.#notify(() => this.#parts.onBatchEnd?.(result));
  }

  #onWriteError(): void {
    if (this.#parts.store.writeError === null) this.#parts.work.release(this.#unreleased.splice(0));
    this.#changes.touch();
  }

  #report({ changed, removed, isReordered }: PendingChanges): void {
    const changes = {
      rows: this.#list.some(changed).map(jobRow),
      removed: [...removed],
      ...(isReordered && { order: this.#list.all.map(({ id }) => id) }),
      summary: this.summary,
    };
    this.#notify(() => this.#parts.onChange?.(changes));
  }

  /** A listener that throws must not stop the queue. */
  #notify(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#parts.log?.(`A listener of the queue failed. ${errorText(error)}`);
    }
  }

  #logFailure(sentence: string, work: Promise<void>): void {
    work.catch((error: unknown) => this.#parts.log?.(`${sentence} ${errorText(error)}`));
  }
}
