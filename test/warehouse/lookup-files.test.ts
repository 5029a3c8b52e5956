// Lookup files: the tables that lookups read, versions of former releases, and files that the next version takes over.
import fs from 'node:fs';
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identifier, literal, openDuckDB } from '../../src/warehouse/duckdb.ts';
import { auxiliaryTables, type LookupSubject, lookupTables } from '../../src/warehouse/version/inventory.ts';
import { tablesFolder, warehouseFile } from '../../src/warehouse/version/layout.ts';
import { openVersionFile, type VersionOpening } from '../../src/warehouse/version/read-only.ts';
import { lookupFileTypes } from '../../src/warehouse/version/table-parts.ts';
import { type AccessGraph, scriptOf } from '../support/access/graph.ts';
import { pagesOf, type Script } from '../support/scripted-source.ts';
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
/** Ask a version through lookup files, without them, as a client that may see one instance, and as a former release made it. */
let ask: Ask;
let askTables: Ask;
let askLimited: Ask;
let askFormer: Ask;
const opened: DuckDBConnection[] = [];
const alone = (alias: string): Script => ({ Account: pagesOf([{ id: 'alone', alias, type: 'User' }]) });

beforeAll(async () => {
  test = await startService({
    rowsOfFiles: { partRows: 10, lookupRows: 60 },
    sources: { app: scriptOf(graph), 'other-app': scriptOf(graph), small: alone('alone') },
  });
  await test.sync();
  folder = test.service.tenant().catalogue.current()!.folder;
  ask = await open(folder, { usesLookupFiles: true });
  askTables = await open(folder);
  askLimited = await open(folder, {
    usesLookupFiles: true,
    visible: { tenant: 'main', instances: [instanceOf(test, 'app')], personData: false },
  });
  askFormer = await open(await withoutLookupFiles(folder), { usesLookupFiles: true });
});
afterAll(async () => {
  for (const connection of opened) connection.closeSync();
  await test?.close();
});

async function open(version: string, how: Partial<VersionOpening> = {}): Promise<Ask> {
  const opening = { file: warehouseFile(version), threads: 1, memoryBytes: 2 ** 28, visible: null, ...how };
  const { connection } = await openVersionFile(opening, test.folder);
  opened.push(connection);
  return async sql => (await connection.runAndReadAll(sql)).getRowsJson();
}

/** The version as a former release made it. */
async function withoutLookupFiles(version: string): Promise<string> {
  const copy = path.join(test.folder, 'former');
  fs.cpSync(version, copy, { recursive: true });
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: copy, threads: 1, memoryBytes: 2 ** 28 });
  await duckdb.run(`ATTACH ${literal(warehouseFile(copy))} AS warehouse`);
  for (const [name, { of }] of Object.entries(lookupTables))
    if (name !== of) await duckdb.run(`DROP TABLE warehouse.${identifier(name)}`);
  for (const type of Object.values(lookupFileTypes)) {
    await duckdb.run(`DELETE FROM warehouse.table_parts WHERE "type" = ${literal(type)}`);
    fs.rmSync(path.join(tablesFolder(copy), type), { recursive: true });
  }
  await duckdb.run('ALTER TABLE warehouse.access_nodes DROP COLUMN id_prefix');
  return copy;
}

/** The version as a release made it whose lookup files lacked a table. */
async function withoutTable(version: string, name: string): Promise<string> {
  const copy = path.join(test.folder, `without-${name}`);
  fs.cpSync(version, copy, { recursive: true });
  const lookups = path.join(tablesFolder(copy), lookupFileTypes.access);
  const files = [warehouseFile(copy), ...fs.readdirSync(lookups).map(file => path.join(lookups, file))];
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: copy, threads: 1, memoryBytes: 2 ** 28 });
  for (const [index, file] of files.entries())
    await duckdb.run(`ATTACH ${literal(file)} AS file_${index}; DROP TABLE file_${index}.main.${identifier(name)}`);
  return copy;
}

const subjects = Object.keys(lookupFileTypes) as LookupSubject[];
const fileOf = (subject: LookupSubject, version: string, source: string) =>
  path.join(tablesFolder(version), lookupFileTypes[subject], `${instanceOf(test, source)}.duckdb`);

it.each(subjects)('every instance with enough rows has a file for %s', subject => {
  const withFile = ['app', 'other-app', 'small'].filter(source => fs.existsSync(fileOf(subject, folder, source)));
  expect(withFile).toEqual(['app', 'other-app']);
});

describe.each(Object.entries(lookupTables))('%s', (name, { subject, of, order }) => {
  const columns = Object.keys(auxiliaryTables[name as keyof typeof auxiliaryTables])
    .map(identifier)
    .join(', ');
  const all = (table: string) => `SELECT ${columns} FROM inventory.${identifier(table)} ORDER BY ALL`;

  it('has the rows of its table', async () => {
    const found = await ask(all(name));
    expect(found.length).toBeGreaterThan(20);
    expect(found).toEqual(await askTables(all(of)));
  });

  it('is read from the file, in its order', async () => {
    const [attached] = await ask(
      `SELECT database_name FROM duckdb_databases() WHERE path = ${literal(fileOf(subject, folder, 'app'))}`,
    );
    const stored = `FROM ${attached![0]}.main.${identifier(name)}`;
    expect(await ask(`SELECT count(*) > 5 ${stored}`)).toEqual([[true]]);
    if (order !== undefined) expect(await ask(stored)).toEqual(await ask(`${stored} ORDER BY ${order}`));
    const [plan] = await ask(`EXPLAIN ${all(name)}`);
    expect(String(plan![1])).toContain(`${lookupFileTypes[subject]}_`);
  });

  it('shows only the rows of visible instances', async () => {
    const found = await askLimited(all(name));
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found.map(([instance]) => instance))).toEqual(new Set([instanceOf(test, 'app')]));
    const own = (rows: unknown[][]) => rows.filter(([instance]) => instance === instanceOf(test, 'app'));
    expect(found).toEqual(own(await ask(all(name))));
  });

  it('reads its table where a version has no files', async () => {
    expect(await askFormer(all(name))).toEqual(await ask(all(name)));
  });
});

it('a version without the prefixes of ids has them too', async () => {
  const prefixes = 'SELECT id, id_prefix FROM inventory.access_nodes ORDER BY ALL';
  const found = await ask(prefixes);
  expect(found.length).toBeGreaterThan(60);
  expect(found.map(([id]) => Number.parseInt(String(id).slice(0, 8), 16))).toEqual(found.map(([, prefix]) => prefix));
  expect(await askFormer(prefixes)).toEqual(found);
});

it('a version whose files lack a table that was added later reads the rows of the other one', async () => {
  const askLacking = await open(await withoutTable(folder, 'access_nodes_by_id'), { usesLookupFiles: true });
  const numbers = 'SELECT id_prefix, id, number FROM inventory.access_nodes_by_id ORDER BY ALL';
  expect(await askLacking(numbers)).toEqual(await ask(numbers));
  const [plan] = await askLacking(`EXPLAIN ${numbers}`);
  expect(String(plan![1])).toContain(`${lookupFileTypes.access}_`);
});

it('the next version takes over the files of sources that did not change', async () => {
  const filesOf = (version: string) =>
    subjects.flatMap(subject => ['app', 'other-app'].map(source => fs.statSync(fileOf(subject, version, source)).ino));
  const before = filesOf(folder);
  test.scripts.set('small', alone('renamed'));
  await test.sync(['small']);
  const version = test.service.tenant().catalogue.current()!.folder;
  expect(version).not.toBe(folder);
  expect(filesOf(version)).toEqual(before);
});
