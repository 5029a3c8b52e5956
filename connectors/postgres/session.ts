// One connection to one database, in a read-only transaction with one snapshot. Rows come in pages through a cursor of the server.
import pg from 'pg';
import type { TlsOptions } from '../../src/connector/sql/tls.ts';
import { explainRefusal, isLost, unavailable } from './failures.ts';
import type { PostgresSettings } from './settings.ts';

export type Value = number | string | null;

export interface ServerSession {
  readonly database: string;
  /** Pages of the rows of one statement. @throws what the server answers, or SourceUnavailable when the connection broke */
  pages<Row extends object>(statement: string, parameters: readonly Value[]): AsyncGenerator<Row[]>;
  close(): Promise<void>;
}

export interface SessionTarget {
  readonly settings: PostgresSettings;
  readonly tls: TlsOptions | undefined;
  readonly signal: AbortSignal;
}

const rowsOfPage = 2_000;
const connectTimeoutMs = 15_000;

/** OIDs of types whose text is parsed; all others stay text. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: text => text === 't',
  21: Number,
  23: Number,
  26: Number,
  701: Number,
  114: text => JSON.parse(text),
};
const types = { getTypeParser: (oid: number) => parsers[oid] ?? ((text: string) => text) };

/** @throws SourceError that names setting and remedy; SourceUnavailable when the server is away; the server's error otherwise */
export async function openSession(target: SessionTarget, database: string): Promise<ServerSession> {
  const { settings, tls, signal } = target;
  signal.throwIfAborted();
  const client = new pg.Client({
    host: settings.host,
    port: settings.port,
    user: settings.user,
    // A function: without one, pg would look for a password in the environment and in ~/.pgpass.
    password: () => settings.password ?? '',
    database,
    ssl: tls ?? false,
    application_name: 'rolecall',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: types as never,
  });
  const abort = () => client.connection.stream.destroy();
  // The error of a broken connection also rejects the statement that waits.
  client.on('error', () => {});
  signal.addEventListener('abort', abort, { once: true });
  const close = async () => {
    signal.removeEventListener('abort', abort);
    await client.end().catch(() => {});
  };
  try {
    await client.connect();
    for (const statement of beginning(settings)) await client.query(statement);
  } catch (error) {
    await close();
    throw explainRefusal(error, settings, database);
  }
  return { database, pages: (statement, parameters) => pagesOf(client, statement, parameters), close };
}

/**
 * Only pg_catalog is searched, so that nobody's functions and operators stand in for the server's own. The snapshot lasts until the
 * session is closed.
 */
function beginning({ statement_timeout_s: seconds }: PostgresSettings): string[] {
  return [
    "SET search_path = 'pg_catalog'",
    "SET client_encoding = 'UTF8'",
    `SET statement_timeout = '${seconds}s'`,
    'SET idle_in_transaction_session_timeout = 0',
    "SET quote_all_identifiers = 'off'",
    'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
  ];
}

async function* pagesOf<Row extends object>(
  client: pg.Client,
  statement: string,
  parameters: readonly Value[],
): AsyncGenerator<Row[]> {
  try {
    // A statement that fails would otherwise end the transaction, and the snapshot with it.
    await client.query('SAVEPOINT read');
    try {
      await client.query(`DECLARE page NO SCROLL CURSOR FOR ${statement}`, [...parameters]);
      for (;;) {
        const { rows } = await client.query<Row>(`FETCH ${rowsOfPage} FROM page`);
        if (rows.length > 0) yield rows;
        if (rows.length < rowsOfPage) return;
      }
    } finally {
      // Also closes the cursor.
      await client.query('ROLLBACK TO SAVEPOINT read');
    }
  } catch (error) {
    throw isLost(error) ? unavailable(error) : error;
  }
}
