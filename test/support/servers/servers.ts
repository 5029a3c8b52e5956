// Redis and PostgreSQL for tests that only use them: the servers that the environment names, or new ones. Tests that kill or
// restart a server always start their own.
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import pg from 'pg';
import { type PostgresServer, postgresMissing, startPostgres } from './postgres.ts';
import { redisMissing, startRedis } from './redis.ts';

/** `redis://…`; tests use only names of their own in it. */
const givenRedis = process.env['ROLECALL_TEST_REDIS_URL'];
/** `postgresql://…`, of a role that may create databases. */
const givenPostgres = process.env['ROLECALL_TEST_POSTGRES_URL'];

/** Why there is no Redis; undefined when there is one. */
export const noRedis = givenRedis ? undefined : redisMissing;
export const noPostgres = givenPostgres ? undefined : postgresMissing;

export async function useRedis(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  return givenRedis ? { url: givenRedis, stop: async () => {} } : startRedis();
}

/** `stop` drops the databases that were created. */
export async function usePostgres(): Promise<Pick<PostgresServer, 'createDatabase' | 'stop'>> {
  if (!givenPostgres) return startPostgres();
  const made: string[] = [];
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: givenPostgres });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  return {
    async createDatabase() {
      const name = `rolecall_test_${randomUUID().replaceAll('-', '')}`;
      await administer(`CREATE DATABASE ${name}`);
      made.push(name);
      const url = new URL(givenPostgres);
      url.pathname = name;
      return url.href;
    },
    async stop() {
      for (const name of made.splice(0)) await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
