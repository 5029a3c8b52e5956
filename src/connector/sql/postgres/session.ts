// One connection to one database, in a read-only transaction with one snapshot. Rows come in pages through a cursor of the server.

import { expectEnd } from '../../answer-limits.ts';
import type { KeyValue } from '../sections.ts';
import { connectTo, type ServerConnection, type SessionTarget } from './connection.ts';
import { postgresStatementFailure } from './failures.ts';

export interface ServerSession {
  readonly database: string;
  /** Pages of the rows of one statement. @throws what {@link postgresStatementFailure} makes of an error */
  pages<Row extends object>(statement: string, parameters: readonly KeyValue[]): AsyncGenerator<Row[]>;
  /** Read the next statement from a new snapshot. */
  renew(): void;
  close(): Promise<void>;
}

const rowsOfPage = 2_000;

/** @throws SourceError that names setting and remedy; SourceUnavailable when the server is unavailable; the server's error otherwise */
export async function openSession(target: SessionTarget, database: string): Promise<ServerSession> {
  const { settings } = target;
  const { query, close } = await connectTo(target, database, beginning);
  let isOld = false;
  return {
    database,
    async *pages<Row extends object>(statement: string, parameters: readonly KeyValue[]) {
      try {
        if (isOld) for (const text of ['ROLLBACK', ...beginning]) await query(text);
        isOld = false;
        yield* pagesOf<Row>(query, statement, parameters, settings.most_objects);
      } catch (error) {
        throw postgresStatementFailure(error, settings, target.isOfOperator);
      }
    },
    renew() {
      isOld = true;
    },
    close,
  };
}

/** The snapshot lasts until the session is closed or renewed. */
const beginning = ["SET quote_all_identifiers = 'off'", 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY'];

async function* pagesOf<Row extends object>(
  query: ServerConnection['query'],
  statement: string,
  parameters: readonly KeyValue[],
  most: number,
): AsyncGenerator<Row[]> {
  // A statement that fails would otherwise end the transaction, and the snapshot with it.
  await query('SAVEPOINT read');
  try {
    await query(`DECLARE page NO SCROLL CURSOR FOR ${statement}`, parameters);
    let seen = 0;
    for (;;) {
      const rows = await query<Row>(`FETCH ${rowsOfPage} FROM page`);
      seen += rows.length;
      expectEnd(seen, most, 'rows');
      if (rows.length > 0) yield rows;
      if (rows.length < rowsOfPage) return;
    }
  } finally {
    // Also closes the cursor.
    await query('ROLLBACK TO SAVEPOINT read');
  }
}
