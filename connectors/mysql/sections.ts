// A read is a list of sections. Each makes records of the rows of one statement, for the whole server or for each database.
import type { SourceRecord } from '../../src/connector/contract.ts';
import type { MysqlClient } from './client.ts';
import type { Principals } from './principals.ts';
import type { KeyValue } from './session.ts';
import type { MysqlStatementName } from './statements.ts';

/** What the records of a section need besides their row. */
export interface MysqlRowContext {
  readonly client: MysqlClient;
  readonly principals: Principals;
  /** Empty in sections of the whole server. */
  readonly database: string;
}

export interface MysqlSection {
  readonly statement: MysqlStatementName;
  readonly perDatabase: boolean;
  /** The table that the statement reads, for messages. */
  readonly table: string;
  /** The columns of the statement's key; in messages they name a row. */
  readonly key: readonly string[];
  readonly records: (row: never, context: MysqlRowContext) => readonly SourceRecord[];
}

/** A section of rows of one form. */
export function sectionOf<Row>(
  statement: MysqlStatementName,
  table: string,
  key: readonly (keyof Row & string)[],
  records: (row: Row, context: MysqlRowContext) => readonly SourceRecord[],
  perDatabase = false,
): MysqlSection {
  return { statement, table, key, perDatabase, records };
}

/** Where a read continues: after the row with this key, in this section, in this database ('': the whole server). */
export interface MysqlPosition {
  readonly database: string;
  readonly section: MysqlStatementName;
  readonly after: readonly KeyValue[];
}

/** @throws Error when the text is not a cursor of this connector */
export function positionOf(cursor: string): MysqlPosition {
  const [database, section, ...after] = JSON.parse(cursor) as [string, MysqlStatementName, ...KeyValue[]];
  return { database, section, after };
}

export function cursorOf({ database, section, after }: MysqlPosition): string {
  return JSON.stringify([database, section, ...after]);
}
