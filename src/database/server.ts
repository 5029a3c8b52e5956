// The server engine: a pool of connections to a PostgreSQL server, which may restart, fail over or be unreachable.
import pg from 'pg';
import { OperatorError } from '../errors.ts';
import { rowTypeParsers } from './row-types.ts';
import type { Sessions } from './sessions.ts';
import { connectError, isOutage } from './statement-error.ts';

/** The oldest major version that the service supports and is tested with; docs/operations.md says the same. */
export const leastPostgresVersion = 15;

const defaultConnections = 10;
/** For making a connection, or for waiting until one of the pool is free: a request must not hang on it. */
const connectTimeoutMs = 2500;
const idleTimeoutMs = 30_000;
/** After so much silence the system asks whether the other end is still there. */
const keepAliveMs = 10_000;
/** How much longer than the server's own limit an answer is waited for; then the line is dead, not the statement slow. */
const answerGraceMs = 1000;

export interface ServerOptions {
  /** Connections of the pool; default 10. */
  readonly connections?: number | undefined;
  /** How long a statement may take, waiting for locks included; default: for ever. */
  readonly statementTimeoutMs?: number | undefined;
}

/** Connect to `url` (`postgresql://user:password@host:port/database`); fails at once when the server cannot be reached. */
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
  // The server closed an idle connection (a restart, a failover). The pool drops it and opens another when needed.
  pool.on('error', () => {});
  // When one connection breaks, those that idle are most likely dead as well, and the pool may not know it yet: only what
  // was connected since is handed out.
  let generation = 0;
  const generations = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', client => generations.set(client, generation));

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect().catch(cause => {
        throw connectError(cause);
      });
      if (generations.get(client) === generation) return client;
      client.release(true);
    }
  }

  return {
    async withSession(work) {
      const client = await connect();
      let broken = false;
      const discard = () => {
        broken = true;
      };
      // Without a listener, a connection that breaks while in use would end the process; its statement rejects anyway.
      client.on('error', discard);

      async function send<Result>(statement: () => Promise<Result>): Promise<Result> {
        // What follows on a dead line, such as a ROLLBACK, would only wait for it once more.
        if (broken) throw new Error('Connection terminated');
        try {
          return await statement();
        } catch (error) {
          if (isOutage(error)) {
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
        client.off('error', discard);
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

function parserOf(oid: number, format?: string) {
  const parse = format === 'binary' ? undefined : rowTypeParsers[oid];
  return parse ?? pg.types.getTypeParser(oid, format as 'text');
}
