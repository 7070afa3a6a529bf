import pg from 'pg';
import { DatabaseUnavailable } from './database.js';

/** What PostgreSQL says when it is not at fault of a statement: connections, room, shutdowns and limits, the disk; or it is a copy that takes no writing (PostgreSQL's documentation, appendix A). */
const awayCodes = /^(08|53|57|58)|^25006$/;

/** What is to be thought of a statement of whose end nothing was heard. */
export interface UnconfirmedCommit {
  readonly rolledBack: boolean;
}

/**
 * Waits for what was asked of a PostgreSQL.
 * @throws DatabaseAway where the statement is not to blame; else what was thrown
 */
export async function asUnavailable<T>(
  asked: Promise<T>,
  { rolledBack }: UnconfirmedCommit,
): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    // What the connection or the driver says: nothing was heard of the database.
    if (!(error instanceof pg.DatabaseError)) throw new DatabaseUnavailable(rolledBack, error);
    // The database itself has answered that it did not do it.
    throw awayCodes.test(error.code ?? '') ? new DatabaseUnavailable(true, error) : error;
  }
}
