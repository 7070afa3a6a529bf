import { randomUUID } from 'node:crypto';
import type { JobOptions } from '../../shared/jobs.js';
import type { ConversionSource } from '../../shared/request/source.js';
import { AppError } from '../../shared/errors.js';
import type { Job, JobCore, JobSource, JobState } from './job.js';
import { asPersisted, forgottenSource } from './private-jobs.js';

/** A job as it is remembered. */
export interface PersistedJob {
  readonly core: JobCore;
  readonly options: JobOptions;
  readonly state: JobState;
}

/** Jobs for sources that are added together. */
export function newJobs(
  sources: readonly JobSource[],
  options: JobOptions,
): readonly PersistedJob[] {
  const added = Date.now();
  return sources.map((source, index) => ({
    core: { id: randomUUID(), source, number: index + 1, of: sources.length, added },
    options,
    state: { status: 'queued' },
  }));
}

/** What is to be remembered of a job. */
export function persistedJob(job: Readonly<Job>): PersistedJob {
  const { id, source, number, of, added, options, state } = job;
  return asPersisted({ core: { id, source, number, of, added }, options, state });
}

/** The whole queue as it is remembered, its jobs in their order. */
export interface PersistedQueue {
  readonly paused: boolean;
  readonly jobs: readonly PersistedJob[];
}

/** One change of the queue. */
export type QueueChange =
  | { readonly kind: 'added'; readonly jobs: readonly PersistedJob[] }
  | { readonly kind: 'state'; readonly id: string; readonly state: JobState }
  | { readonly kind: 'options'; readonly ids: readonly string[]; readonly options: JobOptions }
  | { readonly kind: 'removed'; readonly ids: readonly string[] }
  | { readonly kind: 'moved'; readonly ids: readonly string[]; readonly before: string | null }
  | { readonly kind: 'paused'; readonly paused: boolean };

/** What a queue is remembered by when Platen ends, however it ends. */
export interface JobStore {
  /**
   * Begins to remember a queue.
   * @param snapshot gives the queue as it stands at the moment of the call
   * @param onTrouble called when {@link trouble} has changed
   */
  begin(snapshot: () => PersistedQueue, onTrouble: () => void): void;
  /** Takes note of a change; it is on the disk a moment later, after those before it. */
  note(change: QueueChange): void;
  /** Has the whole written anew soon: something that was noted is not to be remembered any more, or is to be remembered again. */
  renew(): void;
  /** Resolves when everything noted so far is on the disk, or when it is plain that it cannot be: see {@link trouble}. */
  settled(): Promise<void>;
  /** Why nothing can be remembered at the moment, as a sentence; null while it can. */
  readonly trouble: string | null;
  /** Puts what is too large for a note where it is found again. */
  keepSource(source: ConversionSource): Promise<JobSource>;
  /** The source as it was given. @throws AppError `source-unreadable` if what was kept of it is gone */
  readSource(source: JobSource): Promise<ConversionSource>;
}

/** Remembers nothing: for a queue that lasts as long as its process, as the command line's does. */
export const nullJobStore: JobStore = {
  begin: () => undefined,
  note: () => undefined,
  renew: () => undefined,
  settled: async () => Promise.resolve(),
  trouble: null,
  keepSource: async (source) => Promise.resolve(source),
  readSource: async (source) => {
    if (source.kind === 'private') throw forgottenSource();
    if (source.kind !== 'stored-html') return Promise.resolve(source);
    throw new AppError('source-unreadable', `The HTML in ${source.file} is not there any more.`);
  },
};
