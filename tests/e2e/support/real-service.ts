import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runServe, startServe } from '../../integration/support/run-serve.js';

/** A service with accounts that runs as a process of its own, as a company has one. */
export interface RealService {
  readonly address: string;
  /** The key of its one account. */
  readonly key: string;
  /** How many credits its one account has; it is asked while it is stopped. */
  readonly credits: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts one below a folder, with an account that has this many credits. */
export async function startRealService(folder: string, credits: number): Promise<RealService> {
  const configFolder = join(folder, 'service');
  mkdirSync(configFolder);
  const keys = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await runServe(['keys', ...args, '--accounts', 'accounts'], {
      configFolder,
    });
    if (status !== 0) throw new Error(`serve keys ended with ${String(status)}: ${stderr}`);
    return stdout.trim();
  };
  const key = await keys('add', 'office', '--credits', String(credits));
  const service = await startServe(['--accounts', 'accounts'], { configFolder });
  return {
    address: service.address,
    key,
    credits: async () => {
      const accounts = JSON.parse(await keys('list', '--json')) as { credits: number };
      return accounts.credits;
    },
    stop: async () => {
      await service.stop();
    },
  };
}
