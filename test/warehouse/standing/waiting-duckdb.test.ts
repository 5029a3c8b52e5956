// Databases that wait for their next use: what a use finds, and which databases are closed.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { DuckDB } from '../../../src/warehouse/duckdb.ts';
import { withDuckDB } from '../../../src/warehouse/waiting-duckdb.ts';
import { temporaryFolder } from '../../support/service/service.ts';

const limits = { threads: 1, memoryBytes: 64 * 1024 * 1024 };

const mark = (duckdb: DuckDB, text: string) => duckdb.run(`SET VARIABLE mark = '${text}'`);

async function markOf(duckdb: DuckDB): Promise<unknown> {
  const [row] = await duckdb.rows<{ mark: unknown }>(`SELECT getvariable('mark') AS mark`);
  return row!.mark;
}

it('a database is used again, by one use at a time, until a use fails', async () => {
  const use = <Result>(name: string, work: (duckdb: DuckDB) => Promise<Result>) =>
    withDuckDB({ ...limits, spillFolder: path.join(temporaryFolder(), name) }, work);
  await use('first', duckdb => mark(duckdb, 'first'));
  await use('second', async duckdb => {
    expect(await markOf(duckdb)).toBe('first');
    expect(await use('meanwhile', markOf)).toBeNull();
  });
  await expect(use('broken', duckdb => duckdb.run('SELECT nothing'))).rejects.toThrow(/nothing/);
  expect(await use('after', markOf)).toBeNull();
});

it('what one use spilled to its folder does not concern the next one', async () => {
  const spilled = temporaryFolder();
  const rows = `SELECT range AS number, md5(range::VARCHAR) AS text FROM range(2000000)`;
  await withDuckDB({ ...limits, spillFolder: path.join(spilled, 'spill') }, async duckdb => {
    await duckdb.run(`CREATE TEMP TABLE many AS ${rows}`);
    expect(fs.readdirSync(path.join(spilled, 'spill'))).not.toEqual([]);
    await duckdb.run('DROP TABLE many');
  });
  fs.rmSync(spilled, { recursive: true });
  const spillFolder = path.join(temporaryFolder(), 'spill');
  const [row] = await withDuckDB({ ...limits, spillFolder }, async duckdb => {
    await duckdb.run(`CREATE TEMP TABLE many AS ${rows}`);
    const counted = await duckdb.rows<{ count: bigint }>('SELECT count(*) AS count FROM many');
    await duckdb.run('DROP TABLE many');
    return counted;
  });
  expect(row!.count).toBe(2_000_000n);
});
