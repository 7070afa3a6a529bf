import { readFileSync, readdirSync } from 'node:fs';

/** Returns the main processes of the Chromiums whose profiles are in a folder; only on Linux. */
export function chromiumsIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const line = commandLine(pid);
      return line.includes(`--user-data-dir=${folder}/`) && !line.includes('--type=');
    });
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}
