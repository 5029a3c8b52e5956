// The transaction log of a Delta table over the same files: https://github.com/delta-io/delta/blob/master/PROTOCOL.md
//
// A commit for each version. Its time is that of the version (in-commit timestamps), so `timestamp as of` finds it. When versions expire,
// a checkpoint of the oldest commit that stays replaces those before it.
import fs from 'node:fs';
import { type DuckDB, literal } from '../duckdb.ts';
import { deltaStruct } from './column-type.ts';
import { tableUuid } from './iceberg-metadata.ts';
import type { OpenTable } from './open-tables.ts';
import { filesOfSnapshot, type TableFile, type TableSnapshot, type TableState } from './table-state.ts';

/** `timestamp_ntz` and deletion vectors need these versions. */
const readerFeatures = ['deletionVectors', 'timestampNtz'];
const protocol = {
  ...{ minReaderVersion: 3, minWriterVersion: 7 },
  ...{ readerFeatures, writerFeatures: [...readerFeatures, 'inCommitTimestamp'] },
};

export interface LogOptions {
  readonly tenant: string;
  readonly table: OpenTable;
  /** A file's path in the storage → its path for readers of the log. */
  address(path: string): string;
}

/** A file with the rows of it that are hidden. */
interface Shown {
  readonly file: TableFile;
  readonly hidden: TableFile['hidden'];
}

export const commitName = (commit: number, end = 'json') => `_delta_log/${String(commit).padStart(20, '0')}.${end}`;

/** The lines of a commit. @param former the snapshot before it; undefined: the table begins with it */
export function deltaCommit(
  state: TableState,
  snapshot: TableSnapshot,
  former: TableSnapshot | undefined,
  options: LogOptions,
): string {
  const { version, publishedAt, schemaId } = snapshot;
  const now = shownFiles(state, snapshot);
  const before = former ? shownFiles(state, former) : [];
  const keys = { now: new Set(now.map(keyOf)), before: new Set(before.map(keyOf)) };
  const actions: object[] = [
    {
      commitInfo: {
        ...{ inCommitTimestamp: publishedAt, timestamp: publishedAt },
        ...{ operation: 'WRITE', operationParameters: { mode: 'Overwrite' } },
        ...{ engineInfo: 'Rolecall', 'rolecall.version': version },
      },
    },
    ...(former ? [] : [{ protocol }]),
    ...(former?.schemaId === schemaId ? [] : [metaData(options, state.snapshots[0]!)]),
    ...before
      .filter(shown => !keys.now.has(keyOf(shown)))
      .map(shown => ({
        remove: {
          ...{ path: options.address(shown.file.path), deletionTimestamp: publishedAt, dataChange: true },
          ...{ extendedFileMetadata: true, partitionValues: {}, size: shown.file.bytes, ...vectorOf(shown) },
        },
      })),
    ...now.filter(shown => !keys.before.has(keyOf(shown))).map(shown => ({ add: addAction(shown, snapshot, options) })),
  ];
  return `${actions.map(action => JSON.stringify(action)).join('\n')}\n`;
}

const vectorColumns = `STRUCT("storageType" VARCHAR, "pathOrInlineDv" VARCHAR, "offset" INTEGER, "sizeInBytes" INTEGER, "cardinality" BIGINT)`;

/** The columns of a checkpoint that this log uses. */
const checkpointColumns = {
  protocol: `STRUCT("minReaderVersion" INTEGER, "minWriterVersion" INTEGER, "readerFeatures" VARCHAR[], "writerFeatures" VARCHAR[])`,
  metaData: `STRUCT("id" VARCHAR, "name" VARCHAR, "description" VARCHAR,
    "format" STRUCT("provider" VARCHAR, "options" MAP(VARCHAR, VARCHAR)), "schemaString" VARCHAR, "partitionColumns" VARCHAR[],
    "configuration" MAP(VARCHAR, VARCHAR), "createdTime" BIGINT)`,
  add: `STRUCT("path" VARCHAR, "partitionValues" MAP(VARCHAR, VARCHAR), "size" BIGINT, "modificationTime" BIGINT,
    "dataChange" BOOLEAN, "stats" VARCHAR, "deletionVector" ${vectorColumns})`,
  remove: `STRUCT("path" VARCHAR, "deletionTimestamp" BIGINT, "dataChange" BOOLEAN)`,
  txn: 'STRUCT("appId" VARCHAR, "version" BIGINT, "lastUpdated" BIGINT)',
};

/** Write the checkpoint of a snapshot to a local file. @returns its number of actions */
export async function writeCheckpoint(
  duckdb: DuckDB,
  to: string,
  state: TableState,
  snapshot: TableSnapshot,
  options: LogOptions,
): Promise<number> {
  const adds = shownFiles(state, snapshot).map(shown => ({ add: addAction(shown, snapshot, options) }));
  const actions = [{ protocol }, metaData(options, state.snapshots[0]!), ...adds];
  const json = `${to}.json`;
  fs.writeFileSync(json, actions.map(action => `${JSON.stringify(action)}\n`).join(''));
  const columns = Object.entries(checkpointColumns).map(([name, type]) => `${name}: ${literal(type)}`);
  await duckdb.run(`COPY (FROM read_json(${literal(json)}, format = 'newline_delimited', columns = {${columns.join(', ')}},
    maximum_object_size = 33554432)) TO ${literal(to)} (FORMAT parquet)`);
  fs.rmSync(json);
  return actions.length;
}

function shownFiles(state: TableState, snapshot: TableSnapshot): Shown[] {
  const files = filesOfSnapshot(state, snapshot);
  const hidden = new Map(files.flatMap(file => (file.deletesOf === undefined ? [] : [[file.deletesOf, file.hidden]])));
  return files
    .filter(({ deletesOf }) => deletesOf === undefined)
    .map(file => ({ file, hidden: hidden.get(file.path) }));
}

const keyOf = ({ file, hidden }: Shown) => `${file.path} ${hidden?.text ?? ''}`;

function metaData({ tenant, table }: LogOptions, first: TableSnapshot): object {
  return {
    metaData: {
      id: tableUuid(tenant, table.name),
      name: table.name,
      format: { provider: 'parquet', options: {} },
      schemaString: JSON.stringify(deltaStruct(table.columns)),
      partitionColumns: [],
      configuration: { 'delta.enableInCommitTimestamps': 'true' },
      createdTime: first.publishedAt,
    },
  };
}

function addAction(shown: Shown, { publishedAt }: TableSnapshot, { address }: LogOptions): object {
  const { path, bytes, rows } = shown.file;
  return {
    ...{ path: address(path), partitionValues: {}, size: bytes, modificationTime: publishedAt, dataChange: true },
    stats: JSON.stringify({ numRecords: rows, ...(shown.hidden && { tightBounds: false }) }),
    ...vectorOf(shown),
  };
}

/** Storage type `i`: the vector stands in the log. */
function vectorOf({ hidden }: Shown): object {
  if (!hidden) return {};
  const { text, bytes, rows } = hidden;
  return { deletionVector: { storageType: 'i', pathOrInlineDv: text, sizeInBytes: bytes, cardinality: rows } };
}
