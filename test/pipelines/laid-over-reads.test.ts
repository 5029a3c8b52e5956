// Reads that land only what has changed: what is served is what a full read would serve, whatever becomes of the runs below.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { SourceUnavailable } from '../../src/connector/transient.ts';
import { openDuckDB } from '../../src/warehouse/duckdb.ts';
import { type ChangingService, range, startChanging } from '../support/service/changing-service.ts';
import { changingSource } from '../support/service/changing-source.ts';
import { until } from '../support/until.ts';

let test: ChangingService;
afterEach(() => test.close());

/** The runs of which landed files are there, and the accounts in the Parquet files of each, oldest first. */
async function landedRows(): Promise<number[]> {
  const folder = path.join(test.folder, 'data/tenants/main/landed/app');
  const { items } = (await test.get('/v1/sync-runs?pageSize=100')).body;
  const runs = items.map(({ id }: { id: string }) => id).reverse() as string[];
  const counts: number[] = [];
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: folder, threads: 1, memoryBytes: 2 ** 28 });
  for (const run of runs.filter(id => fs.existsSync(path.join(folder, id)))) {
    const own = path.join(folder, run, 'Account');
    const landed = fs.existsSync(own) ? fs.readdirSync(own) : [];
    // What a complete read of changes did not bring is unchanged, not missed.
    expect(landed.filter(name => name.includes('unconfirmed'))).toEqual([]);
    const names = landed.filter(name => /^[\d-]+[.]parquet$/.test(name));
    const files = names.map(name => `'${path.join(own, name)}'`);
    // The sweep may remove files meanwhile. The caller then looks again.
    const [row] =
      files.length > 0
        ? await duckdb
            .rows<{ count: bigint }>(`SELECT count(*) AS count FROM read_parquet([${files.join(', ')}])`)
            .catch(() => [])
        : [];
    counts.push(Number(row?.count ?? 0));
  }
  return counts;
}

it('lands only what changed, until there are many runs or many changes', { timeout: 600_000 }, async () => {
  const source = changingSource(100);
  test = await startChanging(source);
  source.put(...range(0, 160));
  await test.sync();
  const sync = async (...changes: readonly (() => void)[]) => {
    for (const change of changes) change();
    const { build } = await test.sync();
    expect(build).toMatchObject({ status: 'Published' });
    await test.expectSame();
    const { unchanged, rows } = await test.lastRead();
    expect(rows + unchanged!).toBe(source.now.size);
  };
  await sync(() => source.put(1));
  await sync(() => source.remove(2));
  // What was removed comes back; what came is removed.
  await sync(
    () => source.put(2),
    () => source.remove(1),
  );
  // A run in which nothing changed has no files.
  await sync();
  await sync(
    () => source.put(1),
    () => source.put(200),
  );
  await sync(
    () => source.remove(200),
    () => source.put(3),
  );
  expect(await landedRows()).toEqual([160, 1, 0, 1, 2, 1]);
  await sync(() => source.put(3));
  await sync(() => source.put(3));
  await sync(() => source.put(3));
  // Objects 1, 2 and 3 differ from those of the first run, and 200 is gone again: now in one run.
  await sync(() => source.put(3));
  await until(landedRows, rows => rows.length === 2);
  expect(await landedRows()).toEqual([160, 3]);
  await sync(() => source.put(...range(10, 20)));
  expect(await landedRows()).toEqual([160, 3, 10]);
  // Together more than an eighth of the first run.
  await sync(
    () => source.put(...range(30, 40)),
    () => source.remove(29),
  );
  await until(landedRows, rows => rows.length === 1);
  expect(await landedRows()).toEqual([159]);
});

it('keeps what runs below hold while a source is held back, is read in part, or is read in full', async () => {
  const source = changingSource(100);
  test = await startChanging(source, { settings: { hold_back: { gone_percent: 10, rejected_percent: 100 } } });
  source.put(...range(0, 100));
  await test.sync();
  source.put(1);
  source.remove(2);
  await test.sync();
  await test.expectSame();

  // Held back: the next changes are laid over the runs that were accepted.
  source.remove(...range(50, 80));
  await test.sync();
  expect((await test.served()).size).toBe(99);
  source.put(...range(50, 80), 3);
  source.remove(4);
  await test.sync();
  await test.expectSame();

  const gap = { reason: 'forbidden', subject: 'GET /users', message: 'no', missing: 'objects' } as const;
  source.onPage = () => ({ gaps: [gap] });
  source.put(5);
  source.remove(6);
  await test.sync();
  expect(await test.lastRead()).toMatchObject({ status: 'Partial', rows: 1, unchanged: 0, kept: 96 });
  await test.expectSame();
  source.oldest = Number.MAX_SAFE_INTEGER;
  source.put(7);
  await test.sync();
  expect(await test.lastRead()).toMatchObject({ status: 'Partial', rows: 97, kept: 0 });
  source.onPage = () => undefined;
  source.remove(8);
  await test.sync();
  expect(await test.lastRead()).toMatchObject({ status: 'Complete', rows: 96 });
  await test.expectSame();
});

it('continues a read of changes that was cut off', async () => {
  const source = changingSource(2);
  test = await startChanging(source);
  source.put(...range(0, 100));
  await test.sync();
  source.put(1);
  await test.sync();
  source.remove(4, 5);
  source.put(1, 2, 3, 101);
  let isAway = true;
  source.onPage = page => {
    if (page !== 3 || !isAway) return undefined;
    isAway = false;
    throw new SourceUnavailable('away', { retryAfterMs: 1 });
  };
  await test.sync();
  expect(isAway).toBe(false);
  expect(await test.lastRead()).toMatchObject({ status: 'Complete', rows: 4, unchanged: 95 });
  await test.expectSame();
});

it.each<[string, RegExp, (bytes: Buffer) => Buffer]>([
  [
    'of the first run has other content',
    /^.*000001-1[.]parquet$/,
    bytes => Buffer.from(bytes.map(byte => byte ^ 0xff)),
  ],
  ['with removed ids was cut off', /[.]removed[.]parquet$/, bytes => bytes.subarray(0, bytes.length / 2)],
])('reads everything again when a file %s, and then what has changed', async (_what, name, change) => {
  const source = changingSource(100);
  test = await startChanging(source);
  source.put(...range(0, 100));
  await test.sync();
  source.remove(2);
  await test.sync();
  const folder = path.join(test.folder, 'data/tenants/main/landed/app');
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => name.test(file));
  expect(files).toHaveLength(1);
  const file = path.join(folder, files[0]!);
  fs.chmodSync(file, 0o600);
  fs.writeFileSync(file, change(fs.readFileSync(file)));
  source.put(3);
  await test.sync();
  expect(await test.lastRead()).toMatchObject({ status: 'Failed', error: expect.stringMatching('is damaged') });
  await test.sync();
  expect(source.asked.at(-1)).toBeUndefined();
  await test.expectSame();
  source.put(4);
  await test.sync();
  expect(source.asked.at(-1)).toBeDefined();
  await test.expectSame();
});
