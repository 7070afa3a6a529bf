import { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError, codeOf, errorText } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import type { SingleSource } from '../../../shared/request/source.js';
import { excerpt, quotePath } from '../../../shared/request/text.js';
import { urlScheme } from '../../../shared/request/url.js';
import { fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import { FolderWatch } from '../../engine/sources/folder-watch.js';
import { readFailure } from '../../util/disk-path.js';
import type { Job } from '../../jobs/job.js';
import { isEnded } from '../../jobs/job.js';
import type { ConvertTask } from './arguments.js';
import { fileTest } from './filters.js';
import { isStandardInput } from './input-streams.js';
import { resolveAllowed, withAllowed } from './sources.js';
import { Mutex } from '../../util/async.js';

/** What `--watch` watches: a folder, or one file in it. */
interface WatchedPlace {
  readonly folder: string;
  readonly file?: string;
}

/** The places of a command line, and the folders that their documents may read. */
export interface WatchedPlaces {
  readonly places: readonly WatchedPlace[];
  /** Real paths. */
  readonly allowed: readonly string[];
  /** Whether more than one document may be converted. */
  readonly isMany: boolean;
}

/**
 * @throws AppError `invalid-request` for a URL or standard input, `source-unreadable` for a path
 * that isn't there
 */
export async function resolveWatched(
  { sources, allow = [] }: Pick<ConvertTask, 'sources' | 'allow'>,
  cwd: string,
): Promise<WatchedPlaces> {
  const places = await Promise.all(sources.map(async (source) => placeOf(source, cwd)));
  return {
    places,
    allowed: await resolveAllowed(allow, cwd),
    isMany: places.length > 1 || places.some(({ file }) => file === undefined),
  };
}

async function placeOf(source: string, cwd: string): Promise<WatchedPlace> {
  const path = resolve(cwd, source);
  const entry = await stat(path).catch((thrown: unknown) => thrown);
  if (entry instanceof Stats && entry.isDirectory()) return { folder: path };
  if (entry instanceof Stats && entry.isFile()) return { folder: dirname(path), file: path };
  // A single letter before a colon is a drive on Windows.
  const isUrl = (urlScheme(source) ?? '').length > 1;
  if (isStandardInput(source) || isUrl || entry instanceof Stats) {
    const issue = message('convert.watchSource', { source: excerpt(source) });
    throw invalidRequest([fieldIssue('watch', issue)]);
  }
  throw new AppError('source-unreadable', readFailure(source, entry));
}

/** The part of the queue that a watch uses. */
interface WatchedQueue {
  /** @returns the ids of their jobs in the same order */
  readonly add: (sources: readonly SingleSource[]) => Promise<readonly string[]>;
  readonly get: (id: string) => Readonly<Job> | undefined;
  readonly retry: (ids: readonly string[]) => void;
}

interface SourceWatchParts extends WatchedPlaces {
  readonly filter: ConvertTask['filter'];
  readonly queue: WatchedQueue;
  /** A folder that can't be read; its other parts are watched. */
  readonly onRefused: (label: string, error: AppError) => void;
  /** The watch can't continue. */
  readonly onFailure: (label: string, error: AppError) => void;
}

/**
 * Converts the documents of folders, and those that appear or change there. A document has one job,
 * which runs again for each change, so that its PDF keeps its name.
 */
export class SourceWatch {
  readonly #parts: SourceWatchParts;
  /** The last known state of each document. */
  readonly #states = new Map<string, string>();
  readonly #jobs = new Map<string, string>();
  /** Documents that have changed since they were first found. */
  readonly #changed = new Set<string>();
  /** Jobs whose document has changed while they ran. */
  readonly #again = new Set<string>();
  #watches: readonly FolderWatch[] = [];
  readonly #adding = new Mutex();

  constructor(parts: SourceWatchParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#watches = this.#parts.places.map((place) => this.#watch(place));
  }

  async close(): Promise<void> {
    await Promise.all(this.#watches.map(async (watch) => watch.close()));
    await this.#adding.idle();
  }

  /**
   * Whether a PDF that is not older than its document is up to date: a document that changed during
   * the run may be older than a PDF of its earlier content.
   */
  comparesTimes(path: string): boolean {
    return !this.#changed.has(path);
  }

  /** Runs a job again if its document has changed in the meantime. */
  jobEnded(id: string): void {
    // The queue is still ending the job.
    if (this.#again.delete(id)) setImmediate(() => this.#parts.queue.retry([id]));
  }

  #watch({ folder, file }: WatchedPlace): FolderWatch {
    const { filter, onFailure, onRefused } = this.#parts;
    return new FolderWatch({
      folder,
      ...(file === undefined ? filter && { isSelected: fileTest(filter, folder) } : { file }),
      isKnown: (path, state) => this.#states.get(path) === state,
      onFiles: (files) => {
        void this.#adding.run(async () => this.#convert(files, { folder, file }));
      },
      onGone: () => {
        const gone = message('convert.watchGone', { folder: quotePath(folder) });
        onFailure(folder, new AppError('source-unreadable', gone));
      },
      onError: (thrown) => {
        const isDenied = ['EACCES', 'EPERM'].includes(codeOf(thrown));
        const params = { folder: quotePath(folder), reason: errorText(thrown) };
        const error = new AppError('source-unreadable', message('convert.watchFailed', params));
        (isDenied ? onRefused : onFailure)(folder, error);
      },
    });
  }

  async #convert(
    files: ReadonlyMap<string, string>,
    { folder, file }: { readonly folder: string; readonly file: string | undefined },
  ): Promise<void> {
    const { allowed, queue } = this.#parts;
    const fresh: string[] = [];
    for (const [path, state] of files) {
      if (this.#states.get(path) === state) continue;
      this.#states.set(path, state);
      const id = this.#jobs.get(path);
      if (id === undefined) fresh.push(path);
      else this.#convertAgain(path, id);
    }
    if (fresh.length === 0) return;
    const inFolder = file === undefined ? { folder } : {};
    const ids = await queue.add(
      fresh.map((path) => withAllowed({ kind: 'file', path, ...inFolder }, allowed)),
    );
    for (const [index, path] of fresh.entries()) {
      const id = ids[index];
      if (id !== undefined) this.#jobs.set(path, id);
    }
  }

  #convertAgain(path: string, id: string): void {
    const { queue } = this.#parts;
    this.#changed.add(path);
    const job = queue.get(id);
    if (job === undefined) return;
    if (isEnded(job.state)) queue.retry([id]);
    else if (job.state.status === 'running') this.#again.add(id);
  }
}
