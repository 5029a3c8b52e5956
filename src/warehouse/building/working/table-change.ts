// Compares a working table with the one that a former build made.
import { type DuckDB, identifier } from '../../duckdb.ts';
import type { Columns } from './reads.ts';

/** What differs between two tables. */
export interface TableChange {
  /**
   * The columns that differ. All of them when a row was added or is gone, and when the key does not tell rows apart. `rowid` always counts
   * as different, because rows may lie in another order.
   */
  readonly columns: Columns;
  /** The first column; undefined: the keys are not known. */
  readonly key: string | undefined;
  /** The values of the first column of the rows that differ; undefined: there are too many. */
  readonly keys: ReadonlySet<string> | undefined;
}

export const everything: TableChange = { columns: 'all', key: undefined, keys: undefined };

/** More keys are not listed. */
export const mostKeys = 1_000;

/** The name that a table has while its successor is made. */
export const beforeOf = (table: string) => `${table} before`;

/**
 * @param now after FROM
 * @param before after FROM
 * @param unique the columns that tell rows apart, by default the first one
 */
export async function compareWorkingTable(
  duckdb: DuckDB,
  now: string,
  before: string,
  unique: readonly string[] = [],
): Promise<TableChange> {
  const columnsOf = (table: string) => `(SELECT list(column_name) FROM (DESCRIBE FROM ${table}))`;
  const [described] = await duckdb.rows<Record<'columns' | 'known', readonly string[]>>(
    `SELECT ${columnsOf(now)} AS columns, ${columnsOf(before)} AS known`,
  );
  const { columns, known: columnsBefore } = described!;
  if (columns.join() !== columnsBefore.join()) return everything;
  const first = identifier(columns[0]!);
  const counted = (of: string, by: number) =>
    `SELECT ${first} AS key, hash(${columns.map(identifier).join(', ')}) AS hash, ${by} AS rows FROM ${of}`;
  await duckdb.run(`CREATE OR REPLACE TEMP TABLE differing_keys AS SELECT DISTINCT key FROM (
    SELECT key, sum(rows) AS more FROM ((${counted(now, 1)}) UNION ALL (${counted(before, -1)})) GROUP BY key, hash
  ) WHERE more <> 0`);
  const found = await duckdb.rows<{ key: string | null }>(
    `SELECT key::VARCHAR AS key FROM differing_keys ORDER BY key NULLS FIRST LIMIT ${mostKeys + 1}`,
  );
  const known = found.flatMap(({ key }) => key ?? []);
  const keys = found.length > mostKeys || known.length < found.length ? undefined : new Set(known);
  const key = columns[0]!;
  if (keys?.size === 0) return { columns: new Set(['rowid']), key, keys };
  const names = unique.length > 0 ? unique : [key];
  return { columns: await differingColumns(duckdb, { now, before, columns, key: names }), key, keys };
}

interface Compared {
  readonly now: string;
  readonly before: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** The columns that differ in the rows of `differing_keys`. Rows that the key does not tell apart are not joined: they could be many. */
async function differingColumns(duckdb: DuckDB, { now, before, columns, key }: Compared): Promise<Columns> {
  const names = key.map(identifier).join(', ');
  const rows = (of: string) => `(FROM ${of} WHERE ${identifier(columns[0]!)} IN (SELECT key FROM differing_keys))`;
  const isUnique = (of: string) => `(SELECT count(*) = count(DISTINCT (${names})) FROM ${rows(of)})`;
  const [unique] = await duckdb.rows<{ holds: boolean }>(`SELECT ${isUnique(now)} AND ${isUnique(before)} AS holds`);
  if (!unique!.holds) return 'all';
  const others = columns.filter(name => !key.includes(name));
  const counts = others.map(
    name => `bool_or(now.${identifier(name)} IS DISTINCT FROM was.${identifier(name)}) AS ${identifier(name)}`,
  );
  const [compared] = await duckdb.rows<Record<string, boolean>>(`
    SELECT bool_or(is_now IS NULL OR is_was IS NULL) AS "other rows", ${counts.join(', ')}
    FROM (SELECT *, true AS is_now FROM ${rows(now)}) AS now
    FULL JOIN (SELECT *, true AS is_was FROM ${rows(before)}) AS was USING (${names})`);
  if (compared!['other rows']) return 'all';
  return new Set(['rowid', ...others.filter(name => compared![name]).map(name => name.toLowerCase())]);
}
