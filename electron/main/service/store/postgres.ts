import pg from 'pg';
import { AppError, codeOf } from '../../../shared/errors.js';
import type { Database, Queryable, SqlValue } from './database.js';
import { type UnconfirmedCommit, asUnavailable } from './database-unavailable.js';

/** A statement that takes longer is ended by the database, so that a lock that somebody holds cannot stop a server. */
const statementTimeoutMs = 30_000;
const connectTimeoutMs = 10_000;
const connections = 10;

/** Two transactions that wait for each other: PostgreSQL ends one of them, which may be run again. */
const deadlocks: ReadonlySet<string> = new Set(['40001', '40P01']);
const attempts = 5;

/**
 * Opens the PostgreSQL of an address. Connections that break are made anew when they are needed.
 * @param onError hears of connections that break
 * @throws AppError `invalid-request` if it is no such address, `internal` if the database cannot be reached
 */
export async function openPostgres(
  address: string,
  onError: (error: unknown) => void,
): Promise<Database> {
  const place = placeOf(address);
  const pool = new pg.Pool({
    connectionString: address,
    application_name: 'platen',
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
  });
  // Of a connection that is in use, or being closed, the pool itself does not hear: its error would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const reason = error instanceof Error ? error.message || codeOf(error) : String(error);
    throw new AppError(
      'internal',
      `The database at ${place} cannot be used: ${reason}. Look whether it runs and takes this user.`,
      undefined,
      { cause: error },
    );
  }
  return {
    query: async (text, values) => withClient(pool, (client) => rowsOf(client, text, values)),
    script: async (text) =>
      withClient(pool, async (client) => {
        await client.query(text);
      }),
    transaction: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await withClient(pool, (client) => inTransaction(client, work));
        } catch (error) {
          if (attempt === attempts || !deadlocks.has(codeOf(error))) throw error;
        }
      }
    },
    close: () => pool.end(),
  };
}

/** The address without user and password, for a person to read. */
function placeOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && ['postgres:', 'postgresql:'].includes(url.protocol)) {
    const socket = url.searchParams.get('host');
    return `${socket ?? (url.host || 'this computer')}${url.pathname}`;
  }
  const message =
    'The database is no address of a PostgreSQL; it is written postgres://USER:PASSWORD@HOST:PORT/DATABASE.';
  throw new AppError('invalid-request', message, [{ field: 'database', message }]);
}

/** Lends a connection. After an error it is not used again: it may be inside a transaction that failed. */
async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await asUnavailable(pool.connect(), { rolledBack: true });
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}

async function inTransaction<Result>(
  client: pg.PoolClient,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  const undone = { rolledBack: true };
  await asUnavailable(client.query('begin'), undone);
  const result = await work({
    query: async (text, values) => rowsOf(client, text, values, undone),
  });
  // A transaction in which a statement failed is rolled back by `commit`, which says so and is no error.
  const { command } = await asUnavailable(client.query('commit'), { rolledBack: false });
  if (command !== 'COMMIT') throw new Error('The database has rolled the transaction back.');
  return result;
}

async function rowsOf<Row extends object>(
  client: pg.PoolClient,
  text: string,
  values: readonly SqlValue[] = [],
  end: UnconfirmedCommit = { rolledBack: false },
): Promise<readonly Row[]> {
  const { rows } = await asUnavailable(client.query<Row>(text, [...values]), end);
  return rows;
}
