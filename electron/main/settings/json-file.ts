import { readFile, rename } from 'node:fs/promises';
import type { z } from 'zod';
import { codeOf } from '../../shared/errors.js';
import { quote } from '../../shared/request/wording.js';
import { writePrivateFile } from '../files/write-file.js';

/** What came of reading a file. */
export interface ReadOutcome<T> {
  /** Null if there is none yet, or none any more. */
  readonly content: T | null;
  /** The name that a damaged file was set aside under. */
  readonly setAside: string | null;
  /** What was damaged, as the end of a sentence, without a full stop; empty if nothing was. It may quote the file. */
  readonly why: string;
}

/** A JSON file with a schema, which only the user can read. Writes happen in the order of the calls; each appears whole or not at all. */
export class JsonFile<S extends z.ZodType> {
  #lastWrite: Promise<void> = Promise.resolve();
  #writing = 0;

  constructor(
    readonly path: string,
    private readonly schema: S,
  ) {}

  /** Reads the file. One that cannot be understood is renamed, never deleted, so that nothing in it is lost. */
  async read(): Promise<ReadOutcome<z.infer<S>>> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return { content: null, setAside: null, why: '' };
    const parsed = this.schema.safeParse(jsonOrUndefined(text));
    if (parsed.success) return { content: parsed.data, setAside: null, why: '' };
    const setAside = `${this.path}.damaged-${Date.now()}`;
    await rename(this.path, setAside);
    return { content: null, setAside, why: damageIn(text, parsed.error) };
  }

  /** Writes the file after all writes that were asked for before. */
  async write(content: z.infer<S>): Promise<void> {
    const text = `${JSON.stringify(content, null, 2)}\n`;
    const write = this.#lastWrite
      .catch(() => undefined)
      .then(async () => writePrivateFile(this.path, text));
    this.#lastWrite = write;
    this.#writing += 1;
    return write.finally(() => (this.#writing -= 1));
  }

  /** Whether a write is still on its way. */
  get isWriting(): boolean {
    return this.#writing > 0;
  }

  /** Resolves when the last write has ended, well or not. */
  async settled(): Promise<void> {
    await this.#lastWrite.catch(() => undefined);
  }
}

function damageIn(text: string, error: z.ZodError): string {
  try {
    JSON.parse(text);
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message.replace(/\s+/g, ' ') : '';
    return `it is no JSON (${said})`;
  }
  const [issue] = error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  return `its ${field === '' ? 'content' : quote(field)} is missing or not what it must be`;
}

/** What a text says in JSON; undefined where it is none. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
