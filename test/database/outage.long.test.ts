// The state database on a server that becomes unavailable and comes back.
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { isUnavailable } from '../../src/database/statement-error.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../support/servers/postgres.ts';
import { patienceMs, until } from '../support/until.ts';

describe.skipIf(postgresMissing)('state database during an outage', () => {
  let server: PostgresServer;
  let database: Database;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
  });
  beforeEach(async () => {
    url = await server.createDatabase();
    database = await openDatabase({ url, connections: 4, statementTimeoutMs: 1000 });
    await database.execute('CREATE TABLE item (id int PRIMARY KEY)');
    return () => database.close();
  });
  afterAll(() => server.stop());

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it should have failed'),
      reason => reason,
    );
  /** Another pool on the same database with this limit for statements. */
  async function openPatient(statementTimeoutMs: number): Promise<Database> {
    const opened = await openDatabase({ url, connections: 4, statementTimeoutMs });
    onTestFinished(() => opened.close());
    return opened;
  }

  it('reports at once that the server is down, and works again once it is up', async () => {
    await Promise.all(Array.from({ length: 8 }, () => database.query('SELECT 1')));
    await server.halt();
    for (const work of [
      () => database.query('SELECT 1'),
      () => database.query('INSERT INTO item VALUES (1)'),
      () => database.transaction(transaction => transaction.query('INSERT INTO item VALUES (1)')),
    ]) {
      const error = await failure(work());
      expect(error).toSatisfy(isUnavailable);
      // Reported without waiting for a timeout.
      expect(error.message).not.toMatch(/timeout/);
    }
    await server.resume();
    await expect(database.query('SELECT count(*) AS n FROM item')).resolves.toEqual([{ n: 0 }]);
    await expect(database.query('INSERT INTO item VALUES (1) RETURNING id')).resolves.toEqual([{ id: 1 }]);
  });

  it('retries a read whose connection was closed, and never a write', async () => {
    const patient = await openPatient(patienceMs);
    // Sleeps while this row exists, so that the three statements run at the same time until their connections are closed.
    const sleeping = '(SELECT pg_sleep(count(*) * 60) FROM item WHERE id = 0) AS slept';
    await database.execute('INSERT INTO item VALUES (0)');
    const read = patient.query(`SELECT 7 AS seven FROM ${sleeping}`);
    const write = failure(patient.query(`INSERT INTO item SELECT 1 FROM ${sleeping}`));
    const inTransaction = failure(patient.transaction(transaction => transaction.query(`SELECT 7 FROM ${sleeping}`)));
    await untilRunning(3);
    await database.query('DELETE FROM item');
    await server.dropConnections(url);
    await expect(read).resolves.toEqual([{ seven: 7 }]);
    for (const error of await Promise.all([write, inTransaction])) {
      expect(error).toSatisfy(isUnavailable);
      expect(error.message).toContain('pg_sleep');
    }
    await expect(database.query('SELECT count(*) AS n FROM item')).resolves.toEqual([{ n: 0 }]);
  });

  it('times out when the server does not answer, also while connecting', async () => {
    const statementTimeoutMs = 3000;
    const limited = await openPatient(statementTimeoutMs);
    let failedAt = 0;
    const transaction = failure(
      limited.transaction(async inner => {
        await inner.query('INSERT INTO item VALUES (1)');
        await server.freeze();
        await inner.query('INSERT INTO item VALUES (2)').finally(() => {
          failedAt = performance.now();
        });
      }),
    );
    const error = await transaction;
    expect(error).toSatisfy(isUnavailable);
    expect(error.message).toMatch(/Query read timeout/);
    // Does not wait for the ROLLBACK as well.
    expect(performance.now() - failedAt).toBeLessThan(statementTimeoutMs);
    const connecting = await failure(Promise.all([1, 2].map(() => limited.query('SELECT 1'))));
    expect(connecting).toSatisfy(isUnavailable);
    // Does not wait for an earlier connection.
    expect(connecting.message).toMatch(/^no connection to the state database: .*timeout/);
    server.thaw();
    await expect(database.query('SELECT count(*) AS n FROM item')).resolves.toEqual([{ n: 0 }]);
  });

  it('treats a primary that became a standby as an outage, and closes its connection', async () => {
    await database.query('SELECT 1');
    const standby = database.transaction(async transaction => {
      await transaction.query('SET TRANSACTION READ ONLY');
      await transaction.query('INSERT INTO item VALUES (1)');
    });
    expect(await failure(standby)).toSatisfy(isUnavailable);
    await database.query('INSERT INTO item VALUES (1)');
  });

  it('does not treat a refused statement as an outage', async () => {
    for (const statement of ['SELECT 1/0', 'SELECT missing', 'INSERT INTO item VALUES (NULL)', 'SELECT pg_sleep(2)']) {
      expect(await failure(database.query(statement)), statement).not.toSatisfy(isUnavailable);
    }
  });

  it('opens no more connections than configured', async () => {
    const pids: number[] = [];
    const { promise: allHeld, resolve: letGo } = Promise.withResolvers<void>();
    const transactions = Array.from({ length: 12 }, () =>
      database.transaction(async transaction => {
        const [row] = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        pids.push(row!.pid);
        await allHeld;
      }),
    );
    await until(
      () => pids.length,
      count => count >= 4,
    );
    letGo();
    await Promise.all(transactions);
    expect(pids).toHaveLength(12);
    expect(new Set(pids).size).toBe(4);
  });

  async function untilRunning(count: number): Promise<void> {
    await until(
      () =>
        database.query(
          `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND wait_event = 'PgSleep' AND pid <> pg_backend_pid()`,
        ),
      running => running.length === count,
    );
  }
});
