// Which rows of two versions have to be compared: those that the comparison of parts has not found equal.
import { identifier, literal, type Statements } from '../../duckdb.ts';
import { partFile, partRows, type TablePart, tableRows, type VersionTables } from '../../version/table-parts.ts';
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

/**
 * The rows of a type that may differ. Where both versions have hashes of them, these are the rows whose hashes differ.
 * @returns undefined when no row differs
 */
export async function rowsToCompare(
  duckdb: Statements,
  type: string,
  previous: VersionTables,
  { tables, plans }: Compared,
): Promise<Sides | undefined> {
  const [newParts, previousParts] = [tables.parts.get(type), previous.parts.get(type)];
  const kinds = new Set([...(newParts ?? []), ...(previousParts ?? [])].map(({ hashKind }) => hashKind));
  if (!newParts || !previousParts || kinds.size > 1)
    return { isNow: tableRows(tables, type)!, was: tableRows(previous, type)! };
  const unchanged = new Set(
    plans
      .filter(plan => plan.type === type && plan.action === 'same')
      .map(({ applicationInstanceId }) => applicationInstanceId),
  );
  const rows = (parts: readonly TablePart[], { folder, database }: VersionTables) => {
    const others = parts.filter(({ applicationInstanceId }) => !unchanged.has(applicationInstanceId));
    const none = `(SELECT *, NULL::UBIGINT AS row_hash FROM ${database}.main.${identifier(type)} WHERE false)`;
    return others.length === 0 ? none : partRows(others, folder);
  };
  const [isNow, was] = [rows(newParts, tables), rows(previousParts, previous)];
  const own = plans.filter(plan => plan.type === type);
  // Parts over the bases that they had: only rows of their deltas differ.
  const haveBases = own.every(({ action }) => action !== 'base') && newParts.length === previousParts.length;
  const changeable = haveBases
    ? changeableIds(
        [
          [newParts, tables],
          [previousParts, previous],
        ],
        unchanged,
      )
    : undefined;
  const hashes = (from: string) =>
    `(SELECT "globalId", row_hash FROM ${from} ${changeable === undefined ? '' : `SEMI JOIN (${changeable}) AS changeable USING ("globalId")`})`;
  await duckdb.run(`CREATE OR REPLACE TABLE history.unequal AS
    SELECT "globalId" FROM ${hashes(isNow)} AS is_now FULL JOIN ${hashes(was)} AS was USING ("globalId")
    WHERE is_now.row_hash IS DISTINCT FROM was.row_hash`);
  const [found] = await duckdb.rows<{ count: bigint }>('SELECT count(*) AS count FROM history.unequal');
  if (found!.count === 0n) return undefined;
  const unequal = (from: string) => `(FROM ${from} SEMI JOIN history.unequal USING ("globalId"))`;
  const sides = { isNow: unequal(isNow), was: unequal(was) };
  return found!.count <= mostKept ? keptSides(duckdb, sides) : sides;
}

/** As many rows are kept in memory while they are compared, because the files of a part take longer to read than they take to compare. */
const mostKept = 1_000;

async function keptSides(duckdb: Statements, { isNow, was }: Sides): Promise<Sides> {
  await duckdb.run(`CREATE OR REPLACE TABLE history.rows_now AS FROM ${isNow};
    CREATE OR REPLACE TABLE history.rows_before AS FROM ${was}`);
  return { isNow: 'history.rows_now', was: 'history.rows_before' };
}

/** A query of the ids in the deltas of parts, and of those that these hide in their bases. */
function changeableIds(
  versions: readonly (readonly [parts: readonly TablePart[], version: VersionTables])[],
  unchanged: ReadonlySet<string | null>,
): string {
  const files = versions.flatMap(([parts, { folder }]) =>
    parts
      .filter(({ applicationInstanceId }) => !unchanged.has(applicationInstanceId))
      .flatMap(({ delta, gone }) => [delta, gone].flatMap(file => (file === null ? [] : partFile(folder, file)))),
  );
  if (files.length === 0) return 'SELECT NULL::UUID AS "globalId" WHERE false';
  return `SELECT "globalId" FROM read_parquet([${files.map(literal).join(', ')}], union_by_name = true)`;
}
