import { PGlite } from '@electric-sql/pglite';
import type { Database, Queryable, SqlValue } from './database.js';
import { openInFolder } from './database-folder.js';

/**
 * Opens the PostgreSQL inside this process (PGlite) on a folder, which nobody else may have open: see `folder-lock.ts`.
 * @param folder made if it is not there; `memory://` keeps everything in memory
 * @throws AppError `refused` where what is in the folder cannot be opened, which is left as it is
 */
export async function openEmbedded(folder: string): Promise<Database> {
  const open = async () => PGlite.create({ dataDir: folder });
  const database = folder.startsWith('memory:') ? await open() : await openInFolder(folder, open);
  return {
    query: async (text, values) => rowsOf(database, text, values),
    script: async (text) => {
      try {
        await database.exec(text);
      } catch (error) {
        // Its own transaction would stay open, and there is but one connection.
        await database.exec('rollback');
        throw error;
      }
    },
    transaction: async (work) =>
      database.transaction(async (tx) =>
        work({ query: async (text, values) => rowsOf(tx, text, values) } satisfies Queryable),
      ),
    close: () => database.close(),
  };
}

async function rowsOf<Row extends object>(
  client: Pick<PGlite, 'query'>,
  text: string,
  values: readonly SqlValue[] = [],
): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(text, [...values]);
  return rows;
}
