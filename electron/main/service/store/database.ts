/** Values for `$1`, `$2` … A `Buffer` is bytea; JSON is passed as text. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly string[];

/** A database or a transaction. PostgreSQL and PGlite speak the same SQL. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows, whose type the caller knows from the statement. Select
   * 64-bit numbers as `::float8`: the two drivers parse them differently.
   */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
}

export interface Database extends Queryable {
  /** Runs several statements, which may contain their own transactions. */
  script(text: string): Promise<void>;
  /**
   * Commits when the work resolves and rolls back when it throws. The work may run again after a
   * deadlock.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The database cannot be reached, does not answer, stops, or is out of space. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** Whether it is certain that the statement or transaction had no effect. */
  readonly rolledBack: boolean;

  constructor(rolledBack: boolean, cause: unknown) {
    super(cause instanceof Error ? cause.message || String(cause) : String(cause), { cause });
    this.rolledBack = rolledBack;
  }
}

/**
 * SQLSTATE classes that do not blame the statement: connections, resources, shutdowns, the disk,
 * and a read-only replica (PostgreSQL's documentation, appendix A).
 */
const unavailableCodes = /^(08|53|57|58)|^25006$/;

/** @param code SQLSTATE of an error */
export function isUnavailable(code: string): boolean {
  return unavailableCodes.test(code);
}
