import { AppError } from '../../../shared/errors.js';
import type { Database } from './database.js';
import { migrations } from './schema.js';

/** Any number that nobody else locks: it names the lock under which one server at a time changes the tables. */
const migrationLock = 770_013_001;

/**
 * Brings the tables to this version. Several servers may start at once: one does it, the others wait.
 * @throws AppError `internal` if the database is of a later version than this program knows
 */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await tx.query('create schema if not exists platen');
    await tx.query('create table if not exists platen.version (version integer not null)');
    const [row] = await tx.query<{ version: number }>('select version from platen.version');
    const version = row?.version ?? 0;
    if (version > migrations.length) {
      const message = `The database is of a later Platen (its version is ${version}, this one knows ${migrations.length}). Run that one, or give another database.`;
      throw new AppError('internal', message);
    }
    if (version === migrations.length) return;
    for (const statement of migrations.slice(version).flat()) {
      await tx.query(statement);
    }
    await tx.query('delete from platen.version');
    await tx.query('insert into platen.version values ($1)', [migrations.length]);
  });
}
