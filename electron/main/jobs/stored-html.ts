import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import type { ConversionSource } from '../../shared/request/source.js';
import { writePrivateFile } from '../files/write-file.js';
import { Mutex } from '../util/async.js';
import type { JobSource } from './job.js';
import { redactedSource } from './private-jobs.js';

/** Longer HTML has its own file, in characters. */
const maxInlineLength = 2000;

/** The long HTML of jobs, one file for each distinct text, named by its hash. */
export class StoredHtml {
  readonly #folder: string;
  /** How many jobs that are being added need a file, which no job refers to yet. */
  readonly #pins = new Map<string, number>();
  /** Serializes writing and removing, as both may concern one file. */
  readonly #lock = new Mutex();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Stores long HTML and pins its file until {@link commit}.
   * @returns the source that a job refers to it by
   * @throws AppError `write-failed`
   */
  async store(source: ConversionSource): Promise<JobSource> {
    if (source.kind !== 'html' || source.html.length <= maxInlineLength) return source;
    const { html, base } = source;
    const file = `${createHash('sha256').update(html).digest('hex')}.html`;
    this.#pin(file, 1);
    await this.#lock
      .run(async () => writePrivateFile(join(this.#folder, file), html))
      .catch((error: unknown) => {
        this.#pin(file, -1);
        throw error;
      });
    return { kind: 'stored-html', file, ...(base !== undefined && { base }) };
  }

  /**
   * Unpins the files of stored sources: jobs refer to them now, so that {@link removeUnused} keeps
   * them.
   */
  commit(sources: readonly JobSource[]): void {
    for (const source of sources) if (source.kind === 'stored-html') this.#pin(source.file, -1);
  }

  /** @throws AppError `source-unreadable` if its file cannot be read */
  async read(source: JobSource): Promise<ConversionSource> {
    if (source.kind === 'private') throw redactedSource();
    if (source.kind !== 'stored-html') return source;
    const { file, base } = source;
    const path = join(this.#folder, file);
    const html = await readFile(path, 'utf8').catch((thrown: unknown) => {
      const failure = message('jobs.htmlUnreadable', { path });
      throw new AppError('source-unreadable', failure, undefined, { cause: thrown });
    });
    return { kind: 'html', html, ...(base !== undefined && { base }) };
  }

  /** Removes files that no source refers to. @param sources called when the removal starts */
  async removeUnused(sources: () => readonly JobSource[]): Promise<void> {
    await this.#lock.run(async () => {
      const names = await readdir(this.#folder).catch(() => []);
      const needed = new Set(
        sources().map((source) => (source.kind === 'stored-html' ? source.file : '')),
      );
      const unused = names.filter(
        (name) => name.endsWith('.html') && !needed.has(name) && !this.#pins.has(name),
      );
      await Promise.all(unused.map(async (name) => rm(join(this.#folder, name), { force: true })));
    });
  }

  #pin(file: string, by: 1 | -1): void {
    const count = (this.#pins.get(file) ?? 0) + by;
    if (count > 0) this.#pins.set(file, count);
    else this.#pins.delete(file);
  }
}
