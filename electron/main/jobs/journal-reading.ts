import { AppError } from '../../shared/errors.js';
import { type JobOptions, jobOptionsSchema } from '../../shared/jobs.js';
import type { Job, JobState } from './job.js';
import { JobList } from './job-list.js';
import { type PersistedQueue, persistedJob } from './job-store.js';
import { type JournalEntry, headerSchema, journalEntrySchema } from './journal-entry.js';

/** What a journal says, and how many of its lines could not be understood. */
export interface JournalContents {
  readonly queue: PersistedQueue;
  readonly damagedLines: number;
}

/**
 * Reads a journal. A last line without its end is what a kill leaves while it is written, and no damage: nothing stood on it yet. Any other line that
 * cannot be understood is counted and passed over.
 */
export function readJournal(bytes: Uint8Array): JournalContents {
  const [first, ...lines] = completeLines(bytes);
  if (first === undefined) return { queue: { paused: false, jobs: [] }, damagedLines: 0 };
  const reading = new JournalReading();
  const isHeaderRight = headerSchema.safeParse(valueOf(first)).success;
  let damagedLines = isHeaderRight ? 0 : 1;
  for (const line of lines) {
    const entry = journalEntrySchema.safeParse(valueOf(line));
    if (!entry.success || !reading.take(entry.data)) damagedLines += 1;
  }
  return { queue: reading.queue, damagedLines };
}

/** Replays the entries of a journal. */
class JournalReading {
  readonly #list = new JobList();
  readonly #options = new Map<number, JobOptions>();
  #paused = false;

  /** Gives whether the entry makes sense after those before it. */
  take(entry: JournalEntry): boolean {
    switch (entry.entry) {
      case 'options':
        this.#options.set(entry.ref, entry.options);
        return true;
      case 'job':
        return this.#add(entry);
      case 'state':
        return this.#withJobs([entry.id], ([job]) => job && this.#list.setState(job, entry.state));
      case 'change':
        return this.#change(entry);
      case 'removed':
        return this.#withJobs(entry.ids, (jobs) => this.#list.remove(new Set(jobs)));
      case 'moved':
        return this.#withJobs(entry.ids, (jobs) => {
          const before = entry.before === null ? undefined : this.#list.get(entry.before);
          this.#list.move(new Set(jobs), before ?? null);
        });
      case 'paused':
        this.#paused = entry.paused;
        return true;
    }
  }

  get queue(): PersistedQueue {
    return { paused: this.#paused, jobs: this.#list.all.map(persistedJob) };
  }

  #add({ options: ref, id, source, number, of, added, state }: EntryOf<'job'>): boolean {
    if (this.#list.get(id)) return false;
    const options = this.#options.get(ref);
    const job = {
      id,
      source,
      number,
      of,
      added,
      progress: null,
      isMissingCredential: null,
    } satisfies Partial<Job>;
    this.#list.add(
      options === undefined
        ? { ...job, options: defaultOptions, state: withoutOptions(state) }
        : { ...job, options, state },
    );
    return true;
  }

  #change({ ids, options: ref }: EntryOf<'change'>): boolean {
    const options = this.#options.get(ref);
    if (options === undefined) return false;
    return this.#withJobs(ids, (jobs) => {
      for (const job of jobs) job.options = options;
    });
  }

  #withJobs(ids: readonly string[], change: (jobs: readonly Job[]) => void): boolean {
    const jobs = this.#list.some(ids);
    change(jobs);
    return jobs.length === ids.length;
  }
}

type EntryOf<E extends JournalEntry['entry']> = Extract<JournalEntry, { entry: E }>;

const defaultOptions = jobOptionsSchema.parse({ request: {}, output: {} });

/** A job is not done with settings that nobody chose; one that has ended stays as it is. */
function withoutOptions(state: JobState): JobState {
  if (state.status !== 'queued' && state.status !== 'running') return state;
  const message =
    'The settings of this job were damaged on the disk. Give it settings again, then try again.';
  return { status: 'failed', error: new AppError('internal', message).toData() };
}

function completeLines(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

/** Bytes that are no text are damage, too, rather than text with holes. */
function valueOf(line: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) as unknown;
  } catch {
    return undefined;
  }
}
