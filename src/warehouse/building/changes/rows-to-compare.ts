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
  const sideOf = (parts: readonly TablePart[], version: VersionTables): Side => ({
    parts: parts.filter(({ applicationInstanceId }) => !unchanged.has(applicationInstanceId)),
    version,
  });
  const [isNow, was] = [sideOf(newParts, tables), sideOf(previousParts, previous)];
  const own = plans.filter(plan => plan.type === type);
  // Parts over the bases that they had: only rows of their deltas differ.
  const haveBases = own.every(({ action }) => action !== 'base') && newParts.length === previousParts.length;
  const changeable = haveBases ? changeableIds([isNow, was]) : undefined;
  const hashes = (side: Side) =>
    `(SELECT "globalId", row_hash FROM ${sideRows(type, side)} ${changeable === undefined ? '' : `SEMI JOIN (${changeable}) AS changeable USING ("globalId")`})`;
  await duckdb.run(`CREATE OR REPLACE TABLE history.unequal AS
    SELECT "globalId", is_now.row_hash AS now, was.row_hash AS was
    FROM ${hashes(isNow)} AS is_now FULL JOIN ${hashes(was)} AS was USING ("globalId")
    WHERE is_now.row_hash IS DISTINCT FROM was.row_hash`);
  const [found] = await duckdb.rows<{ count: bigint; now: bigint; was: bigint }>(
    'SELECT count(*) AS count, count(now) AS now, count(was) AS was FROM history.unequal',
  );
  if (found!.count === 0n) return undefined;
  const unequal = (side: Side) => `(FROM ${sideRows(type, side)} SEMI JOIN history.unequal USING ("globalId"))`;
  if (found!.count > mostKept) return { isNow: unequal(isNow), was: unequal(was) };
  return keptSides(duckdb, {
    isNow: unequal(await withFewerFiles(duckdb, isNow, found!.now)),
    was: unequal(await withFewerFiles(duckdb, was, found!.was)),
  });
}

/** As many rows are kept in memory while they are compared, because the files of a part take longer to read than they take to compare. */
const mostKept = 1_000;

async function keptSides(duckdb: Statements, { isNow, was }: Sides): Promise<Sides> {
  await duckdb.run(`CREATE OR REPLACE TABLE history.rows_now AS FROM ${isNow};
    CREATE OR REPLACE TABLE history.rows_before AS FROM ${was}`);
  return { isNow: 'history.rows_now', was: 'history.rows_before' };
}

/** The parts of a version that may have unequal rows of a type. */
interface Side {
  readonly parts: readonly TablePart[];
  readonly version: VersionTables;
}

function sideRows(type: string, { parts, version: { folder, database } }: Side): string {
  return parts.length === 0
    ? `(SELECT *, NULL::UBIGINT AS row_hash FROM ${database}.main.${identifier(type)} WHERE false)`
    : partRows(parts, folder);
}

/**
 * Leave out the bases or the deltas when they have none of the unequal rows. Mostly one of the two has them all, and a row with many columns
 * takes long to read.
 * @param count how many unequal rows the side has
 */
async function withFewerFiles(duckdb: Statements, side: Side, count: bigint): Promise<Side> {
  const { parts, version } = side;
  const deltas = parts.flatMap(part =>
    part.delta === null ? [] : { ...part, base: part.delta, delta: null, gone: null },
  );
  if (deltas.length === 0) return side;
  const [inDeltas] = await duckdb.rows<{ count: bigint }>(
    `SELECT count(*) AS count FROM ${partRows(deltas, version.folder)} SEMI JOIN history.unequal USING ("globalId")`,
  );
  if (inDeltas!.count === count) return { parts: deltas, version };
  return inDeltas!.count === 0n ? { parts: parts.map(part => ({ ...part, delta: null })), version } : side;
}

/** A query of the ids in the deltas of parts, and of those that these hide in their bases. */
function changeableIds(sides: readonly Side[]): string {
  const files = sides.flatMap(({ parts, version: { folder } }) =>
    parts.flatMap(({ delta, gone }) => [delta, gone].flatMap(file => (file === null ? [] : partFile(folder, file)))),
  );
  if (files.length === 0) return 'SELECT NULL::UUID AS "globalId" WHERE false';
  return `SELECT "globalId" FROM read_parquet([${files.map(literal).join(', ')}], union_by_name = true)`;
}
