// Statements that run beside others of the same database.
import { expect, it } from 'vitest';
import { openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { openStandingDuckDB } from '../../../src/warehouse/standing/standing-duckdb.ts';
import { temporaryFolder } from '../../support/service/service.ts';

const setup = `SET search_path = 'memory.main'`;

const open = (threads: number) =>
  openDuckDB({ file: ':memory:', spillFolder: temporaryFolder(), threads, memoryBytes: 2 ** 28 });

it('another connection shares the tables, but no transaction', async () => {
  await using duckdb = await open(1);
  await duckdb.run('CREATE TABLE shared (value INTEGER)');
  const beside = (await duckdb.another(setup))!;
  await duckdb.run('BEGIN');
  await duckdb.run('INSERT INTO shared VALUES (1)');
  expect(await beside.rows('FROM shared')).toEqual([]);
  await duckdb.run('COMMIT');
  expect(await beside.rows('FROM shared')).toEqual([{ value: 1 }]);
});

it('where statements use several threads, and in a standing database, nothing runs beside them', async () => {
  await using duckdb = await open(1);
  await duckdb.setThreads(2);
  expect(await duckdb.another(setup)).toBeUndefined();
  const [{ threads }] = (await duckdb.rows(`SELECT current_setting('threads') AS threads`)) as [{ threads: bigint }];
  expect(threads).toBe(2n);
  await using standing = await openStandingDuckDB({ memoryBytes: 2 ** 28 });
  expect(await standing.another(setup)).toBeUndefined();
});
