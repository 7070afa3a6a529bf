import { readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../shared/errors.js';
import { writeFailure } from '../files/write-failure.js';
import { writePrivateFile } from '../files/write-file.js';
import type { DeliveryStore } from './delivery-store.js';
import { type Delivery, storedDeliverySchema } from './delivery.js';

const ending = '.json';
const damagedMark = '.json.damaged-';

/** How many files are read at the same time. */
const atOnce = 64;

/** What an earlier Platen left in the folder of an outbox. */
export interface OutboxContents {
  /** In the order in which they came to be. */
  readonly remembered: readonly Delivery[];
  /** Sentences about files that could not be read, with the names that they were set aside under. */
  readonly notices: readonly string[];
  /** Whether there are files, from this start or an earlier one, that cannot be read: nobody knows which PDFs they speak of. */
  readonly isDamaged: boolean;
}

/** Remembers deliveries in a folder, each in a JSON file of its own that is written whole or not at all. */
export class OutboxFolder implements DeliveryStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async keep(delivery: Delivery): Promise<void> {
    await writePrivateFile(this.#pathOf(delivery.id), `${JSON.stringify(delivery, null, 2)}\n`);
  }

  async forget(id: string): Promise<void> {
    const path = this.#pathOf(id);
    await rm(path, { force: true }).catch((thrown: unknown) => {
      throw writeFailure(path, thrown);
    });
  }

  /** Reads what there is. A damaged file is renamed, never deleted. @throws what the system throws if it does not list the folder */
  async read(): Promise<OutboxContents> {
    const names = await readdir(this.#folder).catch((thrown: unknown) => {
      if (codeOf(thrown) === 'ENOENT') return [];
      throw thrown;
    });
    const remembered: Delivery[] = [];
    const notices: string[] = [];
    const files = names.filter((name) => name.endsWith(ending));
    for (let start = 0; start < files.length; start += atOnce) {
      const group = files.slice(start, start + atOnce);
      for (const result of await Promise.all(group.map(async (name) => this.#read(name)))) {
        if (typeof result === 'string') notices.push(result);
        else remembered.push(result);
      }
    }
    const isDamaged = notices.length > 0 || names.some((name) => name.includes(damagedMark));
    return { remembered: remembered.sort(byTime), notices, isDamaged };
  }

  /** The delivery in a file, or a sentence on why there is none. */
  async #read(name: string): Promise<Delivery | string> {
    const path = join(this.#folder, name);
    let bytes: Buffer;
    try {
      bytes = await readFile(path);
    } catch (thrown) {
      return `${path} could not be read (${codeOf(thrown) || String(thrown)}), so a delivery that it speaks of does not go on.`;
    }
    const parsed = storedDeliverySchema.safeParse(valueOf(bytes));
    if (parsed.success && name === `${parsed.data.id}${ending}`) return parsed.data;
    const aside = `${path}.damaged-${Date.now()}`;
    await rename(path, aside);
    return `${path} was damaged. It was set aside as ${aside}; the delivery that it speaks of does not go on, and its PDF, if there is one, stays in ${this.#folder}.`;
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${id}${ending}`);
  }
}

function byTime(one: Delivery, other: Delivery): number {
  return one.created - other.created;
}

/** Bytes that are no text are damage, too, rather than text with holes. */
function valueOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
