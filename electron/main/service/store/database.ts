/** Values for `$1`, `$2` … A `Buffer` is bytea; what is JSON is given as text. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly string[];

/** Where statements go: a database, or a transaction of it. Both of our databases speak PostgreSQL's SQL. */
export interface Queryable {
  /**
   * One statement. Numbers of 64 bits are to be asked for as `::float8`: the two databases read them differently.
   * @returns its rows, of which the caller says what they are: it has written the statement
   */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** A PostgreSQL, elsewhere or inside this process. */
export interface Database extends Queryable {
  /** Runs several statements, with transactions of their own if they have any. */
  script(text: string): Promise<void>;
  /** What is done with the transaction comes true together when the work has resolved, or not at all when it throws. It may be run again. */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The database could not be asked, or did not answer: it is away, stops, or has no room. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseAway';

  /**
   * @param isUndone whether it is certain that nothing has come of the statement, or of the transaction
   * @param cause what the database or the connection has said
   */
  constructor(
    readonly rolledBack: boolean,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message || String(cause) : String(cause), { cause });
  }
}
