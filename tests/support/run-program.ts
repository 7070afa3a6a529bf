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

/**
 * Runs a program to its end. It does not block: servers of the test's own process go on answering.
 */
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
  // A program that does not read its stdin closes it early; its exit status tells what came of it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const status = await new Promise<number | null>((ended, failed) => {
    child.once('error', failed);
    child.once('close', ended);
  });
  return { status, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() };
}

/**
 * Runs a program that has to succeed, and gives its stdout.
 * @throws Error with the program's own words if it ends with anything but 0
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
