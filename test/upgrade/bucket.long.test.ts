// A bucket with a version as release 0.2.0 has kept it: an index of the former format, an object for each file, no hashes in the
// manifest.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweep } from '../../pipelines/sweep.ts';
import { account } from '../flows/resources.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { factsOf, treeOf } from '../support/servers/kept-content.ts';
import { type ObjectServer, startObjectServer } from '../support/servers/object-server.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';

const folder = temporaryFolder();
let server: ObjectServer;
let test: TestService;
let before: unknown[];

const accounts = (count: number): Script => ({
  Account: pagesOf(Array.from({ length: count }, (_, index) => sampleRecord(account, index))),
});
const start = async (sources: Record<string, Script>) => {
  // The accounts of each source are a part of their own.
  test = await startService({ folder, sources, rowsOfFiles: { partRows: 20 }, settings: { storage: server.settings } });
};
const names = (prefix: string) => [...server.store.objects.keys()].filter(name => name.startsWith(prefix));

beforeAll(async () => {
  server = await startObjectServer();
  await start({ app: accounts(30) });
  await test.sync();
  before = await test.everyItem('/v1/accounts');
  const { context } = test.service.tenant();
  const { versions } = await test.operator.jobs({});
  for (const version of versions) {
    const key = context.keys.version(version.folder);
    using local = await test.service.storage.borrowFolder(key);
    const former = path.join(folder, 'former', version.folder);
    fs.cpSync(local.path, former, { recursive: true });
    await keepAsBefore(key, former);
  }
  for (const name of names('.files/')) await server.store.delete(name);
  await test.close();
  fs.rmSync(path.join(folder, 'data/work'), { recursive: true });
  await start({ app: accounts(40), other: accounts(30) });
});
afterAll(async () => {
  await test?.close();
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Store a version as release 0.2.0 does (its src/storage/bucket/folder-index.ts and src/warehouse/version/manifest.ts). */
async function keepAsBefore(key: string, version: string): Promise<void> {
  const manifestFile = path.join(version, 'manifest.json');
  const { files: _, ...manifest } = JSON.parse(fs.readFileSync(manifestFile, 'utf8'));
  fs.writeFileSync(manifestFile, JSON.stringify(manifest));
  const id = crypto.randomUUID();
  const tree = Object.keys(treeOf(version));
  const files = Object.fromEntries(
    tree.filter(name => !name.endsWith('/')).map(name => [name, factsOf(fs.readFileSync(path.join(version, name)))]),
  );
  const folders = tree.filter(name => name.endsWith('/')).map(name => name.slice(0, -1));
  const put = async (name: string, bytes: Buffer) => {
    const file = server.store.temporary();
    fs.writeFileSync(file, bytes);
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    await server.store.put(name, file, { bytes: bytes.length, etag, metadata: { sha256: factsOf(bytes).sha256 } });
  };
  for (const name of Object.keys(files))
    await put(`.contents/${key}/.${id}/${name}`, fs.readFileSync(path.join(version, name)));
  await put(`${key}/.index.json`, Buffer.from(JSON.stringify({ format: 1, id, files, folders })));
}

it('is served at once', async () => {
  expect(names('.files/')).toEqual([]);
  expect(await test.everyItem('/v1/accounts')).toEqual(before);
  expect(await test.operator.damage({})).toEqual([]);
});

it('gets versions that share files from the next sync on', async () => {
  await test.sync();
  expect(await test.everyItem('/v1/accounts')).toHaveLength(70);
  const first = names('.files/').length;
  expect(first).toBeGreaterThan(0);
  expect(names('.contents/')).not.toEqual([]);
  await test.sync(['app']);
  // The accounts of the other source lie in the files of the first version.
  const shared = names('.files/').length;
  await test.sync();
  expect(shared - first).toBeLessThan(names('.files/').length - shared);
});

it('loses the former objects when the former version expires', async () => {
  await test.service.database.execute("update versions set replaced_at = replaced_at - interval '1 day'");
  await sweep(test.service.tenant().context);
  expect(names('.contents/')).toEqual([]);
  const { versions } = await test.operator.jobs({});
  expect(names('tenants/main/versions/')).toEqual([`tenants/main/versions/${versions[0]!.folder}/.index.json`]);
  const index = JSON.parse(
    fs.readFileSync(server.store.objects.get(names('tenants/main/versions/')[0]!)!.file, 'utf8'),
  );
  const needed = Object.values<{ sha256: string; attempt: string }>(index.files).map(
    ({ sha256, attempt }) => `.files/tenants/main/versions/${sha256}.${attempt}`,
  );
  expect(new Set(names('.files/'))).toEqual(new Set(needed));
  expect(await test.everyItem('/v1/accounts')).toHaveLength(70);
});

it('makes a version when an object of the version in service is lost, with hold-back and new files', async () => {
  const version = (await test.operator.jobs({})).versions[0]!.version;
  const { folder: of } = (await test.operator.jobs({})).versions[0]!;
  const index = JSON.parse(
    fs.readFileSync(server.store.objects.get(`tenants/main/versions/${of}/.index.json`)!.file, 'utf8'),
  );
  const { sha256, attempt } = index.files['warehouse.duckdb'];
  await server.store.delete(`.files/tenants/main/versions/${sha256}.${attempt}`);
  await test.close();
  fs.rmSync(path.join(folder, 'data/work'), { recursive: true });
  await start({ app: accounts(3) });
  const heldBack = (await test.sync()).build!;
  expect(heldBack.findings).toContainEqual(expect.objectContaining({ severity: 'stop', source: 'app' }));
  expect(heldBack.findings).toContainEqual(expect.objectContaining({ check: 'history_lost', severity: 'warn' }));
  expect(await test.everyItem('/v1/accounts')).toHaveLength(40);
  test.scripts.set('app', accounts(41));
  const { build } = await test.sync();
  expect(build).toMatchObject({ status: 'Published', findings: [] });
  expect(build!.version).toBeGreaterThan(version);
  expect(await test.everyItem('/v1/accounts')).toHaveLength(41);
  expect(await test.operator.damage({})).toEqual([]);
});
