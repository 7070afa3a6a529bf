import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type AppErrorData, codeOf } from '../../shared/errors.js';
import { isAbsence } from './write-failure.js';
import type { Contents } from './temporary-file.js';
import { writePrivateFile } from './write-file.js';
import { englishText } from '../../shared/messages/translator.js';

const ending = '.pdf';

/**
 * PDFs in a folder of Platen's own until they are where they should go: those that could not be
 * written, and those that wait for their upload.
 */
export class PdfSpool {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Where a PDF is, or would be, kept. @param id what it is kept under, such as its job's; letters,
   * digits and hyphens
   */
  pathOf(id: string): string {
    if (!/^[A-Za-z0-9-]+$/.test(id)) throw new Error(`"${id}" cannot name a file.`);
    return join(this.#folder, `${id}${ending}`);
  }

  /** Keeps a PDF and gives its path. @throws AppError `write-failed` */
  async keep(id: string, contents: Contents): Promise<string> {
    await writePrivateFile(this.pathOf(id), contents);
    return this.pathOf(id);
  }

  /**
   * Keeps a PDF that could not be written, and gives the error to tell: why, and where the PDF is.
   * If it cannot be kept either, the sentence says both.
   */
  async keepAfter(error: AppErrorData, id: string, contents: Contents): Promise<KeptAfter> {
    const sentence = englishText(error.message).replace(/\.$/, '');
    try {
      const path = await this.keep(id, contents);
      return {
        error: new AppError('write-failed', `${sentence}; the PDF is kept at ${path}.`),
        path,
      };
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      const message = `${sentence}; nor could it be kept: ${thrown.message}`;
      return { error: new AppError('write-failed', message, undefined, { cause: thrown }) };
    }
  }

  /** The bytes of a kept PDF. @throws AppError `refused` if it is not there (any more) */
  async read(id: string): Promise<Buffer> {
    return readFile(this.pathOf(id)).catch((thrown: unknown) => {
      if (!isAbsence(thrown)) throw thrown;
      const message = `The PDF that was kept at ${this.pathOf(id)} is not there any more. Convert it again.`;
      throw new AppError('refused', message, undefined, { cause: thrown });
    });
  }

  /** Forgets a kept PDF; nothing happens if there is none. */
  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** The ids of all that are kept, such as after a restart. */
  async ids(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch((thrown: unknown) => {
      if (codeOf(thrown) === 'ENOENT') return [];
      throw thrown;
    });
    return names
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length));
  }
}

export interface KeptAfter {
  readonly error: AppError;
  /** Where the PDF is; absent if it could not be kept. */
  readonly path?: string;
}
