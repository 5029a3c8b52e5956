// A connection to one database of the server.
import type { Socket } from 'node:net';
import pg from 'pg';
import { withinLimits } from '../../answer-limits.ts';
import { parseExactly } from '../../exact-json.ts';
import type { KeyValue } from '../sections.ts';
import { connectLimits, farewell, statementLimits } from '../server.ts';
import type { TlsOptions } from '../tls.ts';
import { postgresLoginFailure } from './failures.ts';
import type { PostgresConnection } from './settings.ts';

export interface SessionTarget {
  readonly settings: PostgresConnection;
  /** Whether statements are those of an operator: what the server lacks is then an error of the statement, not of the server. */
  readonly isOfOperator?: boolean;
  readonly tls: TlsOptions | undefined;
  readonly signal: AbortSignal;
}

export interface ServerConnection {
  /** @throws SourceUnavailable or SourceError when the answer takes too long or is too large; the server's error otherwise */
  query<Row extends object>(text: string, parameters?: readonly KeyValue[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** OIDs of types whose text is parsed; all others stay text. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: text => text === 't',
  21: Number,
  23: Number,
  26: Number,
  701: Number,
  114: parseExactly,
  3802: parseExactly,
};
const types = { getTypeParser: (oid: number) => parsers[oid] ?? ((text: string) => text) };

/** Only pg_catalog is searched, so that functions and operators of users cannot replace the server's own. */
const ofEverySession = ({ statement_timeout_s: seconds }: PostgresConnection) => [
  "SET search_path = 'pg_catalog'",
  "SET client_encoding = 'UTF8'",
  `SET statement_timeout = '${seconds}s'`,
  'SET idle_in_transaction_session_timeout = 0',
];

/**
 * @param beginning statements that the session begins with
 * @throws SourceError that names setting and remedy; SourceUnavailable when the server is unavailable; the server's error otherwise
 */
export async function connectTo(
  target: SessionTarget,
  database: string,
  beginning: readonly string[],
): Promise<ServerConnection> {
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
    keepAlive: true,
    types: types as never,
  });
  const abort = () => client.connection.stream.destroy();
  // The error of a broken connection also rejects the statement that waits.
  client.on('error', () => {});
  signal.addEventListener('abort', abort, { once: true });
  const close = async () => {
    signal.removeEventListener('abort', abort);
    await Promise.race([client.end().catch(() => {}), farewell()]);
    client.connection.stream.destroy();
  };
  let fault: Error | undefined;
  const watched = {
    bytesRead: () => (client.connection.stream as Socket).bytesRead ?? 0,
    fail(error: Error) {
      fault = error;
      client.connection.stream.destroy(error);
    },
  };
  const query = async <Row extends object>(text: string, parameters?: readonly KeyValue[]) => {
    // What is asked while the connection is cleaned up must not hide why it broke.
    if (fault) throw fault;
    // The extended protocol takes one statement; the simple one would run what comes after a semicolon too.
    const asked = { text, ...(parameters && { values: [...parameters], queryMode: 'extended' }) };
    return (await withinLimits(statementLimits(settings), watched, () => client.query<Row>(asked))).rows;
  };
  try {
    await withinLimits(connectLimits(settings), watched, () => client.connect());
    for (const statement of [...ofEverySession(settings), ...beginning]) await query(statement);
  } catch (error) {
    await close();
    throw postgresLoginFailure(error, settings, database);
  }
  return { query, close };
}
