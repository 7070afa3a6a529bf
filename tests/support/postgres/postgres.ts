import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { guardFolder } from '../bucket/process-guard.mjs';
import { freePorts } from '../free-port.js';
import { outputOf } from '../run-program.js';
import { testLimits } from '../runner-options.js';
import { postgresPrograms } from './postgres-programs.mjs';

export interface RunningPostgres {
  /** Creates an empty database for one test, and returns its URL. */
  readonly freshDatabase: () => Promise<string>;
  /** Kills it and removes its data. */
  readonly stop: () => Promise<void>;
}

const user = 'platen';
const startLimitMs = testLimits.hook;

/**
 * Starts PostgreSQL on a free port of 127.0.0.1, which takes about two seconds. It ends with this
 * process at the latest. @throws Error if its programs are not installed or it does not start
 */
export async function startPostgres(): Promise<RunningPostgres> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed. Install postgresql.');
  const folder = mkdtempSync(join(tmpdir(), 'platen-postgres-'));
  const guard = guardFolder(folder);
  try {
    const data = join(folder, 'data');
    const as = await ownUser(folder);
    const [port] = await freePorts(1);
    const initdb = [join(programs, 'initdb'), '-D', data, '-U', user, '-A', 'trust', '-N'];
    await run([...as, ...initdb, '-E', 'UTF8', '--locale=C']);
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: folder,
      // Its data need not survive a crash of this machine.
      fsync: 'off',
    };
    const command = [...as, join(programs, 'postgres'), '-D', data];
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const logFile = join(folder, 'postgres.out');
    guard.start(command[0] ?? '', [...command.slice(1), ...given], { env: process.env, logFile });
    const base = `postgres://${user}@127.0.0.1:${settings.port}`;
    await untilReady(`${base}/postgres`, logFile);
    return { freshDatabase: () => freshDatabase(base), stop: guard.end };
  } catch (error) {
    await guard.end();
    throw error;
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package created. */
async function ownUser(folder: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return [];
  await run(['chown', 'postgres:postgres', folder]);
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
}

async function run([program = '', ...args]: readonly string[]): Promise<void> {
  await outputOf(program, args);
}

async function freshDatabase(base: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(`${base}/postgres`, (client) => client.query(`create database ${name}`));
  return `${base}/${name}`;
}

async function untilReady(address: string, logFile: string): Promise<void> {
  const end = Date.now() + startLimitMs;
  let last: unknown;
  while (Date.now() < end) {
    try {
      await withClient(address, (client) => client.query('select 1'));
      return;
    } catch (error) {
      last = error;
      await delay(20);
    }
  }
  throw new Error(`PostgreSQL does not answer: ${readFileSync(logFile, 'utf8')}`, { cause: last });
}

async function withClient(
  address: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}
