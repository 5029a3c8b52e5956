// Lands objects that were known before a read and that it did not bring, because it must not drop them.
import fs from 'node:fs';
import type { Rejection, Within } from '../../connector/contract.ts';
import type { Resource } from '../../resources/define.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import type { LocalChain } from './landed.ts';
import { landedColumns, landedRows } from './landed-rows.ts';

/** One line for each rejected record. An id that no landed record can have counts as unreadable: null. */
export function rejectedIdsText(rejected: readonly Rejection[]): string {
  return rejected
    .map(({ id, harmless = false }) => `${JSON.stringify({ id: id?.isWellFormed() ? id : null, harmless })}\n`)
    .join('');
}

/** One line for each removed object. An id that no landed record can have is left out. */
export function removedIdsText(removed: readonly string[]): string {
  return removed
    .filter(id => id.isWellFormed())
    .map(id => `${JSON.stringify({ id })}\n`)
    .join('');
}

export interface RejectedIds {
  /** Rejected records, except harmless ones, which the source itself ignores too. */
  readonly missing: number;
  /** Whether each of them has a readable id. */
  readonly areKnown: boolean;
}

/** @param expected how many records were rejected; records without a line have an unknown id */
export async function readRejectedIds(
  duckdb: DuckDB,
  files: readonly string[],
  expected: number,
): Promise<RejectedIds> {
  if (expected === 0) return { missing: 0, areKnown: true };
  if (files.length === 0) return { missing: expected, areKnown: false };
  const [row] = await duckdb.rows<{ lines: bigint; harmless: bigint; unknown: bigint }>(
    `SELECT count(*) AS lines, count(*) FILTER (harmless) AS harmless,
       count(*) FILTER (NOT harmless AND id IS NULL) AS unknown FROM ${rejectedIds(files)}`,
  );
  const lines = Number(row!.lines);
  return {
    missing: Math.max(lines, expected) - Number(row!.harmless),
    areKnown: lines >= expected && row!.unknown === 0n,
  };
}

export interface Keeping {
  readonly duckdb: DuckDB;
  readonly resource: Resource;
  /** What was known before the read. */
  readonly former: readonly LocalChain[];
  /** Parquet files that the read landed. */
  readonly landed: readonly string[];
  /** Keep only the objects of rejected records, by files with their ids, and those of containers; undefined: all. */
  readonly only: { readonly ids: readonly string[]; readonly containers: readonly Within[] } | undefined;
  /** Files with ids of objects that the source has deleted: they are not kept. */
  readonly removed: readonly string[];
}

/**
 * Write the objects to keep, in their former form, as a landed file.
 * @returns how many there are
 */
export async function writeKept(
  { duckdb, resource, former, landed, only, removed }: Keeping,
  file: string,
): Promise<number> {
  const columns = Object.keys(landedColumns(resource)).map(identifier).join(', ');
  const brought = landed.length > 0 ? `ANTI JOIN ${parquet(landed)} AS brought USING ("id")` : '';
  const named = only ? `WHERE ${[false, ...whichOf(resource, only)].join(' OR ')}` : '';
  const gone = removed.length > 0 ? `ANTI JOIN ${removedIds(removed)} AS gone USING ("id")` : '';
  const [row] = await duckdb.rows<{ Count: bigint }>(
    `COPY (SELECT ${columns} FROM (${landedRows(resource, former)}) AS former ${brought} ${gone} ${named})
     TO ${literal(file)} (FORMAT parquet, COMPRESSION snappy)`,
  );
  return Number(row!.Count);
}

function whichOf(resource: Resource, { ids, containers }: NonNullable<Keeping['only']>): string[] {
  const rejected =
    ids.length > 0 ? [`former."id" IN (SELECT id FROM ${rejectedIds(ids)} WHERE NOT harmless AND id IS NOT NULL)`] : [];
  const fields = landedColumns(resource);
  return [
    ...rejected,
    ...containers.flatMap(({ field, is = [], startsWith = [] }) => {
      if (!(field in fields)) throw new Error(`a gap names the field ${field}, which ${resource.type} does not have`);
      const column = `former.${identifier(field)}::VARCHAR`;
      return [
        ...(is.length > 0 ? [`coalesce(${column} IN (${is.map(literal).join(', ')}), false)`] : []),
        ...startsWith.map(text => `coalesce(starts_with(${column}, ${literal(text)}), false)`),
      ];
    }),
  ];
}

const parquet = (files: readonly string[]) => `(SELECT "id" FROM read_parquet([${files.map(literal).join(', ')}]))`;

/** A query source with the ids of rejected records, and whether these are harmless. */
export const rejectedIds = (files: readonly string[]) => idLines(files, "{id: 'VARCHAR', harmless: 'BOOLEAN'}");
/** A query source with the ids of objects that the source has deleted. */
export const removedIds = (files: readonly string[]) => idLines(files, "{id: 'VARCHAR'}");

/** DuckDB reserves memory for the longest line, so it is told how long one can be in these files. */
function idLines(files: readonly string[], columns: string): string {
  const longest = Math.min(maxLineBytes, Math.max(...files.map(file => fs.statSync(file).size)));
  return `read_json([${files.map(literal).join(', ')}], format = 'newline_delimited',
    columns = ${columns}, maximum_object_size = ${longest + 1024})`;
}

/** The longest line: an id of 4 MiB, the size limit of a record, with each character escaped as `\\u0000`. */
const maxLineBytes = 32 * 1024 * 1024;
