// Closing DuckDB while statements run, as a run that is aborted does.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DuckDB, openDuckDB } from '../../src/warehouse/duckdb.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'rolecall-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openDuckDB({ file: ':memory:', spillFolder: folder, threads: 1, memoryBytes: 2 ** 28 });
const count =
  'SELECT count(*)::INTEGER AS rows FROM range(2000) AS one, range(2000) AS other WHERE one.range < other.range';

it('waits for the statements that run, and refuses further ones', async () => {
  let duckdb: DuckDB;
  let left: Promise<unknown[]>;
  {
    await using opened = await open();
    duckdb = opened;
    left = opened.rows(count);
  }
  await expect(left).resolves.toEqual([{ rows: 1_999_000 }]);
  await expect(duckdb.run('SELECT 1')).rejects.toThrow('DuckDB is closed');
});

it('runs no statement that waits for a connection', async () => {
  let all: Promise<PromiseSettledResult<unknown[]>[]>;
  {
    await using duckdb = await open();
    const statements = await duckdb.sideBySide(2, 'SELECT 1');
    all = Promise.allSettled([1, 2, 3, 4].map(() => statements.rows(count)));
  }
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
});
