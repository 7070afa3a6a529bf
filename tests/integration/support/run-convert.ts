import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { cleanEnvironment } from '../../support/environment.js';

const root = resolve(import.meta.dirname, '../../..');

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of stdout. */
  readonly lines: readonly string[];
}

export interface RunOptions {
  readonly cwd?: string;
  /** Standard input. */
  readonly input?: string | Buffer;
  /** Called at the start, and with all of stdout so far; can stop the process with a signal. */
  readonly onStdout?: (text: string, stop: (signal: NodeJS.Signals) => void) => void;
  /** Stops the run with SIGINT. */
  readonly stop?: AbortSignal;
  /** Platen's data folder, on Linux. */
  readonly configFolder?: string | undefined;
  /** Variables in addition to the tests' own. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Closes stdout, as with `| true`. */
  readonly closeStdout?: boolean;
}

/** Runs `convert` in its own process, like a script. */
export async function runConvert(
  args: readonly string[],
  {
    cwd = root,
    input = '',
    onStdout,
    stop,
    configFolder,
    env,
    closeStdout = false,
  }: RunOptions = {},
): Promise<Run> {
  const child = startConvert(args, { cwd, configFolder, env });
  let stdout = '';
  let stderr = '';
  const notify = () => onStdout?.(stdout, (signal) => child.kill(signal));
  notify();
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
    notify();
  });
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  stop?.addEventListener('abort', () => child.kill('SIGINT'));
  if (closeStdout) child.stdout.destroy();
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const status = await new Promise<number | null>((ended) => child.on('close', ended));
  stderr = withoutSandboxWarning(stderr);
  return { status, stdout, stderr, lines: linesOf(stdout) };
}

/** Returns the lines of an output, without empty ones. */
export function linesOf(output: string): readonly string[] {
  return output.split('\n').filter((line) => line !== '');
}

/**
 * Removes the warning about the missing sandbox, which appears if tests run as root;
 * `tests/integration/launcher/` tests it.
 */
function withoutSandboxWarning(stderr: string): string {
  return stderr.replace(/^platen: Chromium's sandbox is off, .+\n/m, '');
}

export interface StartOptions extends Pick<RunOptions, 'configFolder' | 'env'> {
  readonly cwd: string;
  /** In its own process group, which can be killed as a whole. */
  readonly detached?: boolean;
}

/** Starts `convert`. */
export function startConvert(
  args: readonly string[],
  { cwd, configFolder, env: variables, detached = false }: StartOptions,
): ChildProcessWithoutNullStreams {
  const env: NodeJS.ProcessEnv = {
    ...cleanEnvironment(),
    ...variables,
    ...(configFolder !== undefined && { XDG_CONFIG_HOME: configFolder }),
  };
  const command = [resolve(root, 'tools/run.mjs'), 'convert', ...args];
  return spawn(process.execPath, command, { cwd, env, detached });
}

/** Kills a detached process and all that it started, as the system does without memory. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) throw new Error('The process did not start.');
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It may have ended just before.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
