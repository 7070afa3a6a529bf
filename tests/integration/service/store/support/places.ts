import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { createTables } from '../../../../../electron/main/service/store/schema.js';
import type { StorePlace } from '../../../../../electron/main/service/store/open-store.js';
import { createAccountsFolder } from '../../../../support/embedded-database.js';
import { reasonToSkipPostgres } from '../../../../support/postgres/postgres-programs.mjs';
import { startPostgres } from '../../../../support/postgres/postgres.js';
import {
  InMemoryStore,
  runAccount,
} from '../../../../../electron/main/service/store/in-memory-store.js';
import { openDatabase } from './ledger.js';
import { type TestStore, endDelays, freshAccount, openServerOn } from './servers.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** Locations for the stores of a test file. */
export interface Places {
  /** Creates an empty location. */
  readonly fresh: () => Promise<StorePlace>;
  readonly end: () => Promise<void>;
}

export interface PlaceKind {
  readonly name: string;
  readonly skip: boolean;
  readonly open: () => Promise<Places>;
}

const reason = reasonToSkipPostgres();

export const embedded: PlaceKind = {
  name: 'the embedded database',
  skip: false,
  open: () => {
    const folder = temporaryFolder();
    return Promise.resolve({
      fresh: async () => {
        const accounts = mkdtempSync(join(folder.path, 'store-'));
        await createAccountsFolder(accounts);
        return { kind: 'folder', folder: accounts };
      },
      end: () => {
        folder.remove();
        return Promise.resolve();
      },
    });
  },
};

/** A PostgreSQL server for one test file. */
export const postgres: PlaceKind = {
  name: reason === null ? 'PostgreSQL' : `PostgreSQL [${reason}]`,
  skip: reason !== null,
  open: async () => {
    const running = await startPostgres();
    return {
      fresh: async () => ({ kind: 'database', address: await running.freshDatabase() }),
      end: running.stop,
    };
  },
};

export interface StoreKind {
  readonly name: string;
  readonly skip: boolean;
  readonly hasAccounts: boolean;
  readonly open: () => Promise<TestStore>;
}

/** While it is open, the process's timers are fake: it has no other way to end a delay. */
export const inMemoryStore: StoreKind = {
  name: 'memory',
  skip: false,
  hasAccounts: false,
  open: () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const errors: unknown[] = [];
    const key = 'secret';
    const store = new InMemoryStore(key, { onError: (error) => errors.push(error) });
    return Promise.resolve({
      store,
      errors,
      account: () => Promise.resolve({ id: runAccount.id, key }),
      endDelays: async () => {
        await vi.runOnlyPendingTimersAsync();
      },
      close: async () => {
        vi.useRealTimers();
        await store.close();
      },
    });
  },
};

export const sqlStores: readonly StoreKind[] = [embedded, postgres].map(({ name, skip, open }) => ({
  name,
  skip,
  hasAccounts: true,
  open: async () => {
    const places = await open();
    const place = await places.fresh();
    const database = await openDatabase(place);
    await createTables(database);
    const isExclusive = place.kind === 'folder';
    const server = await openServerOn(database, { isExclusive, pollMs: 50 });
    return {
      store: server.store,
      errors: server.errors,
      account: async () => {
        const { id, key } = await freshAccount(server, 200);
        return { id, key };
      },
      endDelays: async () => endDelays(database),
      close: async () => {
        await server.store.close();
        await places.end();
      },
    };
  },
}));
