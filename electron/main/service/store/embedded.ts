import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { AppError, codeOf } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { createPrivateFolder, modesOf } from '../../files/private-files.js';
import { Mutex } from '../../util/async.js';
import { type Database, DatabaseUnavailable, type SqlValue, isUnavailable } from './database.js';

/**
 * Opens PGlite, PostgreSQL inside this process, on a folder that this process has locked.
 * @param folder created if it does not exist
 * @throws AppError `refused` if the folder's database cannot be opened; it is left unchanged
 */
export async function openEmbedded(folder: string): Promise<Database> {
  const database = await openInFolder(folder, async (isNew) => {
    // The one that has created the database holds some 300 MB more, until it is closed.
    if (isNew) await (await createEmbedded(folder)).close();
    return createEmbedded(folder);
  });
  return inTurns(folder, database);
}

/** Runs one operation after the other. @param folder that of the opened database */
function inTurns(folder: string, opened: PGlite): Database {
  /** Null after a panic, until it is opened again. */
  let client: PGlite | null = opened;
  const mutex = new Mutex();
  // PGlite runs its operations one after another as well, but as long as some wait, it lets nothing
  // else in this process run.
  const run = async <T>(operation: (usable: PGlite) => Promise<T>): Promise<T> =>
    mutex.run(async () => {
      await setImmediate();
      client ??= await openAgain(folder);
      try {
        return await operation(client);
      } catch (error) {
        const isOver = hasPanicked(error);
        if (isOver) client = null;
        throw isOver || isUnavailable(codeOf(error))
          ? new DatabaseUnavailable(!isOver, error)
          : error;
      }
    });
  return {
    query: async (text, values) => run(async (usable) => rowsOf(usable, text, values)),
    script: async (text) => {
      await run(async (usable) => orRollBack(usable, async () => usable.exec(text)));
    },
    transaction: async (work) =>
      run(async (usable) =>
        orRollBack(usable, async () => {
          await usable.exec('begin');
          const result = await work({ query: async (...query) => rowsOf(usable, ...query) });
          await usable.exec('commit');
          return result;
        }),
      ),
    close: async () => mutex.run(async () => client?.close()),
  };
}

/** PostgreSQL recovers from its log, as after a crash. @throws DatabaseUnavailable */
async function openAgain(folder: string): Promise<PGlite> {
  return createEmbedded(folder).catch((error: unknown) => {
    throw new DatabaseUnavailable(true, error);
  });
}

/** Without a rollback, a failed transaction would stay open on the only connection. */
async function orRollBack<T>(client: PGlite, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasPanicked(error)) await client.exec('rollback');
    throw error;
  }
}

/**
 * True if PostgreSQL has given up, as when its log cannot be written. A server would start again;
 * PGlite does not, and whatever it is asked next never ends and blocks this process.
 */
function hasPanicked(error: unknown): boolean {
  const severity: unknown = error instanceof Error ? Reflect.get(error, 'severity') : undefined;
  return severity === 'PANIC' || severity === 'FATAL';
}

/** PostgreSQL's cache of 128 MB would be for a machine of its own. */
const cacheSettings = ['shared_buffers=16MB', 'wal_buffers=4MB'];

async function createEmbedded(dataDir: string): Promise<PGlite> {
  const settings = cacheSettings.flatMap((setting) => ['-c', setting]);
  return PGlite.create({ dataDir, startParams: [...PGlite.defaultStartParams, ...settings] });
}

async function rowsOf<Row extends object>(
  client: Pick<PGlite, 'query'>,
  text: string,
  values: readonly SqlValue[] = [],
): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(text, [...values]);
  return rows;
}

/**
 * Opens the database of a folder and never creates one over another. A database whose creation was
 * interrupted is empty and created again; a damaged one is left unchanged.
 * @param folder created if it does not exist
 * @param open creates a database in a new folder, or opens the existing one
 * @throws AppError `refused` with the folder's path
 */
export async function openInFolder<T>(
  folder: string,
  open: (isNew: boolean) => Promise<T>,
): Promise<T> {
  const unfinished = `${folder}.unfinished`;
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  // PGlite's files are readable by everyone; the folder's mode protects them.
  createPrivateFolder(folder);
  const isNew = readdirSync(folder).length === 0;
  if (!isNew && !existsSync(join(folder, 'PG_VERSION')))
    throw cannotOpen(folder, message('service.databaseVersionFileMissing'));
  if (isNew) writeFileSync(unfinished, '', { mode: modesOf('private').file });
  const database = await open(isNew).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw isNew ? cause : cannotOpen(folder, reason, cause);
  });
  if (isNew) rmSync(unfinished);
  return database;
}

function cannotOpen(folder: string, reason: Message | string, cause?: unknown): AppError {
  const failure = message('service.databaseCannotOpen', { folder, reason });
  return new AppError('refused', failure, undefined, { cause });
}
