// What a plan says is done: files of application instances that did not change are shared, and changed rows are written as a delta.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceOf } from '../../../src/resources/registry.ts';
import { writeCollections } from '../../../src/warehouse/build/documents/write-collections.ts';
import { emptyTable } from '../../../src/warehouse/build/model.ts';
import type { PartPlan } from '../../../src/warehouse/build/parts/plan.ts';
import { type DuckDB, openDuckDB, type Statements } from '../../../src/warehouse/duckdb.ts';
import { openCollections } from '../../../src/warehouse/version/documents/collection.ts';
import type { Collections } from '../../../src/warehouse/version/layout.ts';
import { temporaryFolder } from '../../support/service/service.ts';

const folder = temporaryFolder();
const [changing, staying, small] = ['a', 'b', 'c'].map(digit => `${digit.repeat(8)}-0000-5000-8000-000000000000`) as [
  string,
  string,
  string,
];
const rows = 2500;
let duckdb: DuckDB;
let statements: Statements;

beforeAll(async () => {
  duckdb = await openDuckDB({ file: ':memory:', spillFolder: folder, threads: 2, memoryBytes: 512 * 1024 ** 2 });
  const account = resourceOf('Account')!;
  await duckdb.run(emptyTable('all_rows', account, Object.keys(account.fields)));
  for (const [instance, count] of [
    [changing, rows],
    [staying, rows],
    [small, 40],
  ] as const) {
    await duckdb.run(`INSERT INTO all_rows BY NAME
      SELECT md5('${instance}' || range)::UUID AS "globalId", 'account ' || range AS "name",
        CASE range % 100 WHEN 0 THEN 'Machine' ELSE 'User' END AS "type",
        {'ApplicationInstanceId': '${instance}'::UUID} AS "objectMetadata" FROM range(${count})`);
  }
  statements = await duckdb.sideBySide(2);
});
afterAll(() => {
  duckdb.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Make a version of the rows, and list its collections. */
async function build(
  version: number,
  plans: readonly PartPlan[],
  former?: { folder: string; collections: Collections },
) {
  const own = path.join(folder, String(version));
  fs.mkdirSync(own);
  await duckdb.run(
    `CREATE OR REPLACE TABLE "Account" AS FROM all_rows ORDER BY "objectMetadata"."ApplicationInstanceId", "globalId"`,
  );
  const counted = await duckdb.rows<{ applicationInstanceId: string; count: number }>(
    `SELECT "objectMetadata"."ApplicationInstanceId"::VARCHAR AS "applicationInstanceId", count(*)::DOUBLE AS count
     FROM "Account" GROUP BY ALL ORDER BY ALL`,
  );
  const counts = counted.map(count => ({ type: 'Account', ...count }));
  const options = { folder: own, spillFolder: folder, version, threads: 2, counts, plans, done: () => {} };
  const collections = await writeCollections(statements, former ? { ...options, former } : options);
  return { folder: own, collections };
}

async function listed(built: { folder: string; collections: Collections }, name: string): Promise<string[]> {
  const frame = { before: Buffer.alloc(0), after: Buffer.alloc(0), allocate: (bytes: number) => Buffer.alloc(bytes) };
  const opened = await openCollections(built.folder, built.collections);
  try {
    const documents: string[] = [];
    for (let position: number | undefined = 0; position !== undefined; ) {
      const page = opened.byName.get(name)!.page(position, 200, undefined);
      documents.push(...(await page.text(frame)).toString().split(',\n'));
      position = page.next;
    }
    return documents;
  } finally {
    opened.close();
  }
}

it('kept files are shared, and a delta shows what a base would show', async () => {
  const first = await build(1, []);
  const { base } = first.collections['accounts']!.instances[0] as { base: string };
  const kept: PartPlan = { type: 'Account', applicationInstanceId: staying, rows, action: 'kept' };

  await duckdb.run(`CREATE TABLE before AS SELECT "globalId", "name" FROM all_rows`);
  await duckdb.run(
    `UPDATE all_rows SET "name" = 'changed' WHERE "name" LIKE '%77' AND "objectMetadata"."ApplicationInstanceId" = '${changing}'::UUID`,
  );
  await duckdb.run(
    `DELETE FROM all_rows WHERE "name" LIKE '%55' AND "objectMetadata"."ApplicationInstanceId" = '${changing}'::UUID`,
  );
  await duckdb.run(
    `INSERT INTO all_rows SELECT * REPLACE (md5('new' || "name")::UUID AS "globalId") FROM all_rows WHERE "name" LIKE 'account %99' AND "objectMetadata"."ApplicationInstanceId" = '${changing}'::UUID`,
  );
  const ofInstance = `"objectMetadata"."ApplicationInstanceId" = '${changing}'::UUID`;
  await duckdb.run(`CREATE TABLE delta_rows AS SELECT now.* FROM all_rows AS now LEFT JOIN before USING ("globalId")
    WHERE now.${ofInstance} AND now."name" IS DISTINCT FROM before."name"`);
  await duckdb.run(`CREATE TABLE gone_rows AS SELECT "globalId" FROM before LEFT JOIN all_rows AS now USING ("globalId")
    WHERE now."name" IS DISTINCT FROM before."name"`);
  const delta: PartPlan = {
    ...{ type: 'Account', applicationInstanceId: changing, rows, action: 'delta' },
    ...{ rowsRelation: 'delta_rows', goneRelation: 'gone_rows' },
  };

  const second = await build(2, [kept, delta], first);
  const whole = await build(3, []);
  for (const name of ['accounts', 'non-human-identities']) {
    const expected = await listed(whole, name);
    expect(expected.length).toBeGreaterThan(50);
    expect(await listed(second, name)).toEqual(expected);
  }
  const inode = (file: string) => fs.statSync(file).ino;
  expect(inode(path.join(second.folder, base))).toBe(inode(path.join(first.folder, base)));
  const bytes = (file: string) => fs.statSync(path.join(second.folder, file)).size;
  const [{ delta: deltaFile }] = second.collections['accounts']!.instances as unknown as [{ delta: string }];
  expect(bytes(deltaFile)).toBeLessThan(bytes(base) / 5);

  // All of it again: base and delta are shared.
  const third = await build(4, [kept, { ...delta, action: 'kept' }], second);
  expect(await listed(third, 'accounts')).toEqual(await listed(whole, 'accounts'));
  expect(inode(path.join(third.folder, deltaFile))).toBe(inode(path.join(second.folder, deltaFile)));
});
