import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of stdout. */
  readonly lines: readonly string[];
}

/** Runs `convert` as a process of its own, as a script does. */
export async function runConvert(
  args: readonly string[],
  { cwd = root, input = '' }: { readonly cwd?: string; readonly input?: string | Buffer } = {},
): Promise<Run> {
  const environment = { ...process.env };
  delete environment['INIT_CWD'];
  const child = spawn(process.execPath, [resolve(root, 'tools/run.mjs'), 'convert', ...args], {
    cwd,
    env: environment,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const status = await new Promise<number | null>((ended) => child.on('close', ended));
  return { status, stdout, stderr, lines: stdout.split('\n').filter((line) => line !== '') };
}
