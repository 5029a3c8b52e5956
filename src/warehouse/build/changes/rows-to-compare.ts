// Which rows of two versions have to be compared: those that the comparison of parts has not found equal.
import type { DuckDB } from '../../duckdb.ts';
import { partRows, type TablePart, tableRows, type VersionTables } from '../../version/table-parts.ts';
import type { PartPlan } from '../parts/plan.ts';

/** Where the rows of both versions come from, to be used after FROM. */
export interface Sides {
  readonly isNow: string;
  readonly was: string;
}

interface Compared {
  readonly tables: VersionTables;
  readonly plans: readonly PartPlan[];
}

/** The rows of a type that may differ. Where both versions have hashes of them, these are the rows whose hashes differ. */
export async function rowsToCompare(
  duckdb: DuckDB,
  type: string,
  former: VersionTables,
  { tables, plans }: Compared,
): Promise<Sides> {
  const all = { isNow: tableRows(tables, type)!, was: tableRows(former, type)! };
  const [newParts, formerParts] = [tables.parts.get(type), former.parts.get(type)];
  const kinds = new Set([...(newParts ?? []), ...(formerParts ?? [])].map(({ hashKind }) => hashKind));
  if (!newParts || !formerParts || kinds.size > 1) return all;
  const kept = new Set(
    plans
      .filter(plan => plan.type === type && plan.action === 'kept')
      .map(({ applicationInstanceId }) => applicationInstanceId),
  );
  const hashes = (parts: readonly TablePart[], folder: string) => {
    const others = parts.filter(({ applicationInstanceId }) => !kept.has(applicationInstanceId));
    return others.length === 0
      ? 'SELECT NULL::UUID AS "globalId", NULL::UBIGINT AS row_hash WHERE false'
      : `SELECT "globalId", row_hash FROM ${partRows(others, folder)}`;
  };
  await duckdb.run(`CREATE OR REPLACE TABLE history.unequal AS
    SELECT "globalId" FROM (${hashes(newParts, tables.folder)}) AS is_now
    FULL JOIN (${hashes(formerParts, former.folder)}) AS was USING ("globalId")
    WHERE is_now.row_hash IS DISTINCT FROM was.row_hash`);
  const unequal = (rows: string) => `(FROM ${rows} SEMI JOIN history.unequal USING ("globalId"))`;
  return { isNow: unequal(all.isNow), was: unequal(all.was) };
}
