import { type FileHandle, link, open, rename } from 'node:fs/promises';
import { modesOf } from '../files/private-files.js';
import { writePrivateFile } from '../files/write-file.js';

/** The journal's file: lines are added at its end, or the whole is replaced. One thing at a time. */
export class JournalFile {
  #handle: FileHandle | null = null;
  #bytes = 0;

  constructor(readonly path: string) {}

  /** In bytes, since it was opened or replaced. */
  get size(): number {
    return this.#bytes;
  }

  /** Adds text at the end. @param toDisk whether it is to be on the disk when this resolves */
  async append(text: string, toDisk: boolean): Promise<void> {
    this.#handle ??= await open(this.path, 'a', modesOf('private').file);
    const bytes = Buffer.from(text);
    if (bytes.length > 0) await this.#handle.appendFile(bytes);
    this.#bytes += bytes.length;
    if (toDisk) await this.#handle.datasync();
  }

  /** Replaces the whole: a kill leaves either the old one or the new one. @throws AppError `write-failed` */
  async replace(text: string): Promise<void> {
    await this.close();
    await writePrivateFile(this.path, text);
    this.#bytes = Buffer.byteLength(text);
  }

  /**
   * Gives what is there a second name, so that replacing it loses nothing; where the disk knows no second names, it loses its first.
   */
  async setAside(name: string): Promise<void> {
    await this.close();
    await link(this.path, name).catch(async () => rename(this.path, name));
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}
