// Writes the parts of a version's tables as Parquet files.
import fs from 'node:fs';
import path from 'node:path';
import type { Resource } from '../../../resources/define.ts';
import { type DuckDB, literal, type Statements } from '../../duckdb.ts';
import { partFile, type TablePart } from '../../version/table-parts.ts';
import { hashedRows, hashKind } from '../rows/row-hash.ts';

/** The rows of a row group, which are read together: a lookup by id reads one group of each column that it needs. */
const groupRows = 20_480;

/** The rows that DuckDB processes at once; row groups are multiples of them. */
const chunkRows = 2_048;

/** Level 1 is as fast as lz4 here, and its files are a quarter smaller. */
export const parquetOptions = `FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE ${groupRows}`;

/**
 * Options for tables of which a lookup reads only a few row groups. In this version of the format numbers take few bits, and lz4 is
 * decompressed faster: a row group is read in half the time. A file has about a hundred row groups, because with that many, skipping
 * the others takes as long as reading the few.
 */
export function lookupOptions(rows: number): string {
  const ofHundred = Math.ceil(rows / 100 / chunkRows) * chunkRows;
  const inGroup = Math.max(chunkRows, Math.min(groupRows, ofHundred));
  return `FORMAT parquet, PARQUET_VERSION v2, COMPRESSION lz4, ROW_GROUP_SIZE ${inGroup}`;
}

export interface PartRows {
  readonly resource: Resource;
  readonly applicationInstanceId: string | null;
  readonly count: number;
  /** A query of the rows with all fields. */
  readonly rows: string;
}

/**
 * Write a Parquet file; resolves to the number of its rows.
 * @param folder the folder of the version @param file the path of the file below its tables
 */
export async function writeFile(
  duckdb: Statements,
  folder: string,
  file: string,
  query: string,
  options: string = parquetOptions,
): Promise<number> {
  const to = partFile(folder, file);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  const [written] = await duckdb.rows<{ Count: bigint }>(`COPY (${query}) TO ${literal(to)} (${options})`);
  return Number(written!.Count);
}

/** How the files of a part begin. */
export function nameOf(applicationInstanceId: string | null): string {
  return applicationInstanceId ?? 'others';
}

/**
 * Write all rows of a part.
 * @param folder the folder of the version
 * @param known where the previous rows come from, to be used after FROM
 */
export async function writeBase(
  duckdb: DuckDB,
  folder: string,
  part: PartRows,
  engine: string,
  known: string | undefined,
): Promise<TablePart> {
  const { resource, applicationInstanceId, count, rows } = part;
  const { type } = resource;
  const base = path.join(type, `${nameOf(applicationInstanceId)}.base.parquet`);
  const order = `"objectMetadata"."ApplicationInstanceId", "globalId"`;
  await writeFile(duckdb, folder, base, `${hashedRows(resource, rows, known)} ORDER BY ${order}`);
  return {
    ...{ type, applicationInstanceId, rows: count, baseRows: count },
    ...{ hashKind: hashKind(resource, engine), base, delta: null, gone: null },
  };
}
