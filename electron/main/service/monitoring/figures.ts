import { statfs } from 'node:fs/promises';
import { errorText } from '../../../shared/messages/errors.js';
import type { ServiceLog } from '../contract/service-log.js';
import { PeriodicTask } from '../contract/schedules.js';
import type { ServiceStore, StoreFigures } from '../store/service-store.js';
import type { ResultsStorage } from '../store/results.js';

/** The space on the disk of a folder, for this process. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/** @throws the system's error if there is no such folder */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

const intervalMs = 5000;

export interface FigureParts {
  readonly store: Pick<ServiceStore, 'figures'>;
  readonly results: Pick<ResultsStorage, 'folder'>;
  readonly log: Pick<ServiceLog, 'warn'>;
  /** Returns milliseconds. */
  readonly now?: () => number;
}

/**
 * Figures that the database and the disk may take long to return, read every few seconds. While
 * they don't answer, the last ones stay.
 */
export class CachedFigures {
  readonly #parts: Required<FigureParts>;
  #store: { readonly figures: StoreFigures; readonly at: number } | null = null;
  #disk: DiskSpace | null = null;
  #periodic: readonly PeriodicTask[] = [];

  constructor(parts: FigureParts) {
    this.#parts = { now: () => performance.now(), ...parts };
  }

  /** Those of the store, and the time since then; null until they were read. */
  get store(): (StoreFigures & { readonly ageSeconds: number }) | null {
    if (this.#store === null) return null;
    const { figures, at } = this.#store;
    return { ...figures, ageSeconds: (this.#parts.now() - at) / 1000 };
  }

  /** That of the stored PDFs; null until it was read, and if they are not on a disk. */
  get disk(): DiskSpace | null {
    return this.#disk;
  }

  /** Reads them now and at intervals. */
  start(): void {
    const { store, results, now } = this.#parts;
    const { folder } = results;
    const readStore = async () => {
      this.#store = { figures: await store.figures(), at: now() };
    };
    const readDisk = async (path: string) => {
      this.#disk = await diskSpaceOf(path);
    };
    this.#periodic = [
      this.#every(readStore),
      ...(folder === null ? [] : [this.#every(async () => readDisk(folder))]),
    ];
    this.refresh();
  }

  /** Starts to read them now. */
  refresh(): void {
    for (const task of this.#periodic) task.runNow();
  }

  /** Resolves when nothing is being read. */
  async stop(): Promise<void> {
    await Promise.all(this.#periodic.map((task) => task.stop()));
  }

  #every(read: () => Promise<void>): PeriodicTask {
    const fail = (error: unknown) => this.#parts.log.warn({ fault: errorText(error) }, 'figures');
    return new PeriodicTask(intervalMs, read, fail);
  }
}
