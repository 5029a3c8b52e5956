// A connection to the server: for the reads in a read-only transaction, or for changes. Rows are streamed and come in pages.
import { connect, type Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Connection } from 'mysql2';
import { expectEnd, withinLimits } from '../../answer-limits.ts';
import type { KeyValue } from '../sections.ts';
import { connectLimits, farewell, statementLimits } from '../server.ts';
import { isSocket, type TlsOptions } from '../tls.ts';
import { mysqlLoginFailure, mysqlStatementFailure } from './failures.ts';
import type { MysqlConnection } from './settings.ts';

export interface MysqlSession {
  /** Pages of the rows of one statement. @throws what {@link mysqlStatementFailure} makes of an error */
  pages<Row extends object>(statement: string, parameters: readonly KeyValue[]): AsyncGenerator<Row[]>;
  /** All rows of a statement that has few. */
  rows<Row extends object>(statement: string, parameters?: readonly KeyValue[]): Promise<Row[]>;
  /** A statement that the server cannot prepare, as some that change accounts. @throws as `pages` does */
  run(statement: string): Promise<void>;
  close(): Promise<void>;
}

export interface MysqlTarget {
  readonly settings: MysqlConnection;
  /**
   * Whether statements are those of an operator: what the server lacks is then an error of the statement, not of the server. Times
   * come as texts, and numbers that JavaScript would round too.
   */
  readonly isOfOperator?: boolean;
  readonly tls: TlsOptions | undefined;
  readonly signal: AbortSignal;
}

const rowsOfPage = 2_000;

/** For the reads. */
export const readOnly = ['START TRANSACTION READ ONLY'];

/**
 * @param beginning statements that the session begins with
 * @throws SourceError that names setting and remedy; SourceUnavailable when the server is unavailable; the server's error otherwise
 */
export async function openMysqlSession(
  { settings, tls, signal, isOfOperator = false }: MysqlTarget,
  beginning: readonly string[],
): Promise<MysqlSession> {
  signal.throwIfAborted();
  // Loaded only where it is used, because the service knows all connectors when it starts.
  const { createConnection } = await import('mysql2');
  const connection = createConnection({
    user: settings.user,
    password: settings.password ?? '',
    charset: 'utf8mb4',
    // mysql2 would otherwise generate code from what the server says about its columns.
    disableEval: true,
    jsonStrings: true,
    // connectLimits ends the attempt, and says after how long.
    connectTimeout: 0,
    ...(isOfOperator && { dateStrings: true, supportBigNumbers: true }),
    ...addressOf(settings, tls),
  });
  const abort = () => connection.destroy();
  const wire: Wire = { connection, settings, signal, isOfOperator };
  connection.on('error', error => {
    wire.lost ??= error;
  });
  signal.addEventListener('abort', abort, { once: true });
  const session: MysqlSession = {
    pages: (statement, parameters) => pagesOf(wire, statement, parameters),
    async rows<Row extends object>(statement: string, parameters: readonly KeyValue[] = []) {
      const found: Row[] = [];
      for await (const page of pagesOf<Row>(wire, statement, parameters)) found.push(...page);
      return found;
    },
    async run(statement) {
      try {
        if (wire.lost) throw wire.lost;
        await withinLimits(statementLimits(settings), watched(wire), () =>
          answerOf(wire, done => connection.query(statement, done)),
        );
      } catch (error) {
        throw mysqlStatementFailure(error, settings);
      }
    },
    async close() {
      signal.removeEventListener('abort', abort);
      // On a broken connection, mysql2 never calls back from `end`.
      if (!wire.lost) await Promise.race([new Promise<void>(resolve => connection.end(() => resolve())), farewell()]);
      connection.destroy();
    },
  };
  try {
    await withinLimits(connectLimits(settings), watched(wire), () => answerOf(wire, done => connection.connect(done)));
    await begin(session, settings, beginning);
  } catch (error) {
    connection.destroy();
    throw mysqlLoginFailure(error, settings);
  }
  return session;
}

/**
 * With TLS, `host` is the name that the certificate must have. mysql2 leaves the check of an address to Node.js, which takes it from
 * the socket.
 */
function addressOf(settings: MysqlConnection, tls: TlsOptions | undefined) {
  if (isSocket(settings.host)) return { socketPath: settings.host };
  if (!tls) return { host: settings.host, port: settings.port };
  const name = settings.tls.server_name ?? settings.host;
  return {
    host: name,
    port: settings.port,
    stream: () => Object.assign(connect({ host: settings.host, port: settings.port }), { _host: name }),
    ssl: { rejectUnauthorized: true, verifyIdentity: true, ...(tls.ca !== undefined && { ca: tls.ca }) },
  };
}

/** The timeout is a setting of a different name in MariaDB (seconds) and in MySQL (milliseconds). */
async function begin(
  session: MysqlSession,
  { statement_timeout_s: seconds }: MysqlConnection,
  beginning: readonly string[],
): Promise<void> {
  await session.rows("SET SESSION sql_mode = ''");
  const names = (await session.rows<{ Variable_name: string }>(timeLimits)).map(row => row.Variable_name);
  if (hasMariadbLimit(names)) await session.rows(`SET SESSION max_statement_time = ${seconds}`);
  else if (names.length > 0) await session.rows(`SET SESSION max_execution_time = ${seconds * 1000}`);
  for (const statement of beginning) await session.rows(statement);
}

const timeLimits = "SHOW VARIABLES WHERE Variable_name IN ('max_statement_time', 'max_execution_time')";

/** MariaDB and its forks have this limit, and MySQL and its forks the other one. Their version can be set to any text. */
export const hasMariadbLimit = (variables: Iterable<string>) => [...variables].includes('max_statement_time');

/** A connection, and the error with which it broke. */
interface Wire {
  readonly connection: Connection;
  readonly settings: MysqlConnection;
  readonly signal: AbortSignal;
  readonly isOfOperator: boolean;
  lost?: Error;
}

/** mysql2 gives no answer after an abort, and tells some failures to the connection only. */
async function answerOf(
  { connection, signal }: Wire,
  ask: (done: (error: Error | null) => void) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  connection.on('error', reject);
  signal.addEventListener('abort', abort, { once: true });
  try {
    ask(error => (error ? reject(error) : resolve()));
    await promise;
  } finally {
    connection.off('error', reject);
    signal.removeEventListener('abort', abort);
  }
}

async function nextRows<Row>(rows: AsyncIterator<Row>): Promise<Row[]> {
  const page: Row[] = [];
  while (page.length < rowsOfPage) {
    const { done, value } = await rows.next();
    if (done) break;
    page.push(value);
  }
  return page;
}

/** mysql2 replaces the socket when it encrypts the connection. */
const watched = ({ connection }: Wire) => {
  const socket = () => (connection as unknown as { readonly stream: Socket }).stream;
  return { bytesRead: () => socket().bytesRead ?? 0, fail: (error: Error) => void socket().destroy(error) };
};

async function* pagesOf<Row extends object>(
  wire: Wire,
  statement: string,
  parameters: readonly KeyValue[],
): AsyncGenerator<Row[]> {
  const { connection, settings, signal } = wire;
  let rows: Readable | undefined;
  // mysql2 tells the connection that it broke, but not the stream that waits for rows.
  const fail = (error: Error) => rows?.destroy(error);
  connection.on('error', fail);
  try {
    if (wire.lost) throw wire.lost;
    // On a connection that is closed, mysql2 throws at once.
    rows = connection.execute(statement, [...parameters]).stream({ highWaterMark: 500 });
    addAbortSignal(signal, rows);
    const all = rows[Symbol.asyncIterator]() as AsyncIterator<Row>;
    for (let seen = 0, isLast = false; !isLast; ) {
      const page = await withinLimits(statementLimits(settings), watched(wire), () => nextRows(all));
      isLast = page.length < rowsOfPage;
      seen += page.length;
      expectEnd(seen, settings.most_objects, 'rows');
      if (page.length > 0) yield page;
    }
  } catch (error) {
    throw mysqlStatementFailure(error, settings, wire.isOfOperator);
  } finally {
    connection.off('error', fail);
  }
}
