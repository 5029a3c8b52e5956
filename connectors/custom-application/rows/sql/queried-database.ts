// What a query is sent to: a server or a file, of whatever kind.

/** A database that is read in one read-only transaction. */
export interface QueriedDatabase {
  /** How the database quotes the name of a column. */
  quote(name: string): string;
  /** The parameter of a statement that has one. */
  readonly parameter: string;
  /** Pages of rows. @throws SourceUnavailable, SourceError, or the error of the database */
  pages(statement: string, parameters: readonly (string | number)[]): AsyncGenerator<Record<string, unknown>[]>;
  close(): Promise<void>;
}
