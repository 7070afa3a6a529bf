import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { outputOf } from '../../tests/support/run-program.js';

/** A server to measure. */
export interface MeasuredServer {
  readonly pid: number;
  readonly address: string;
  /** The header `Authorization`; empty without one. */
  readonly authorization: string;
  readonly stop: () => Promise<void>;
}

const launcher = join(process.env['PLATEN_BENCH_ROOT'] ?? '', 'tools', 'run.mjs');

const serve = [launcher, 'serve', '--port', '0', '--quiet'];

/** Starts `serve` without accounts; it prints a key after its URL. */
export async function startService(concurrency: number): Promise<MeasuredServer> {
  const server = await started([...serve, '--concurrency', String(concurrency)]);
  const [address = '', key = ''] = server.address.split(/\s+/);
  return { ...server, address, authorization: basic(key) };
}

/** Starts `serve` with accounts in the embedded database. */
export async function startServiceWithAccounts(
  folder: string,
  concurrency: number,
): Promise<MeasuredServer> {
  const accounts = ['--accounts', join(folder, 'accounts')];
  const add = [launcher, 'serve', 'keys', 'add', 'bench', '--credits', '1000000', ...accounts];
  const key = (await outputOf(process.execPath, add)).toString().trim();
  const width = ['--concurrency', String(concurrency)];
  const args = [...serve, ...width, ...accounts];
  return { ...(await started(args)), authorization: basic(key) };
}

/** @param keptPages number of pages that are reused; 0: a new context for each request */
export async function startPlaywrightServer(keptPages: number): Promise<MeasuredServer> {
  const bundle = join(process.env['PLATEN_BENCH_BUNDLES'] ?? '', 'playwright-server.mjs');
  return { ...(await started([bundle, String(keptPages)])), authorization: '' };
}

function basic(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
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
    pid: child.pid ?? 0,
    address,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
