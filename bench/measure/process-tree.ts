import { readFileSync, readdirSync } from 'node:fs';

/**
 * Memory of a process and all that it has started, in bytes: the proportional share (Pss), so that
 * what processes have in common counts once. Null where the system does not tell (only Linux does).
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

/** A process may end while it is read: then it has no memory. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
