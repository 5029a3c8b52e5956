// The tables that a version has in two orders, and versions that have them in one.
import fs from 'node:fs';
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identifier, literal, openDuckDB } from '../../src/warehouse/duckdb.ts';
import { furtherTables, sortedCopies } from '../../src/warehouse/version/inventory.ts';
import { tablesFolder, warehouseFile } from '../../src/warehouse/version/layout.ts';
import { openVersionFile } from '../../src/warehouse/version/read-only.ts';
import { type AccessGraph, scriptOf } from '../support/access/graph.ts';
import { instanceOf, startService, type TestService } from '../support/service/service.ts';

const twelve = Array.from({ length: 12 }, (_, index) => index);
const half = (index: number) => (index - 1) >> 1;

/** Folders in folders, and groups in groups, with accounts and grants at every level. */
const graph: AccessGraph = {
  accounts: twelve.map(index => `a${index}`),
  containers: twelve.map(index => `g${index}`),
  resources: twelve.map(index => `x${index}`),
  memberships: [
    ...twelve.map(index => [`a${index}`, `g${(index * 7) % 12}`] as const),
    ...twelve.slice(1).map(index => [`g${index}`, `g${half(index)}`] as const),
  ],
  containments: twelve.slice(1).map(index => [`x${index}`, `x${half(index)}`] as const),
  grants: twelve.map(index => ({ holder: `g${(index * 5) % 12}`, object: `x${index}`, permissions: ['isRead'] })),
};

type Ask = (sql: string) => Promise<unknown[][]>;

let test: TestService;
let folder: string;
/** Ask the version, the version as a client sees it that may see one instance, and the version as a former release made it. */
let ask: Ask;
let askLimited: Ask;
let askFormer: Ask;
const opened: DuckDBConnection[] = [];

beforeAll(async () => {
  test = await startService({ partRows: 10, sources: { app: scriptOf(graph), 'other-app': scriptOf(graph) } });
  await test.sync();
  folder = test.service.tenant().catalogue.current()!.folder;
  ask = await open(folder, null);
  askLimited = await open(folder, [instanceOf(test, 'app')]);
  askFormer = await open(await withoutCopies(folder), null);
});
afterAll(async () => {
  for (const connection of opened) connection.closeSync();
  await test?.close();
});

async function open(version: string, visible: readonly string[] | null): Promise<Ask> {
  const opening = { file: warehouseFile(version), threads: 1, memoryBytes: 2 ** 28, visible };
  const { connection } = await openVersionFile(opening, test.folder);
  opened.push(connection);
  return async sql => (await connection.runAndReadAll(sql)).getRowsJson();
}

/** The version as a former release made it. */
async function withoutCopies(version: string): Promise<string> {
  const copy = path.join(test.folder, 'former');
  fs.cpSync(version, copy, { recursive: true });
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: copy, threads: 1, memoryBytes: 2 ** 28 });
  await duckdb.run(`ATTACH ${literal(warehouseFile(copy))} AS warehouse`);
  for (const name of Object.keys(sortedCopies)) {
    await duckdb.run(`DELETE FROM warehouse.table_parts WHERE "type" = ${literal(name)}`);
    await duckdb.run(`DROP TABLE warehouse.${identifier(name)}`);
    fs.rmSync(path.join(tablesFolder(copy), name), { recursive: true });
  }
  await duckdb.run('ALTER TABLE warehouse.access_nodes DROP COLUMN id_prefix');
  return copy;
}

describe.each(Object.entries(sortedCopies))('%s', (copy, { of, order }) => {
  const columns = Object.keys(furtherTables[copy as keyof typeof furtherTables])
    .map(identifier)
    .join(', ');
  const all = (table: string) => `SELECT ${columns} FROM inventory.${identifier(table)} ORDER BY ALL`;

  it('has the rows of its table', async () => {
    const copied = await ask(all(copy));
    expect(copied.length).toBeGreaterThan(20);
    expect(copied).toEqual(await ask(all(of)));
  });

  it('has files that are in its order', async () => {
    const files = fs.globSync(path.join(tablesFolder(folder), copy, '*.parquet'));
    expect(files).toHaveLength(2);
    for (const file of files) {
      const stored = `FROM read_parquet(${literal(file)})`;
      expect(await ask(stored)).toEqual(await ask(`${stored} ORDER BY ${order}`));
    }
  });

  it('shows only the rows of visible instances', async () => {
    const copied = await askLimited(all(copy));
    expect(copied.length).toBeGreaterThan(10);
    expect(copied).toEqual(await askLimited(all(of)));
    expect(new Set(copied.map(([instance]) => instance))).toEqual(new Set([instanceOf(test, 'app')]));
  });

  it('reads its table where a version has no copy', async () => {
    expect(await askFormer(all(copy))).toEqual(await ask(all(copy)));
  });
});

it('a version without the prefixes of ids has them too', async () => {
  const prefixes = 'SELECT id, id_prefix FROM inventory.access_nodes ORDER BY ALL';
  const found = await ask(prefixes);
  expect(found.length).toBeGreaterThan(60);
  expect(found.map(([id]) => Number.parseInt(String(id).slice(0, 8), 16))).toEqual(found.map(([, prefix]) => prefix));
  expect(await askFormer(prefixes)).toEqual(found);
});
