import { totalmem } from 'node:os';
import { app, BrowserWindow, session } from 'electron';
import { codeOf } from '../../../shared/errors.js';

interface PageProcess {
  readonly pid: number;
  /** Resident memory. */
  readonly bytes: number;
}

interface WatchedProcesses {
  readonly list: () => readonly PageProcess[];
  readonly end: (pid: number) => void;
}

/** How often memory is measured, in milliseconds. */
const intervalMs = 1000;

const gigabyte = 1024 ** 3;

/**
 * Returns the memory limit of one page's process, in bytes: a quarter of the machine's memory, so
 * that several pages have room, but at least what large documents need (a thousand pages with
 * images take some hundred megabytes) and at most what any document can use.
 */
export function pageMemoryLimit(machineBytes = totalmem()): number {
  return Math.min(Math.max(machineBytes / 4, gigabyte), 4 * gigabyte);
}

/**
 * Returns the memory limit of all pages' processes together, in bytes: half of the machine's
 * memory, because up to sixteen pages are converted in parallel, but at least the limit of one
 * page.
 */
export function allPagesMemoryLimit(machineBytes = totalmem()): number {
  return Math.max(machineBytes / 2, pageMemoryLimit(machineBytes));
}

/**
 * Measures the memory of pages once a second while any is converted. Kills each process above its
 * limit, and the largest ones while the sum exceeds its limit.
 */
export class MemoryWatch {
  readonly #processes: WatchedProcesses;
  readonly #limitBytes: number;
  readonly #sumLimitBytes: number;
  #timer: NodeJS.Timeout | undefined;
  #conversions = 0;

  /**
   * @param limitBytes per process
   * @param sumLimitBytes for all processes together
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

  /** Starts watching until the returned function is called. */
  begin(): () => void {
    this.#conversions += 1;
    this.#timer ??= setInterval(() => this.#check(), intervalMs);
    return () => {
      this.#conversions -= 1;
      if (this.#conversions > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #check(): void {
    const largestFirst = this.#processes.list().toSorted((one, other) => other.bytes - one.bytes);
    let sum = largestFirst.reduce((all, { bytes }) => all + bytes, 0);
    for (const { pid, bytes } of largestFirst) {
      if (bytes <= this.#limitBytes && sum <= this.#sumLimitBytes) return;
      this.#processes.end(pid);
      sum -= bytes;
    }
  }
}

/** The processes of untrusted pages, without that of the application's window. */
export const pageProcesses: WatchedProcesses = {
  list: () => {
    const own = new Set(ownProcesses());
    return app
      .getAppMetrics()
      .filter(({ type, pid }) => type === 'Tab' && !own.has(pid))
      .map(({ pid, memory }) => ({ pid, bytes: memory.workingSetSize * 1024 }));
  },
  end: (pid) => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It has ended since it was measured, or its number has been reused.
      if (!['ESRCH', 'EPERM'].includes(codeOf(error))) throw error;
    }
  },
};

function ownProcesses(): readonly number[] {
  return BrowserWindow.getAllWindows()
    .filter((window) => !window.isDestroyed())
    .filter(({ webContents }) => webContents.session === session.defaultSession)
    .map(({ webContents }) => webContents.getOSProcessId());
}
