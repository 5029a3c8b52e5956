// Rows of queries over real databases: PostgreSQL, MariaDB and SQLite. The same tables give the same records in each.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import { type MariadbServer, mariadbMissing, startMariadb } from '../../support/servers/mariadb.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../../support/servers/postgres.ts';
import { type ApiSource, apiCheck, apiPages, apiRead } from './scripted-api.ts';
import { sourceFolder } from './source-folder.ts';

/** A database with the tables of the tests. */
interface TestDatabase {
  /** Settings of the source. */
  readonly sql: object;
  /** What stands before the name of a table. */
  readonly schema: string;
  run(statements: string): Promise<void>;
  close(): Promise<void>;
}

const tables = (schema: string, type: { time: string; number: string }) => `
CREATE TABLE ${schema}people (id ${type.number}, name VARCHAR(100), active INTEGER, team VARCHAR(20), seen ${type.time}, version INTEGER);
CREATE TABLE ${schema}teams (code VARCHAR(20), label VARCHAR(100));
INSERT INTO ${schema}teams VALUES ('core', 'Core Team');
INSERT INTO ${schema}people VALUES (9007199254740993, 'Ada Noë', 1, 'core', '2026-11-01 09:05:00', 1);
INSERT INTO ${schema}people VALUES (7, 'Bob; DROP TABLE people', 0, NULL, NULL, 2);
CREATE TABLE ${schema}many (id INTEGER);
`;

const opened: TestDatabase[] = [];
afterAll(async () => {
  for (const database of opened) await database.close();
});

async function postgres(): Promise<TestDatabase> {
  const server: PostgresServer = await startPostgres();
  const url = new URL(await server.createDatabase());
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const sql = {
    postgres: { host: '127.0.0.1', port: Number(url.port), user: 'postgres', database: url.pathname.slice(1) },
  };
  const run = async (statements: string) => void (await client.query(statements));
  await run(tables('public.', { time: 'TIMESTAMPTZ', number: 'BIGINT' }).replaceAll(":00'", ":00+00'"));
  return {
    sql,
    schema: 'public.',
    run,
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

async function mariadb(): Promise<TestDatabase> {
  const server: MariadbServer = await startMariadb();
  const run = async (statements: string) => void server.run(`SET time_zone = '+00:00'; ${statements}`);
  await run(
    `CREATE DATABASE app; CREATE USER reader@'%'; GRANT SELECT, INSERT ON app.* TO reader@'%'; ${tables('app.', { time: 'TIMESTAMP NULL', number: 'BIGINT' })}`,
  );
  const sql = { mysql: { host: '127.0.0.1', port: server.port, user: 'reader' } };
  return { sql, schema: 'app.', run, close: () => server.stop() };
}

async function sqlite(): Promise<TestDatabase> {
  const file = join(sourceFolderOnce(), 'people.sqlite');
  const database = new DatabaseSync(file);
  const run = async (statements: string) => database.exec(statements);
  await run(tables('', { time: 'TEXT', number: 'INTEGER' }));
  return { sql: { sqlite: { file } }, schema: '', run, close: async () => database.close() };
}

/** A folder that stays until the end of the tests. */
function sourceFolderOnce(): string {
  return mkdtempSync(join(tmpdir(), 'rolecall-sqlite-'));
}

const description = (schema: string, more = '') => `application: { name: X }
queries:
  people: { sql: "SELECT id, name, active, team, seen, version FROM ${schema}people"${more} }
  teams: { sql: "SELECT code, label FROM ${schema}teams;" }
  many: { sql: "SELECT id FROM ${schema}many" }
objects:
  Account:
    query: people
    fields:
      id: id
      alias: name
      type: { constant: User }
      enabled: active
      lastActivityDate: seen
      department: { lookup: { query: teams, column: team, key: code, value: label } }
  UserGroup: { query: many, fields: { id: id, name: id } }
`;

function sourceOf({ sql }: TestDatabase, text: string): ApiSource {
  return { settings: customApplication.settings.parse({ folder: sourceFolder({ 'config/x.yaml': text }), sql }) };
}

const ada = {
  id: '9007199254740993',
  alias: 'Ada Noë',
  type: 'User',
  enabled: true,
  lastActivityDate: '2026-11-01T09:05:00.000Z',
  department: 'Core Team',
};
const bob = { id: '7', alias: 'Bob; DROP TABLE people', type: 'User', enabled: false };

describe.each([
  ['PostgreSQL', postgres, postgresMissing],
  ['MariaDB', mariadb, mariadbMissing],
  ['SQLite', sqlite, undefined],
] as const)('%s', (_, start, missing) => {
  let database: TestDatabase;
  beforeAll(async () => {
    if (missing !== undefined) return;
    database = await start();
    opened.push(database);
  });
  const it = test.skipIf(missing !== undefined);

  it('gives rows with all digits, times and lookups', async () => {
    const source = sourceOf(database, description(database.schema));
    expect(await apiRead(source, 'Account')).toMatchObject({ records: [ada, bob], gaps: [], rejected: [] });
    expect((await apiCheck(source)).problems).toEqual([
      expect.objectContaining({ severity: 'warning', message: 'no row becomes a UserGroup' }),
    ]);
  });

  it('streams rows in pages', async () => {
    const values = Array.from({ length: 2500 }, (__, index) => `(${index})`).join(',');
    await database.run(`INSERT INTO ${database.schema}many VALUES ${values}`);
    const pages = await apiPages(sourceOf(database, description(database.schema)), 'UserGroup');
    expect(pages.map(({ records }) => records.length)).toEqual([1000, 1000, 500]);
    expect(pages[1]!.place!(0)).toBe('many[1000]');
  });

  it('asks for what changed by a column', async () => {
    const source = sourceOf(database, description(database.schema, ', since: { column: version }'));
    const full = await apiRead(source, 'Account');
    expect(full).toMatchObject({ changesOnly: false, records: [ada, bob] });
    await database.run(`INSERT INTO ${database.schema}people VALUES (8, 'Eve', 1, NULL, NULL, 3)`);
    const changes = await apiRead(source, 'Account', full.next);
    expect(changes.changesOnly).toBe(true);
    expect(changes.records.map(({ id }) => id).toSorted()).toEqual(['7', '8']);
    await database.run(`DELETE FROM ${database.schema}people WHERE id = 8`);
  });

  it.each([
    ['INSERT INTO {}many VALUES (-1)', /query many: [\s\S]*; correct the query/],
    ['SELECT id FROM {}many; INSERT INTO {}many VALUES (-1)', /query many: /],
    [
      'SELECT id FROM {}many) AS a; COMMIT; INSERT INTO {}many VALUES (-1); SELECT * FROM (SELECT id FROM {}many',
      /query many: /,
    ],
    ['WITH gone AS (DELETE FROM {}many RETURNING id) SELECT id FROM gone', /query many: /],
    ['COMMIT', /query many: /],
    ['SELECT id FROM {}no_such_table', /query many: [\s\S]*no_such_table/],
    ['SELEC id', /query many: /],
    ['SELECT 1 AS other', /column `id` is not in the rows of the query many; .*`other`/],
  ])('%s: changes nothing, and says why', async (sql, says) => {
    const text = description(database.schema).replace(
      /many: \{.*\}/,
      `many: { sql: ${JSON.stringify(sql.replaceAll('{}', database.schema))} }`,
    );
    const source = sourceOf(database, text);
    const shown = (await apiCheck(source)).problems
      .map(({ place, message, fix }) => `${place}: ${message}; ${fix}`)
      .join('\n');
    const count = (await apiRead(sourceOf(database, description(database.schema)), 'UserGroup')).records;
    expect(count.map(({ id }) => id)).not.toContain('-1');
    expect(count).toHaveLength(2500);
    if (shown !== '') expect(shown).toMatch(says);
    else expect(sql).toContain(';');
  });
});

test('a SQLite file that is none', async () => {
  const folder = sourceFolder({ 'config/x.yaml': description(''), 'people.sqlite': 'no database at all, only text' });
  const sql = (file: string) => ({ settings: customApplication.settings.parse({ folder, sql: { sqlite: { file } } }) });
  expect((await apiCheck(sql(join(folder, 'people.sqlite')))).problems).toMatchObject([
    { message: expect.stringMatching(/not a database/) },
  ]);
  expect((await apiCheck(sql(join(folder, 'none.sqlite')))).problems).toMatchObject([
    { message: 'cannot be read (ENOENT)' },
  ]);
});

test('a description with queries, and a source without a database', async () => {
  const settings = customApplication.settings.parse({ folder: sourceFolder({ 'config/x.yaml': description('') }) });
  expect((await apiCheck({ settings })).problems).toMatchObject([
    { place: 'settings.sql', message: 'is missing, and the description has queries' },
  ]);
});
