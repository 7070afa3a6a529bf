import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { JobOptions } from '../../shared/jobs.js';
import type { ConversionSource } from '../../shared/request/source.js';
import type { JobSource, JobState, PartChange, PersistedJob } from './job.js';
import { redactedSource } from './private-jobs.js';

/** Its jobs are in order. */
export interface PersistedQueue {
  readonly paused: boolean;
  readonly jobs: readonly PersistedJob[];
}

export type QueueChange =
  | { readonly kind: 'added'; readonly jobs: readonly PersistedJob[] }
  | { readonly kind: 'state'; readonly id: string; readonly state: JobState }
  | { readonly kind: 'part'; readonly id: string; readonly change: PartChange }
  | { readonly kind: 'options'; readonly ids: readonly string[]; readonly options: JobOptions }
  | { readonly kind: 'removed'; readonly ids: readonly string[] }
  | { readonly kind: 'moved'; readonly ids: readonly string[]; readonly before: string | null }
  | { readonly kind: 'paused'; readonly paused: boolean };

/** Persists a queue so that it survives a quit, a crash and a kill. */
export interface JobStore {
  /**
   * Starts to persist a queue.
   * @param snapshot returns the current queue
   * @param onWriteError called when {@link writeError} has changed
   */
  attach(snapshot: () => PersistedQueue, onWriteError: () => void): void;
  /** Appends a change. It reaches the disk soon, after those before it; see {@link flush}. */
  append(change: QueueChange): void;
  /** Rewrites everything soon, so that appended data that is outdated disappears from the disk. */
  compact(): void;
  /**
   * Resolves when all changes so far are on the disk, or cannot be written: see {@link writeError}.
   */
  flush(): Promise<void>;
  /** Why nothing can be written; null while it can. */
  readonly writeError: Message | null;
  /** Stores the part of a source that is too large for a change, and returns what refers to it. */
  storeSource(source: ConversionSource): Promise<JobSource>;
  /** @throws AppError `source-unreadable` if its stored part is gone */
  readSource(source: JobSource): Promise<ConversionSource>;
}

/** Persists nothing: for a queue that ends with its process, such as that of `convert`. */
export const nullJobStore: JobStore = {
  attach: () => undefined,
  append: () => undefined,
  compact: () => undefined,
  flush: async () => Promise.resolve(),
  writeError: null,
  storeSource: async (source) => Promise.resolve(source),
  readSource: async (source) => {
    if (source.kind === 'private') throw redactedSource();
    if (source.kind !== 'stored-html') return Promise.resolve(source);
    throw new AppError('source-unreadable', message('jobs.htmlGone', { file: source.file }));
  },
};
