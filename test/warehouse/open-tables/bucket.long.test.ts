// Open tables in a bucket, as engines read them over S3: icebird through the catalogue, and DuckDB the files that the manifests name.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { icebergManifests } from 'icebird';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DuckDB, identifier, literal, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { type OpenTable, openTables } from '../../../src/warehouse/open-tables/open-tables.ts';
import { bucketOf } from '../../../src/warehouse/open-tables/partitions.ts';
import { type ObjectServer, startObjectServer } from '../../support/servers/object-server.ts';
import { temporaryFolder } from '../../support/service/service.ts';
import { accessOfBoth, type GuideRow, graphScript, guideView } from './guide-access.ts';
import { loadTable, readWithIcebird } from './icebird-reader.ts';
import { type PublishedService, startPublishedService } from './published-service.ts';
import { digestOf } from './row-digest.ts';

let server: ObjectServer;
let published: PublishedService;
let folder: string;
let version: number;

beforeAll(async () => {
  folder = temporaryFolder();
  server = await startObjectServer();
  published = await startPublishedService({ storage: server.settings, sources: { graph: graphScript } });
  version = await published.publishChange();
  // icebird asks for objects by the address that they would have at AWS, without a signature.
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const { bucket, region, endpoint, access_key_id: accessKeyId, secret_access_key: secret } = server.settings;
    const [, key] = String(address).split(`https://${bucket}.s3.amazonaws.com/`);
    if (key === undefined) return fetched(address, options);
    const signer = new AwsV4Signer({
      ...{
        method: options.method ?? 'GET',
        url: `${endpoint}/${bucket}/${key}`,
        headers: new Headers(options.headers),
      },
      ...{ service: 's3', region, accessKeyId, secretAccessKey: secret },
    });
    const { method, url, headers } = await signer.sign();
    return fetched(url, { method, headers });
  });
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await published?.test.close();
  await server?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

interface ListedFile {
  readonly content: number;
  readonly file_path: string;
  readonly partition: Readonly<Record<string, number>>;
}

/** The files of the newest snapshot of a table. */
async function listedFiles(table: OpenTable): Promise<ListedFile[]> {
  const { metadata } = await loadTable(published.test, table.name);
  const manifests = await icebergManifests(metadata);
  const entries = manifests.flatMap(manifest => manifest.entries);
  return entries.filter(({ status }) => status !== 2).map(({ data_file: file }) => file as unknown as ListedFile);
}

/** Fetch an object. @returns its local copy */
async function copyOf({ file_path: address }: ListedFile): Promise<string> {
  const local = path.join(folder, createHash('sha256').update(address).digest('hex'));
  const response = await fetch(address.replace('s3://rolecall/', 'https://rolecall.s3.amazonaws.com/'));
  expect(response.status, address).toBe(200);
  fs.writeFileSync(local, Buffer.from(await response.arrayBuffer()));
  return local;
}

/** Make a view with the rows of a table, from nothing but its files. A table without files has none. */
async function showTable(duckdb: DuckDB, table: OpenTable): Promise<boolean> {
  const files = await listedFiles(table);
  const deletes = await Promise.all(files.filter(({ content }) => content === 1).map(copyOf));
  const names = table.columns.map(({ name }) => identifier(name)).join(', ');
  const rows = await Promise.all(
    files
      .filter(({ content }) => content === 0)
      .map(async file => {
        const shown = `SELECT ${names} FROM read_parquet(${literal(await copyOf(file))}, file_row_number = true)`;
        return deletes.length === 0
          ? shown
          : `${shown} WHERE file_row_number NOT IN (SELECT pos FROM read_parquet([${deletes.map(literal).join(', ')}])
              WHERE file_path = ${literal(file.file_path)})`;
      }),
  );
  if (rows.length > 0) await duckdb.run(`CREATE VIEW ${table.name} AS ${rows.join(' UNION ALL ')}`);
  return rows.length > 0;
}

const openMemory = () => openDuckDB({ file: ':memory:', spillFolder: folder, threads: 1, memoryBytes: 2 ** 28 });

it('shows each version to engines as our SQL does', async () => {
  for (const one of [1, version])
    expect(await readWithIcebird(published.test, one)).toEqual(await published.expected(one));

  await using duckdb = await openMemory();
  const expected = await published.expected(version);
  for (const table of openTables) {
    const hasRows = await showTable(duckdb, table);
    const rows = hasRows ? await duckdb.rows<Record<string, unknown>>(`FROM ${table.name}`) : [];
    const names = table.columns.map(({ name }) => name);
    expect(digestOf(rows, names), table.name).toEqual(expected.get(table.name));
  }
});

it('puts files with the rows of one application instance into its partition, and no others', async () => {
  await using duckdb = await openMemory();
  const kinds = new Set<string>();
  for (const table of openTables) {
    const { metadata } = await loadTable(published.test, table.name);
    const specs = metadata['partition-specs'].map((spec: { fields: object[] }) => spec.fields.length);
    expect(specs, table.name).toEqual(table.instanceField === undefined ? [0] : [0, 1]);
    for (const file of await listedFiles(table)) {
      const bucket = file.partition['application_instance_bucket'];
      kinds.add(`${file.content} ${bucket === undefined ? 'without' : 'in'} a partition`);
      if (file.content === 1 || bucket === undefined) continue;
      const instances = await duckdb.rows<{ id: string }>(
        `SELECT DISTINCT ${table.instanceField} AS id FROM read_parquet(${literal(await copyOf(file))})`,
      );
      expect(instances.map(({ id }) => bucketOf(id))).toEqual([bucket]);
    }
  }
  // Content 1: the positions of deleted rows.
  expect([...kinds].toSorted()).toEqual(
    ['0', '1'].flatMap(content => [`${content} in a partition`, `${content} without a partition`]),
  );
  // Iceberg table specification, appendix B.
  expect(bucketOf('f79c3e09-677c-4bbd-a479-3f349cb785e7')).toBe(1_488_055_340 % 65_536);
});

it('has what accounts reach, by the SQL of the guide', async () => {
  const view = guideView();
  await using duckdb = await openMemory();
  for (const table of openTables) if (view.includes(table.name)) await showTable(duckdb, table);
  await duckdb.run(view);
  const rows = await duckdb.rows<GuideRow>('FROM effective_access');
  const { byGuide, byApi } = await accessOfBoth(published.test, rows);
  expect(byGuide).toEqual(byApi);
  const [denied] = await duckdb.integers('SELECT count(*)::INTEGER FROM access_grants WHERE is_denial', 1);
  expect(denied![0]).toBeGreaterThan(0);
});
