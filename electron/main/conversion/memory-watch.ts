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

/** Looks once a second at the processes of pages while pages are converted, and ends those that take too much. */
export class MemoryWatch {
  readonly #processes: WatchedProcesses;
  readonly #limitBytes: number;
  #timer: NodeJS.Timeout | undefined;
  #conversions = 0;

  constructor(processes: WatchedProcesses, limitBytes: number) {
    this.#processes = processes;
    this.#limitBytes = limitBytes;
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
    for (const { pid, bytes } of this.#processes.list()) {
      if (bytes > this.#limitBytes) this.#processes.end(pid);
    }
  }
}
