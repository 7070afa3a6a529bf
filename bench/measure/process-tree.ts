import { readFileSync, readdirSync } from 'node:fs';

/** Processor time in seconds by kind of process. */
export type CpuByKind = Readonly<Record<string, number>>;

/** Linux reports processor time in hundredths of a second, on every architecture. */
const ticksPerSecond = 100;

/** The kind of processes that have ended. */
const endedKind = 'ended processes';

/**
 * Returns the memory of a process and its descendants in bytes: the proportional set size, which
 * counts shared memory once. Null if the system does not report it (only Linux does).
 */
export function treeMemory(root: number): number | null {
  if (process.platform !== 'linux') return null;
  return treeOf(root).reduce((sum, pid) => sum + shareOf(pid), 0);
}

/**
 * Returns the processor time that a process and its descendants have used so far. Linux adds that
 * of an ended process to its parent's, so nothing is sampled. Empty on other systems.
 */
export function treeCpu(root: number): CpuByKind {
  if (process.platform !== 'linux') return {};
  const seconds: Record<string, number> = {};
  const add = (kind: string, ticks: number) =>
    (seconds[kind] = (seconds[kind] ?? 0) + ticks / ticksPerSecond);
  for (const pid of treeOf(root)) {
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = statOf(pid)
      .slice(11, 15)
      .map(Number);
    add(pid === root ? 'own process' : kindOf(pid), user + system);
    add(endedKind, endedUser + endedSystem);
  }
  return seconds;
}

/** Returns the processor time between two readings. */
export function cpuBetween(before: CpuByKind, after: CpuByKind): CpuByKind {
  const kinds = Object.entries(after).map(([kind, seconds]) => [
    kind,
    seconds - (before[kind] ?? 0),
  ]);
  return Object.fromEntries(kinds) as CpuByKind;
}

export function cpuSum(cpu: CpuByKind): number {
  return Object.values(cpu).reduce((sum, seconds) => sum + seconds, 0);
}

/**
 * Counts the processes that a process and its descendants start, every 20 ms. It misses those that
 * end sooner; Chromium's live longer.
 */
export class ProcessCounter {
  readonly #tree: Set<number>;
  readonly #seen: Set<number>;
  readonly #timer: NodeJS.Timeout;
  #started = 0;

  constructor(root: number) {
    this.#tree = new Set(treeOf(root));
    this.#seen = new Set(processes());
    this.#timer = setInterval(() => this.#look(), 20);
  }

  /** Stops counting and returns the number of processes that were started. */
  stop(): number {
    clearInterval(this.#timer);
    this.#look();
    return this.#started;
  }

  #look(): void {
    for (const pid of processes()) {
      if (this.#seen.has(pid)) continue;
      this.#seen.add(pid);
      if (!this.#tree.has(parentOf(pid))) continue;
      this.#tree.add(pid);
      this.#started += 1;
    }
  }
}

/** Sorted, so that parents come first unless the numbers have started again. */
function processes(): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other);
}

function treeOf(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const pid of processes()) {
    const parent = parentOf(pid);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** Returns the fields of `/proc/PID/stat` after the name: state, parent, … */
function statOf(pid: number): readonly string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function kindOf(pid: number): string {
  const line = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  const type = /--type=(\S+)/.exec(line)?.[1];
  if (type === undefined) return /^\S*chrom/i.test(line) ? 'browser' : 'other';
  return /--utility-sub-type=(?:\w+\.)*(\w+)/.exec(line)?.[1] ?? type;
}

function shareOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;
}

/** A process that has ended has no text. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
