import { expect } from 'vitest';
import type { Database } from '../../../../../electron/main/service/store/database.js';
import { openEmbedded } from '../../../../../electron/main/service/store/embedded.js';
import { openPostgres } from '../../../../../electron/main/service/store/postgres.js';
import type { StorePlace } from '../../../../../electron/main/service/store/open-store.js';

export interface Ledger {
  readonly credits: number;
  /** Credits reserved by tasks that have not ended. */
  readonly held: number;
  /** Tasks that ended with a PDF and cost a credit. */
  readonly made: readonly string[];
}

/** Reads the database directly. An embedded one must not be open elsewhere. */
export async function readLedger(place: StorePlace, account: string): Promise<Ledger> {
  const database = await openDatabase(place);
  try {
    const [balance] = await database.query<{ credits: number; held: number }>(
      `select a.credits::float8 as credits,
        (select coalesce(sum(costs), 0)::float8 from platen.task where account = a.id and status <> 'ended') as held
      from platen.account a where a.id = $1`,
      [account],
    );
    const made = await database.query<{ id: string }>(
      `select id from platen.task where account = $1 and outcome->>'kind' = 'made' and costs = 1`,
      [account],
    );
    if (balance === undefined) throw new Error(`There is no account ${account}.`);
    return { ...balance, made: made.map(({ id }) => id) };
  } finally {
    await database.close();
  }
}

/**
 * Waits until PostgreSQL has noticed the end of killed servers. Until then, it may still commit
 * what they sent last.
 */
export async function untilAlone(place: StorePlace): Promise<void> {
  if (place.kind !== 'database') return;
  const database = await openDatabase(place);
  try {
    await expect
      .poll(() =>
        database.query(
          `select pid from pg_stat_activity where datname = current_database()
            and backend_type = 'client backend' and pid <> pg_backend_pid()`,
        ),
      )
      .toEqual([]);
  } finally {
    await database.close();
  }
}

/** Runs one statement directly on the database. */
export async function runStatement(place: StorePlace, statement: string): Promise<void> {
  const database = await openDatabase(place);
  await database.query(statement);
  await database.close();
}

/** Opens the database of a store beside the store. An embedded one must not be open elsewhere. */
export function openDatabase(place: StorePlace): Promise<Database> {
  if (place.kind === 'database') return openPostgres(place.address, () => undefined);
  return openEmbedded(`${place.folder}/database`);
}
