import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type AppErrorData, codeOf, errorData } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { isAbsence } from './write-failure.js';
import type { Contents } from './temporary-file.js';
import { writePrivateFile } from './write-file.js';

const ending = '.pdf';

const validId = /^[A-Za-z0-9-]+$/;

/**
 * PDFs in Platen's own folder until they are delivered: those that could not be written to their
 * destination, and those that wait for their upload.
 */
export class PdfSpool {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Where the PDF is or would be stored.
   * @param id such as that of its job: letters, digits and hyphens
   */
  pathOf(id: string): string {
    if (!validId.test(id)) throw new Error(`"${id}" cannot name a file.`);
    return join(this.#folder, `${id}${ending}`);
  }

  /** Keeps a PDF and returns its path. @throws AppError `write-failed` */
  async keep(id: string, contents: Contents): Promise<string> {
    await writePrivateFile(this.pathOf(id), contents);
    return this.pathOf(id);
  }

  /**
   * Keeps a PDF that could not be written.
   * @returns the error to report: the reason, and where the PDF is kept or why it is not
   */
  async keepAfter(error: AppErrorData, id: string, contents: Contents): Promise<KeptAfter> {
    try {
      const path = await this.keep(id, contents);
      const failure = message('files.kept', { error: error.message, path });
      return { error: new AppError('write-failed', failure), path };
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      const reasons = { error: error.message, reason: errorData(thrown).message };
      const failure = message('files.notKept', reasons);
      return { error: new AppError('write-failed', failure, undefined, { cause: thrown }) };
    }
  }

  /** @throws AppError `refused` if it does not exist */
  async read(id: string): Promise<Buffer> {
    return readFile(this.pathOf(id)).catch((thrown: unknown) => {
      if (!isAbsence(thrown)) throw thrown;
      const failure = message('files.keptGone', { path: this.pathOf(id) });
      throw new AppError('refused', failure, undefined, { cause: thrown });
    });
  }

  /** Removes a kept PDF, if it exists. */
  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** Removes the PDFs whose ids begin with that of a job: its own, and its parts. */
  async removeOf(job: string): Promise<void> {
    const own = (await this.ids()).filter((id) => id === job || id.startsWith(`${job}-`));
    await Promise.all(own.map(async (id) => this.remove(id)));
  }

  /** Leaves out files that somebody else put there. */
  async ids(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch((thrown: unknown) => {
      if (codeOf(thrown) === 'ENOENT') return [];
      throw thrown;
    });
    return names
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .filter((id) => validId.test(id));
  }
}

export interface KeptAfter {
  readonly error: AppError;
  /** Where the PDF is; absent if it could not be kept. */
  readonly path?: string;
}
