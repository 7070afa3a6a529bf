import { type AppErrorData, errorText } from '../../shared/messages/errors.js';
import type { JobList as ListedJobs, JobOptions, QueueSummary } from '../../shared/jobs.js';
import type { ConversionProgress } from '../engine/contract/pdf-engine.js';
import { ChangeBatcher, type PendingChanges } from '../util/change-batcher.js';
import { Batch, outcomeOf } from './batch.js';
import {
  type EndState,
  type Job,
  type JobState,
  type PartChange,
  type PersistedJob,
  deliveryIds,
  hasNoPdf,
  isEnded,
  rendersDifferently,
  retainedState,
  withPart,
  withoutPdf,
} from './job.js';
import { JobList } from './job-list.js';
import { jobRow } from './job-row.js';
import type { PersistedQueue } from './job-store.js';
import { isPrivate, isRedacted, persistedJob } from './private-jobs.js';
import type { QueueParts } from './queue-parts.js';

/** What is running, for the summary of the queue. */
export interface Activity {
  /** How long each running job has been running, in milliseconds. */
  readonly ages: readonly number[];
  readonly concurrency: number;
}

/** How many different options are shared between jobs; older ones are stored once for each job. */
const maxSharedOptions = 100;

/**
 * The jobs of a queue with all their data. Changes made here are persisted, counted in the batch
 * and reported to the listeners.
 */
export class JobRecords {
  readonly #parts: QueueParts;
  readonly #activity: () => Activity;
  readonly #list: JobList;
  readonly #batch = new Batch(() => this.#changes.touch());
  readonly #changes = new ChangeBatcher((pending) => this.#report(pending));
  /** Why services refused their credentials, by their ids. */
  readonly #refusals = new Map<string, AppErrorData>();
  /**
   * Options by their JSON, the most recently used last: ten thousand jobs of one drop share them.
   */
  readonly #options = new Map<string, JobOptions>();
  /** Deliveries that wait until the end of their job can be written. */
  #unreleased: string[] = [];
  #paused: boolean;
  #credentialVersion = 0;

  constructor(parts: QueueParts, activity: () => Activity) {
    this.#parts = parts;
    this.#activity = activity;
    this.#paused = parts.restored?.paused ?? false;
    this.#list = new JobList((options) => this.#credentialErrorOf(options));
    for (const job of parts.restored?.jobs ?? []) this.#enter(job);
    parts.store.attach(
      () => this.#snapshot(),
      () => this.#onWriteError(),
    );
  }

  get paused(): boolean {
    return this.#paused;
  }

  get waitingForCredential(): number {
    return this.#list.waitingForCredential;
  }

  /** Increases with each change of a credential. */
  get credentialVersion(): number {
    return this.#credentialVersion;
  }

  get listed(): ListedJobs {
    return { rows: this.#list.all.map(jobRow), summary: this.summary };
  }

  get summary(): QueueSummary {
    const { counts } = this.#list;
    const { ages, concurrency } = this.#activity();
    const { writeError } = this.#parts.store;
    const queued = counts.queued - this.#list.waitingForCredential;
    const isIdle = this.#paused || (queued === 0 && ages.length === 0);
    return {
      paused: this.#paused,
      counts,
      batch: this.#batch.summary(isIdle ? null : { queued, running: ages, concurrency }),
      lastBatch: this.#batch.last,
      ...(writeError !== null && { persistenceError: writeError }),
    };
  }

  get(id: string): Job | undefined {
    return this.#list.get(id);
  }

  /** Returns the jobs of these ids, or of all for a word, that match. */
  select(ids: readonly string[] | string, isMatch: (job: Job) => boolean): readonly Job[] {
    return (typeof ids === 'string' ? this.#list.all : this.#list.some(ids)).filter(isMatch);
  }

  /** Returns the job to run next; null for none. */
  next(running: readonly Job[]): Job | null {
    return this.#list.next(running);
  }

  setPaused(paused: boolean): void {
    this.#paused = paused;
    this.#parts.store.append({ kind: 'paused', paused });
    this.#changes.touch();
  }

  /** Adds jobs at the end. */
  add(jobs: readonly PersistedJob[]): void {
    for (const job of jobs) this.#changes.changed(this.#enter(job).id);
    this.#parts.store.append({ kind: 'added', jobs });
  }

  /** Moves a job to another state. One that had ended joins the batch again. */
  setState(job: Job, state: JobState): void {
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

  /** Records what has become of a part of a running job. */
  setPart(job: Job, change: PartChange): void {
    this.#list.setState(job, withPart(job.state, change));
    this.#parts.store.append({ kind: 'part', id: job.id, change });
    this.#changes.changed(job.id);
  }

  /**
   * Ends a job. Its deliveries are sent as soon as the end is on the disk.
   * @param ranMs how long it ran, if that helps to estimate the other jobs
   */
  end(job: Job, state: EndState, ranMs: number | null = null): void {
    this.setState(job, state);
    void this.release(deliveryIds(state));
    this.#batch.end(job.id, outcomeOf(state), ranMs);
    this.#notify(() => this.#parts.onJobEnd?.(job));
    this.#finishBatch();
  }

  setProgress(job: Job, progress: ConversionProgress | null): void {
    job.progress = progress;
    this.#changes.changed(job.id);
  }

  /**
   * Changes the options of jobs.
   * @param isRunning returns true for a job that still runs with its old ones
   */
  changeOptions(jobs: readonly Job[], options: JobOptions, isRunning: (job: Job) => boolean): void {
    if (jobs.length === 0) return;
    const { store, work } = this.#parts;
    const wasPrivate = jobs.some((job) => isPrivate(job.options));
    for (const job of jobs) {
      const isOutdated = rendersDifferently(job.options, options);
      job.options = options;
      if (isOutdated && !isRunning(job)) this.discardPdf(job);
      this.#list.updateCredentialError(job);
      work.reserve(job);
      this.#changes.changed(job.id);
    }
    store.append({ kind: 'options', ids: jobs.map(({ id }) => id), options });
    if (wasPrivate || isPrivate(options)) store.compact();
  }

  /** Moves jobs, in the order they have in the list, before another; to the end for null. */
  move(ids: readonly string[], before: string | null): void {
    const jobs = new Set(this.#list.some(ids));
    if (jobs.size === 0) return;
    this.#list.move(jobs, (before === null ? null : this.#list.get(before)) ?? null);
    this.#parts.store.append({ kind: 'moved', ids, before });
    this.#changes.reordered();
  }

  remove(jobs: readonly Job[]): void {
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
  discardPdf(job: Job): void {
    const { state } = job;
    if (state.status === 'completed') return;
    const { kept, split, deliveries, sent } = state;
    if (!(kept ?? split ?? deliveries ?? sent)) return;
    this.setState(job, withoutPdf(state));
    if (!(kept ?? split)) return;
    const deletion = this.#parts.work.deletePdf(job);
    this.#logFailure('An outdated PDF is still on the disk.', deletion);
  }

  /**
   * Deletes the deliveries that an attempt staged, but not those that the job had before.
   * @returns the end of the attempt without them
   */
  withoutNewDeliveries(before: JobState, end: EndState): EndState {
    const { deliveries } = retainedState(before);
    const had = new Set(deliveries?.map(({ id }) => id));
    const ids = deliveryIds(end).filter((id) => !had.has(id));
    if (ids.length === 0) return end;
    const deletion = this.#parts.work.deleteDeliveries(ids);
    this.#logFailure('Deliveries of a canceled job are still on the disk.', deletion);
    return { ...end, deliveries };
  }

  /** Sends deliveries whose jobs have ended, as soon as that is on the disk. */
  async release(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { store, work } = this.#parts;
    await store.flush();
    // Sent earlier, a kill would let the job run, and deliver, once more.
    if (store.writeError === null) work.release(ids);
    else this.#unreleased.push(...ids);
  }

  /** Holds the jobs of a service that has refused their credential. */
  blockService(endpoint: string, error: AppErrorData): void {
    this.#refusals.set(endpoint, error);
    this.#updateCredentialErrors();
  }

  /** Lets jobs of services that refused their credential run again. */
  unblockServices(endpoints: Iterable<string>): void {
    const removed = [...endpoints].filter((endpoint) => this.#refusals.delete(endpoint));
    if (removed.length > 0) this.#updateCredentialErrors();
  }

  /** @param endpoint id of the service whose credential has changed; absent: any */
  credentialsChanged(endpoint?: string): void {
    this.#credentialVersion += 1;
    if (endpoint === undefined) this.#refusals.clear();
    else this.#refusals.delete(endpoint);
    this.#updateCredentialErrors();
  }

  secretsChanged(): void {
    this.#updateCredentialErrors();
  }

  /** Returns the stored options that equal these. */
  sharedOptions(options: JobOptions): JobOptions {
    const json = JSON.stringify(options);
    const shared = this.#options.get(json) ?? options;
    this.#options.delete(json);
    this.#options.set(json, shared);
    const [oldest] = this.#options.keys();
    if (this.#options.size > maxSharedOptions && oldest !== undefined) this.#options.delete(oldest);
    return shared;
  }

  /** Returns the ids of the jobs that share options. */
  byOptions(): ReadonlyMap<JobOptions, readonly string[]> {
    const found = new Map<JobOptions, string[]>();
    for (const { id, options } of this.#list.all) {
      const ids = found.get(options);
      if (ids) ids.push(id);
      else found.set(options, [id]);
    }
    return found;
  }

  /** Reports that the summary has changed. */
  touch(): void {
    this.#changes.touch();
  }

  /** Returns the ids of the stored passwords that jobs refer to. */
  protections(): readonly string[] {
    return this.#list.all.flatMap(({ options }) => options.request.protection?.id ?? []);
  }

  /** Resolves when all changes are on the disk, or cannot be written. */
  async flush(): Promise<void> {
    return this.#parts.store.flush();
  }

  /** Ends the batch and reports the last changes. */
  async stop(): Promise<void> {
    this.#batch.clear();
    this.#changes.flush();
    return this.flush();
  }

  #enter({ core, options, state }: PersistedJob): Job {
    const shared = this.sharedOptions(options);
    const job: Job = { ...core, options: shared, state, progress: null, credentialError: null };
    this.#list.add(job);
    this.#parts.work.reserve(job);
    if (!isEnded(state)) this.#batch.join(job.id);
    return job;
  }

  #finishBatch(): void {
    const result = this.#batch.finish();
    if (result === null) return;
    this.#changes.touch();
    this.#notify(() => this.#parts.onBatchEnd?.(result));
  }

  #credentialErrorOf({ renderOn, request }: JobOptions): AppErrorData | null {
    const { missingCredential, missingSignIn, missingPasswords } = this.#parts;
    if (renderOn !== null) {
      return missingCredential?.(renderOn) ?? this.#refusals.get(renderOn) ?? null;
    }
    const { signIn, protection } = request;
    const ofSignIn = signIn === undefined ? null : missingSignIn?.(signIn);
    const passwords = protection?.id;
    return ofSignIn ?? (passwords === undefined ? null : missingPasswords?.(passwords)) ?? null;
  }

  #updateCredentialErrors(): void {
    for (const job of this.#list.all) {
      if (this.#list.updateCredentialError(job)) this.#changes.changed(job.id);
    }
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
      this.#log(`A listener of the queue failed. ${errorText(error)}`);
    }
  }

  #logFailure(sentence: string, work: Promise<void>): void {
    work.catch((error: unknown) => this.#log(`${sentence} ${errorText(error)}`));
  }

  #log(line: string): void {
    this.#parts.log?.(line);
  }

  #snapshot(): PersistedQueue {
    return { paused: this.#paused, jobs: this.#list.all.map(persistedJob) };
  }
}
