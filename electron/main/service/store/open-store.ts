import { join } from 'node:path';
import type { Database } from './database.js';
import { accountRpcHandler, remoteAccountRepository } from './account-rpc.js';
import { lockDirectory, isLocked } from './directory-lock.js';
import { createTables } from './schema.js';
import type { AccountRepository, ServiceStore } from './service-store.js';
import { SqlAccountRepository } from './account-repository.js';
import { SqlServiceStore } from './sql-service-store.js';

/** The place of accounts and all data that servers share. */
export type StorePlace =
  /** A folder on a local disk, which one process uses at a time. */
  | { readonly kind: 'folder'; readonly folder: string }
  /** URL of a PostgreSQL database, which any number of servers use. */
  | { readonly kind: 'database'; readonly address: string };

export interface OpenStore {
  /** Identifies the database; the same for all of its servers. */
  readonly id: string;
  /** Closing it closes the accounts too. */
  readonly store: ServiceStore;
  readonly accounts: AccountRepository;
}

export interface StoreOptions {
  /** Receives errors of background work, which is retried. */
  readonly onError: (error: unknown) => void;
  readonly leaseSeconds?: number;
  readonly pollMs?: number;
}

/**
 * Opens the store of a server.
 * @throws AppError if the database cannot be used, or another process has locked the folder
 */
export async function openStore(place: StorePlace, options: StoreOptions): Promise<OpenStore> {
  const database = await openDatabase(place, options.onError);
  try {
    const id = await identityOf(database);
    const store = await SqlServiceStore.open(database, {
      ...options,
      isExclusive: place.kind !== 'database',
    });
    return { id, store, accounts: new SqlAccountRepository(database) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function identityOf(database: Database): Promise<string> {
  const [identity] = await database.query<{ id: string }>('select id from platen.identity');
  if (identity === undefined) throw new Error('The database has lost its identity.');
  return identity.id;
}

/**
 * Opens accounts and keys. If another process has locked the folder, such as a running server, that
 * process makes the changes.
 * @throws AppError if the database cannot be used
 */
export async function openAccounts(
  place: StorePlace,
): Promise<{ readonly accounts: AccountRepository; readonly close: () => Promise<void> }> {
  if (place.kind === 'folder' && (await isLocked(place.folder))) {
    return { accounts: remoteAccountRepository(place.folder), close: () => Promise.resolve() };
  }
  // Without background work, the next statement reports a broken connection.
  const database = await openDatabase(place, () => undefined);
  return { accounts: new SqlAccountRepository(database), close: () => database.close() };
}

/** Opens a database with its tables. Both drivers are large and loaded only when needed. */
async function openDatabase(
  place: StorePlace,
  onError: (error: unknown) => void,
): Promise<Database> {
  if (place.kind === 'folder') return openFolder(place.folder);
  const { openPostgres } = await import('./postgres.js');
  return withTables(await openPostgres(place.address, onError));
}

async function openFolder(folder: string): Promise<Database> {
  const { openEmbedded } = await import('./embedded.js');
  const lock = await lockDirectory(folder);
  try {
    const database = await withTables(await openEmbedded(join(folder, 'database')));
    // Earlier calls have waited for the tables.
    lock.answer(accountRpcHandler(new SqlAccountRepository(database)));
    return {
      ...database,
      close: async () => {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function withTables(database: Database): Promise<Database> {
  try {
    await createTables(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
