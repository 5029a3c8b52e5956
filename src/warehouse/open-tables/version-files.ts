// The files of a version that hold the rows of open tables. Parts are used as they lie. Rows in the version's DuckDB file, which are few,
// are written as Parquet; a file with the same content as before is the same file. Rows that a part's `.gone` file hides become a file of
// positions.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileFacts } from '../../storage/local-files.ts';
import type { FolderFacts, Storage } from '../../storage/storage.ts';
import { parquetOptions } from '../building/parts/write-parts.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import { inventoryRelations, relationQuery } from '../version/inventory.ts';
import { warehouseFile } from '../version/layout.ts';
import { readManifest } from '../version/manifest.ts';
import { partFile, readTables, type TablePart, type VersionTables } from '../version/table-parts.ts';
import { deletionVector } from './deletion-vector.ts';
import { type OpenTable, openTables } from './open-tables.ts';
import type { TableFile, TableState } from './table-state.ts';

export interface VersionReading {
  readonly duckdb: DuckDB;
  readonly storage: Storage;
  /** The storage key of the version's folder. */
  readonly key: string;
  /** The storage key below which the tables are published. */
  readonly openKey: string;
  /** A local folder for files until they are stored. */
  readonly work: string;
  readonly version: number;
  /** What is published already. */
  readonly tables: Readonly<Record<string, TableState>>;
}

interface OpenVersion extends VersionReading {
  readonly stored: VersionTables;
  readonly facts: FolderFacts;
  /** Path of a part's file below its version's tables → its path in the storage. */
  readonly exposed: ReadonlyMap<string, string>;
}

/** Table → its files in a version; undefined for a version without parts, of release 0.2.0 or before. */
export async function filesOfVersion(reading: VersionReading): Promise<Map<string, TableFile[]> | undefined> {
  const { duckdb, storage, key } = reading;
  using borrowed = await storage.borrowFolder(key, ['manifest.json', 'warehouse.duckdb']);
  const { files: facts } = readManifest(borrowed.path);
  if (!facts) return undefined;
  await duckdb.run(`ATTACH ${literal(warehouseFile(borrowed.path))} AS read_version (READ_ONLY)`);
  try {
    const stored = await readTables(duckdb.rows, 'read_version', borrowed.path);
    const exposed = await exposeParts(reading, stored, facts);
    const version = { ...reading, stored, facts, exposed };
    const rows = await rowsInDatabase(version);
    const found = new Map<string, TableFile[]>();
    for (const table of openTables) {
      const parts = stored.parts.get(table.relation);
      found.set(table.name, parts ? await filesOfParts(version, table, parts) : await fileOfRows(version, table, rows));
    }
    return found;
  } finally {
    await duckdb.run('DETACH read_version');
  }
}

const nameInVersion = (file: string) => `tables/${file}`;

/** Make the parts accessible under names that stay while another version has the same file. */
async function exposeParts(
  { storage, key, openKey }: VersionReading,
  stored: VersionTables,
  facts: FolderFacts,
): Promise<Map<string, string>> {
  const links = openTables.flatMap(({ name, relation }) =>
    (stored.parts.get(relation) ?? [])
      .flatMap(({ base, delta }) => (delta === null ? [base] : [base, delta]))
      .map(nameInVersion)
      .map(file => [file, dataKey(openKey, name, facts[file]!.sha256)] as const),
  );
  return storage.expose(key, new Map(links));
}

const dataKey = (openKey: string, table: string, name: string) => `${openKey}/${table}/data/${name}.parquet`;

async function filesOfParts(version: OpenVersion, table: OpenTable, parts: readonly TablePart[]): Promise<TableFile[]> {
  const files: TableFile[] = [];
  for (const { base, delta, gone, rows, baseRows, applicationInstanceId } of parts) {
    const instance = table.instanceField === undefined ? null : applicationInstanceId;
    const baseFile = partOf(version, table, base, baseRows, instance);
    if (baseRows > 0) files.push(baseFile);
    const deletes = gone === null ? undefined : await deletesOf(version, table, { base, gone }, baseFile);
    if (deletes) files.push(deletes);
    const deltaRows = rows - baseRows + (deletes?.rows ?? 0);
    if (delta !== null && deltaRows > 0) files.push(partOf(version, table, delta, deltaRows, instance));
  }
  return files;
}

function partOf(
  version: OpenVersion,
  table: OpenTable,
  file: string,
  rows: number,
  instance: string | null,
): TableFile {
  const name = nameInVersion(file);
  const { bytes } = version.facts[name]!;
  return known(version, table, version.exposed.get(name)!, { bytes, rows, ...(instance !== null && { instance }) });
}

/** The file as the snapshot before has it, or as one that this version adds. */
function known(
  { tables, version }: VersionReading,
  table: OpenTable,
  filePath: string,
  facts: Omit<TableFile, 'path' | 'since'>,
): TableFile {
  const state = tables[table.name];
  const isThere = state?.snapshots.at(-1)?.files.includes(filePath) === true;
  return { ...facts, path: filePath, since: isThere ? state.files[filePath]!.since : version };
}

/** The rows of a base that are hidden, as a file of their positions; undefined when there are none. */
async function deletesOf(
  version: OpenVersion,
  table: OpenTable,
  { base, gone }: { readonly base: string; readonly gone: string },
  baseFile: TableFile,
): Promise<TableFile | undefined> {
  const { duckdb, storage, key, openKey, work, facts } = version;
  // The file names the path of the base, which may differ between versions although its content is the same.
  const name = createHash('sha256')
    .update(`${baseFile.path} ${baseFile.instance ?? ''} ${facts[nameInVersion(gone)]!.sha256}`)
    .digest('hex');
  const filePath = dataKey(openKey, table.name, `${name}-deletes`);
  const former = version.tables[table.name]?.files[filePath];
  if (former) return known(version, table, filePath, former);
  using borrowed = await storage.borrowFolder(key, [base, gone].map(nameInVersion));
  const [baseRows, goneRows] = [base, gone].map(file => literal(partFile(borrowed.path, file)));
  await duckdb.run(`CREATE OR REPLACE TEMP TABLE hidden AS
    SELECT file_row_number AS pos FROM read_parquet(${baseRows}, file_row_number = true)
    SEMI JOIN read_parquet(${goneRows}) AS gone USING ("globalId", row_hash) ORDER BY pos`);
  const [positions] = await duckdb.integers('SELECT pos::INTEGER FROM hidden ORDER BY pos', 1);
  if (positions!.length === 0) return undefined;
  const local = path.join(work, 'deletes.parquet');
  // The names and ids of the columns are those of the Iceberg specification, position delete files.
  await duckdb.run(`COPY (SELECT ${literal(`${storage.location}/${baseFile.path}`)} AS file_path, pos FROM hidden ORDER BY pos)
    TO ${literal(local)} (${parquetOptions}, FIELD_IDS {file_path: 2147483546, pos: 2147483545})`);
  const { bytes } = await storage.keepFile(filePath, local);
  const hidden = deletionVector(positions!);
  return known(version, table, filePath, {
    ...{ bytes, rows: hidden.rows, deletesOf: baseFile.path, hidden },
    ...(baseFile.instance !== undefined && { instance: baseFile.instance }),
  });
}

interface DatabaseRows {
  /** Relation → how many rows it has in the DuckDB file. */
  readonly counts: ReadonlyMap<string, number>;
  /** Relation → the digest of its rows, where they are few. */
  readonly digests: ReadonlyMap<string, string>;
}

/** The rows of a digest are one text in memory. So many take less time than writing them as Parquet. */
const mostDigestedRows = 5_000;

async function rowsInDatabase(version: OpenVersion): Promise<DatabaseRows> {
  const { duckdb, stored } = version;
  const own = openTables.filter(({ relation }) => stored.columns.has(relation) && !stored.parts.has(relation));
  const counted = await duckdb.rows<{ name: string; rows: number }>(
    own
      .map(
        ({ relation }) =>
          `SELECT ${literal(relation)} AS name, count(*)::DOUBLE AS rows FROM ${tableOf(version, relation)}`,
      )
      .join(' UNION ALL '),
  );
  const counts = new Map(counted.map(({ name, rows }) => [name, rows]));
  const few = own.filter(({ relation }) => counts.get(relation)! > 0 && counts.get(relation)! <= mostDigestedRows);
  const digested = few.map(
    table => `SELECT ${literal(table.relation)} AS name, sha256(string_agg(to_json(shown)::VARCHAR, chr(10))) AS rows
      FROM (${rowsQuery(version, table)}) AS shown`,
  );
  const rows = few.length === 0 ? [] : await duckdb.rows<{ name: string; rows: string }>(digested.join(' UNION ALL '));
  const digests = new Map(rows.map(row => [row.name, row.rows]));
  return {
    counts,
    digests: new Map(few.map(table => [table.relation, digestOf(table, digests.get(table.relation)!)])),
  };
}

/** Files differ also when the types of the columns do, or how files are written. */
const digestOf = ({ columns }: OpenTable, rows: string) =>
  createHash('sha256')
    .update(`${parquetOptions} ${JSON.stringify(columns)} ${rows}`)
    .digest('hex');

const tableOf = ({ stored }: OpenVersion, relation: string) => `${stored.database}.main.${identifier(relation)}`;

const relations = new Map(inventoryRelations().map(relation => [relation.name, relation]));

function rowsQuery(version: OpenVersion, { relation, columns }: OpenTable): string {
  const query = relationQuery(
    relations.get(relation)!,
    tableOf(version, relation),
    version.stored.columns.get(relation),
  );
  return `SELECT ${columns.map(({ name }) => identifier(name)).join(', ')} FROM (${query})`;
}

/** A table whose rows are those of the version before keeps its file. Most small tables of a version are. */
async function fileOfRows(
  version: OpenVersion,
  table: OpenTable,
  { counts, digests }: DatabaseRows,
): Promise<TableFile[]> {
  const { duckdb, storage, openKey, work } = version;
  const rows = counts.get(table.relation) ?? 0;
  if (rows === 0) return [];
  const state = version.tables[table.name];
  const digest = digests.get(table.relation);
  const same = state?.snapshots
    .at(-1)
    ?.files.find(file => digest !== undefined && state.files[file]!.digest === digest);
  if (same !== undefined) return [state!.files[same]!];
  const local = path.join(work, 'rows.parquet');
  await duckdb.run(`COPY (${rowsQuery(version, table)}) TO ${literal(local)} (${parquetOptions})`);
  const { bytes, sha256 } = await fileFacts(local);
  const filePath = dataKey(openKey, table.name, sha256);
  if (state?.files[filePath]) fs.rmSync(local);
  else await storage.keepFile(filePath, local);
  return [known(version, table, filePath, { bytes, rows, ...(digest !== undefined && { digest }) })];
}
