import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { openEmbedded } from '../../electron/main/service/store/embedded.js';
import { codeOf } from '../../electron/shared/messages/errors.js';

const modules = resolve(import.meta.dirname, '../../node_modules');

/**
 * Creates a folder of accounts with an empty database, without tables. It is a copy, because
 * creating a database takes four seconds of CPU time and opening one half a second.
 */
export async function createAccountsFolder(accounts: string): Promise<void> {
  const template = await cachedDatabase();
  mkdirSync(accounts, { recursive: true });
  cpSync(template, join(accounts, 'database'), { recursive: true });
}

/** Returns an empty database, which the first test that needs one creates for all later runs. */
async function cachedDatabase(): Promise<string> {
  const cache = join(modules, '.cache', 'platen');
  const cached = join(cache, `database-${pgliteVersion()}`);
  if (existsSync(cached)) return cached;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'test-'));
  const database = join(unfinished, 'database');
  await (await openEmbedded(database)).close();
  try {
    renameSync(database, cached);
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'ENOTEMPTY') throw error;
  }
  rmSync(unfinished, { recursive: true });
  return cached;
}

function pgliteVersion(): string {
  const file = join(modules, '@electric-sql', 'pglite', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
