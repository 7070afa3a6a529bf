import { z } from 'zod';
import { AppError } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { type JobOptions, jobIdSchema, jobOptionsSchema } from '../../shared/jobs.js';
import {
  type Job,
  type JobState,
  isEnded,
  jobSourceSchema,
  jobStateSchema,
  partChangeSchema,
  withPart,
} from './job.js';
import { JobList } from './job-list.js';
import type { PersistedJob } from './job.js';
import type { PersistedQueue, QueueChange } from './job-store.js';
import { persistedJob } from './private-jobs.js';

/** The first line of a journal. */
const header = { format: 'platen-queue', version: 1 } as const;
const headerSchema = z.object({
  format: z.literal(header.format),
  version: z.literal(header.version),
});

const optionsRefSchema = z.number().int();

/** A line of a journal. Lines are independent, so that a damaged one loses only its own data. */
const entrySchema = z.discriminatedUnion('entry', [
  /** Options that jobs refer to by number. */
  z.object({ entry: z.literal('options'), ref: optionsRefSchema, options: jobOptionsSchema }),
  z.object({
    entry: z.literal('job'),
    id: jobIdSchema,
    source: jobSourceSchema,
    number: z.number().int(),
    of: z.number().int(),
    added: z.number(),
    options: optionsRefSchema,
    state: jobStateSchema,
  }),
  z.object({ entry: z.literal('state'), id: jobIdSchema, state: jobStateSchema }),
  /** A part of a divided PDF, because the state of a job with many parts is long. */
  z.object({ entry: z.literal('part'), id: jobIdSchema, change: partChangeSchema }),
  z.object({ entry: z.literal('change'), ids: z.array(jobIdSchema), options: optionsRefSchema }),
  z.object({ entry: z.literal('removed'), ids: z.array(jobIdSchema) }),
  z.object({
    entry: z.literal('moved'),
    ids: z.array(jobIdSchema),
    before: jobIdSchema.nullable(),
  }),
  z.object({ entry: z.literal('paused'), paused: z.boolean() }),
]);
type Entry = z.infer<typeof entrySchema>;
type EntryOf<E extends Entry['entry']> = Extract<Entry, { entry: E }>;

/** The contents of a journal, and how many of its lines could not be read. */
export interface JournalContents {
  readonly queue: PersistedQueue;
  readonly damagedLines: number;
}

/** Options are written once and referred to. */
export class JournalWriter {
  readonly #optionsRefs = new Map<JobOptions, number>();

  /** Each line has its line break. */
  change(change: QueueChange): readonly string[] {
    switch (change.kind) {
      case 'added':
        return change.jobs.flatMap((job) => this.#job(job));
      case 'state':
        return [line({ entry: 'state', id: change.id, state: change.state })];
      case 'part':
        return [line({ entry: 'part', id: change.id, change: change.change })];
      case 'options':
        return this.#withOptions(change.options, (options) => ({
          entry: 'change',
          ids: [...change.ids],
          options,
        }));
      case 'removed':
        return [line({ entry: 'removed', ids: [...change.ids] })];
      case 'moved':
        return [line({ entry: 'moved', ids: [...change.ids], before: change.before })];
      case 'paused':
        return [line({ entry: 'paused', paused: change.paused })];
    }
  }

  /** Later changes are appended to it. */
  journal({ paused, jobs }: PersistedQueue): string {
    this.#optionsRefs.clear();
    const lines = [
      `${JSON.stringify(header)}\n`,
      line({ entry: 'paused', paused }),
      ...jobs.flatMap((job) => this.#job(job)),
    ];
    return lines.join('');
  }

  #job({ core, options, state }: PersistedJob): readonly string[] {
    return this.#withOptions(options, (ref) => ({ entry: 'job', ...core, options: ref, state }));
  }

  #withOptions(options: JobOptions, entryOf: (ref: number) => Entry): readonly string[] {
    const known = this.#optionsRefs.get(options);
    if (known !== undefined) return [line(entryOf(known))];
    const ref = this.#optionsRefs.size + 1;
    this.#optionsRefs.set(options, ref);
    return [line({ entry: 'options', ref, options }), line(entryOf(ref))];
  }
}

/**
 * Reads a journal. A last line without its line break was being written when Platen was killed:
 * it is ignored. Any other unreadable line is skipped and counted.
 */
export function readJournal(bytes: Uint8Array): JournalContents {
  const [first, ...lines] = completeLines(bytes);
  if (first === undefined) return { queue: { paused: false, jobs: [] }, damagedLines: 0 };
  const replay = new JournalReplay();
  let damagedLines = headerSchema.safeParse(parsed(first)).success ? 0 : 1;
  for (const each of lines) {
    const entry = entrySchema.safeParse(parsed(each));
    if (!entry.success || !replay.apply(entry.data)) damagedLines += 1;
  }
  return { queue: replay.queue, damagedLines };
}

/** Applies the entries of a journal to an empty queue. */
class JournalReplay {
  readonly #list = new JobList();
  readonly #options = new Map<number, JobOptions>();
  #paused = false;

  get queue(): PersistedQueue {
    return { paused: this.#paused, jobs: this.#list.all.map(persistedJob) };
  }

  /** Returns false for an entry that contradicts those before it. */
  apply(entry: Entry): boolean {
    switch (entry.entry) {
      case 'options':
        this.#options.set(entry.ref, entry.options);
        return true;
      case 'job':
        return this.#add(entry);
      case 'state':
        return this.#withJobs([entry.id], ([job]) => job && this.#list.setState(job, entry.state));
      case 'part':
        return this.#withJobs(
          [entry.id],
          ([job]) => job && this.#list.setState(job, withPart(job.state, entry.change)),
        );
      case 'change':
        return this.#changeOptions(entry);
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

  #add({ id, source, number, of, added, state, options: ref }: EntryOf<'job'>): boolean {
    if (this.#list.get(id)) return false;
    const core = { id, source, number, of, added };
    const options = this.#options.get(ref);
    const data =
      options === undefined
        ? { options: defaultOptions, state: withoutOptions(state) }
        : { options, state };
    this.#list.add({ ...core, ...data, progress: null, credentialError: null });
    return true;
  }

  #changeOptions({ ids, options: ref }: EntryOf<'change'>): boolean {
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

const defaultOptions = jobOptionsSchema.parse({ request: {}, output: {} });

/** A job must not run with options that the user did not choose. */
function withoutOptions(state: JobState): JobState {
  if (isEnded(state)) return state;
  const error = new AppError('internal', message('jobs.optionsDamaged')).toData();
  return { status: 'failed', error };
}

function line(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
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

/** Returns undefined for damage, which includes bytes that are not UTF-8. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
