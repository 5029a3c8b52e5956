// Numbers of nodes and of searched objects. They are valid in one version. An instance that is not computed keeps its numbers, and
// computed ones get the first numbers that are free in one piece.
import type { DuckDB } from '../../duckdb.ts';
import type { NumberRange } from '../../version/islands.ts';
import { isNoneOf } from '../previous/rows.ts';

/** The greatest number; the columns are of type INTEGER. */
const greatest = 2 ** 31 - 1;

/** The first of `count` successive numbers, from 1, that are in none of the ranges. @throws Error when there are none */
export function firstFree(taken: readonly NumberRange[], count: number): number {
  let first = 1;
  for (const [start, last] of taken.toSorted(([one], [other]) => one - other)) {
    if (first + count <= start) break;
    first = Math.max(first, last + 1);
  }
  if (first + count - 1 > greatest) throw new Error(`no ${count} successive numbers are free`);
  return first;
}

/** Application instance → the range of its numbers in a table. @param except other application instances */
export async function numberRanges(
  duckdb: DuckDB,
  table: string,
  except: ReadonlySet<string> = new Set(),
): Promise<Map<string, NumberRange>> {
  const rows = await duckdb.rows<{ instance: string; first: number; last: number }>(
    `SELECT application_instance_id::VARCHAR AS instance, min(number) AS first, max(number) AS last FROM ${table}
     WHERE application_instance_id IS NOT NULL AND ${isNoneOf('application_instance_id', except)} GROUP BY ALL`,
  );
  return new Map(rows.map(({ instance, first, last }) => [instance, [first, last]]));
}
