// The one interface to the state database. The same SQL runs on PGlite (embedded) and on a PostgreSQL server.

export interface Database {
  /** Run one statement with `$1`-style parameters; resolves to its rows. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Run `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
