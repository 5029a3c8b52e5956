// The state database on a server that goes away and comes back.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/state/database.ts';
import { openDatabase } from '../../src/state/open-database.ts';
import { isUnavailable } from '../../src/state/statement-error.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../support/postgres.ts';

describe.skipIf(postgresMissing)('state database during an outage', () => {
  let server: PostgresServer;
  let database: Database;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  beforeEach(async () => {
    url = await server.createDatabase();
    database = await openDatabase({ url, connections: 4, statementTimeoutMs: 1000 });
    await database.execute('CREATE TABLE item (id int PRIMARY KEY)');
    return () => database.close();
  });
  afterAll(() => server.stop());

  const failure = async (work: Promise<unknown>) => {
    const begun = performance.now();
    const error = await work.then(
      () => expect.fail('it should have failed'),
      reason => reason,
    );
    return { error, tookMs: performance.now() - begun };
  };

  it('says at once that nobody answers, and answers once somebody does', async () => {
    await Promise.all(Array.from({ length: 8 }, () => database.query('SELECT 1')));
    await server.halt();
    for (const work of [
      () => database.query('SELECT 1'),
      () => database.query('INSERT INTO item VALUES (1)'),
      () => database.transaction(transaction => transaction.query('INSERT INTO item VALUES (1)')),
    ]) {
      const { error, tookMs } = await failure(work());
      expect(error).toSatisfy(isUnavailable);
      expect(tookMs).toBeLessThan(500);
    }
    await server.resume();
    await expect(database.query('SELECT count(*) AS n FROM item')).resolves.toEqual([{ n: 0 }]);
    await expect(database.query('INSERT INTO item VALUES (1) RETURNING id')).resolves.toEqual([{ id: 1 }]);
  });

  it('reads again when its connection was ended under it, and never writes again', async () => {
    // Every connection stands before, so that the three statements run beside each other.
    await Promise.all(Array.from({ length: 4 }, () => database.query('SELECT 1 FROM pg_sleep(0.1)')));
    const read = database.query('SELECT 7 AS seven FROM pg_sleep(0.4)');
    const write = failure(database.query('INSERT INTO item SELECT 1 FROM pg_sleep(0.4)'));
    const inTransaction = failure(
      database.transaction(transaction => transaction.query('SELECT 7 FROM pg_sleep(0.4)')),
    );
    await untilRunning(3);
    await server.dropConnections(url);
    await expect(read).resolves.toEqual([{ seven: 7 }]);
    for (const { error } of await Promise.all([write, inTransaction])) {
      expect(error).toSatisfy(isUnavailable);
      expect(error.message).toContain('pg_sleep');
    }
    await expect(database.query('SELECT count(*) AS n FROM item')).resolves.toEqual([{ n: 0 }]);
  });

  it('gives up on a server that says nothing, connections under way included', async () => {
    const transaction = failure(
      database.transaction(async inner => {
        await inner.query('INSERT INTO item VALUES (1)');
        server.freeze();
        await inner.query('INSERT INTO item VALUES (2)');
      }),
    );
    const { error, tookMs } = await transaction;
    expect(error).toSatisfy(isUnavailable);
    // The statement's limit and its grace; the ROLLBACK is not waited for once more.
    expect(tookMs).toBeLessThan(3000);
    const connecting = await failure(Promise.all([1, 2].map(() => database.query('SELECT 1'))));
    expect(connecting.error).toSatisfy(isUnavailable);
    expect(connecting.tookMs).toBeLessThan(3500);
    server.thaw();
    await expect(database.query('SELECT count(*) AS n FROM item')).resolves.toEqual([{ n: 0 }]);
  });

  it('takes a primary that became a standby for an outage, and leaves its connection', async () => {
    await database.query('SELECT 1');
    const standby = database.transaction(async transaction => {
      await transaction.query('SET TRANSACTION READ ONLY');
      await transaction.query('INSERT INTO item VALUES (1)');
    });
    expect((await failure(standby)).error).toSatisfy(isUnavailable);
    await database.query('INSERT INTO item VALUES (1)');
  });

  it('does not take a refused statement for an outage', async () => {
    for (const statement of ['SELECT 1/0', 'SELECT missing', 'INSERT INTO item VALUES (NULL)', 'SELECT pg_sleep(2)']) {
      expect((await failure(database.query(statement))).error, statement).not.toSatisfy(isUnavailable);
    }
  });

  it('keeps to the connections that it was given', async () => {
    const pids = await Promise.all(
      Array.from({ length: 12 }, () =>
        database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid FROM pg_sleep(0.05)'),
      ),
    );
    expect(new Set(pids.map(([row]) => row!.pid)).size).toBe(4);
  });

  async function untilRunning(count: number): Promise<void> {
    for (const deadline = Date.now() + 5000; Date.now() < deadline; ) {
      const running = await database.query(
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND state = 'active' AND pid <> pg_backend_pid()`,
      );
      if (running.length === count) return;
    }
    throw new Error(`no ${count} statements are running`);
  }
});
