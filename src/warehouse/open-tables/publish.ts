// Publishes the readable versions of a tenant as tables of Iceberg and Delta, and takes expired ones back. Engines see a snapshot for each
// version; all snapshots share the files that are the same.
//
// Everything that is written follows from the versions and from what was published before, so a repetition after a crash writes the same
// again. The state is written last. Two processes may do it at once, each with the versions that it knew when it began. What engines and
// other processes see is written one after the other, and only on top of the state from which it was made. Otherwise the work begins again.
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { type Storage, StorageMissing } from '../../storage/storage.ts';
import { openDuckDB } from '../duckdb.ts';
import type { TenantKeys } from '../keys.ts';
import { commitName, deltaCommit, writeCheckpoint } from './delta-log.ts';
import { icebergMetadata, icebergSchema } from './iceberg-metadata.ts';
import { type ManifestFile, manifestKinds, manifestList, manifestOf } from './manifests.ts';
import { type OpenTable, openTables } from './open-tables.ts';
import { partitionSpecs } from './partitions.ts';
import { metadataFileName } from './read-metadata.ts';
import {
  filesOfSnapshot,
  type OpenTablesState,
  stateFormat,
  type TableFile,
  type TableSnapshot,
  type TableState,
} from './table-state.ts';
import { filesOfVersion } from './version-files.ts';

interface PublishedVersion {
  readonly version: number;
  readonly folder: string;
  readonly publishedAt: number;
}

export interface PublishOptions {
  readonly storage: Storage;
  readonly keys: TenantKeys;
  /** A local folder that does not exist yet, for files until they are stored. */
  readonly work: string;
  /** The versions that are readable now, oldest first. */
  versions(): Promise<readonly PublishedVersion[]>;
  /** Run work that no other process runs for this tenant at the same time. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

const removalsAtOnce = 8;
const memoryBytes = 512 * 1024 ** 2;

/** What is published of a tenant; undefined: nothing yet. */
async function readState(storage: Storage, keys: TenantKeys): Promise<OpenTablesState | undefined> {
  try {
    return JSON.parse(await text(await storage.read(`${keys.openTables}/state.json`))) as OpenTablesState;
  } catch (error) {
    if (error instanceof StorageMissing) return undefined;
    throw error;
  }
}

/** The state was written by another process since it was read. */
class StateChanged extends Error {}

/** How often the work begins again. The next sweep takes up what is left. */
const mostAttempts = 3;

/** Resolves to the state that is published; undefined when there was nothing to do. */
export async function publishOpenTables(options: PublishOptions): Promise<OpenTablesState | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await publishOnce(options);
    } catch (error) {
      if (!(error instanceof StateChanged) || attempt === mostAttempts) throw error;
    }
  }
}

async function publishOnce(options: PublishOptions): Promise<OpenTablesState | undefined> {
  const { storage, keys, work } = options;
  // Read before the versions: what it has taken back is then not readable any more.
  const stored = await readState(storage, keys);
  const versions = await options.versions();
  const former = await usableState(options, stored, versions);
  const published = new Set(former?.versions.map(({ version }) => version));
  const newest = former?.versions.at(-1)?.version ?? 0;
  const added = versions.filter(({ version }) => version > newest);
  const readable = new Set(versions.map(({ version }) => version));
  if (added.length === 0 && published.isSubsetOf(readable)) return undefined;
  fs.mkdirSync(work, { recursive: true });
  try {
    let state: OpenTablesState = former ?? {
      ...{ format: stateFormat, location: storage.location, number: 0, versions: [], tables: {} },
    };
    for (const version of added) state = await addVersion(options, state, version);
    const kept = withoutExpired(state, readable);
    const hasExpired = kept.versions.length < state.versions.length;
    if (state.versions.length === published.size && !hasExpired) return undefined;
    const next = { ...kept, number: state.number + 1 };
    await options.exclusively(() => replaceState(options, { number: former?.number, next, hasExpired }));
    return next;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

interface Replacement {
  /** The number of the state from which the next one was made; undefined: there was none. */
  readonly number: number | undefined;
  readonly next: OpenTablesState;
  readonly hasExpired: boolean;
}

/** @throws StateChanged when another process has replaced it. Files that are removed may be those that a state of its own needs. */
async function replaceState(options: PublishOptions, { number, next, hasExpired }: Replacement): Promise<void> {
  const now = await readState(options.storage, options.keys);
  if (now?.number !== number) throw new StateChanged('open tables were published by another process meanwhile');
  await writeMetadata(options, next);
  if (hasExpired) await writeCheckpoints(options, next);
  await keep(options, new Map([['state.json', JSON.stringify(next)]]));
  if (hasExpired) await removeUnneeded(options, next);
  else await removeFormerMetadata(options, next);
}

/**
 * The published state; undefined when everything is to be published anew: the storage has moved, or versions have numbers that others had
 * before, because an older state was restored.
 */
async function usableState(
  { storage, keys }: PublishOptions,
  state: OpenTablesState | undefined,
  versions: readonly PublishedVersion[],
): Promise<OpenTablesState | undefined> {
  const folders = new Map(state?.versions.map(({ version, folder }) => [version, folder]));
  const newest = state?.versions.at(-1)?.version ?? 0;
  const isKnown = versions.every(({ version, folder }) => version > newest || folders.get(version) === folder);
  if (state?.format === stateFormat && state.location === storage.location && isKnown) return state;
  if (state) await storage.remove(keys.openTables);
  return undefined;
}

/** Write the snapshots of a version. */
async function addVersion(
  options: PublishOptions,
  state: OpenTablesState,
  { version, folder, publishedAt }: PublishedVersion,
): Promise<OpenTablesState> {
  const { storage, keys, work } = options;
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: work, threads: 1, memoryBytes });
  const files = await filesOfVersion({
    ...{ duckdb, storage, work, version, tables: state.tables },
    ...{ key: keys.version(folder), openKey: keys.openTables },
  });
  const versions = [...state.versions, { version, folder }];
  if (!files) return { ...state, versions };
  const contents = new Map<string, FileContent>();
  const tables: Record<string, TableState> = {};
  for (const table of openTables) {
    const snapshot = { version, publishedAt, files: files.get(table.name)! };
    const added = await addSnapshot(options, table, state.tables[table.name], snapshot);
    tables[table.name] = added.table;
    for (const [name, content] of added.contents) contents.set(`${table.name}/${name}`, content);
  }
  await keep(options, contents);
  return { ...state, versions, tables: { ...state.tables, ...tables } };
}

type FileContent = Buffer | string;

/** Path in the folder of a table → content. */
type FilesOfTable = readonly (readonly [name: string, content: FileContent])[];

interface NewSnapshot {
  readonly version: number;
  readonly publishedAt: number;
  readonly files: readonly TableFile[];
}

/** What a new snapshot of a table needs: manifests and their list, unless it has the files of the one before it, and its commit. */
async function addSnapshot(
  options: PublishOptions,
  table: OpenTable,
  state: TableState | undefined,
  { version, publishedAt, files }: NewSnapshot,
): Promise<{ readonly table: TableState; readonly contents: FilesOfTable }> {
  const former = state?.snapshots.at(-1);
  const schemas = withSchema(table, state?.schemas ?? []);
  const schemaId = schemas.length - 1;
  const paths = files.map(file => file.path);
  const isSame = former?.schemaId === schemaId && String(former.files) === String(paths);
  const added = {
    schemas,
    files: { ...state?.files, ...Object.fromEntries(files.map(file => [file.path, file])) },
  };
  const snapshot: TableSnapshot = {
    ...{ version, schemaId, files: paths, commit: (former?.commit ?? -1) + 1 },
    // Two versions of the same millisecond keep their order.
    publishedAt: Math.max(publishedAt, (former?.publishedAt ?? 0) + 1),
    list: isSame ? former.list : `metadata/snap-${version}.avro`,
  };
  const next = { ...added, snapshots: [...(state?.snapshots ?? []), snapshot] };
  const before = former ? filesOfSnapshot(next, former) : [];
  const manifests = isSame
    ? []
    : await manifestsOf(options, table, { snapshot, schema: schemas.at(-1)!, files, before, former });
  const log = { tenant: options.keys.tenant, table, address: deltaAddress(options, table) };
  const commit = [commitName(snapshot.commit), deltaCommit(next, snapshot, former, log)] as const;
  return { table: next, contents: [...manifests, commit] };
}

/** The schemas of a table, of which the last is that of this release. */
function withSchema(table: OpenTable, schemas: readonly object[]): readonly object[] {
  const fieldsOf = (schema: object | undefined) =>
    JSON.stringify((schema as { fields?: object[] } | undefined)?.fields);
  const current = icebergSchema(table, schemas.length);
  return fieldsOf(schemas.at(-1)) === fieldsOf(current) ? schemas : [...schemas, current];
}

interface ManifestsOf {
  readonly snapshot: TableSnapshot;
  readonly schema: object;
  readonly files: readonly TableFile[];
  /** The files of the snapshot before it. */
  readonly before: readonly TableFile[];
  readonly former: TableSnapshot | undefined;
}

async function manifestsOf(
  { storage, keys }: PublishOptions,
  table: OpenTable,
  { snapshot, schema, files, before, former }: ManifestsOf,
): Promise<FilesOfTable> {
  const { version, schemaId, list } = snapshot;
  const facts = {
    ...{ version, schemaId, schema: JSON.stringify(schema), table },
    address: (file: string) => `${storage.location}/${file}`,
  };
  const manifests: (readonly [name: string, manifest: ManifestFile])[] = [];
  for (const kind of manifestKinds) {
    const name = `metadata/${version}-${kind.content}-${partitionSpecs[kind.spec]}.avro`;
    const key = `${keys.openTables}/${table.name}/${name}`;
    const manifest = await manifestOf(key, kind, { files, former: before }, facts);
    if (manifest) manifests.push([name, manifest]);
  }
  const summaries = manifests.map(([, { summary }]) => summary);
  return [
    ...manifests.map(([name, { content }]) => [name, content] as const),
    [list, await manifestList(summaries, { version, parent: former?.version })],
  ];
}

/** Files in the folder of the table have a relative path, so that the folder can be read under any address. */
function deltaAddress({ storage, keys }: PublishOptions, { name }: OpenTable): (path: string) => string {
  const folder = `${keys.openTables}/${name}/`;
  return file => encodeURI(file.startsWith(folder) ? file.slice(folder.length) : `${storage.location}/${file}`);
}

/** Take back the snapshots of versions that are not readable any more. The newest one stays. */
function withoutExpired(state: OpenTablesState, readable: ReadonlySet<number>): OpenTablesState {
  const tables = Object.entries(state.tables).map(([name, { schemas, snapshots, files }]) => {
    const kept = snapshots.filter(({ version }, index) => readable.has(version) || index === snapshots.length - 1);
    const needed = new Set(kept.flatMap(snapshot => snapshot.files));
    return [
      name,
      { schemas, snapshots: kept, files: Object.fromEntries([...needed].map(file => [file, files[file]!])) },
    ] as const;
  });
  return {
    ...state,
    versions: state.versions.filter(({ version }) => readable.has(version)),
    tables: Object.fromEntries(tables),
  };
}

/** Write the metadata of all tables, and then the files that say which metadata is the newest. */
async function writeMetadata(options: PublishOptions, state: OpenTablesState): Promise<void> {
  const { storage, keys } = options;
  const published = openTables.filter(({ name }) => name in state.tables);
  const metadataOf = (table: OpenTable) => {
    const location = `${storage.location}/${keys.openTables}/${table.name}`;
    return JSON.stringify(icebergMetadata(keys.tenant, table, state.tables[table.name]!, location));
  };
  const inMetadata = (name: string, content: (table: OpenTable) => string) =>
    new Map(published.map(table => [`${table.name}/metadata/${name}`, content(table)]));
  await keep(options, inMetadata(metadataFileName(state.number), metadataOf));
  const number = String(state.number);
  await keep(
    options,
    inMetadata('version-hint.text', () => number),
  );
}

/** Store small files. @param contents path below the open tables → content */
async function keep({ storage, keys }: PublishOptions, contents: ReadonlyMap<string, FileContent>): Promise<void> {
  await storage.keepContents(new Map([...contents].map(([name, content]) => [`${keys.openTables}/${name}`, content])));
}

/** Metadata before the newest that stays for engines that have just read which one is the newest. */
const formerMetadata = 2;

async function removeFormerMetadata({ storage, keys }: PublishOptions, { tables, number }: OpenTablesState) {
  const former = metadataFileName(number - formerMetadata - 1);
  const limit = pLimit(removalsAtOnce);
  const remove = (table: string) => limit(() => storage.remove(`${keys.openTables}/${table}/metadata/${former}`));
  await Promise.all(Object.keys(tables).map(remove));
}

/** Begin the log of each table with a checkpoint of its oldest snapshot. */
async function writeCheckpoints(options: PublishOptions, state: OpenTablesState): Promise<void> {
  const { storage, keys, work } = options;
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: work, threads: 1, memoryBytes });
  for (const table of openTables) {
    const own = state.tables[table.name];
    if (!own) continue;
    const oldest = own.snapshots[0]!;
    const local = path.join(work, 'checkpoint.parquet');
    const log = { tenant: keys.tenant, table, address: deltaAddress(options, table) };
    const size = await writeCheckpoint(duckdb, local, own, oldest, log);
    await storage.keepFile(
      `${keys.openTables}/${table.name}/${commitName(oldest.commit, 'checkpoint.parquet')}`,
      local,
    );
    const last = { version: oldest.commit, size };
    await keep(options, new Map([[`${table.name}/_delta_log/_last_checkpoint`, JSON.stringify(last)]]));
  }
}

/** Remove files that no snapshot needs. */
async function removeUnneeded({ storage, keys }: PublishOptions, state: OpenTablesState): Promise<void> {
  const limit = pLimit(removalsAtOnce);
  const remove = (key: string) => limit(() => storage.remove(key));
  for (const [name, table] of Object.entries(state.tables)) {
    const folder = `${keys.openTables}/${name}`;
    const [metadata, data, log] = await Promise.all(
      ['metadata', 'data', '_delta_log'].map(below => storage.list(`${folder}/${below}`)),
    );
    const firstCommit = path.posix.basename(commitName(table.snapshots[0]!.commit, ''));
    const lists = new Set(table.snapshots.map(({ list }) => path.posix.basename(list)));
    const doomed = [
      ...metadata!
        .filter(file => !isNeededMetadata(file, lists, state.number))
        .map(file => `${folder}/metadata/${file}`),
      ...log!.filter(file => /^\d/.test(file) && file < firstCommit).map(file => `${folder}/_delta_log/${file}`),
      ...data!.map(file => `${folder}/data/${file}`).filter(file => !(file in table.files)),
    ];
    await Promise.all(doomed.map(remove));
  }
}

/** Whether a file is of a snapshot that is there, or is the newest metadata or one of those shortly before it. */
function isNeededMetadata(file: string, lists: ReadonlySet<string>, number: number): boolean {
  const version = /^(?:snap-(\d+)|(\d+)-(?:data|deletes)-\d)\.avro$/.exec(file);
  if (version) return lists.has(`snap-${version[1] ?? version[2]}.avro`);
  const metadata = /^v(\d+)\.metadata\.json$/.exec(file);
  return !metadata || Number(metadata[1]) >= number - formerMetadata;
}
