import { type FileHandle, link, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { codeOf, errorData } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { ConversionSource } from '../../shared/request/source.js';
import { modesOf } from '../files/private-files.js';
import { writePrivateFile } from '../files/write-file.js';
import type { JobSource } from './job.js';
import type { JobStore, PersistedQueue, QueueChange } from './job-store.js';
import { JournalWriter, readJournal } from './journal-format.js';
import { StoredHtml } from './stored-html.js';

/**
 * A journal is rewritten when it has grown to this many times its last rewrite, but not a small
 * one.
 */
const compaction = { factor: 4, minBytes: 1_000_000 };

/** How long to wait after a write error, in milliseconds. */
const retryMs = 5000;

/**
 * How long {@link QueueJournal.compact} waits: for each megabyte of the journal, and at least; in
 * milliseconds.
 */
const compactMs = 1000;

/** The queue of an earlier run. */
export interface OpenedJournal {
  readonly journal: QueueJournal;
  readonly restored: PersistedQueue;
  /** What happened to a damaged file; null for an intact one. */
  readonly notice: Message | null;
}

/**
 * Persists a queue in a file of JSON lines, one for each change (docs/adr/0008). Lines are written
 * in groups, in order. While writing fails, the queue continues in memory; the whole journal is
 * rewritten as soon as possible.
 */
export class QueueJournal implements JobStore {
  readonly #file: JournalFile;
  readonly #html: StoredHtml;
  readonly #writer = new JournalWriter();
  /** Name for the damaged journal; null if it was intact. */
  readonly #damagedName: string | null;
  #isDamagedSaved = false;
  #snapshot: (() => PersistedQueue) | null = null;
  #onWriteError: () => void = () => undefined;
  #lines: string[] = [];
  #flushes: (() => void)[] = [];
  #isWriting = false;
  /** The next write replaces the whole file: the first, one after growth, one after a failure. */
  #isRewriteDue = true;
  #hasUnusedHtml = false;
  #rewrittenSize = 0;
  #writeError: Message | null = null;
  #retryTimer: NodeJS.Timeout | null = null;
  #compactTimer: NodeJS.Timeout | null = null;

  /** Reads the journal of a folder, which only one process may have open. */
  static async open(folder: string): Promise<OpenedJournal> {
    const path = join(folder, 'jobs.jsonl');
    const { queue, damage } = await readQueue(path);
    const aside = `${path}.damaged-${Date.now()}`;
    const journal = new QueueJournal(folder, path, damage === null ? null : aside);
    if (damage === null) await journal.#html.removeUnused(() => sourcesOf(queue));
    const notice = damage === null ? null : damageNotice(damage, path, aside, queue);
    return { journal, restored: queue, notice };
  }

  private constructor(folder: string, path: string, damagedName: string | null) {
    this.#file = new JournalFile(path);
    this.#html = new StoredHtml(join(folder, 'html'));
    this.#damagedName = damagedName;
  }

  attach(snapshot: () => PersistedQueue, onWriteError: () => void): void {
    this.#snapshot = snapshot;
    this.#onWriteError = onWriteError;
    if (this.#damagedName !== null || snapshot().jobs.length > 0) void this.flush();
  }

  append(change: QueueChange): void {
    if (change.kind === 'added') this.#html.commit(change.jobs.map(({ core }) => core.source));
    for (const line of this.#writer.change(change)) this.#lines.push(line);
    this.#wake();
  }

  compact(): void {
    const delay = Math.max(compactMs, (compactMs * this.#file.size) / 1_000_000);
    this.#compactTimer ??= setTimeout(() => this.#compactNow(), delay).unref();
  }

  async flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#flushes.push(resolve);
      this.#wake();
    });
  }

  get writeError(): Message | null {
    return this.#writeError;
  }

  /** If the file of long HTML cannot be written, nor can the journal, whose error is reported. */
  async storeSource(source: ConversionSource): Promise<JobSource> {
    return this.#html.store(source).catch(() => source);
  }

  async readSource(source: JobSource): Promise<ConversionSource> {
    return this.#html.read(source);
  }

  /** Writes everything and closes the file. Nothing may be appended afterwards. */
  async close(): Promise<void> {
    if (this.#compactTimer) this.#compactNow();
    await this.flush();
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    await this.#file.close();
  }

  #wake(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    // Changes in the same event loop turn are written together.
    queueMicrotask(() => void this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#snapshot && (this.#lines.length > 0 || this.#flushes.length > 0)) {
      const lines = this.#lines.splice(0);
      const flushes = this.#flushes.splice(0);
      // Until the retry, nothing is lost: the rewrite that it starts has these changes too.
      if (this.#retryTimer === null) await this.#write(this.#snapshot, lines, flushes.length > 0);
      for (const resolve of flushes) resolve();
    }
    this.#isWriting = false;
  }

  async #write(
    snapshot: () => PersistedQueue,
    lines: readonly string[],
    isFlush: boolean,
  ): Promise<void> {
    try {
      if (this.#isRewriteDue) await this.#rewrite(snapshot());
      else await this.#file.append(lines.join(''), isFlush);
      const { factor, minBytes } = compaction;
      this.#isRewriteDue = this.#file.size > Math.max(minBytes, factor * this.#rewrittenSize);
      this.#setWriteError(null);
    } catch (error) {
      this.#isRewriteDue = true;
      this.#retryTimer = setTimeout(() => this.#retry(), retryMs).unref();
      this.#setWriteError(message('jobs.notSaved', { reason: errorData(error).message }));
    }
  }

  #compactNow(): void {
    if (this.#compactTimer) clearTimeout(this.#compactTimer);
    this.#compactTimer = null;
    this.#isRewriteDue = true;
    this.#hasUnusedHtml = true;
    void this.flush();
  }

  /** The snapshot includes all appended changes, so their lines are not needed. */
  async #rewrite(queue: PersistedQueue): Promise<void> {
    const text = this.#writer.journal(queue);
    if (this.#damagedName !== null && !this.#isDamagedSaved) {
      await this.#file.saveAs(this.#damagedName);
      this.#isDamagedSaved = true;
    }
    await this.#file.replace(text);
    this.#rewrittenSize = this.#file.size;
    // A damaged journal may refer to HTML that the restored queue does not.
    if (!this.#hasUnusedHtml || this.#damagedName !== null) return;
    this.#hasUnusedHtml = false;
    await this.#html.removeUnused(() => sourcesOf(this.#snapshot?.() ?? queue));
  }

  #retry(): void {
    this.#retryTimer = null;
    void this.flush();
  }

  #setWriteError(error: Message | null): void {
    if (isDeepStrictEqual(error, this.#writeError)) return;
    this.#writeError = error;
    this.#onWriteError();
  }
}

/** Its operations must not overlap. */
class JournalFile {
  readonly #path: string;
  #handle: FileHandle | null = null;
  #bytes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Bytes written since it was opened or replaced. */
  get size(): number {
    return this.#bytes;
  }

  /** @param isFlush whether the text is on the disk when this resolves */
  async append(text: string, isFlush: boolean): Promise<void> {
    this.#handle ??= await open(this.#path, 'a', modesOf('private').file);
    const bytes = Buffer.from(text);
    if (bytes.length > 0) await this.#handle.appendFile(bytes);
    this.#bytes += bytes.length;
    if (isFlush) await this.#handle.datasync();
  }

  /**
   * Replaces the file; a kill leaves either the old or the new one.
   * @throws AppError `write-failed`
   */
  async replace(text: string): Promise<void> {
    await this.close();
    await writePrivateFile(this.#path, text);
    this.#bytes = Buffer.byteLength(text);
  }

  /** Saves the current file under another name: linked if the disk supports that, else renamed. */
  async saveAs(path: string): Promise<void> {
    await this.close();
    await link(this.#path, path).catch(async () => rename(this.#path, path));
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}

function sourcesOf({ jobs }: PersistedQueue): readonly JobSource[] {
  return jobs.map(({ core }) => core.source);
}

type Damage =
  | { readonly kind: 'lines'; readonly count: number }
  | { readonly kind: 'unreadable'; readonly code: string };

interface ReadQueue {
  readonly queue: PersistedQueue;
  /** Null for an intact file. */
  readonly damage: Damage | null;
}

async function readQueue(path: string): Promise<ReadQueue> {
  try {
    const { queue, damagedLines: count } = readJournal(await readFile(path));
    return { queue, damage: count === 0 ? null : { kind: 'lines', count } };
  } catch (error) {
    const { queue } = readJournal(new Uint8Array());
    const code = codeOf(error);
    if (code === 'ENOENT') return { queue, damage: null };
    return { queue, damage: { kind: 'unreadable', code: code === '' ? String(error) : code } };
  }
}

/** @param aside the name that the file was renamed to */
function damageNotice(
  damage: Damage,
  path: string,
  aside: string,
  { jobs }: PersistedQueue,
): Message {
  if (damage.kind === 'unreadable')
    return message('jobs.journalUnreadable', { path, code: damage.code, aside });
  const counts = { lines: damage.count, jobs: jobs.length };
  return message('jobs.journalDamaged', { path, aside, ...counts });
}
