// The one interface to the state database. The same SQL runs on PGlite (embedded) and on a PostgreSQL server.
//
// Values go in as string, number, boolean, Date, Buffer, null (undefined counts as null), a plain object for `jsonb`, or
// an array for a PostgreSQL array such as `text[]`. A JSON array needs `json()`, because the drivers cannot tell it from a
// PostgreSQL array.
//
// Both engines return the same rows (row-types.ts): `timestamptz` as Date, `int8` as number, `numeric`, `date` and
// `uuid` as string, `json` and `jsonb` parsed, `bytea` as Buffer, `text[]` and `uuid[]` as arrays of strings. A value that
// JavaScript cannot hold (an `int8` beyond 2^53, an infinite timestamp) is an error, never an approximation. Other types
// are cast in the statement.

export interface Database {
  /** Run one statement with `$1`-style parameters; resolves to its rows. Rejects with a StatementError. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Run a script of several statements, without parameters. Rejects with a StatementError. */
  execute(script: string): Promise<void>;
  /**
   * Run `work` in one transaction: committed when it resolves, rolled back when it throws. A statement that fails inside
   * makes the whole transaction fail, even when `work` catches its error. To survive a failure, run the statement in
   * `transaction.transaction`, which is a savepoint. Inside, use only the `transaction` argument, one statement or savepoint at
   * a time. The database itself throws there, because the embedded engine has one session and would wait for itself.
   */
  transaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>;
  /** Finish what is running, then release everything. On a transaction: an error. */
  close(): Promise<void>;
}

/** JSON text for a `jsonb` parameter; needed for arrays and bare strings, allowed for everything. */
export function json(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('A jsonb parameter must be a JSON value');
  return text;
}
