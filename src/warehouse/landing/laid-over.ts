// A read that brought only changes, compared with the runs that it can be laid over.
import { type DuckDB, literal } from '../duckdb.ts';
import { rejectedIds, removedIds } from './kept.ts';
import type { LocalChain } from './landed.ts';
import { landedIds } from './landed-rows.ts';

interface BroughtChanges {
  readonly duckdb: DuckDB;
  /** What was known before the read. */
  readonly former: LocalChain;
  /** Parquet files that the read landed. */
  readonly landed: readonly string[];
  /** Files with ids of objects that the source has deleted. */
  readonly removed: readonly string[];
  /** Files with ids of rejected records. */
  readonly rejected: readonly string[];
}

export interface ChangeCounts {
  /** Former objects that the read neither brought nor removed. */
  readonly others: number;
  /** Those of them whose records it rejected. */
  readonly rejectedOthers: number;
  /** Former objects that it removed. */
  readonly removed: number;
}

/** Reads only the ids of the former objects. */
export async function countChanges({
  duckdb,
  former,
  landed,
  removed,
  rejected,
}: BroughtChanges): Promise<ChangeCounts> {
  const flags = {
    brought: landed.length > 0 ? `"id" IN (SELECT "id" FROM ${parquet(landed)})` : 'false',
    removed: removed.length > 0 ? `"id" IN (SELECT id FROM ${removedIds(removed)} WHERE id IS NOT NULL)` : 'false',
    rejected:
      rejected.length > 0
        ? `"id" IN (SELECT id FROM ${rejectedIds(rejected)} WHERE id IS NOT NULL AND NOT harmless)`
        : 'false',
  };
  const [row] = await duckdb.rows<Record<'others' | 'rejected_others' | 'removed', bigint>>(
    `SELECT count(*) FILTER (NOT brought AND NOT removed) AS others,
       count(*) FILTER (rejected AND NOT brought AND NOT removed) AS rejected_others,
       count(*) FILTER (removed AND NOT brought) AS removed
     FROM (SELECT ${Object.entries(flags)
       .map(([name, flag]) => `${flag} AS ${name}`)
       .join(', ')} FROM (${landedIds(former)}))`,
  );
  const { others, rejected_others: rejectedOthers, removed: removedOnes } = row!;
  return { others: Number(others), rejectedOthers: Number(rejectedOthers), removed: Number(removedOnes) };
}

/** How many rows the files of runs have. Reads only the ends of the files. */
export async function countLandedRows(duckdb: DuckDB, runs: LocalChain['runs']): Promise<number> {
  const files = runs.flatMap(({ paths, removedPaths }) => [...paths, ...removedPaths]);
  if (files.length === 0) return 0;
  const counts = files.map(file => `SELECT count(*) AS count FROM ${parquet([file])}`);
  const [row] = await duckdb.rows<{ count: bigint }>(
    `SELECT sum(count)::BIGINT AS count FROM (${counts.join(' UNION ALL ')})`,
  );
  return Number(row!.count);
}

/**
 * Write the ids of what a read removes, as a file that is landed with it.
 * @param removed files with ids of objects that the source has deleted
 * @param carried the runs that the read replaces: it removes what they removed
 * @returns how many there are
 */
export async function writeRemoved(
  duckdb: DuckDB,
  removed: readonly string[],
  carried: LocalChain['runs'],
  file: string,
): Promise<number> {
  const earlier = carried.flatMap(({ removedPaths }) => removedPaths);
  const parts = [
    ...(removed.length > 0 ? [`SELECT id AS "id" FROM ${removedIds(removed)}`] : []),
    ...(earlier.length > 0 ? [`SELECT "id" FROM ${parquet(earlier)}`] : []),
  ];
  if (parts.length === 0) return 0;
  const [row] = await duckdb.rows<{ Count: bigint }>(
    `COPY (SELECT DISTINCT "id" FROM (${parts.join(' UNION ALL ')})) TO ${literal(file)} (FORMAT parquet, COMPRESSION snappy)`,
  );
  return Number(row!.Count);
}

const parquet = (files: readonly string[]) => `read_parquet([${files.map(literal).join(', ')}])`;
