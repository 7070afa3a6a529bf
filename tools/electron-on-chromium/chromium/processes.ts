import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { notImplemented } from '../not-implemented.js';

/** A process of a Chromium. */
export interface ChromiumProcess {
  readonly pid: number;
  /** Chromium's `--type`; empty for the browser itself. */
  readonly type: string;
  readonly residentKilobytes: number;
  readonly peakKilobytes: number;
}

interface SystemProcess extends ChromiumProcess {
  readonly parent: number;
}

/** Returns the processes with these IDs and all their descendants. */
export function processesOf(roots: readonly number[]): readonly ChromiumProcess[] {
  const all = process.platform === 'linux' ? fromProc() : fromPs();
  const found = new Set(roots);
  // The list is not ordered by age, so repeat until nothing is added.
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

function fromProc(): readonly SystemProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const number = (key: string) =>
        Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [
        {
          pid: Number(name),
          parent: number('PPid'),
          type: typeIn(command),
          residentKilobytes: number('VmRSS'),
          peakKilobytes: number('VmHWM'),
        },
      ];
    } catch (error) {
      // The process ended during the read.
      if (error instanceof Error && 'code' in error) return [];
      throw error;
    }
  });
}

/** `ps` has no peak values; use the current ones. */
function fromPs(): readonly SystemProcess[] {
  if (process.platform === 'win32') notImplemented('app.getAppMetrics on Windows');
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,rss=,command='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, resident, command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined) return [];
    const kilobytes = Number(resident);
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        type: typeIn(command),
        residentKilobytes: kilobytes,
        peakKilobytes: kilobytes,
      },
    ];
  });
}

function typeIn(command: string): string {
  return /--type=(\S+)/.exec(command)?.[1] ?? '';
}
