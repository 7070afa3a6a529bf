import type { ConversionProgress } from '../engine/pdf-engine.js';
import type { EndState, Job, RunningState } from './job.js';

/** What a job that is being worked on hears and tells. */
export interface JobRun {
  /** Cancels the job. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ConversionProgress) => void;
  /** Awaited before the PDF gets its name: from then on, a restart does not make it again. */
  readonly beforeCommit: (placing: NonNullable<RunningState['placing']>) => Promise<void>;
  /** Awaited before a service gets the request: from then on, it is not sent again without a person's word. @param key what the service knows it by */
  readonly beforeSending: (key: string) => Promise<void>;
}

/** How the queue's jobs are done. */
export interface JobWork {
  /**
   * Works on a job until it has ended. What it throws is a failure of the job. The deliveries of the state that it gives are held by the outbox: nothing
   * of them is sent before {@link release}.
   */
  run(job: Readonly<Job>, run: JobRun): Promise<EndState>;
  /** Hears of a job that is new, that has other options, or that is here again after a restart. */
  expect(job: Readonly<Job>): void;
  /** Lets go of the PDF that is kept for a job, which other options have made useless. */
  dropPdf(job: Readonly<Job>): Promise<void>;
  /** Sends what jobs have handed over that are known, also after a kill, to have ended. */
  release(ids: readonly string[]): void;
  /** Takes back what a job has handed over that was canceled after all. */
  withdraw(ids: readonly string[]): Promise<void>;
  /** Lets go of all that there is for a job that was taken off the list, but for the PDF that it made. */
  discard(job: Readonly<Job>): Promise<void>;
}
