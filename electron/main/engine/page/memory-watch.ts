import { totalmem } from 'node:os';

/** A process that holds pages. */
export interface PageProcess {
  readonly pid: number;
  /** What it takes of the machine's memory. */
  readonly bytes: number;
}

export interface WatchedProcesses {
  readonly list: () => readonly PageProcess[];
  readonly end: (pid: number) => void;
}

/** How often is looked, in milliseconds. */
const intervalMs = 1000;

const gigabyte = 1024 ** 3;

/**
 * What one page's process may take: a quarter of the machine, so that several at once and everything else have room; not less than large
 * documents need (a thousand pages with pictures take some hundred megabytes), and not more than any document has a use for.
 */
export function pageMemoryLimit(machineBytes = totalmem()): number {
  return Math.min(Math.max(machineBytes / 4, gigabyte), 4 * gigabyte);
}

/**
 * What the processes of all pages may take together: half of the machine, as up to sixteen pages are converted at once; and never less than
 * one page alone may.
 */
export function allPagesMemoryLimit(machineBytes = totalmem()): number {
  return Math.max(machineBytes / 2, pageMemoryLimit(machineBytes));
}

/**
 * Looks once a second at the processes of pages while pages are converted, and ends those that take too much: each that does alone, and
 * the largest while all together do.
 */
export class MemoryWatch {
  readonly #processes: WatchedProcesses;
  readonly #limitBytes: number;
  readonly #sumLimitBytes: number;
  #timer: NodeJS.Timeout | undefined;
  #conversions = 0;

  /**
   * @param limitBytes for each process
   * @param sumLimitBytes for all of them together
   */
  constructor(
    processes: WatchedProcesses,
    limitBytes: number,
    sumLimitBytes = allPagesMemoryLimit(),
  ) {
    this.#processes = processes;
    this.#limitBytes = limitBytes;
    this.#sumLimitBytes = sumLimitBytes;
  }

  /** Watches until the returned function is called, once. */
  begin(): () => void {
    this.#conversions += 1;
    this.#timer ??= setInterval(() => this.#look(), intervalMs);
    return () => {
      this.#conversions -= 1;
      if (this.#conversions > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #look(): void {
    const largestFirst = this.#processes.list().toSorted((one, other) => other.bytes - one.bytes);
    let sum = largestFirst.reduce((all, { bytes }) => all + bytes, 0);
    for (const { pid, bytes } of largestFirst) {
      if (bytes <= this.#limitBytes && sum <= this.#sumLimitBytes) return;
      this.#processes.end(pid);
      sum -= bytes;
    }
  }
}
