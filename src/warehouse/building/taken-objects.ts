// The objects that the newest data of a source lack because action jobs took them away. Only these are no loss: the guard against
// losses (hold-back.ts) goes on counting everything else that is gone.
import { resourceOf } from '../../resources/registry.ts';
import type { TakenAccess } from '../../state/actions/taken-access.ts';
import { type DuckDB, literal } from '../duckdb.ts';
import { globalIdOf } from '../global-id.ts';
import type { LocalChain } from '../landing/landed.ts';
import { landedIds, landedRows } from '../landing/landed-rows.ts';

/** The field with the other end of each relationship of an account that a job can take away. */
const otherEnds: Readonly<Record<string, string>> = {
  EntityManagedViaObject: 'managedViaObjectId',
  EntityAssignedAccessToObject: 'assignedObjectId',
};

const group = 'UserGroup';

/** The types of objects that a job can take away. */
export const takeableTypes: ReadonlySet<string> = new Set([...Object.keys(otherEnds), group]);

interface Comparison {
  readonly tenant: string;
  /** The application instance of both chains. */
  readonly instance: string;
  /** The last good data of a type. */
  readonly good: LocalChain;
  /** Its newest data; undefined: none. */
  readonly newest: LocalChain | undefined;
  /** What jobs have taken since the last good data were read. */
  readonly taken: TakenAccess;
}

/** How many objects of the last good data are gone from the newest because jobs took them away. */
export async function countTakenObjects(duckdb: DuckDB, comparison: Comparison): Promise<number> {
  const { tenant, instance, good, newest, taken } = comparison;
  const gone = newest ? `${landedIds(good)} EXCEPT (${landedIds(newest)})` : landedIds(good);
  if (good.type === group) {
    if (taken.groups.length === 0) return 0;
    const deleted = new Set(taken.groups);
    const rows = await duckdb.rows<{ id: string }>(gone);
    return rows.filter(({ id }) => deleted.has(globalIdOf(tenant, instance, group, id))).length;
  }
  if (taken.access.length === 0) return 0;
  const list = (ids: readonly string[]) => `[${ids.map(literal).join(', ')}]`;
  const ends = `SELECT unnest(${list(taken.access.map(({ accountId }) => accountId))}) AS account,
    unnest(${list(taken.access.map(({ objectId }) => objectId))}) AS object`;
  const [row] = await duckdb.rows<{ count: bigint }>(
    `SELECT count(*) AS count FROM (${landedRows(resourceOf(good.type)!, [good], gone)}) AS landed
     SEMI JOIN (${ends}) AS taken ON taken.account = landed."entityId" AND taken.object = landed."${otherEnds[good.type]}"
     WHERE landed."entityType" = 'Account'`,
  );
  return Number(row!.count);
}
