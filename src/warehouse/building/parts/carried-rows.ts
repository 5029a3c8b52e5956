// What the comparison of a type's parts reads: all rows, or where rows of the version in service are taken over only those that may differ.
import { literal } from '../../duckdb.ts';
import { partRows, type VersionTables } from '../../version/table-parts.ts';
import { instanceColumn, rowsOfInstances } from '../previous/rows.ts';
import type { TypeRows } from '../rows/filled-rows.ts';
import { rowHash } from '../rows/row-hash.ts';
import type { PreviousPart } from './compare.ts';
import type { PartRows } from './write-parts.ts';

/**
 * Queries of the hashes of a type's rows, each with the part that it belongs to. Of the rows that a part takes over, only those of its
 * previous delta are hashed, with the hashes that the version in service stores: the others are those of its base.
 * @param known the previous parts that can be compared
 */
export function hashQueries(
  { resource, rows, counts, carried }: TypeRows,
  parts: readonly PartRows[],
  known: ReadonlyMap<string | null, PreviousPart>,
  previous: VersionTables | undefined,
): string[] {
  const instance = instanceColumn(resource.type);
  const large = new Set(parts.flatMap(({ applicationInstanceId }) => applicationInstanceId ?? []));
  const own = [...large].map(id => `${literal(id)}::UUID`).join(', ');
  const hashed = `"globalId", ${rowHash(resource)} AS row_hash`;
  const all = carried ? carried.computed : `(${rows})`;
  const queries = [`SELECT CASE WHEN ${instance} IN (${own}) THEN ${instance} END AS part, ${hashed} FROM ${all}`];
  if (!carried) return queries;
  const notReplaced = `ANTI JOIN ${carried.replaced} AS replaced USING ("globalId")`;
  for (const id of carried.changed) {
    const before = known.get(id);
    if (!before || !large.has(id) || before.part.delta === null) continue;
    const stored = `(SELECT "globalId", row_hash FROM ${deltaRows(before, before.part.delta)})`;
    queries.push(`SELECT ${literal(id)}::UUID AS part, "globalId", row_hash FROM ${stored} ${notReplaced}`);
  }
  const small = counts.map(({ instance: id }) => id).filter(id => !large.has(id) && carried.instances.has(id));
  if (small.length > 0 && known.has(null)) {
    const taken = rowsOfInstances(previous!, resource.type, new Set(small), true);
    queries.push(`SELECT NULL::UUID AS part, ${hashed} FROM ${taken} ${notReplaced}`);
  }
  return queries;
}

/** A query of the rows of a part that may differ from its base. Where rows are taken over: the computed
 * rows, and those of the previous delta. */
export function changeableRows(
  { resource, carried }: TypeRows,
  part: PartRows,
  { part: before, folder }: PreviousPart,
): string {
  const { applicationInstanceId: id } = part;
  if (!carried || id === null || !carried.instances.has(id)) return part.rows;
  const computed = `(FROM ${carried.computed} WHERE ${instanceColumn(resource.type)} = ${literal(id)}::UUID)`;
  if (before.delta === null) return computed;
  const delta = `SELECT * EXCLUDE (row_hash) FROM ${deltaRows({ part: before, folder }, before.delta)}`;
  return `${computed} UNION ALL BY NAME (FROM (${delta}) ANTI JOIN ${carried.replaced} AS replaced USING ("globalId"))`;
}

function deltaRows({ part, folder }: PreviousPart, delta: string): string {
  return partRows([{ ...part, base: delta, delta: null, gone: null }], folder);
}
