// Versions that share files, files of a version that are damaged, and the full build that finds and replaces them.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCompressor } from '../../src/warehouse/building/documents/compressor.ts';
import { writeDocuments } from '../../src/warehouse/building/documents/write-file.ts';
import { literal, openDuckDB } from '../../src/warehouse/duckdb.ts';
import { readManifest } from '../../src/warehouse/version/manifest.ts';
import { openVersion } from '../../src/warehouse/version/version.ts';
import { account } from '../flows/resources.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { factsOf } from '../support/servers/kept-content.ts';
import { startService, type TestService } from '../support/service/service.ts';

let test: TestService;
let accountsOfApp = 30;
beforeAll(async () => {
  // The accounts of `app` are a part of their own.
  test = await startService({ rowsOfFiles: { partRows: 20 }, sources: { app: accounts(30), other: accounts(10) } });
  await test.sync();
});
afterAll(async () => {
  await test.close();
  fs.rmSync(test.folder, { recursive: true, force: true });
});

function accounts(count: number): Script {
  return { Account: pagesOf(Array.from({ length: count }, (_, index) => sampleRecord(account, index))) };
}

const versions = () => path.join(test.folder, 'data/tenants/main/versions');
const newest = () => path.join(versions(), fs.readdirSync(versions()).toSorted().at(-1)!);
const inService = async () => (await test.operator.jobs({})).versions[0]!.version;
const count = async () => (await test.everyItem('/v1/accounts')).length;

/** Change a byte of a file as a faulty disk does. */
function damage(file: string): void {
  const bytes = fs.readFileSync(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  fs.writeFileSync(file, bytes);
}

const otherInstance = () =>
  test.service.tenant().config.sources.find(({ id }) => id === 'other')!.application_instance_id;

/** Write the documents of the accounts of `other` with other texts. */
async function rewriteDocuments(folder: string, file: string, change: (text: string) => string): Promise<void> {
  const version = await openVersion(folder);
  const frame = { before: Buffer.from('['), after: Buffer.from(']'), allocate: (bytes: number) => Buffer.alloc(bytes) };
  const text = (await version.collection('accounts').page(0, 1000, undefined, otherInstance()).text(frame)).toString();
  version.close();
  const documents: { globalId: string }[] = JSON.parse(text);
  const lines = documents.map(document => change(`${document.globalId}${JSON.stringify(document)}\n`));
  const source = path.join(test.folder, 'lines');
  fs.writeFileSync(source, lines.join(''));
  fs.rmSync(file);
  await using duckdb = await openDuckDB({
    file: ':memory:',
    spillFolder: test.folder,
    threads: 1,
    memoryBytes: 2 ** 28,
  });
  using compressor = createCompressor(await duckdb.sideBySide(1, 'SELECT 1'), 1);
  const query = `FROM read_csv(${literal(source)}, columns = {line: 'VARCHAR'}, delim = '\x01', quote = '', escape = '', header = false)`;
  await writeDocuments(compressor, file, { pieces: [query], isSorted: false });
}

/** Publish a version with other accounts. */
async function publishChange(): Promise<void> {
  accountsOfApp += 1;
  test.scripts.set('app', accounts(accountsOfApp));
  await test.sync(['app']);
}

it('lists every file in the manifest, and links the files that did not change', async () => {
  const first = newest();
  await publishChange();
  const second = newest();
  expect(second).not.toBe(first);
  const { files } = readManifest(second);
  const there = fs.readdirSync(second, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const names = there.map(({ parentPath, name }) => path.relative(second, path.join(parentPath, name)));
  expect(Object.keys(files!).toSorted()).toEqual(names.filter(name => name !== 'manifest.json').toSorted());
  const inode = (folder: string, file: string) => fs.statSync(path.join(folder, file)).ino;
  const former = readManifest(first).files!;
  const equal = Object.entries(files!).filter(
    ([file, { bytes, sha256 }]) => bytes > 0 && former[file]?.sha256 === sha256,
  );
  expect(equal.map(([file]) => file)).toEqual(
    expect.arrayContaining(['collections/accounts.docs', 'tables/Account/others.base.parquet']),
  );
  for (const [file] of equal) expect([file, inode(second, file)]).toEqual([file, inode(first, file)]);
  // The former version is removed and the newer one stays whole.
  await test.service.database.execute("update versions set replaced_at = replaced_at - interval '1 day'");
  await test.service.tenant().context.addJob('sweep', 'main');
  await expect.poll(() => fs.existsSync(first)).toBe(false);
  expect(await test.operator.damage({})).toEqual([]);
  expect(await count()).toBe(accountsOfApp + 10);
});

it('says nothing about a version that a full build would make again', async () => {
  await publishChange();
  const { comparison, build } = await test.operator.rebuild({ publish: false });
  const version = await inService();
  expect(comparison).toEqual({ version, damaged: [], differences: [], newer: [] });
  expect(build).toBeNull();
  expect(fs.readdirSync(path.join(test.folder, 'data/work/builds'))).toEqual([]);
  expect(await inService()).toBe(version);
});

it('finds damaged files, and replaces the version', async () => {
  await publishChange();
  const version = await inService();
  const documents = path.join(newest(), 'collections/accounts.docs');
  damage(documents);
  const sentence = 'collections/accounts.docs has another content than the build wrote';
  expect(await test.operator.damage({})).toEqual([sentence]);
  const { comparison, build } = await test.operator.rebuild({ publish: true });
  expect(comparison).toMatchObject({ version, damaged: [sentence] });
  expect(build).toMatchObject({ status: 'Published', version: version + 1 });
  expect(await test.operator.damage({})).toEqual([]);
  expect(await count()).toBe(accountsOfApp + 10);
  for (const file of Object.keys(readManifest(newest()).files!))
    expect([file, fs.statSync(path.join(newest(), file)).nlink]).toEqual([file, 1]);
});

it('takes no damaged file over into the next version', async () => {
  await publishChange();
  damage(path.join(newest(), 'collections/accounts.docs'));
  await test.sync(['other']);
  expect(await test.operator.damage({})).toEqual([]);
  expect(await count()).toBe(accountsOfApp + 10);
});

it('says which tables and documents differ', async () => {
  await publishChange();
  const folder = newest();
  const [served, file] = ['collections/accounts.docs', 'warehouse.duckdb'].map(name => path.join(folder, name));
  const manifestFile = path.join(folder, 'manifest.json');
  const manifest = readManifest(folder);
  // As a build with a fault would have written the version: the manifest names what it wrote.
  await rewriteDocuments(folder, served!, text => text.replaceAll('"objectMetadata"', '"objectMetatada"'));
  {
    await using duckdb = await openDuckDB({ file: file!, spillFolder: test.folder, threads: 1, memoryBytes: 2 ** 28 });
    await duckdb.run(`DELETE FROM application_instances WHERE source_id = 'other'`);
    await duckdb.run('CHECKPOINT');
  }
  const files = {
    ...manifest.files,
    'collections/accounts.docs': factsOf(fs.readFileSync(served!)),
    'warehouse.duckdb': factsOf(fs.readFileSync(file!)),
  };
  fs.writeFileSync(manifestFile, JSON.stringify({ ...manifest, files }));
  const machines = (await test.everyItem(`/v1/non-human-identities?applicationInstanceId=${otherInstance()}`)).length;
  expect(machines).toBeGreaterThan(0);
  const { comparison } = await test.operator.rebuild({ publish: false });
  expect(comparison!.damaged).toEqual([]);
  expect(comparison!.differences).toEqual([
    { what: 'table application_instances', onlyFirst: 0, onlySecond: 1 },
    { what: 'collection accounts', onlyFirst: 10, onlySecond: 10 },
    { what: 'collection non-human-identities', onlyFirst: machines, onlySecond: machines },
  ]);
});

it.each([
  ['collections/accounts.docs', 1],
  ['manifest.json', undefined],
])('replaces a version whose %s was cut off', async (name, damaged) => {
  await publishChange();
  const version = await inService();
  fs.truncateSync(path.join(newest(), name), 100);
  await test.service.close();
  const { folder } = test;
  test = await startService({ folder, sources: Object.fromEntries(test.scripts) });
  expect(test.service.tenant().catalogue.current()?.number).toBeLessThan(version);
  const said = await test.operator.damage({}).catch(error => [error.message]);
  expect(said).toEqual([expect.stringContaining(name)]);
  const { comparison, build } = await test.operator.rebuild({ publish: true });
  expect(comparison?.damaged.length).toBe(damaged);
  expect(build).toMatchObject({ status: 'Published', version: version + 1 });
  expect(await count()).toBe(accountsOfApp + 10);
});
