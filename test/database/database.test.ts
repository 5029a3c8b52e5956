import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, json } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { isUniqueViolation, StatementError } from '../../src/database/statement-error.ts';
import { describeEngines, type Engine } from '../support/servers/engines.ts';

describeEngines('state database', start => {
  let engine: Engine;
  let database: Database;
  beforeAll(async () => {
    engine = await start();
    database = await engine.open();
    await database.execute('CREATE TABLE item (id int PRIMARY KEY, name text); CREATE TABLE other (id int)');
  });
  afterAll(() => engine.stop());

  const ids = async () => (await database.query<{ id: number }>('SELECT id FROM item ORDER BY id')).map(row => row.id);
  const caught = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => expect.fail('it should have failed'),
      error => error,
    );

  it('returns the same row types on both engines', async () => {
    const [row] = await database.query(
      `SELECT 42::int8 AS int8, 7::int4 AS int4, 1.5::float8 AS float8, 1.50::numeric AS numeric, true AS bool, 'é' AS text,
         '2026-11-21 13:00:00.123456+01'::timestamptz AS at, '2026-11-21'::date AS date, '{"a":[1]}'::jsonb AS jsonb,
         'null'::jsonb AS json_null, NULL::jsonb AS sql_null, '\\x00ff'::bytea AS bytea,
         '6ba7b810-9dad-11d1-80b4-00c04fd430c8'::uuid AS uuid, ARRAY['a','b,"c']::text[] AS texts,
         ARRAY['6ba7b810-9dad-11d1-80b4-00c04fd430c8']::uuid[] AS uuids, count(*) AS count FROM other`,
    );
    expect(row).toEqual({
      int8: 42,
      int4: 7,
      float8: 1.5,
      numeric: '1.50',
      bool: true,
      text: 'é',
      at: new Date('2026-11-21T12:00:00.123Z'),
      date: '2026-11-21',
      jsonb: { a: [1] },
      json_null: null,
      sql_null: null,
      bytea: Buffer.from([0, 255]),
      uuid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      texts: ['a', 'b,"c'],
      uuids: ['6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
      count: 0,
    });
    expect(row?.['at']).toBeInstanceOf(Date);
    expect(Buffer.isBuffer(row?.['bytea'])).toBe(true);
  });

  it('takes the same parameter values on both engines', async () => {
    const at = new Date('2026-11-21T12:00:00.123Z');
    const [row] = await database.query(
      `SELECT $1::timestamptz AS at, $2::jsonb AS object, $3::jsonb AS list, $4::text[] AS texts, $5::bytea AS bytea,
         $6::text AS nothing, $7::text AS missing, $8::boolean AS bool, $9::int8 AS int8, $1::timestamptz::text AS written`,
      [
        at,
        { a: 'b' },
        json([1, 'x', null]),
        ['a', 'NULL', '"'],
        Buffer.from([0, 1]),
        null,
        undefined,
        false,
        2 ** 53 - 1,
      ],
    );
    expect(row).toEqual({
      at,
      object: { a: 'b' },
      list: [1, 'x', null],
      texts: ['a', 'NULL', '"'],
      bytea: Buffer.from([0, 1]),
      nothing: null,
      missing: null,
      bool: false,
      int8: 2 ** 53 - 1,
      written: '2026-11-21 12:00:00.123+00',
    });
  });

  it.each([`SELECT 9007199254740993::int8`, `SELECT 'infinity'::timestamptz`])(
    'refuses a value that JavaScript cannot hold: %s',
    async statement => {
      await expect(database.query(statement)).rejects.toThrow(/cannot be read/);
      await expect(database.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    },
  );

  it('runs a statement again after its table was altered, and after that was rolled back', async () => {
    await database.execute('CREATE TABLE altered (id int); INSERT INTO altered VALUES (1)');
    const statement = 'SELECT * FROM altered';
    expect(await database.query(statement)).toEqual([{ id: 1 }]);
    const error = await caught(
      database.transaction(async transaction => {
        await transaction.execute('ALTER TABLE altered ADD COLUMN name text');
        expect(await transaction.query(statement)).toEqual([{ id: 1, name: null }]);
        throw new Error('undone');
      }),
    );
    expect(error.message).toBe('undone');
    expect(await database.query(statement)).toEqual([{ id: 1 }]);
    await database.execute('ALTER TABLE altered ADD COLUMN name text');
    expect(await database.query(statement)).toEqual([{ id: 1, name: null }]);
  });

  it('runs a statement again after it has failed, and after many others', async () => {
    const statement = 'SELECT 12 / $1::int AS quotient';
    expect(await caught(database.query(statement, [0]))).toMatchObject({ code: '22012' });
    for (let other = 1; other <= 150; other += 1) {
      expect(await database.query(`SELECT $1::int + ${other} AS sum`, [1])).toEqual([{ sum: 1 + other }]);
    }
    expect(await database.query(statement, [4])).toEqual([{ quotient: 3 }]);
    expect(await database.query(`SELECT $1::int + 1 AS sum`, [1])).toEqual([{ sum: 2 }]);
  });

  it('commits a transaction that resolves, and rolls back one that throws', async () => {
    await database.transaction(transaction => transaction.query(`INSERT INTO item VALUES (1, 'kept')`));
    const failure = new Error('changed my mind');
    const result = database.transaction(async transaction => {
      await transaction.query(`INSERT INTO item VALUES (2, 'dropped')`);
      throw failure;
    });
    await expect(result).rejects.toBe(failure);
    expect(await ids()).toEqual([1]);
  });

  it('does not commit a transaction in which a statement failed, even when the error was caught', async () => {
    const result = database.transaction(async transaction => {
      await transaction.query(`INSERT INTO item VALUES (3, 'dropped')`);
      await transaction.query('SELECT 1/0').catch(() => {});
    });
    await expect(result).rejects.toThrow(/rolled back/);
    expect(await ids()).not.toContain(3);
    await expect(database.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  it('survives a failure inside a savepoint', async () => {
    await database.transaction(async transaction => {
      await transaction.query(`INSERT INTO item VALUES (4, 'kept')`);
      const inner = transaction.transaction(savepoint => savepoint.query(`INSERT INTO item VALUES (4, 'twice')`));
      await expect(inner).rejects.toSatisfy(error => isUniqueViolation(error, 'item_pkey'));
      await transaction.query(`INSERT INTO item VALUES (5, 'kept')`);
    });
    expect(await ids()).toEqual(expect.arrayContaining([4, 5]));
  });

  it('reports a constraint that fails only at COMMIT', async () => {
    await database.execute('CREATE TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    await expect(
      database.transaction(transaction => transaction.query('INSERT INTO late VALUES (1), (1)')),
    ).rejects.toSatisfy(isUniqueViolation);
    await expect(database.query('SELECT count(*) AS n FROM late')).resolves.toEqual([{ n: 0 }]);
  });

  it('keeps parallel transactions apart', async () => {
    await database.query('INSERT INTO other VALUES (0)');
    const add = () =>
      database.transaction(async transaction => {
        const [row] = await transaction.query<{ id: number }>('SELECT id FROM other FOR UPDATE');
        await transaction.query('UPDATE other SET id = $1', [row!.id + 1]);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    await expect(database.query('SELECT id FROM other')).resolves.toEqual([{ id: 20 }]);
  });

  it('refuses the outer database inside a transaction instead of waiting for itself', async () => {
    await expect(database.transaction(() => database.query('SELECT 1'))).rejects.toThrow(/handed in/);
    await expect(database.transaction(() => database.transaction(async () => {}))).rejects.toThrow(/handed in/);
  });

  it('refuses a transaction that is over', async () => {
    const leaked = await database.transaction(async transaction => transaction);
    await expect(leaked.query('SELECT 1')).rejects.toThrow(/over/);
  });

  it('never shows bound values in an error, wherever the server puts them', async () => {
    const secret = 'hunter2-hunter2';
    await database.execute('CREATE TABLE guarded (name text UNIQUE CHECK (length(name) < 20), n int)');
    await database.query('INSERT INTO guarded VALUES ($1)', [secret]);
    const failures = [
      database.query('SELECT $1::int', [secret]),
      database.query('SELECT $1::jsonb', [`{${secret}`]),
      database.query('INSERT INTO guarded VALUES ($1)', [secret]),
      database.query('INSERT INTO guarded VALUES ($1)', [`${secret}${secret}`]),
      database.query('SELECT set_config($1, $2, false)', [secret, 'x']),
      database.transaction(transaction => transaction.query('SELECT $1::uuid', [secret])),
    ];
    for (const error of await Promise.all(failures.map(caught))) {
      expect(error).toBeInstanceOf(StatementError);
      expect(error.cause).toBeInstanceOf(Error);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(secret);
      expect(JSON.stringify(error)).not.toContain(secret);
    }
  });

  it('names the statement and the SQLSTATE in an error', async () => {
    const error = await caught(database.query('SELECT missing_column\n  FROM item'));
    expect(error).toMatchObject({ code: '42703', message: expect.stringContaining('SELECT missing_column FROM item') });
  });

  it('continues after its connections were ended by the server', async ({ skip }) => {
    if (!engine.server) return skip('the embedded engine has no connections');
    const url = await engine.server.createDatabase();
    const own = await openDatabase({ url });
    const sleeping = caught(own.query('WITH nap AS (SELECT pg_sleep(30)) SELECT * FROM nap'));
    await own.query('SELECT 1');
    await engine.server.dropConnections(url);
    expect(await sleeping).toBeInstanceOf(StatementError);
    await expect(own.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    const interrupted = own.transaction(async transaction => {
      await transaction.query('SELECT 1');
      await engine.server!.dropConnections(url);
      await transaction.query('SELECT 2');
    });
    expect(await caught(interrupted)).toBeInstanceOf(StatementError);
    await expect(own.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    await own.close();
  });
});
