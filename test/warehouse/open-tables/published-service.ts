// A service that publishes open tables, over two sources with every type. Most of its rows lie in parts.
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { readableVersions } from '../../../src/state/versions.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { identifier, literal, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import type { TenantKeys } from '../../../src/warehouse/keys.ts';
import { openTables } from '../../../src/warehouse/open-tables/open-tables.ts';
import { warehouseFile } from '../../../src/warehouse/version/layout.ts';
import { readTables, tableRows } from '../../../src/warehouse/version/table-parts.ts';
import { everyType, type Script } from '../../support/scripted-source.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { digestOf, type RowsDigest } from './row-digest.ts';

/** Sources of which each type has as many objects. */
const objects = 60;

export interface PublishedService {
  readonly test: TestService;
  /** The folder of the tables, unless they lie in a bucket. */
  readonly folder: string;
  /** Publish a version in which some objects are new, changed or gone. @returns its number */
  publishChange(): Promise<number>;
  /** End the time for which replaced versions are kept, and sweep. */
  expire(): Promise<void>;
  /** Table → the digest of its rows in a version, by our SQL. */
  expected(version: number, isWithoutNullLists?: boolean, of?: 'scalars'): Promise<Map<string, RowsDigest>>;
}

export interface PublishedOptions {
  /** An empty folder for its data; by default one that is removed at the end. */
  readonly within?: string;
  /** The setting `storage`; default: in the data directory. */
  readonly storage?: object;
  /** Sources besides those two. */
  readonly sources?: Readonly<Record<string, Script>>;
}

export async function startPublishedService({
  within,
  storage: stored,
  sources,
}: PublishedOptions = {}): Promise<PublishedService> {
  const test = await startService({
    sources: { one: everyType(objects), two: everyType(30), ...sources },
    settings: { open_tables: true, ...(stored && { storage: stored }) },
    rowsOfFiles: { partRows: 50 },
    ...(within !== undefined && { folder: within }),
  });
  const { storage } = test.service;
  const { keys } = test.service.tenant();
  const folder = path.join(test.folder, 'data/tenants/main/open');
  const versions = () => readableVersions(test.service.database, 'main');
  let changes = 0;
  await test.sync();
  const published = async () => {
    const readable = (await versions()).map(({ version }) => version).toReversed();
    await until(
      () => publishedVersions(storage, keys),
      found => isDeepStrictEqual(found, readable),
    );
    return readable.at(-1)!;
  };
  await published();
  return {
    test,
    folder,
    async publishChange() {
      changes += 1;
      test.scripts.set('one', changedScript(changes));
      await test.sync(['one'], true);
      return published();
    },
    async expire() {
      await test.service.database.execute("update versions set replaced_at = replaced_at - interval '1 day'");
      await test.service.tenant().context.addJob('sweep', 'main');
      const newest = (await versions())[0]!.version;
      await until(
        () => publishedVersions(storage, keys),
        found => isDeepStrictEqual(found, [newest]),
      );
    },
    async expected(version, isWithoutNullLists, of) {
      const found = (await versions()).find(one => one.version === version)!;
      using borrowed = await storage.borrowFolder(keys.version(found.folder));
      return await digests(borrowed.path, isWithoutNullLists, of);
    },
  };
}

async function publishedVersions(storage: Storage, keys: TenantKeys): Promise<number[]> {
  const names = await storage.list(keys.openTables);
  if (!names.includes('state.json')) return [];
  const { versions } = JSON.parse(await text(await storage.read(`${keys.openTables}/state.json`)));
  return versions.map(({ version }: { version: number }) => version);
}

/** Some objects are left out, some have another name, and one is new. */
function changedScript(change: number): ReturnType<typeof everyType> {
  const script = everyType(objects + change, record => changed(record, change));
  const pages = script['Account']!;
  return {
    ...script,
    Account: function* (...of) {
      for (const page of pages(...of) as Iterable<{ records: SourceRecord[] }>)
        yield { ...page, records: page.records.filter(({ id }) => id !== `Account-${change}`) };
    },
  };
}

function changed(record: SourceRecord, change: number): SourceRecord {
  return record.id === `Account-${10 + change}` ? { ...record, displayName: `changed by ${change}` } : record;
}

async function digests(
  version: string,
  isWithoutNullLists?: boolean,
  of?: 'scalars',
): Promise<Map<string, RowsDigest>> {
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: version, threads: 1, memoryBytes: 2 ** 28 });
  await duckdb.run(`ATTACH ${literal(warehouseFile(version))} AS read (READ_ONLY)`);
  const tables = await readTables(duckdb.rows, 'read', version);
  const found = new Map<string, RowsDigest>();
  for (const { name, relation, columns } of openTables) {
    const names = columns.filter(({ type }) => of === undefined || type.kind === 'scalar').map(column => column.name);
    const rows = await duckdb.rows(`SELECT ${names.map(identifier).join(', ')} FROM ${tableRows(tables, relation)!}`);
    found.set(name, digestOf(rows, names, isWithoutNullLists));
  }
  return found;
}
