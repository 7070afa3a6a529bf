import { readFileSync, readdirSync } from 'node:fs';

/**
 * Returns the memory of a process and its descendants in bytes: the proportional set size, which
 * counts shared memory once. Null if the system does not report it (only Linux does).
 */
export function treeMemory(root: number): number | null {
  if (process.platform !== 'linux') return null;
  return treeOf(root).reduce((sum, pid) => sum + shareOf(pid), 0);
}

function treeOf(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const parent = parentOf(Number(name));
    const list = children.get(parent) ?? [];
    list.push(Number(name));
    children.set(parent, list);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

function parentOf(pid: number): number {
  return Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0);
}

function shareOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;
}

/** A process that has ended uses no memory. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
