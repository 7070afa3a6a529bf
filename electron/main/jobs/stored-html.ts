import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.js';
import type { ConversionSource } from '../../shared/request/source.js';
import { writePrivateFile } from '../files/write-file.js';
import type { JobSource } from './job.js';
import { forgottenSource } from './private-jobs.js';

/** HTML longer than this is kept in a file of its own, in characters. */
const longHtml = 2000;

/** Long HTML of jobs, each text in one file that is named by what is in it. */
export class StoredHtml {
  readonly #folder: string;
  /** Files of jobs that nobody has heard of yet: they are being added. */
  readonly #promised = new Map<string, number>();
  /** What is written and what is removed comes one after the other: both may be about one file. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The source as a job has it, which is to be {@link heard} of next. @throws AppError `write-failed` */
  async keep(source: ConversionSource): Promise<JobSource> {
    if (source.kind !== 'html' || source.html.length <= longHtml) return source;
    const { html, base } = source;
    const file = `${createHash('sha256').update(html).digest('hex')}.html`;
    this.#promise(file, 1);
    await this.#inTurn(async () => writePrivateFile(join(this.#folder, file), html)).catch(
      (error: unknown) => {
        this.#promise(file, -1);
        throw error;
      },
    );
    return { kind: 'stored-html', file, ...(base !== undefined && { base }) };
  }

  /** Hears that jobs are there for sources that were kept: from now on {@link keepOnly} is told which are needed. */
  heard(sources: readonly JobSource[]): void {
    for (const source of sources) if (source.kind === 'stored-html') this.#promise(source.file, -1);
  }

  /** The source as it was given. @throws AppError `source-unreadable` if its file cannot be read */
  async read(source: JobSource): Promise<ConversionSource> {
    if (source.kind === 'private') throw forgottenSource();
    if (source.kind !== 'stored-html') return source;
    const { file, base } = source;
    const path = join(this.#folder, file);
    const html = await readFile(path, 'utf8').catch((thrown: unknown) => {
      const message = `The HTML of this job, which was kept at ${path}, cannot be read. Paste it again.`;
      throw new AppError('source-unreadable', message, undefined, { cause: thrown });
    });
    return { kind: 'html', html, ...(base !== undefined && { base }) };
  }

  /** Removes what none of these sources needs. @param sources gives them when it is their turn */
  async keepOnly(sources: () => readonly JobSource[]): Promise<void> {
    await this.#inTurn(async () => {
      const names = await readdir(this.#folder).catch(() => []);
      const needed = new Set(
        sources().map((source) => (source.kind === 'stored-html' ? source.file : '')),
      );
      const unneeded = names.filter(
        (name) => name.endsWith('.html') && !needed.has(name) && !this.#promised.has(name),
      );
      await Promise.all(
        unneeded.map(async (name) => rm(join(this.#folder, name), { force: true })),
      );
    });
  }

  #promise(file: string, by: 1 | -1): void {
    const count = (this.#promised.get(file) ?? 0) + by;
    if (count > 0) this.#promised.set(file, count);
    else this.#promised.delete(file);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
