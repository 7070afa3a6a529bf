import { retentionHours } from '../retention.js';
import type { Database } from './database.js';
import type { Outcome, StoredPdf, TaskState } from './service-store.js';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Null if the account has no such task (any more). */
export async function stateOf(
  database: Database,
  task: string,
  account: string,
): Promise<TaskState | null> {
  if (!uuid.test(task)) return null;
  const [row] = await database.query<{ status: TaskState['status']; outcome: Outcome | null }>(
    'select status, outcome from platen.task where id = $1 and account = $2',
    [task, account],
  );
  if (row === undefined) return null;
  const { status, outcome } = row;
  return { status, ...(outcome !== null && { outcome }) };
}

/** How many asynchronous tasks wait. */
export async function queuedTasks(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::float8 as count from platen.task where status = 'queued'`,
  );
  return row?.count ?? 0;
}

/** A PDF in the service's own storage whose time has not passed; null if there is none. */
export async function storedPdf(database: Database, token: string): Promise<StoredPdf | null> {
  const [row] = await database.query<StoredPdf>(
    `select token, name, size::float8 as size, floor(extract(epoch from expires) * 1000)::float8 as expires
    from platen.stored_pdf where token = $1 and expires > now()`,
    [token],
  );
  return row ?? null;
}

/** Those of the tokens that no PDF has. */
export async function unknownTokens(
  database: Database,
  tokens: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query<{ token: string }>(
    'select token from platen.stored_pdf where token = any($1::text[])',
    [tokens],
  );
  const known = new Set(rows.map(({ token }) => token));
  return tokens.filter((token) => !known.has(token));
}

/** Forgets the PDFs whose time has passed, and gives their tokens. */
export async function takeExpired(database: Database, now: number): Promise<readonly string[]> {
  const rows = await database.query<{ token: string }>(
    'delete from platen.stored_pdf where expires <= to_timestamp($1::float8 / 1000) returning token',
    [now],
  );
  return rows.map(({ token }) => token);
}

/** Forgets tasks that ended long ago, and their keys. Servers of an earlier version do not say until when they are kept. */
export async function forgetEnded(database: Database): Promise<void> {
  await database.query(
    `delete from platen.task where ended < now() - interval '${retentionHours} hours' and coalesce(kept_until, ended) < now() and poster is null`,
  );
}
