// Versions that share files, files of a version that are damaged, and the full build that finds and replaces them.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDuckDB } from '../../src/warehouse/duckdb.ts';
import { readManifest } from '../../src/warehouse/version/manifest.ts';
import { account } from '../flows/resources.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { factsOf } from '../support/servers/kept-content.ts';
import { startService, type TestService } from '../support/service/service.ts';

let test: TestService;
let accountsOfApp = 30;
beforeAll(async () => {
  test = await startService({ sources: { app: accounts(30), other: accounts(10) } });
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
  expect(equal.map(([file]) => file)).toContain('serve/resource-instances.offsets');
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
  const documents = path.join(newest(), 'serve/accounts.0.json');
  damage(documents);
  const sentence = 'serve/accounts.0.json has another content than the build wrote';
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
  damage(path.join(newest(), 'serve/accounts.0.json'));
  damage(path.join(newest(), 'serve/resource-instances.ids'));
  await test.sync(['other']);
  expect(await test.operator.damage({})).toEqual([]);
  expect(await count()).toBe(accountsOfApp + 10);
});

it('says which tables and documents differ', async () => {
  await publishChange();
  const folder = newest();
  const [served, file] = ['serve/accounts.0.json', 'warehouse.duckdb'].map(name => path.join(folder, name));
  const manifestFile = path.join(folder, 'manifest.json');
  const manifest = readManifest(folder);
  // As a build with a fault would have written the version: the manifest names what it wrote.
  fs.writeFileSync(served!, fs.readFileSync(served!, 'utf8').replaceAll('"objectMetadata"', '"objectMetatada"'));
  {
    await using duckdb = await openDuckDB({ file: file!, spillFolder: test.folder, threads: 1, memoryBytes: 2 ** 28 });
    await duckdb.run('DELETE FROM "Account" WHERE "globalId" IN (SELECT min("globalId") FROM "Account")');
    await duckdb.run('CHECKPOINT');
  }
  const files = {
    ...manifest.files,
    'serve/accounts.0.json': factsOf(fs.readFileSync(served!)),
    'warehouse.duckdb': factsOf(fs.readFileSync(file!)),
  };
  fs.writeFileSync(manifestFile, JSON.stringify({ ...manifest, files }));
  const { comparison } = await test.operator.rebuild({ publish: false });
  expect(comparison!.damaged).toEqual([]);
  expect(comparison!.differences).toEqual([
    { what: 'table Account', onlyFirst: 0, onlySecond: 1 },
    { what: 'collection accounts', onlyFirst: accountsOfApp + 10, onlySecond: accountsOfApp + 10 },
  ]);
});

it.each([
  ['serve/accounts.0.json', 1],
  ['manifest.json', undefined],
])('replaces a version whose %s was cut off', async (name, damaged) => {
  await publishChange();
  const version = await inService();
  fs.truncateSync(path.join(newest(), name), 100);
  await test.service.close();
  const { folder } = test;
  test = await startService({ folder, sources: Object.fromEntries(test.scripts) });
  expect(test.service.tenant().catalogue.current()).toBeUndefined();
  const said = await test.operator.damage({}).catch(error => [error.message]);
  expect(said).toEqual([expect.stringContaining(name)]);
  const { comparison, build } = await test.operator.rebuild({ publish: true });
  expect(comparison?.damaged.length).toBe(damaged);
  expect(build).toMatchObject({ status: 'Published', version: version + 1 });
  expect(await count()).toBe(accountsOfApp + 10);
});
