// Compares the rows of a part with those that the previous version has of it, by id and hash.
//
// Equal parts are hard links to the previous files. A part with few changes links its base and gets a new delta. When more than an eighth of
// its rows changed, it gets a new base. A row that did not change keeps its `serviceObjectMetadata.generatedTime`. Tables without hashes,
// such as the graph of access and the search, are taken over by instance (write-auxiliary.ts), so an instance that is not computed keeps the
// numbers of its nodes.
import { type DuckDB, literal } from '../../duckdb.ts';
import { partFile, partRows, type TablePart } from '../../version/table-parts.ts';
import { mostOfBase } from '../rows/differing-rows.ts';
import type { PartPlan } from './plan.ts';

/** A part of the previous version. */
export interface PreviousPart {
  /** The folder of the previous version. */
  readonly folder: string;
  readonly part: TablePart;
}

/** Schema of the comparison. Table `hashes`: the hashes of all rows of a type. Table `differing`: where one part differs from its base. */
export const comparison = 'comparison';

/**
 * Hash the rows of a type, once for all of its parts.
 * @param queries of all rows that are compared, with the columns `part`, `globalId` and `row_hash`
 */
export async function hashRows(duckdb: DuckDB, queries: readonly string[]): Promise<void> {
  await duckdb.run(`CREATE OR REPLACE TABLE ${comparison}.hashes AS ${queries.join(' UNION ALL ')}`);
}

/**
 * Compare the hashed rows of a part with its previous ones, and decide what is written.
 * @param replaced after FROM: the ids of the rows of the previous part that are not taken over; undefined: all rows are hashed
 */
export async function comparePart(
  duckdb: DuckDB,
  { folder, part }: PreviousPart,
  replaced: string | undefined,
): Promise<PartPlan['action']> {
  const own = part.applicationInstanceId === null ? 'IS NULL' : `= ${literal(part.applicationInstanceId)}::UUID`;
  const all = partRows([{ ...part, delta: null, gone: null }], folder);
  // Where rows are taken over, all others are as in the base.
  const ids = [part.delta, part.gone].flatMap(file =>
    file === null ? [] : `SELECT "globalId" FROM ${fileOf(folder, file)}`,
  );
  const base =
    replaced === undefined
      ? all
      : `(SELECT * FROM ${all} SEMI JOIN (${[`SELECT "globalId" FROM ${replaced}`, ...ids].join(' UNION ALL ')}) AS compared USING ("globalId"))`;
  await duckdb.run(`CREATE OR REPLACE TABLE ${comparison}.differing AS
    SELECT "globalId", is_now.row_hash AS now, was.row_hash AS was
    FROM (FROM ${comparison}.hashes WHERE part ${own}) AS is_now
    FULL JOIN (SELECT "globalId", row_hash FROM ${base}) AS was USING ("globalId")
    WHERE is_now.row_hash IS DISTINCT FROM was.row_hash`);
  const [counted] = await duckdb.rows<{ written: number; gone: number }>(
    `SELECT count(now)::DOUBLE AS written, count(was)::DOUBLE AS gone FROM ${comparison}.differing`,
  );
  const { written, gone } = counted!;
  if (await isAsPrevious(duckdb, folder, part)) return 'same';
  return Math.max(written, gone) > part.baseRows * mostOfBase ? 'base' : 'delta';
}

const fileOf = (folder: string, file: string) => `read_parquet(${literal(partFile(folder, file))})`;

/** Whether the differences from the base are those that the previous part has. */
async function isAsPrevious(duckdb: DuckDB, folder: string, { delta, gone }: TablePart): Promise<boolean> {
  const previous = (file: string | null) =>
    file === null
      ? 'SELECT NULL::UUID, NULL::UBIGINT WHERE false'
      : `SELECT "globalId", row_hash FROM ${fileOf(folder, file)}`;
  const pairs = [
    [`SELECT "globalId", now FROM ${comparison}.differing WHERE now IS NOT NULL`, previous(delta)],
    [`SELECT "globalId", was FROM ${comparison}.differing WHERE was IS NOT NULL`, previous(gone)],
  ];
  const unequal = pairs.flatMap(([a, b]) => [`(${a} EXCEPT ${b})`, `(${b} EXCEPT ${a})`]);
  const [found] = await duckdb.rows<{ count: bigint }>(
    `SELECT count(*) AS count FROM (${unequal.join(' UNION ALL ')})`,
  );
  return found!.count === 0n;
}
