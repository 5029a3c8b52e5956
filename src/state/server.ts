// The server engine: a pool of connections to a PostgreSQL server.
import pg from 'pg';
import { OperatorError } from '../errors.ts';
import { rowTypeParsers } from './row-types.ts';
import type { Sessions } from './sessions.ts';

const maximumConnections = 10;
const connectTimeoutMs = 10_000;
const idleTimeoutMs = 30_000;

/** Connect to `url` (`postgresql://user:password@host:port/database`); fails at once when the server cannot be reached. */
export async function openServer(url: string): Promise<Sessions> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new OperatorError('database_url must look like postgresql://user:password@host:5432/database');
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: maximumConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    application_name: 'rolecall',
    options: '-c timezone=UTC -c bytea_output=hex',
    types: { getTypeParser: parserOf },
  });
  // The server closed an idle connection (a restart, a failover). The pool drops it and opens another when needed.
  pool.on('error', () => {});

  const sessions: Sessions = {
    async withSession(work) {
      const client = await pool.connect();
      let broken = false;
      const discard = () => {
        broken = true;
      };
      // Without a listener, a connection that breaks while in use would end the process; its statement rejects anyway.
      client.on('error', discard);
      try {
        return await work(
          {
            run: async (text, values) => (await client.query(text, [...values])).rows,
            script: async text => {
              await client.query(text);
            },
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

  try {
    await sessions.withSession(session => session.run('SELECT 1', []));
  } catch (cause) {
    await pool.end();
    const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause);
    throw new OperatorError(`The PostgreSQL server of database_url cannot be used: ${reason}`, { cause });
  }
  return sessions;
}

function parserOf(oid: number, format?: string) {
  const parse = format === 'binary' ? undefined : rowTypeParsers[oid];
  return parse ?? pg.types.getTypeParser(oid, format as 'text');
}
