// A standing database gives what a database that was just opened gives, whatever it was used for before.
import { afterEach, describe, expect, it } from 'vitest';
import { openStandingDuckDB, type StandingDuckDB } from '../../../src/warehouse/standing/standing-duckdb.ts';

const opened: StandingDuckDB[] = [];

async function open(): Promise<StandingDuckDB> {
  const duckdb = await openStandingDuckDB({ memoryBytes: 2 ** 28 });
  opened.push(duckdb);
  return duckdb;
}

afterEach(async () => {
  for (const duckdb of opened.splice(0)) await duckdb[Symbol.asyncDispose]();
});

/** What a script gives when it is run several times in one database, each time after `clear`. */
async function repeated(script: (duckdb: StandingDuckDB, round: number) => Promise<unknown>): Promise<unknown[]> {
  const duckdb = await open();
  const given: unknown[] = [];
  for (let round = 0; round < 5; round++) {
    await duckdb.begin({ threads: 1, readsManyRows: round % 2 === 1 });
    given.push(await script(duckdb, round));
    expect(await duckdb.clear()).toBe(true);
  }
  return given;
}

const attach = `ATTACH ':memory:' AS model; ATTACH ':memory:' AS step`;

describe('a script that is run again', () => {
  it('finds the tables that it creates empty', async () => {
    const given = await repeated(async (duckdb, round) => {
      await duckdb.run(attach);
      await duckdb.run(`CREATE TABLE model.given AS SELECT ${round} AS number`);
      await duckdb.run(`
        -- A comment; with a semicolon.
        CREATE TABLE step.copies AS SELECT number, ';' AS text FROM model.given;
        INSERT INTO step.copies BY NAME -- All of them once more.
          WITH again AS (FROM model.given) SELECT number, 'again' AS text FROM again`);
      return duckdb.rows('FROM step.copies ORDER BY text');
    });
    const expected = (round: number) => [
      { number: round, text: ';' },
      { number: round, text: 'again' },
    ];
    expect(given).toEqual([0, 1, 2, 3, 4].map(expected));
  });

  it('adds rows to the columns that it names', async () => {
    const given = await repeated(async duckdb => {
      await duckdb.run(attach);
      await duckdb.run('CREATE TABLE step.parts ("type" VARCHAR, rows INTEGER)');
      await duckdb.run(`INSERT INTO step.parts ("type", rows) VALUES ('Account', 3)`);
      await duckdb.run(`INSERT INTO step.parts (rows, "type") SELECT rows + 1, 'copy' FROM step.parts`);
      await duckdb.run('INSERT INTO step.parts (FROM step.parts WHERE rows = 3)');
      return duckdb.rows('FROM step.parts ORDER BY ALL');
    });
    const account = { type: 'Account', rows: 3 };
    expect(given).toEqual(Array(5).fill([account, account, { type: 'copy', rows: 4 }]));
  });

  it('counts the rows of an empty table', async () => {
    const given = await repeated(async (duckdb, round) => {
      await duckdb.run(attach);
      await duckdb.run(`CREATE TABLE model.given AS FROM range(${round === 3 ? 4 : 0}) AS given(number)`);
      await duckdb.run('CREATE TABLE step.counted AS SELECT count(*)::INTEGER AS count FROM model.given');
      await duckdb.run('CREATE TABLE step.large AS SELECT number FROM model.given WHERE number > 1');
      const [large] = await duckdb.rows<{ count: number }>('SELECT count(*)::INTEGER AS count FROM step.large');
      return [...(await duckdb.rows<{ count: number }>('FROM step.counted')), large].map(row => row!.count);
    });
    expect(given).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [4, 2],
      [0, 0],
    ]);
  });

  it('sees the present values of variables, also in macros and over empty tables', async () => {
    const given = await repeated(async (duckdb, round) => {
      await duckdb.run(`${attach}; SET VARIABLE tenant = 'tenant ${round % 2}'; SET VARIABLE most = ${round}`);
      await duckdb.run(`CREATE OR REPLACE TEMP MACRO of_tenant(text) AS getvariable('tenant') || ' ' || text`);
      await duckdb.run('CREATE TABLE model.given (text VARCHAR)');
      await duckdb.run(`
        CREATE TABLE step.named AS SELECT of_tenant('x') AS name;
        CREATE TABLE step.listed AS
          SELECT unnest(range(getvariable('most')))::INTEGER AS number UNION ALL SELECT 100 FROM model.given`);
      const named = await duckdb.rows<{ name: string }>('FROM step.named');
      return [named[0]!.name, (await duckdb.rows('FROM step.listed')).length];
    });
    expect(given).toEqual([0, 1, 2, 3, 4].map(round => [`tenant ${round % 2} x`, round]));
  });

  it('sees rows that other statements add, change and delete', async () => {
    const given = await repeated(async (duckdb, round) => {
      await duckdb.run(`${attach}; CREATE TABLE model.given (number INTEGER, text VARCHAR)`);
      await duckdb.appendIntegers({ schema: 'step', name: await integersOf(duckdb) }, [Int32Array.of(round, 7)]);
      await duckdb.run(`INSERT INTO model.given (number, text) VALUES (${round}, 'first'), (9, 'second')`);
      await duckdb.run(`UPDATE model.given SET text = 'changed' WHERE number = 9`);
      await duckdb.run(
        `INSERT INTO model.given BY NAME SELECT unnest(from_json($rows, '[{"number": "INTEGER"}]'), max_depth := 2)`,
        {
          rows: JSON.stringify(round === 2 ? [] : [{ number: 30 + round }]),
        },
      );
      await duckdb.run('DELETE FROM model.given WHERE number = 7');
      await duckdb.run(
        'CREATE TABLE step.seen AS SELECT number, text FROM model.given JOIN step.integers USING (number)',
      );
      return [
        await duckdb.rows('SELECT number, text FROM model.given ORDER BY number DESC LIMIT 2'),
        await duckdb.rows('FROM step.seen'),
      ];
    });
    const expected = (round: number) => [
      round === 2
        ? [
            { number: 9, text: 'changed' },
            { number: 2, text: 'first' },
          ]
        : [
            { number: 30 + round, text: null },
            { number: 9, text: 'changed' },
          ],
      [{ number: round, text: 'first' }],
    ];
    expect(given).toEqual([0, 1, 2, 3, 4].map(expected));
  });

  it('uses a macro as it is now', async () => {
    const given = await repeated(async (duckdb, round) => {
      await duckdb.run(`${attach}; CREATE OR REPLACE TEMP MACRO times(number) AS number * ${[2, 2, 2, 3, 2][round]}`);
      await duckdb.run('CREATE TABLE step.seen AS SELECT times(5) AS number');
      return (await duckdb.rows<{ number: number }>('FROM step.seen'))[0]!.number;
    });
    expect(given).toEqual([10, 10, 10, 15, 10]);
  });

  it('reads a view as it is now', async () => {
    const given = await repeated(async (duckdb, round) => {
      await duckdb.run(`${attach}; CREATE TABLE model.given AS SELECT ${round} AS number`);
      const rows = [undefined, `SELECT 7 AS number`, 'FROM model.given', undefined, 'FROM model.given'][round];
      await duckdb.run(
        `CREATE VIEW model.late AS SELECT NULL::INTEGER AS number WHERE false${rows ? ` UNION ALL ${rows}` : ''}`,
      );
      await duckdb.run(
        'CREATE VIEW model.later AS FROM model.late; CREATE TABLE step.seen AS SELECT number FROM model.later',
      );
      return (await duckdb.rows<{ number: number }>('FROM step.seen')).map(({ number }) => number);
    });
    expect(given).toEqual([[], [7], [2], [], [4]]);
  });

  it('may create a view where there was a table, and a table where there was a view', async () => {
    const given = await repeated(async (duckdb, round) => {
      await duckdb.run(`${attach}; CREATE TABLE model.given AS SELECT ${round} AS number`);
      const kind = round % 2 === 0 ? 'VIEW' : 'TABLE';
      await duckdb.run(`CREATE ${kind} step.seen AS SELECT number FROM model.given`);
      await duckdb.run('CREATE TABLE step.doubled AS SELECT 2 * number AS number FROM step.seen');
      await duckdb.run('DROP TABLE model.given; CREATE TABLE model.given AS SELECT 50::INTEGER AS number');
      return duckdb.rows('SELECT doubled.number, seen.number AS seen FROM step.doubled, step.seen');
    });
    expect(given).toEqual([0, 1, 2, 3, 4].map(round => [{ number: 2 * round, seen: round % 2 === 0 ? 50 : round }]));
  });

  it('reads the files of its own round', async () => {
    const given = await repeated(async (duckdb, round) => {
      await duckdb.run(`${attach}; ATTACH '/dev/null/${round}' AS outside`).catch(() => {});
      await duckdb.run(`CREATE VIEW memory.main."Account" AS SELECT ${round} AS number`);
      return duckdb.rows('FROM "Account"');
    });
    expect(given).toEqual([0, 1, 2, 3, 4].map(number => [{ number }]));
  });

  it('can use a database that it detached and attached again', async () => {
    const given = await repeated(async (duckdb, round) => {
      await duckdb.run(`${attach}; CREATE TABLE step.numbers AS SELECT ${round} AS number`);
      await duckdb.run(`DETACH step; ATTACH ':memory:' AS step; CREATE TABLE step.numbers AS SELECT 10 AS number`);
      await duckdb.run(`ATTACH OR REPLACE ':memory:' AS step; CREATE TABLE step.numbers AS SELECT 20 AS number`);
      return duckdb.rows('FROM step.numbers');
    });
    expect(given).toEqual(Array.from({ length: 5 }, () => [{ number: 20 }]));
  });
});

it('a database whose relations were changed in another way is not used again', async () => {
  for (const statement of ['ALTER TABLE model.given RENAME TO other', "CREATE TYPE model.mood AS ENUM ('glad')"]) {
    const duckdb = await open();
    await duckdb.run(`${attach}; CREATE TABLE model.given (number INTEGER)`);
    await duckdb.run(statement);
    expect(await duckdb.clear()).toBe(false);
  }
});

async function integersOf(duckdb: StandingDuckDB): Promise<string> {
  await duckdb.run('CREATE TABLE step.integers (number INTEGER)');
  return 'integers';
}
