// A read is a list of sections. Each makes records of the rows of one statement, for the whole server or for each database.
import type { SourceRecord } from '../../src/connector/contract.ts';
import type { DatabaseRow, PostgresClient } from './client.ts';
import type { Value } from './connection.ts';
import type { Roles } from './role-kinds.ts';
import type { StatementName } from './statements.ts';

/** What the records of a section need besides their row. */
export interface SectionContext {
  readonly client: PostgresClient;
  readonly roles: Roles;
  /** Absent in sections of the whole server. */
  readonly database?: DatabaseRow;
}

export interface DatabaseContext extends SectionContext {
  readonly database: DatabaseRow;
}

export interface Section {
  readonly statement: StatementName;
  readonly perDatabase: boolean;
  /** The catalogue that the statement reads, for messages. */
  readonly catalogue: string;
  /** The columns of the statement's key; in messages they name a row. */
  readonly key: readonly string[];
  readonly records: (row: never, context: SectionContext) => readonly SourceRecord[];
}

/** A section of rows of one form. */
export function section<Row>(
  statement: StatementName,
  catalogue: string,
  key: readonly (keyof Row & string)[],
  records: (row: Row, context: SectionContext) => readonly SourceRecord[],
): Section {
  return { statement, catalogue, key, perDatabase: false, records };
}

/** A section that is read in each database. */
export function databaseSection<Row>(
  statement: StatementName,
  catalogue: string,
  key: readonly (keyof Row & string)[],
  records: (row: Row, context: DatabaseContext) => readonly SourceRecord[],
): Section {
  return { statement, catalogue, key, perDatabase: true, records: records as Section['records'] };
}

/** Where a read continues: after the row with this key, in this section, in the database with this id (0: the whole server). */
export interface SectionPosition {
  readonly database: number;
  readonly section: StatementName;
  readonly after: readonly Value[];
}

/** @throws Error when the text is not a cursor of this connector */
export function parseCursor(cursor: string): SectionPosition {
  const [database, section, ...after] = JSON.parse(cursor) as [number, StatementName, ...Value[]];
  return { database, section, after };
}

export function formatCursor({ database, section, after }: SectionPosition): string {
  return JSON.stringify([database, section, ...after]);
}
