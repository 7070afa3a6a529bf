import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import {
  type StorePlace,
  openStore,
} from '../../../../../electron/main/service/store/open-store.js';
import { reasonToSkipPostgres } from '../../../../support/postgres/postgres-programs.mjs';
import { startPostgres } from '../../../../support/postgres/postgres.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** Where the stores of a test file lie. */
export interface Places {
  /** An empty one. */
  readonly fresh: () => Promise<StorePlace>;
  readonly end: () => Promise<void>;
}

export interface PlaceKind {
  readonly name: string;
  readonly skip: boolean;
  readonly open: () => Promise<Places>;
}

const reason = reasonToSkipPostgres();

/** The embedded database: each store a copy of an empty one, as making one takes seconds. */
export const embedded: PlaceKind = {
  name: 'the embedded database',
  skip: false,
  open: async () => {
    const folder = temporaryFolder();
    const template = join(folder.path, 'template');
    const onError = (error: unknown) => {
      throw error;
    };
    const { store } = await openStore({ kind: 'folder', folder: template }, { onError });
    await store.close();
    return {
      fresh: () => {
        const copy = mkdtempSync(join(folder.path, 'store-'));
        cpSync(template, copy, { recursive: true });
        return Promise.resolve({ kind: 'folder', folder: copy });
      },
      end: () => {
        folder.remove();
        return Promise.resolve();
      },
    };
  },
};

/** A PostgreSQL of the test's own. */
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
