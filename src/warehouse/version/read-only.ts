// DuckDB over one version, for a process that reads it. It can reach the version's files, read-only, and nothing else.
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { PlainVisibility } from '../../resources/visibility/visible.ts';
import { type DuckDBSettings, instanceOptions, literal } from '../duckdb.ts';
import { sqlFile } from '../sql-files.ts';
import { createInventory } from './inventory-views.ts';
import { attachLookupFiles } from './lookup-files.ts';
import { type Ask, partFiles, readTables, type VersionTables } from './table-parts.ts';

export interface VersionOpening {
  /** The version's DuckDB file. */
  readonly file: string;
  readonly threads: number;
  readonly memoryBytes: number;
  /** What may be seen; null: all. */
  readonly visible: PlainVisibility | null;
  /** Whether the graph of access is read from lookup files (lookup-files.ts). */
  readonly usesLookupFiles?: boolean;
  /** The DuckDB file of an earlier version, which becomes schema `earlier`. */
  readonly earlierFile?: string;
  readonly quickPlans?: DuckDBSettings['quickPlans'];
}

/** A version that is open for SQL. */
export interface OpenedVersion {
  readonly connection: DuckDBConnection;
  readonly tables: VersionTables;
  readonly earlierTables?: VersionTables;
  /** Another connection, with temporary tables of its own. */
  connect(): Promise<DuckDBConnection>;
  /** Close all connections and files. No statement may run, or remain prepared. */
  close(): void;
}

/** Schema `inventory` over a version. Until {@link lock} is called, a statement can still reach everything. */
export async function openVersionFile(opening: VersionOpening, spillFolder: string): Promise<OpenedVersion> {
  const instance = await DuckDBInstance.create(':memory:', {
    ...instanceOptions({ ...opening, spillFolder }),
    allow_community_extensions: 'false',
  });
  const { visible } = opening;
  const connections: DuckDBConnection[] = [];
  const connect = async () => {
    const connection = await instance.connect();
    connections.push(connection);
    if (visible) await createGlobalIds(connection, visible.tenant);
    return connection;
  };
  const close = () => {
    for (const each of connections) each.closeSync();
    instance.closeSync();
  };
  const connection = await connect();
  // A version's files never change.
  await connection.run('SET GLOBAL parquet_metadata_cache = true');
  // A join compares up to this many values (by default 50) with the ranges of row groups, and skips the groups that have none.
  await connection.run('SET GLOBAL dynamic_or_filter_threshold = 1000');
  await connection.run(`ATTACH ${literal(opening.file)} AS warehouse (READ_ONLY)`);
  const ask: Ask = async <Row>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[];
  const stored = await readTables(ask, 'warehouse', path.dirname(opening.file));
  const tables = opening.usesLookupFiles ? await attachLookupFiles(sql => connection.run(sql), stored) : stored;
  await createInventory(connection, tables, visible);
  if (opening.earlierFile === undefined) return { connection, tables, connect, close };
  const earlierTables = await attachEarlier(connection, ask, opening, stored);
  await createInventory(connection, earlierTables, visible, 'earlier');
  return { connection, tables, earlierTables, connect, close };
}

/** The macro `global_id` of a connection. Views of limited clients compare ids with those of the instances that the client may see. */
async function createGlobalIds(connection: DuckDBConnection, tenant: string): Promise<void> {
  await connection.run(`SET VARIABLE tenant = ${literal(tenant)}`);
  await connection.run(sqlFile('building/model/010_global_ids.sql').text);
}

/** DuckDB attaches no file twice, so a version that is compared with itself keeps its tables. */
async function attachEarlier(
  connection: DuckDBConnection,
  ask: Ask,
  { file, earlierFile }: VersionOpening,
  tables: VersionTables,
): Promise<VersionTables> {
  if (earlierFile === file) return tables;
  await connection.run(`ATTACH ${literal(earlierFile!)} AS earlier_warehouse (READ_ONLY)`);
  return readTables(ask, 'earlier_warehouse', path.dirname(earlierFile!));
}

/**
 * From now on statements can reach only the version's files and the outside paths that are given, and no setting can be changed.
 * @param paths files that statements may read and write
 */
export async function lock(
  { connection, tables, earlierTables }: OpenedVersion,
  settings: Readonly<Record<string, string>>,
  paths: readonly string[] = [],
): Promise<void> {
  const allowed = [...partFiles(tables), ...(earlierTables ? partFiles(earlierTables) : []), ...paths].map(literal);
  const last = {
    TimeZone: literal('UTC'),
    allowed_paths: `[${allowed.join(', ')}]`,
    ...settings,
    enable_external_access: 'false',
    lock_configuration: 'true',
  };
  for (const [name, value] of Object.entries(last)) await connection.run(`SET GLOBAL ${name} = ${value}`);
}
