// The type of an error of the real engine, in each form in which DuckDB states it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { faultMessage, isShortage } from '../../src/warehouse/disk-full.ts';
import { openDuckDB } from '../../src/warehouse/duckdb.ts';
import { engineErrorOf, isOutOfMemory } from '../../src/warehouse/duckdb-errors.ts';

async function failing(sql: string, asJson: boolean): Promise<unknown> {
  const spillFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'duckdb-errors-'));
  onTestFinished(() => fs.rmSync(spillFolder, { recursive: true }));
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder, threads: 1, memoryBytes: 16 * 2 ** 20 });
  await duckdb.run(`SET errors_as_json = ${asJson}`);
  return duckdb.rows(sql).then(
    () => undefined,
    error => error,
  );
}

it.each([false, true])('an error for want of memory is recognised, errors_as_json = %s', async asJson => {
  const error = await failing('SELECT list(repeat(i::VARCHAR, 100)) FROM range(10000000) t(i)', asJson);
  expect(engineErrorOf(error)).toMatchObject({ exception_type: 'Out of Memory' });
  expect([isOutOfMemory(error), isShortage(error)]).toEqual([true, true]);
  expect(faultMessage(error, '/data')).toMatch(/^the memory is not enough; raise build\.memory_mb, .* sync again \(/);
});

it.each([false, true])('an error whose text only mentions memory is not, errors_as_json = %s', async asJson => {
  const error = await failing("SELECT error('Out of Memory Error: no')", asJson);
  expect(engineErrorOf(error)).toMatchObject({ exception_type: 'Invalid Input' });
  expect(isOutOfMemory(error)).toBe(false);
});

it('an error that is not of DuckDB has no type', () => {
  expect([engineErrorOf(new Error('away')), engineErrorOf(undefined)]).toEqual([undefined, undefined]);
});
