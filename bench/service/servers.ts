import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { outputOf } from '../../tests/support/run-program.js';

/** A server to measure. */
export interface MeasuredServer {
  readonly address: string;
  /** The header `Authorization`; empty without one. */
  readonly authorization: string;
  readonly stop: () => Promise<void>;
}

const launcher = join(process.env['PLATEN_BENCH_ROOT'] ?? '', 'tools', 'run.mjs');

/** Starts `serve` with accounts in the embedded database. */
export async function startService(folder: string, concurrency: number): Promise<MeasuredServer> {
  const accounts = ['--accounts', join(folder, 'accounts')];
  const add = [launcher, 'serve', 'keys', 'add', 'bench', '--credits', '1000000', ...accounts];
  const key = (await outputOf(process.execPath, add)).toString().trim();
  const width = ['--concurrency', String(concurrency)];
  const args = [launcher, 'serve', '--port', '0', '--quiet', ...width, ...accounts];
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  return { ...(await started(args)), authorization };
}

export async function startPlaywrightServer(): Promise<MeasuredServer> {
  const bundle = join(process.env['PLATEN_BENCH_BUNDLES'] ?? '', 'playwright-server.mjs');
  return { ...(await started([bundle])), authorization: '' };
}

/** Starts a server that prints its URL once it listens. */
async function started(args: readonly string[]): Promise<Omit<MeasuredServer, 'authorization'>> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((end) => child.once('close', () => end()));
  const address = await new Promise<string>((listening, failed) => {
    child.stdout.once('data', (data: Buffer) => listening(data.toString().trim()));
    child.once('close', (status) => failed(new Error(`A server ended with ${String(status)}.`)));
  });
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
