import { join } from 'node:path';
import type { Database } from './database.js';
import { accountAnswers, remoteAccountRepository } from './account-rpc.js';
import { lockDirectory, isHeld } from './directory-lock.js';
import { migrate } from './migrate.js';
import type { AccountRepository, ServiceStore } from './service-store.js';
import { SqlAccountRepository } from './account-repository.js';
import { SqlServiceStore } from './sql-service-store.js';

/** Where accounts and all that servers share are kept. */
export type StorePlace =
  /** A folder on this computer's own disk, which one process uses at a time. */
  | { readonly kind: 'folder'; readonly folder: string }
  /** A PostgreSQL, `postgres://…`, which any number of servers use. */
  | { readonly kind: 'database'; readonly address: string };

export interface OpenStore {
  /** Of the database, the same for all of its servers and for ever. */
  readonly id: string;
  /** To be closed at the end; closes the accounts too. */
  readonly store: ServiceStore;
  readonly accounts: AccountRepository;
}

export interface StoreOptions {
  /** Hears of what failed in the background and is tried again. */
  readonly onError: (error: unknown) => void;
  readonly leaseSeconds?: number;
  readonly pollMs?: number;
}

/**
 * Opens what a server shares with others.
 * @throws AppError if the database cannot be used, or another process has the folder
 */
export async function openStore(place: StorePlace, options: StoreOptions): Promise<OpenStore> {
  const database = await openDatabase(place, options.onError);
  try {
    const id = await identityOf(database);
    const store = await SqlServiceStore.open(database, {
      ...options,
      isAlone: place.kind !== 'database',
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
 * Opens accounts and keys alone. Where another process has the folder, such as a server that runs, it is asked to do it.
 * @throws AppError if the database cannot be used
 */
export async function openAccounts(
  place: StorePlace,
): Promise<{ readonly accounts: AccountRepository; readonly close: () => Promise<void> }> {
  if (place.kind === 'folder' && (await isHeld(place.folder))) {
    return { accounts: remoteAccountRepository(place.folder), close: () => Promise.resolve() };
  }
  // Nothing goes on in the background here: a connection that breaks is told by the next statement.
  const database = await openDatabase(place, () => undefined);
  return { accounts: new SqlAccountRepository(database), close: () => database.close() };
}

/** Loads the one database or the other: both are large, and only the service needs them. Its tables are there. */
async function openDatabase(
  place: StorePlace,
  onError: (error: unknown) => void,
): Promise<Database> {
  if (place.kind === 'folder') return openFolder(place.folder);
  const { openPostgres } = await import('./postgres.js');
  return migrated(await openPostgres(place.address, onError));
}

async function openFolder(folder: string): Promise<Database> {
  const { openEmbedded } = await import('./embedded.js');
  const hold = await lockDirectory(folder);
  try {
    const database = await migrated(await openEmbedded(join(folder, 'database')));
    // Who asks waits until here: the tables are there now.
    hold.answer(accountAnswers(new SqlAccountRepository(database)));
    return {
      ...database,
      close: async () => {
        await database.close();
        await hold.release();
      },
    };
  } catch (error) {
    await hold.release();
    throw error;
  }
}

/** Brings a database's tables to this version, or closes it. */
async function migrated(database: Database): Promise<Database> {
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
