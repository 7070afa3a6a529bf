import type { AppErrorData } from '../../shared/messages/errors.js';
import type { BatchResult, JobChanges } from '../../shared/jobs.js';
import type { ConversionProgress } from '../engine/contract/pdf-engine.js';
import type { EndState, Job, JobSplit, PartChange, RunningState } from './job.js';
import type { JobStore, PersistedQueue } from './job-store.js';

export interface QueueParts {
  readonly work: JobWork;
  readonly store: JobStore;
  readonly concurrency: number;
  /** The persisted queue; its unended jobs continue at `start`. */
  readonly restored?: PersistedQueue;
  /**
   * Returns an error if a service has no credential; its jobs then wait until there is one. Absent:
   * such jobs run and fail, because no credential can be entered.
   * @param endpoint id of the service
   */
  readonly missingCredential?: (endpoint: string) => AppErrorData | null;
  /**
   * Returns an error if a sign-in cannot be used; its jobs then wait until it can.
   * @param id of the sign-in
   */
  readonly missingSignIn?: (id: string) => AppErrorData | null;
  /**
   * Returns an error if the passwords of PDFs cannot be used; their jobs then wait until they can.
   * @param id of the stored passwords
   */
  readonly missingPasswords?: (id: string) => AppErrorData | null;
  /** Called a few times a second at most. */
  readonly onChange?: (changes: JobChanges) => void;
  readonly onJobEnd?: (job: Readonly<Job>) => void;
  readonly onBatchEnd?: (result: BatchResult) => void;
  readonly log?: (line: string) => void;
}

/** One attempt at a job. */
export interface JobRun {
  /** Cancels the attempt. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ConversionProgress) => void;
  /** Awaited before the PDF is renamed to its final name: after a kill, the rename is completed. */
  readonly beforeCommit: (committing: NonNullable<RunningState['committing']>) => Promise<void>;
  /**
   * Awaited before a service gets the request: after a kill, only the user sends it again.
   * @param key the idempotency key
   */
  readonly beforeSending: (key: string) => Promise<void>;
  /** Awaited when the PDF is divided: after a kill, its parts are delivered from the spool. */
  readonly onSplit: (split: JobSplit) => Promise<void>;
  /** Awaited before a part is renamed to its final name, and when it is delivered. */
  readonly onPart: (change: PartChange) => Promise<void>;
}

/** Executes the jobs of a queue. */
export interface JobWork {
  /**
   * Runs a job to its end; what it throws is a failure of the job. The deliveries of the returned
   * state are staged in the outbox and not sent before {@link release}.
   */
  run(job: Readonly<Job>, run: JobRun): Promise<EndState>;
  /**
   * Reserves the names of a job that is new, was restored or retried, or has other options. A job
   * that ended without a PDF has none.
   */
  reserve(job: Readonly<Job>): void;
  /** Deletes the kept PDF of a job. */
  deletePdf(job: Readonly<Job>): Promise<void>;
  /** Sends staged deliveries, whose jobs are known to have ended even after a kill. */
  release(ids: readonly string[]): void;
  /** Deletes staged deliveries of a canceled attempt. */
  deleteDeliveries(ids: readonly string[]): Promise<void>;
  /** Deletes all that exists for a removed job, except the PDF it has saved. */
  discard(job: Readonly<Job>): Promise<void>;
}
