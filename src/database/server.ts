// The server engine: a pool of connections to a PostgreSQL server, which may restart, fail over or be unreachable.
import pg from 'pg';
import { OperatorError } from '../errors.ts';
import { rowTypeParsers } from './row-types.ts';
import type { Sessions } from './sessions.ts';
import { ConnectionLost, connectError, isConnectionFault } from './statement-error.ts';

/** The oldest major version that the service supports and is tested with; docs/operations.md says the same. */
export const leastPostgresVersion = 15;

const defaultConnections = 10;
/** Time limit for connecting, or for waiting for a free connection of the pool, so that requests do not hang. */
const connectTimeoutMs = 2500;
const idleTimeoutMs = 30_000;
/** Idle time after which TCP keep-alive checks whether the server is still reachable. */
const keepAliveMs = 10_000;
/** Wait this much longer than the server's statement timeout. After that the connection is dead, not the statement slow. */
const answerGraceMs = 1000;

export interface ServerOptions {
  /** Most connections of the pool; default 10. */
  readonly connections?: number | undefined;
  /** Time limit for a statement, including waits for locks; default: none. */
  readonly statementTimeoutMs?: number | undefined;
}

/** Connect to `url` (`postgresql://user:password@host:port/database`). Fails at once when the server cannot be reached. */
export async function openServer(url: string, options: ServerOptions = {}): Promise<Sessions> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new OperatorError('database_url must look like postgresql://user:password@host:5432/database');
  }
  const sessions = pooled(new pg.Pool(poolConfig(url, options)));
  try {
    await sessions.withSession(session => session.run('SELECT 1', []));
  } catch (cause) {
    await sessions.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`The PostgreSQL server of database_url cannot be used: ${reason}`, { cause });
  }
  return sessions;
}

function poolConfig(url: string, { connections, statementTimeoutMs }: ServerOptions): pg.PoolConfig {
  return {
    connectionString: url,
    max: connections ?? defaultConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'rolecall',
    options: '-c timezone=UTC -c bytea_output=hex',
    types: { getTypeParser: parserOf },
    ...(statementTimeoutMs !== undefined && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + answerGraceMs,
    }),
  };
}

function pooled(pool: pg.Pool): Sessions {
  // Emitted when the server closes an idle connection (a restart, a failover). The pool drops it and opens another when needed.
  pool.on('error', () => {});
  // When one connection breaks, idle ones are probably dead too, and the pool may not know it yet. So only connections that
  // were opened after that are used.
  let generation = 0;
  const generations = new WeakMap<pg.PoolClient, number>();
  const broken = new WeakSet<pg.PoolClient>();
  pool.on('connect', client => {
    generations.set(client, generation);
    // For as long as the connection lives: without a listener, one that breaks would crash the process, also when the server says
    // in one packet that it is ready and that it shuts down. A statement on it rejects anyway.
    client.on('error', () => broken.add(client));
  });

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect().catch(cause => {
        throw connectError(cause);
      });
      if (generations.get(client) === generation && !broken.has(client)) return client;
      client.release(true);
    }
  }

  return {
    async withSession(work) {
      const client = await connect();
      const discard = () => {
        broken.add(client);
      };

      async function send<Result>(statement: () => Promise<Result>): Promise<Result> {
        // Further statements on a dead connection, such as a ROLLBACK, would only run into the timeout again.
        if (broken.has(client)) throw new ConnectionLost();
        try {
          return await statement();
        } catch (error) {
          if (isConnectionFault(error)) {
            discard();
            if (generations.get(client) === generation) generation += 1;
          }
          throw error;
        }
      }

      try {
        return await work(
          {
            run: (text, values) => send(async () => (await client.query(text, [...values])).rows),
            script: text =>
              send(async () => {
                await client.query(text);
              }),
          },
          discard,
        );
      } finally {
        client.release(broken.has(client));
      }
    },
    close: () => pool.end(),
  };
}

function parserOf(oid: number, format?: string) {
  const parse = format === 'binary' ? undefined : rowTypeParsers[oid];
  return parse ?? pg.types.getTypeParser(oid, format as 'text');
}
