import { randomUUID } from 'node:crypto';
import type { AppErrorData } from '../../shared/messages/errors.js';
import type {
  JobList as ListedJobs,
  JobOptions,
  QueueSummary,
  WarningGroup,
} from '../../shared/jobs.js';
import type { Finding } from '../../shared/request/preflight.js';
import type { ConversionSource } from '../../shared/request/source.js';
import { throwIfCanceled } from '../engine/contract/canceled.js';
import {
  type EndState,
  type Job,
  type RunningState,
  canceledState,
  failedState,
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
} from './job.js';
import { JobRecords } from './job-records.js';
import { preflightOf } from './job-row.js';
import { isPrivate } from './private-jobs.js';
import type { QueueParts } from './queue-parts.js';
import { type RunEnd, RunningJobs, type UnstoppedJob } from './running-jobs.js';

/**
 * How long running jobs may take to stop, in milliseconds: a hung disk must not keep Platen from
 * quitting.
 */
const stopTimeoutMs = 5000;

/** How many kinds of warnings the overview of the queue lists. */
const maxWarningGroups = 12;

/** What an attempt started with; the job may have other options when it ends. */
interface Attempt {
  readonly options: JobOptions;
  readonly credentialVersion: number;
}

/**
 * The queue of conversions: adds, starts, cancels, retries and reorders jobs. It knows no
 * Electron, so the window and the command line share it.
 */
export class JobQueue {
  readonly #parts: QueueParts;
  readonly #records: JobRecords;
  readonly #running = new RunningJobs();
  /** Running jobs to remove when they have stopped. */
  readonly #leaving = new Set<Job>();
  #concurrency: number;
  #isStarted = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#concurrency = parts.concurrency;
    this.#records = new JobRecords(parts, () => ({
      ages: this.#running.ages,
      concurrency: this.#concurrency,
    }));
  }

  /** Starts to run jobs. */
  start(): void {
    this.#isStarted = true;
    this.#fill();
  }

  /** Adds jobs at the end. @returns their ids, once they are on the disk */
  async add(sources: readonly ConversionSource[], options: JobOptions): Promise<string[]> {
    const { store } = this.#parts;
    const shared = this.#records.sharedOptions(options);
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
    this.#records.add(jobs);
    this.#fill();
    await this.#records.flush();
    return jobs.map(({ core }) => core.id);
  }

  /** Pauses or resumes the queue; running jobs continue in either case. */
  setPaused(paused: boolean): void {
    if (this.#records.paused === paused) return;
    this.#records.setPaused(paused);
    this.#fill();
  }

  setConcurrency(concurrency: number): void {
    this.#concurrency = concurrency;
    this.#records.touch();
    this.#fill();
  }

  cancel(ids: readonly string[] | 'unended'): void {
    for (const job of this.#records.select(ids, ({ state }) => !isEnded(state))) {
      this.#running.cancel(job);
      if (job.state.status === 'queued') this.#records.end(job, canceledState(job.state));
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
    const jobs = this.#records.select(ids, isMatch);
    this.#records.unblockServices(jobs.flatMap(({ options }) => options.renderOn ?? []));
    for (const job of jobs) {
      if (isEnded(job.state)) this.#records.setState(job, queuedState(job.state));
    }
    this.#fill();
  }

  /** Removes jobs from the list; running ones are canceled first. */
  remove(ids: readonly string[] | 'ended'): void {
    const jobs = this.#records.select(ids, ({ state }) => ids !== 'ended' || isEnded(state));
    for (const job of jobs) {
      if (!this.#running.has(job)) continue;
      this.#leaving.add(job);
      this.#running.cancel(job);
    }
    this.#records.remove(jobs.filter((job) => !this.#running.has(job)));
    this.#fill();
  }

  /** Moves jobs, in the order they have in the list, before another; to the end for null. */
  move(ids: readonly string[], before: string | null): void {
    this.#records.move(ids, before);
  }

  /** Changes the options of jobs; a running attempt keeps those it started with. */
  change(ids: readonly string[], options: JobOptions): void {
    const jobs = this.#records.select(ids, () => true);
    const isRunning = (job: Job) => this.#running.has(job);
    this.#records.changeOptions(jobs, this.#records.sharedOptions(options), isRunning);
    this.#fill();
  }

  /**
   * Changes where jobs upload to at a target, because the target was changed.
   * @param moved returns a new destination; both may contain placeholders
   */
  moveUploads(target: string, moved: (destination: string) => string): void {
    for (const [options, ids] of this.#records.byOptions()) {
      const { output } = options;
      const uploads = output.uploads.map((upload) =>
        upload.target === target ? { ...upload, destination: moved(upload.destination) } : upload,
      );
      const isMoved = uploads.some(
        ({ destination }, index) => destination !== output.uploads[index]?.destination,
      );
      if (isMoved) this.change(ids, { ...options, output: { ...output, uploads } });
    }
  }

  /**
   * Starts jobs that waited for the credential of their service if it has one now, and holds those
   * whose service no longer has one.
   * @param endpoint id of the service whose credential has changed; absent: any
   */
  credentialsChanged(endpoint?: string): void {
    this.#records.credentialsChanged(endpoint);
    this.#fill();
  }

  /** Starts jobs whose sign-in or passwords can be used now, and holds those where they cannot. */
  secretsChanged(): void {
    this.#records.secretsChanged();
    this.#fill();
  }

  /** Marks uploads of a job as dropped: the user discarded them before they were delivered. */
  markDropped(id: string, deliveries: readonly string[]): void {
    const job = this.#records.get(id);
    if (!job) return;
    const state = withDropped(job.state, new Set(deliveries));
    if (state !== job.state) this.#records.setState(job, state);
  }

  /**
   * Sends deliveries of jobs that ended before a restart, as soon as their ends are on the disk.
   */
  async release(deliveries: Iterable<string>): Promise<void> {
    await this.#records.release([...deliveries]);
  }

  get(id: string): Readonly<Job> | undefined {
    return this.#records.get(id);
  }

  /**
   * Returns what a job converts.
   * @throws AppError `source-unreadable` if it was deleted, as that of a private job that has ended
   */
  async sourceOf({ source }: Readonly<Job>): Promise<ConversionSource> {
    return this.#parts.store.readSource(source);
  }

  /** Returns the ids of the jobs that have a warning, in their order. */
  withWarning(finding: Finding): string[] {
    const text = JSON.stringify(finding);
    const hasIt = ({ state }: Job) =>
      preflightOf(state).some(
        (each) => each.message.key === finding.message.key && JSON.stringify(each) === text,
      );
    return this.#records.select('all', hasIt).map(({ id }) => id);
  }

  /** Returns the most frequent warnings of all jobs, the first of them first. */
  warningGroups(): WarningGroup[] {
    const groups = new Map<string, WarningGroup>();
    for (const { id, state } of this.#records.select('all', () => true)) {
      for (const [index, finding] of preflightOf(state).entries()) {
        const text = JSON.stringify(finding);
        const group = groups.get(text);
        if (group) group.count += 1;
        else groups.set(text, { message: finding.message, count: 1, job: id, index });
      }
    }
    return [...groups.values()]
      .sort((one, other) => other.count - one.count)
      .slice(0, maxWarningGroups);
  }

  /** The whole list. Changes reported later than this call are newer. */
  get listed(): ListedJobs {
    return this.#records.listed;
  }

  get summary(): QueueSummary {
    return this.#records.summary;
  }

  /** The ids of the stored passwords that jobs refer to. */
  get protections(): readonly string[] {
    return this.#records.protections();
  }

  /** How many queued jobs wait for the credential of their service. */
  get waitingForCredential(): number {
    return this.#records.waitingForCredential;
  }

  /** Stops running jobs, which wait for the next start. Resolves when everything is on the disk. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    for (const unstopped of await this.#running.stop(stopTimeoutMs)) this.#abandon(unstopped);
    await this.#records.stop();
  }

  /** Starts jobs while there is room. */
  #fill(): void {
    while (this.#isStarted && !this.#records.paused && this.#running.size < this.#concurrency) {
      const job = this.#records.next(this.#running.jobs);
      if (job === null) return;
      this.#begin(job);
    }
  }

  #begin(job: Job): void {
    const { credentialVersion } = this.#records;
    const attempt = { options: job.options, credentialVersion };
    this.#records.setState(job, startedState(job.state));
    this.#running.start(
      job,
      async (signal) => this.#run(job, signal),
      (run) => this.#afterRun(job, attempt, run),
    );
  }

  async #run(job: Job, signal: AbortSignal): Promise<EndState> {
    let isOver = false;
    const persist = async (change: Pick<RunningState, 'committing' | 'sent' | 'split'>) => {
      throwIfCanceled(signal);
      const state = { status: 'running', ...retainedState(job.state), ...change } as const;
      this.#records.setState(job, state);
      await this.#records.flush();
    };
    try {
      return await this.#parts.work.run(job, {
        signal,
        onProgress: (progress) => {
          if (!isOver && !signal.aborted) this.#records.setProgress(job, progress);
        },
        beforeCommit: async (committing) => persist({ committing }),
        beforeSending: async (key) => persist({ sent: { key } }),
        onSplit: async (split) => persist({ split }),
        onPart: async (change) => {
          this.#records.setPart(job, change);
          await this.#records.flush();
        },
      });
    } catch (error) {
      return failedState(job.state, error);
    } finally {
      isOver = true;
    }
  }

  #afterRun(job: Job, attempt: Attempt, { end, ranMs, wasCanceled }: RunEnd): void {
    this.#records.setProgress(job, null);
    const isCanceled = end.status === 'canceled';
    const isStopped = !this.#isStarted && isCanceled && !wasCanceled;
    const isDiscarded = isCanceled || this.#leaving.has(job);
    // If the rename may have happened, the next start decides about the deliveries.
    const isUndecided = isStopped && isCommitting(job.state);
    const state =
      isDiscarded && !isUndecided ? this.#records.withoutNewDeliveries(job.state, end) : end;
    if (isStopped) this.#leaveForNextStart(job);
    else if (!wasCanceled && this.#waitsForCredential(job, attempt, end))
      this.#records.setState(job, queuedState(end));
    else if (!wasCanceled && this.#waitsForPasswords(job, end))
      this.#records.setState(job, queuedState(this.#records.withoutNewDeliveries(job.state, end)));
    else this.#records.end(job, withDuration(state, ranMs), isCanceled ? null : ranMs);
    if (rendersDifferently(attempt.options, job.options)) this.#records.discardPdf(job);
    if (isStopped) return;
    if (this.#leaving.delete(job)) this.#records.remove([job]);
    this.#fill();
  }

  /**
   * Returns true if a job has to run again because its service refused the credential. All jobs
   * of the service wait then, unless the credential has changed since the attempt started.
   */
  #waitsForCredential(job: Job, attempt: Attempt, end: EndState): boolean {
    const { renderOn } = attempt.options;
    if (this.#parts.missingCredential === undefined || renderOn === null) return false;
    if (end.status !== 'failed' || !isCredentialRefusal(end.error)) return false;
    // The user has chosen another service, which may charge for the job.
    if (job.options.renderOn !== renderOn) return false;
    if (attempt.credentialVersion === this.#records.credentialVersion)
      this.#records.blockService(renderOn, end.error);
    return true;
  }

  /** Returns true if the passwords of a job cannot be read, as while the keychain is locked. */
  #waitsForPasswords({ options }: Job, end: EndState): boolean {
    const id = options.request.protection?.id;
    if (id === undefined || end.status !== 'failed') return false;
    const isAboutThem = end.error.fields?.some(({ field }) => field === 'protection') ?? false;
    return isAboutThem && (this.#parts.missingPasswords?.(id) ?? null) !== null;
  }

  /** Ends a job that did not stop in time: canceled, or left for the next start. */
  #abandon({ job, wasCanceled }: UnstoppedJob): void {
    if (this.#leaving.delete(job)) this.#records.remove([job]);
    else if (wasCanceled) this.#records.end(job, canceledState(job.state));
    else this.#leaveForNextStart(job);
  }

  #leaveForNextStart(job: Job): void {
    const { state } = job;
    // Recovery at the next start sees whether the PDF was renamed.
    if (isCommitting(state)) return;
    this.#records.setState(job, isSent(state) ? unknownOutcome(state) : queuedState(state));
  }
}

/** The fields of a service's settings with its credentials. */
const credentialFields: ReadonlySet<string> = new Set(['login', 'login.user', 'secret']);

/** Returns true if a service refuses the credential, so that all its jobs would fail. */
function isCredentialRefusal({ code, fields = [] }: AppErrorData): boolean {
  return code === 'remote-refused' && fields.some(({ field }) => credentialFields.has(field));
}
