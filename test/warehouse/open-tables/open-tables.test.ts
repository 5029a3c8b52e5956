// Open tables as other engines see them: icebird reads the Iceberg tables from the folder and through the catalogue. ClickHouse does in
// clickhouse.long.test.ts.
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readableVersions } from '../../../src/state/versions.ts';
import { openTables } from '../../../src/warehouse/open-tables/open-tables.ts';
import { publishOpenTables } from '../../../src/warehouse/open-tables/publish.ts';
import { readTableMetadata } from '../../../src/warehouse/open-tables/read-metadata.ts';
import { isLong } from '../../support/long-tests.ts';
import { startService, temporaryFolder } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { loadTable, readWithIcebird } from './icebird-reader.ts';
import { type PublishedService, startPublishedService } from './published-service.ts';
import { restAnswers } from './rest-answers.ts';

let published: PublishedService;
let folder: string;

beforeAll(async () => {
  folder = temporaryFolder();
  published = await startPublishedService({ within: folder });
  // icebird reads by addresses, and `fetch` reads no files.
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, options?: RequestInit) =>
    String(address).startsWith('file:') ? fetchFile(String(address), options) : fetched(address, options),
  );
});

afterAll(() => {
  vi.unstubAllGlobals();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function fetchFile(address: string, options?: RequestInit): Promise<Response> {
  const bytes = fs.readFileSync(fileURLToPath(address));
  const range = /bytes=(\d+)-(\d+)?/.exec(new Headers(options?.headers).get('range') ?? '');
  if (!range) return new Response(bytes);
  const part = bytes.subarray(Number(range[1]), range[2] === undefined ? undefined : Number(range[2]) + 1);
  return new Response(part, { status: 206 });
}

const load = (table: string, query?: string) => loadTable(published.test, table, query);

const readAll = (version: number) => readWithIcebird(published.test, version);

it('shows each version to an engine as our SQL does, after changes and deletions', async () => {
  const second = await published.publishChange();
  const third = await published.publishChange();
  const { metadata } = await load('accounts');
  expect(metadata['current-snapshot-id']).toBe(third);
  // Some rows of the base are hidden.
  expect(Number(metadata.snapshots.at(-1).summary['total-position-deletes'])).toBeGreaterThan(0);
  for (const version of isLong ? [1, second, third] : [1, third])
    expect(await readAll(version)).toEqual(await published.expected(version));
});

it('keeps the newest state when two processes publish at once', async () => {
  const { storage, database } = published.test.service;
  // A place of its own: the service itself sweeps at intervals, with the versions that are readable in truth.
  const keys = { ...published.test.service.tenant().keys, openTables: 'tenants/main/open-at-once' };
  const versions = (await readableVersions(database, 'main')).toReversed();
  const listed = versions.map(({ version, folder, published_at }) => ({
    version,
    folder,
    publishedAt: published_at.getTime(),
  }));
  let readable = listed;
  const publish = (name: string, before: () => Promise<unknown>) =>
    publishOpenTables({
      ...{ storage, keys, work: path.join(folder, name), versions: async () => readable },
      exclusively: async work => {
        await before();
        return work();
      },
    });
  const first = await publish('first', async () => {});
  // While the slower one has made its state, in which one version has expired, two have, and a faster one publishes that.
  readable = listed.slice(1);
  let attempts = 0;
  await publish('slower', async () => {
    attempts += 1;
    readable = listed.slice(2);
    if (attempts === 1) await publish('faster', async () => {});
  });
  const state = JSON.parse(await text(await storage.read(`${keys.openTables}/state.json`)));
  expect([attempts, first!.number, state.number]).toEqual([1, 1, 2]);
  const { snapshots } = JSON.parse((await readTableMetadata(storage, keys, 'accounts'))!.text);
  expect(snapshots.map((snapshot: Record<string, unknown>) => snapshot['snapshot-id'])).toEqual(
    listed.slice(2).map(({ version }) => version),
  );
});

it('shows the newest version when the others have expired', async () => {
  const third = (await readableVersions(published.test.service.database, 'main'))[0]!.version;
  await published.expire();
  expect(await readAll(third)).toEqual(await published.expected(third));
  const namesIn = (below: string) => fs.readdirSync(path.join(published.folder, 'accounts', below));
  const commit = String(third - 1).padStart(20, '0');
  const log = [`${commit}.checkpoint.parquet`, `${commit}.json`, '_last_checkpoint'];
  await until(
    () => namesIn('_delta_log'),
    names => isDeepStrictEqual(names, log),
  );
  await until(
    () => namesIn('metadata'),
    names => !names.some(name => name.startsWith('1-')),
  );

  // As after a restored backup: a version has the number that another one had.
  const state = path.join(published.folder, 'state.json');
  const before = JSON.parse(fs.readFileSync(state, 'utf8'));
  fs.writeFileSync(state, JSON.stringify({ ...before, versions: [{ version: third, folder: 'another' }] }));
  await published.test.service.tenant().context.addJob('sweep', 'main');
  const numberOf = () => (fs.existsSync(state) ? JSON.parse(fs.readFileSync(state, 'utf8')).number : undefined);
  await until(numberOf, number => number === 1);
  expect(await readAll(third)).toEqual(await published.expected(third));
});

it('answers the requests of the Iceberg REST specification', async () => {
  const get = (url: string, token?: string) => published.test.get(`/iceberg/v1/${url}`, token);
  const config = await get('config?warehouse=main');
  expect(config.body).toMatchObject({ defaults: {}, overrides: {} });
  expect(config.body.endpoints).toContain('HEAD /v1/{prefix}/namespaces/{namespace}/tables/{table}');
  expect((await get('namespaces')).body).toEqual({ namespaces: [['main']] });
  expect((await get('namespaces?parent=main')).body).toEqual({ namespaces: [] });
  expect((await get('namespaces/main')).body).toEqual({ namespace: ['main'], properties: {} });
  const { identifiers } = (await get('namespaces/main/tables')).body;
  expect(identifiers).toEqual(openTables.map(({ name }) => ({ namespace: ['main'], name })));

  const { 'metadata-location': location, metadata } = await load('accounts');
  expect(JSON.parse(fs.readFileSync(fileURLToPath(location), 'utf8'))).toEqual(metadata);
  const { metadata: newest } = await load('accounts', '?snapshots=refs');
  expect(newest.snapshots).toEqual(metadata.snapshots.slice(-1));
  expect(
    (await published.test.get(`/iceberg/v1/namespaces/main/tables/accounts?referenced-by=main%1Fview`)).status,
  ).toBe(200);
  for (const { name } of openTables) restAnswers.table.parse(await load(name));
  restAnswers.config.parse(config.body);
  for (const wrong of [
    'namespaces/main/tables/nothing',
    'namespaces/other',
    'namespaces/main/tables/accounts?snapshots=some',
  ])
    restAnswers.error.parse((await get(wrong)).body);
  restAnswers.error.parse((await get('config', 'no token')).body);

  const token = await published.test.token();
  const head = (table: string) =>
    published.test.app.inject({
      ...{ method: 'HEAD', url: `/iceberg/v1/namespaces/main/tables/${table}` },
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await head('accounts')).statusCode).toBe(204);
  expect((await head('nothing')).statusCode).toBe(404);
});

it('refuses clients that do not see the whole tenant, and names that are no table', async () => {
  const { test } = published;
  const url = '/iceberg/v1/namespaces/main/tables/accounts';
  const instances = [test.config.tenants[0]!.sources[0]!.application_instance_id];
  const limited = await test.get(url, await test.token({ instances }));
  expect(limited).toMatchObject({ status: 403, body: { error: { type: 'ForbiddenException' } } });
  expect(await test.get(url, await test.token({ scopes: ['admin'] }))).toMatchObject({ status: 403 });
  for (const table of ['nothing', '..%2F..%2Flanded', 'state.json'])
    expect(await test.get(`/iceberg/v1/namespaces/main/tables/${table}`)).toMatchObject({
      ...{ status: 404, body: { error: { type: 'NoSuchTableException', code: 404 } } },
    });
  expect(await test.get('/iceberg/v1/namespaces/other/tables')).toMatchObject({
    ...{ status: 404, body: { error: { type: 'NoSuchNamespaceException' } } },
  });
  expect(await test.get('/iceberg/v1/namespaces?unknown=1')).toMatchObject({ status: 400 });
  expect(await test.get(`${url}?snapshots=some`)).toMatchObject({ status: 400 });
});

it('removes the tables when the configuration says that there are none', async () => {
  await published.test.close();
  const without = await startService({ folder, sources: { one: {}, two: {} } });
  try {
    expect(await without.get('/iceberg/v1/config')).toMatchObject({
      ...{ status: 501, body: { error: { type: 'UnsupportedOperationException', code: 501 } } },
    });
    await without.service.tenant().context.addJob('sweep', 'main');
    await until(
      () => fs.existsSync(published.folder),
      isThere => !isThere,
    );
  } finally {
    await without.close();
  }
});
