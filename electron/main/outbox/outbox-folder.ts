import { readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import { removeLeftovers } from '../files/temporary-file.js';
import { writeFailure } from '../files/write-failure.js';
import { writePrivateFile } from '../files/write-file.js';
import { type Delivery, isDone, storedDeliverySchema } from './delivery.js';

const extension = '.json';
const damagedMark = '.json.damaged-';

const concurrentReads = 64;

/** Where deliveries survive the process. */
export interface DeliveryFiles {
  /** Resolves when the delivery is on the disk. @throws AppError `write-failed` */
  save(delivery: Delivery): Promise<void>;
  /** Does nothing if there is no such delivery. @throws AppError `write-failed` */
  delete(id: string): Promise<void>;
}

export interface OutboxContents {
  /** In the order in which they were created. */
  readonly deliveries: readonly Delivery[];
  /** Messages about files that could not be read, with the names that they were renamed to. */
  readonly notices: readonly Message[];
}

/** Stores each delivery in a JSON file, which is written atomically. */
export class OutboxFolder implements DeliveryFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async save(delivery: Delivery): Promise<void> {
    await writePrivateFile(this.#pathOf(delivery.id), `${JSON.stringify(delivery, null, 2)}\n`);
  }

  async delete(id: string): Promise<void> {
    const path = this.#pathOf(id);
    await rm(path, { force: true }).catch((error: unknown) => {
      throw writeFailure(path, error);
    });
  }

  /**
   * Reads all deliveries, and deletes PDFs that none of them needs. If there are damaged files, all
   * PDFs stay, because a damaged file may refer to them.
   * @throws the system's error if the folder cannot be listed
   */
  async open(pdfs: PdfSpool): Promise<OutboxContents> {
    await removeLeftovers(this.#folder);
    const { isDamaged, ...contents } = await this.read();
    if (!isDamaged) await deleteUnneeded(pdfs, contents.deliveries);
    return contents;
  }

  /**
   * Reads all deliveries. Damaged files are renamed, never deleted.
   * @throws the system's error if the folder cannot be listed
   */
  async read(): Promise<OutboxContents & { readonly isDamaged: boolean }> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const deliveries: Delivery[] = [];
    const notices: Message[] = [];
    const files = names.filter((name) => name.endsWith(extension));
    for (let start = 0; start < files.length; start += concurrentReads) {
      const batch = files.slice(start, start + concurrentReads);
      for (const result of await Promise.all(batch.map(async (name) => this.#read(name)))) {
        if (result === null) continue;
        if ('id' in result) deliveries.push(result);
        else notices.push(result);
      }
    }
    deliveries.sort((one, other) => one.created - other.created);
    const isDamaged = notices.length > 0 || names.some((name) => name.includes(damagedMark));
    return { deliveries, notices, isDamaged };
  }

  /** A message says why the file cannot be read; null if another process has deleted it. */
  async #read(name: string): Promise<Delivery | Message | null> {
    const path = join(this.#folder, name);
    let bytes: Buffer;
    try {
      bytes = await readFile(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      const code = codeOf(error) || String(error);
      return message('outbox.unreadableFile', { path, code });
    }
    const parsed = storedDeliverySchema.safeParse(parseJson(bytes));
    if (parsed.success && name === `${parsed.data.id}${extension}`) return parsed.data;
    const aside = `${path}.damaged-${Date.now()}`;
    await rename(path, aside);
    const folder = this.#folder;
    return message('outbox.damagedFile', { path, aside, folder });
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${id}${extension}`);
  }
}

/** Deletes PDFs that were left by a kill between writing a PDF and writing its deliveries. */
async function deleteUnneeded(pdfs: PdfSpool, deliveries: readonly Delivery[]): Promise<void> {
  const needed = new Set(
    deliveries.flatMap((delivery) =>
      delivery.kind === 'upload' && !isDone(delivery.state) ? [delivery.pdf.id] : [],
    ),
  );
  for (const id of await pdfs.ids()) {
    if (!needed.has(id)) await pdfs.remove(id);
  }
}

/** Undefined for bytes that are not JSON, or not UTF-8. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
