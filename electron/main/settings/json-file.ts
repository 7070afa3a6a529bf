import { readFile, rename } from 'node:fs/promises';
import type { z } from 'zod';
import { codeOf } from '../../shared/errors.js';
import { quote } from '../../shared/request/text.js';
import { writePrivateFile } from '../files/write-file.js';
import { Mutex } from '../util/async.js';

/** What reading a file returned. */
export interface ReadOutcome<T> {
  /** Null if the file does not exist or was damaged. */
  readonly content: T | null;
  /** New name of a damaged file; null if it was not damaged. */
  readonly setAside: string | null;
  /** The damage, as the end of a sentence without a full stop; may quote the file. */
  readonly why: string;
}

/** A JSON file with a schema, readable only by the user. Each write appears whole or not at all. */
export class JsonFile<S extends z.ZodType> {
  readonly path: string;
  readonly #schema: S;
  readonly #writes = new Mutex();

  constructor(path: string, schema: S) {
    this.path = path;
    this.#schema = schema;
  }

  /**
   * Reads the file. A file that does not match the schema is renamed, so that it stays available.
   */
  async read(): Promise<ReadOutcome<z.infer<S>>> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return { content: null, setAside: null, why: '' };
    const parsed = this.#schema.safeParse(jsonOrUndefined(text));
    if (parsed.success) return { content: parsed.data, setAside: null, why: '' };
    const setAside = `${this.path}.damaged-${Date.now()}`;
    await rename(this.path, setAside);
    return { content: null, setAside, why: damageIn(text, parsed.error) };
  }

  /** Writes the file after all earlier writes. @throws AppError `write-failed` */
  async write(content: z.infer<S>): Promise<void> {
    await this.update(() => content);
  }

  /**
   * Computes and writes new content after all earlier writes.
   * @param commit applies the change in memory; called only after a successful write, and before
   * the next update computes its content
   * @throws AppError `write-failed`; what `next` throws
   */
  async update(next: () => z.infer<S>, commit: () => void = () => undefined): Promise<void> {
    await this.#writes.run(async () => {
      await writePrivateFile(this.path, `${JSON.stringify(next(), null, 2)}\n`);
      commit();
    });
  }

  get isWriting(): boolean {
    return this.#writes.isBusy;
  }

  /** Resolves when the last write has ended, successfully or not. */
  async settled(): Promise<void> {
    await this.#writes.idle();
  }
}

function damageIn(text: string, error: z.ZodError): string {
  try {
    JSON.parse(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.replace(/\s+/g, ' ') : '';
    return `it is not valid JSON (${reason})`;
  }
  const [issue] = error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  return `its ${field === '' ? 'content' : quote(field)} is missing or invalid`;
}

/** Parses JSON; undefined if it is invalid. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
