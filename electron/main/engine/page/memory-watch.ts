import { totalmem } from 'node:os';
import { app, BrowserWindow, session } from 'electron';
import { codeOf } from '../../../shared/messages/errors.js';
import type { ChromiumMemory } from '../contract/pdf-engine.js';

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

/** How long after a kill a lost process counts as killed by the watch, in milliseconds. */
const reportMs = 5000;

const gigabyte = 1024 ** 3;

/**
 * In bytes: a quarter of the machine's memory, so that several pages have room, but at least what
 * large documents need (a thousand pages with images take some hundred megabytes) and at most what
 * any document can use.
 */
export function pageMemoryLimit(machineBytes = totalmem()): number {
  return Math.min(Math.max(machineBytes / 4, gigabyte), 4 * gigabyte);
}

/**
 * In bytes: half of the machine's memory, because up to sixteen pages are converted in parallel,
 * but at least the limit of one page.
 */
export function allPagesMemoryLimit(pageBytes: number, machineBytes = totalmem()): number {
  return Math.max(machineBytes / 2, pageBytes);
}

/**
 * Measures the memory of pages once a second while any is converted. Kills each process above its
 * limit, and the largest ones while the sum exceeds its limit.
 */
export class MemoryWatch {
  readonly #processes: WatchedProcesses;
  readonly #machineBytes: number;
  readonly #defaultBytes: number;
  #limitBytes: number;
  #timer: NodeJS.Timeout | undefined;
  #conversions = 0;
  /** When it last killed a process. */
  #killedAt = -Infinity;

  /**
   * @param limitBytes per process, unless {@link setLimit} changes it
   * @param machineBytes memory of the machine
   */
  constructor(
    processes: WatchedProcesses,
    limitBytes = pageMemoryLimit(),
    machineBytes = totalmem(),
  ) {
    this.#processes = processes;
    this.#machineBytes = machineBytes;
    this.#defaultBytes = limitBytes;
    this.#limitBytes = limitBytes;
  }

  /**
   * The limit of one page in gigabytes, if a process that was just killed has exceeded it; null if
   * something else has killed it. Which page a process belongs to is not asked: Chromium no longer
   * knows it afterwards.
   */
  get limitExceeded(): number | null {
    const isOurs = performance.now() - this.#killedAt < reportMs;
    return isOurs ? this.#limitBytes / gigabyte : null;
  }

  /** Sets the limit of one page; null: the default. Applies at the next measurement. */
  setLimit(gigabytes: number | null): void {
    this.#limitBytes = gigabytes === null ? this.#defaultBytes : gigabytes * gigabyte;
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
    const sumLimit = allPagesMemoryLimit(this.#limitBytes, this.#machineBytes);
    let sum = largestFirst.reduce((all, { bytes }) => all + bytes, 0);
    for (const { pid, bytes } of largestFirst) {
      if (bytes <= this.#limitBytes && sum <= sumLimit) return;
      this.#processes.end(pid);
      this.#killedAt = performance.now();
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

export function chromiumMemory(): ChromiumMemory {
  const sum = { pages: 0, others: 0 };
  for (const { type, memory } of app.getAppMetrics())
    sum[type === 'Tab' ? 'pages' : 'others'] += memory.workingSetSize * 1024;
  return sum;
}

function ownProcesses(): readonly number[] {
  return BrowserWindow.getAllWindows()
    .filter((window) => !window.isDestroyed())
    .filter(({ webContents }) => webContents.session === session.defaultSession)
    .map(({ webContents }) => webContents.getOSProcessId());
}
