import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { knownMigrations, migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { OperatorError } from '../../src/errors.ts';
import { describeEngines, type Engine } from '../support/servers/engines.ts';

describeEngines('migrations', start => {
  let engine: Engine;
  let database: Database;
  let folder: string;
  beforeAll(async () => {
    engine = await start();
  });
  beforeEach(async () => {
    database = await engine.open();
    folder = mkdtempSync(join(tmpdir(), 'rolecall-migrations-'));
    write('0001_first.sql', 'CREATE TABLE first (id int);\nINSERT INTO first VALUES (1);\n');
    write('0002_second.sql', 'CREATE TABLE second (id int);');
    return () => rmSync(folder, { recursive: true });
  });
  afterAll(() => engine.stop());

  const write = (name: string, script: string) => writeFileSync(join(folder, name), script);
  const refusal = async () => {
    const error = await migrate(database, folder).then(
      () => undefined,
      reason => reason,
    );
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message;
  };

  it('applies each file once, in order', async () => {
    expect(await migrate(database, folder)).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await migrate(database, folder)).toEqual([]);
    write('0003_third.sql', 'CREATE TABLE third (id int)');
    expect(await migrate(database, folder)).toEqual(['0003_third.sql']);
    await expect(database.query('SELECT * FROM first')).resolves.toEqual([{ id: 1 }]);
  });

  it('leaves nothing of a file that fails half-way, and continues once it is corrected', async () => {
    write('0003_bad.sql', 'CREATE TABLE third (id int); CREATE TABLE broken (id nosuchtype);');
    await expect(migrate(database, folder)).rejects.toThrow(/nosuchtype/);
    await expect(database.query('SELECT * FROM third')).rejects.toThrow(/third/);
    write('0003_bad.sql', 'CREATE TABLE third (id int);');
    expect(await migrate(database, folder)).toEqual(['0003_bad.sql']);
  });

  it('refuses an applied file that was changed, but not other line ends', async () => {
    await migrate(database, folder);
    write('0001_first.sql', 'CREATE TABLE first (id int);\r\nINSERT INTO first VALUES (1);\r\n');
    expect(await migrate(database, folder)).toEqual([]);
    write('0001_first.sql', 'CREATE TABLE first (id bigint);');
    expect(await refusal()).toContain('sql/state/0001_first.sql was changed');
  });

  it('refuses a database that is newer than the files', async () => {
    await migrate(database, folder);
    unlinkSync(join(folder, '0002_second.sql'));
    expect(await refusal()).toMatch(/newer.*0002_second\.sql/);
  });

  it('refuses a file numbered before one that was applied, a number given twice, and other names', async () => {
    write('0005_fifth.sql', 'SELECT 1');
    await migrate(database, folder);
    write('0004_fourth.sql', 'SELECT 1');
    expect(await refusal()).toMatch(/0004_fourth\.sql comes before 0005_fifth\.sql/);
    write('0004_twice.sql', 'SELECT 1');
    expect(await refusal()).toMatch(/0004_fourth\.sql has the same number/);
    write('6_sixth.sql', 'SELECT 1');
    expect(await refusal()).toMatch(/must be named like/);
  });

  it.for([2, 5])('lets %i processes start at once', async (count, { skip }) => {
    if (!engine.server) return skip('the embedded engine has one process');
    const url = await engine.server.createDatabase();
    const pools = await Promise.all(Array.from({ length: count }, () => openDatabase({ url })));
    const applied = await Promise.all(pools.map(pool => migrate(pool)));
    expect(applied.flat().sort()).toEqual((await knownMigrations()).map(migration => migration.name));
    await Promise.all(pools.map(pool => pool.close()));
  });

  it('applies the real files', async () => {
    expect(await migrate(database)).toContain('0001_access.sql');
    expect(await migrate(database)).toEqual([]);
  });
});
