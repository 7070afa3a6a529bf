import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, errorData } from '../../shared/errors.js';
import type { ConversionSource } from '../../shared/request/source.js';
import type { JobSource } from './job.js';
import type { JobStore, QueueChange, PersistedQueue } from './job-store.js';
import { JournalFile } from './journal-file.js';
import { type JournalContents, readJournal } from './journal-reading.js';
import { JournalWriting } from './journal-writing.js';
import { StoredHtml } from './stored-html.js';

/** A journal that has grown to this many times what the queue itself needs is written anew, once it is worth the work. */
const growth = { factor: 4, bytes: 1_000_000 };

/** How long after a failure the disk is tried again, in milliseconds. */
const retryMs = 5000;

/** How long after {@link QueueJournal.renew} the whole is written anew, for each megabyte of it and at least, in milliseconds. */
const renewMs = 1000;

/** What an earlier Platen left. */
export interface OpenedJournal {
  readonly journal: QueueJournal;
  readonly remembered: PersistedQueue;
  /** A sentence about a damaged file, with the name that it was set aside under; null if all is well. */
  readonly notice: string | null;
}

/**
 * Remembers the queue in a file of lines, one for each change (docs/adr/0008). Lines are written in groups, in their order. While the disk
 * does not take them the queue goes on without, and the whole is written as soon as it does.
 */
export class QueueJournal implements JobStore {
  readonly #file: JournalFile;
  readonly #html: StoredHtml;
  readonly #writing = new JournalWriting();
  readonly #asideName: string | null;
  #isSetAside = false;
  #snapshot: (() => PersistedQueue) | null = null;
  #onTrouble: () => void = () => undefined;
  #lines: string[] = [];
  #waiting: (() => void)[] = [];
  #isWriting = false;
  /** The file is to be written anew: at the start, when it has grown, and after a failure. */
  #isRewriteDue = true;
  #sizeWhenWritten = 0;
  #trouble: string | null = null;
  #retryTimer: NodeJS.Timeout | null = null;
  #renewTimer: NodeJS.Timeout | null = null;
  #hasUnneededHtml = false;

  /** Reads what an earlier Platen left in a folder; only one process may have it open. */
  static async open(folder: string): Promise<OpenedJournal> {
    const path = join(folder, 'jobs.jsonl');
    const { contents, problem } = await readContents(path);
    const asideName = problem === null ? null : `${path}.damaged-${Date.now()}`;
    const journal = new QueueJournal(folder, path, asideName);
    const { queue } = contents;
    if (asideName === null) await journal.#html.keepOnly(() => sourcesOf(queue));
    const notice =
      asideName === null
        ? null
        : `${path} ${problem}. It was set aside as ${asideName}; ${restSentence(queue)}`;
    return { journal, remembered: queue, notice };
  }

  private constructor(folder: string, path: string, asideName: string | null) {
    this.#file = new JournalFile(path);
    this.#html = new StoredHtml(join(folder, 'html'));
    this.#asideName = asideName;
  }

  begin(snapshot: () => PersistedQueue, onTrouble: () => void): void {
    this.#snapshot = snapshot;
    this.#onTrouble = onTrouble;
    if (this.#asideName !== null || snapshot().jobs.length > 0) void this.settled();
  }

  note(change: QueueChange): void {
    if (change.kind === 'added') this.#html.heard(change.jobs.map(({ core }) => core.source));
    for (const line of this.#writing.linesOf(change)) this.#lines.push(line);
    this.#wake();
  }

  renew(): void {
    const delay = Math.max(renewMs, (renewMs * this.#file.size) / 1_000_000);
    this.#renewTimer ??= setTimeout(() => this.#renewNow(), delay).unref();
  }

  async settled(): Promise<void> {
    return new Promise((settle) => {
      this.#waiting.push(settle);
      this.#wake();
    });
  }

  get trouble(): string | null {
    return this.#trouble;
  }

  /** Long HTML has files of its own. Where they cannot be written, nor can the journal, which tells it. */
  async keepSource(source: ConversionSource): Promise<JobSource> {
    return this.#html.keep(source).catch(() => source);
  }

  async readSource(source: JobSource): Promise<ConversionSource> {
    return this.#html.read(source);
  }

  /** Closes the file when all is written. Nothing may be noted afterwards. */
  async close(): Promise<void> {
    if (this.#renewTimer) this.#renewNow();
    await this.settled();
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    await this.#file.close();
  }

  #wake(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    // What is noted in one go is written in one go.
    queueMicrotask(() => void this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#snapshot && (this.#lines.length > 0 || this.#waiting.length > 0)) {
      const lines = this.#lines.splice(0);
      const waiting = this.#waiting.splice(0);
      // Between two tries, what is noted is left to the queue: the next try writes all of it.
      if (this.#retryTimer === null) await this.#write(this.#snapshot, lines, waiting.length > 0);
      for (const settle of waiting) settle();
    }
    this.#isWriting = false;
  }

  async #write(snapshot: () => PersistedQueue, lines: readonly string[], toDisk: boolean) {
    try {
      if (this.#isRewriteDue) await this.#rewrite(snapshot());
      else await this.#file.append(lines.join(''), toDisk);
      const limit = Math.max(growth.bytes, growth.factor * this.#sizeWhenWritten);
      this.#isRewriteDue = this.#file.size > limit;
      this.#tell(null);
    } catch (error) {
      this.#isRewriteDue = true;
      this.#retryTimer = setTimeout(() => this.#retry(), retryMs).unref();
      this.#tell(
        `The list of jobs cannot be kept on the disk, so it would be lost if Platen ended now. ${errorData(error).message}`,
      );
    }
  }

  #renewNow(): void {
    if (this.#renewTimer) clearTimeout(this.#renewTimer);
    this.#renewTimer = null;
    this.#isRewriteDue = true;
    this.#hasUnneededHtml = true;
    void this.settled();
  }

  /** What was noted up to this call is in the queue already, so its lines are not needed. */
  async #rewrite(queue: PersistedQueue): Promise<void> {
    const text = this.#writing.linesOfAll(queue).join('');
    if (this.#asideName !== null && !this.#isSetAside) {
      await this.#file.setAside(this.#asideName);
      this.#isSetAside = true;
    }
    await this.#file.replace(text);
    this.#sizeWhenWritten = this.#file.size;
    // What was set aside refers to files that the queue does not need.
    if (!this.#hasUnneededHtml || this.#asideName !== null) return;
    this.#hasUnneededHtml = false;
    await this.#html.keepOnly(() => sourcesOf(this.#snapshot?.() ?? queue));
  }

  #retry(): void {
    this.#retryTimer = null;
    void this.settled();
  }

  #tell(trouble: string | null): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#onTrouble();
  }
}

function sourcesOf({ jobs }: PersistedQueue): readonly JobSource[] {
  return jobs.map(({ core }) => core.source);
}

interface ReadOutcome {
  readonly contents: JournalContents;
  /** What is wrong with the file, as the end of a sentence; null if nothing is. */
  readonly problem: string | null;
}

async function readContents(path: string): Promise<ReadOutcome> {
  try {
    const contents = readJournal(await readFile(path));
    return { contents, problem: problemOf(contents.damagedLines) };
  } catch (error) {
    const contents = readJournal(new Uint8Array());
    if (codeOf(error) === 'ENOENT') return { contents, problem: null };
    return { contents, problem: `could not be read (${codeOf(error) || String(error)})` };
  }
}

function problemOf(damagedLines: number): string | null {
  if (damagedLines === 0) return null;
  return damagedLines === 1 ? 'was damaged in one line' : `was damaged in ${damagedLines} lines`;
}

function restSentence({ jobs }: PersistedQueue): string {
  if (jobs.length === 0) return 'the list of jobs starts empty.';
  return jobs.length === 1
    ? 'the one job that could be read goes on.'
    : `the ${jobs.length} jobs that could be read go on.`;
}
