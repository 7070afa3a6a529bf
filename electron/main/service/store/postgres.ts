import pg from 'pg';
import { AppError, codeOf } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import {
  type Database,
  DatabaseUnavailable,
  type Queryable,
  type SqlValue,
  isUnavailable,
} from './database.js';

/** PostgreSQL cancels longer statements, so that a lock of another client cannot block a server. */
const statementTimeoutMs = 30_000;
const connectTimeoutMs = 10_000;

/** The rest is a database, or a network, that does not answer: PostgreSQL would have canceled. */
const answerTimeoutMs = statementTimeoutMs + 5000;
const maxConnections = 10;

/**
 * Serialization failure and deadlock: PostgreSQL rolled the transaction back, and it may run again.
 */
const retryableCodes: ReadonlySet<string> = new Set(['40001', '40P01']);
const maxAttempts = 5;

/**
 * Opens a PostgreSQL database. Broken connections are replaced when the next one is needed.
 * @param onError receives errors of connections that break
 * @throws AppError `invalid-request` for another kind of URL, `internal` if it cannot be reached
 */
export async function openPostgres(
  url: string,
  onError: (error: unknown) => void,
): Promise<Database> {
  const place = publicUrl(url);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'platen',
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
  });
  // The pool listens to idle connections only: an error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const reason = error instanceof Error ? error.message || codeOf(error) : String(error);
    const failure = message('service.databaseUnusable', { place, reason });
    throw new AppError('internal', failure, undefined, { cause: error });
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
          if (attempt === maxAttempts || !retryableCodes.has(codeOf(error))) throw error;
        }
      }
    },
    close: () => pool.end(),
  };
}

/** Without user and password, for error messages. */
function publicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ['postgres:', 'postgresql:'].includes(url.protocol)) {
    const socket = url.searchParams.get('host');
    return `${socket ?? (url.host || 'localhost')}${url.pathname}`;
  }
  const issue = message('service.databaseUrl');
  throw new AppError('invalid-request', issue, [{ field: 'database', message: issue }]);
}

/** Lends a connection, and closes it after an error: it may be inside a failed transaction. */
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
  const rolledBack = { rolledBack: true };
  await asUnavailable(client.query('begin'), rolledBack);
  const result = await work({
    query: async (text, values) => rowsOf(client, text, values, rolledBack),
  });
  // If a statement failed, `commit` rolls back, and reports that as its command rather than an
  // error.
  const { command } = await asUnavailable(client.query('commit'), { rolledBack: false });
  if (command !== 'COMMIT') throw new Error('The database has rolled the transaction back.');
  return result;
}

async function rowsOf<Row extends object>(
  client: pg.PoolClient,
  text: string,
  values: readonly SqlValue[] = [],
  unconfirmed: UnconfirmedResult = { rolledBack: false },
): Promise<readonly Row[]> {
  const { rows } = await asUnavailable(client.query<Row>(text, [...values]), unconfirmed);
  return rows;
}

/** What is known about a statement whose result never arrived. */
interface UnconfirmedResult {
  readonly rolledBack: boolean;
}

/** @throws DatabaseUnavailable unless the statement is to blame; else the original error */
async function asUnavailable<T>(result: Promise<T>, { rolledBack }: UnconfirmedResult): Promise<T> {
  try {
    return await result;
  } catch (error) {
    // An error of the connection or the driver: the state of the database is unknown.
    if (!(error instanceof pg.DatabaseError)) throw new DatabaseUnavailable(rolledBack, error);
    // PostgreSQL itself has reported that the statement had no effect.
    throw isUnavailable(error.code ?? '') ? new DatabaseUnavailable(true, error) : error;
  }
}
