import { spawn } from 'node:child_process';

export interface ProgramRun {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** What is on stdin. */
  readonly input?: string | Buffer;
}

/** Runs a program until it exits, without blocking: servers in the test process keep responding. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { env = process.env, input = '' }: ProgramOptions = {},
): Promise<ProgramRun> {
  const child = spawn(program, args, { env });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => stdout.push(data));
  child.stderr.on('data', (data: Buffer) => stderr.push(data));
  // A program that does not read its stdin closes it early; its exit status shows the result.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const status = await new Promise<number | null>((ended, failed) => {
    child.once('error', failed);
    child.once('close', ended);
  });
  return { status, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() };
}

/**
 * Runs a program that must succeed, and returns its stdout. @throws Error with the program's
 * stderr if it exits with anything but 0
 */
export async function outputOf(
  program: string,
  args: readonly string[],
  options?: ProgramOptions,
): Promise<Buffer> {
  const { status, stdout, stderr } = await runProgram(program, args, options);
  if (status !== 0) throw new Error(`${program} ended with ${String(status)}: ${stderr.trim()}`);
  return stdout;
}
