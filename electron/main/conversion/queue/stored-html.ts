import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import type { ConversionSource } from '../../../shared/request/source.js';
import { writeFile } from '../../delivery/write-file.js';
import type { JobSource } from './job.js';

/** HTML longer than this is kept in a file of its own, in characters. */
const longHtml = 2000;

/** Long HTML of jobs, each text in one file that is named by what is in it. */
export class StoredHtml {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The source as a job has it. @throws AppError `write-failed` */
  async keep(source: ConversionSource): Promise<JobSource> {
    if (source.kind !== 'html' || source.html.length <= longHtml) return source;
    const { html, base } = source;
    const file = `${createHash('sha256').update(html).digest('hex')}.html`;
    await writeFile(join(this.#folder, file), html);
    return { kind: 'stored-html', file, ...(base !== undefined && { base }) };
  }

  /** The source as it was given. @throws AppError `source-unreadable` if its file cannot be read */
  async read(source: JobSource): Promise<ConversionSource> {
    if (source.kind !== 'stored-html') return source;
    const { file, base } = source;
    const path = join(this.#folder, file);
    const html = await readFile(path, 'utf8').catch((thrown: unknown) => {
      const message = `The HTML of this job, which was kept at ${path}, cannot be read. Paste it again.`;
      throw new AppError('source-unreadable', message, undefined, { cause: thrown });
    });
    return { kind: 'html', html, ...(base !== undefined && { base }) };
  }

  /** Removes what none of these sources needs. */
  async keepOnly(sources: readonly JobSource[]): Promise<void> {
    const needed = new Set(
      sources.map((source) => (source.kind === 'stored-html' ? source.file : '')),
    );
    const names = await readdir(this.#folder).catch(() => []);
    const unneeded = names.filter((name) => name.endsWith('.html') && !needed.has(name));
    await Promise.all(unneeded.map(async (name) => rm(join(this.#folder, name), { force: true })));
  }
}
