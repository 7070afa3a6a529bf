import { readFile, rename } from 'node:fs/promises';
import type { z } from 'zod';
import { codeOf } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { excerpt } from '../../shared/request/text.js';
import { writePrivateFile } from '../files/write-file.js';
import { Mutex } from '../util/async.js';

/** The result of reading a file. */
export interface ReadOutcome<T> {
  /** Null if the file does not exist or was damaged. */
  readonly content: T | null;
  /** Null if the file was not damaged. */
  readonly damage: FileDamage | null;
}

/** A damaged file, which was renamed. */
export interface FileDamage {
  /** Full path of the file. */
  readonly path: string;
  /** Its new path. */
  readonly aside: string;
  /** A sentence; may quote the file. */
  readonly reason: Message;
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

  /** A file that does not match the schema is renamed, so that it stays available. */
  async read(): Promise<ReadOutcome<z.infer<S>>> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return { content: null, damage: null };
    const parsed = this.#schema.safeParse(jsonOrUndefined(text));
    if (parsed.success) return { content: parsed.data, damage: null };
    const { path } = this;
    const aside = `${path}.damaged-${Date.now()}`;
    await rename(path, aside);
    return { content: null, damage: { path, aside, reason: damageIn(text, parsed.error) } };
  }

  /** After all earlier writes. @throws AppError `write-failed` */
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

function damageIn(text: string, error: z.ZodError): Message {
  try {
    JSON.parse(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.replace(/\s+/g, ' ') : '';
    return message('settingsFiles.notJson', { reason });
  }
  const [issue] = error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  return field === ''
    ? message('settingsFiles.contentInvalid')
    : message('settingsFiles.fieldInvalid', { field: excerpt(field) });
}

/** Parses JSON; undefined if it is invalid. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
