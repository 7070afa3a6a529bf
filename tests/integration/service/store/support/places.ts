import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { StorePlace } from '../../../../../electron/main/service/store/open-store.js';
import { createAccountsFolder } from '../../../../support/embedded-database.js';
import { reasonToSkipPostgres } from '../../../../support/postgres/postgres-programs.mjs';
import { startPostgres } from '../../../../support/postgres/postgres.js';
import {
  InMemoryStore,
  runAccount,
} from '../../../../../electron/main/service/store/in-memory-store.js';
import { type TestStore, freshAccount, openServer } from './servers.js';
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
  readonly open: () => Promise<TestStore>;
}

export const inMemoryStore: StoreKind = {
  name: 'memory',
  skip: false,
  open: () => {
    const errors: unknown[] = [];
    const key = 'secret';
    const store = new InMemoryStore(key, { onError: (error) => errors.push(error) });
    return Promise.resolve({
      store,
      errors,
      account: () => Promise.resolve({ id: runAccount.id, key }),
      close: () => store.close(),
    });
  },
};

export const sqlStores: readonly StoreKind[] = [embedded, postgres].map(({ name, skip, open }) => ({
  name,
  skip,
  open: async () => {
    const places = await open();
    const server = await openServer(await places.fresh());
    return {
      store: server.store,
      errors: server.errors,
      account: async () => {
        const { id, key } = await freshAccount(server, 200);
        return { id, key };
      },
      close: async () => {
        await server.store.close();
        await places.end();
      },
    };
  },
}));
