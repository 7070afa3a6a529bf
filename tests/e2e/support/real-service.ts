import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runServe, startServe } from '../../integration/support/run-serve.js';

/** A service with accounts in its own process. */
export interface RealService {
  readonly address: string;
  /** The key of its only account. */
  readonly key: string;
  /** Returns the credits of its only account; call it while the service is stopped. */
  readonly credits: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts a service with its data in a folder, and an account with credits. */
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
