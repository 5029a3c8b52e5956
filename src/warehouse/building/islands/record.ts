// Records what the next build need not compute again.
import type { DuckDB } from '../../duckdb.ts';
import type { InstanceState, IslandStates, NumberRange } from '../../version/islands.ts';
import type { VersionTables } from '../../version/table-parts.ts';
import type { InstanceCheck } from '../check.ts';
import type { Computation } from './compute.ts';
import { connectedPairs } from './growth.ts';
import { acceptanceDigests } from './inputs.ts';
import { computedTable, isOpenByOwnRule } from './merged-tables.ts';
import { inputDigest, islandsOf } from './plan.ts';
import { instanceColumn, type KeptInstances, rowsOfInstances } from './previous.ts';

export interface Recorded
  extends Pick<Computation, 'chains' | 'shown' | 'heldBack' | 'sources' | 'acceptances' | 'generatedAt' | 'states'> {
  readonly common: string;
  readonly kept: KeptInstances;
  /** The numbers of the nodes of computed instances, and of the searched objects of all instances. */
  readonly accessNumbers: ReadonlyMap<string, NumberRange>;
  readonly searchNumbers: ReadonlyMap<string, NumberRange>;
  /** The tables of the version that is being built. */
  readonly tables: VersionTables;
  /** What the checks counted in the computed instances. */
  readonly checks: readonly InstanceCheck[];
  /** How long resolved violations are kept. */
  readonly keepMs: number;
}

/** The states of all instances of the version that is being built; its tables are finished. */
export async function recordStates(duckdb: DuckDB, recorded: Recorded): Promise<IslandStates> {
  const { sources, states, accessNumbers: access, searchNumbers: search } = recorded;
  const kept = recorded.kept.instances;
  const computed = [...sources.keys()].filter(instance => !kept.has(instance));
  const islands = islandsOf(computed, await connectedPairs(duckdb, recorded.kept));
  const accepted = await acceptanceDigests(duckdb, '"RiskViolation"', recorded.acceptances, recorded.generatedAt);
  const until = await endsOfValues(duckdb, recorded, await withNewViolations(duckdb, recorded.kept, computed));
  const own = computed.map((instance): InstanceState => {
    const ofInstance = recorded.checks.filter(({ applicationInstanceId }) => applicationInstanceId === instance);
    return {
      applicationInstanceId: instance,
      island: islands.get(instance)!,
      inputs: inputDigest(recorded, sources.get(instance)!, accepted.get(instance)),
      checks: ofInstance.map(({ applicationInstanceId: _, ...check }) => check),
      ...(access.has(instance) && { accessNumbers: access.get(instance)! }),
    };
  });
  const before = (states?.instances ?? []).filter(({ applicationInstanceId }) => kept.has(applicationInstanceId));
  const instances = [...own, ...before].map(({ searchNumbers: _, ...state }) => {
    const { applicationInstanceId: instance } = state;
    const { validUntil: __, daysOpenUntil: ___, ...lasting } = state;
    const searchNumbers = search.get(instance);
    const ends = until.get(instance);
    return { ...(ends ? { ...lasting, ...ends } : state), ...(searchNumbers && { searchNumbers }) };
  });
  return { common: recorded.common, isLimited: await isLimited(duckdb), instances };
}

type Ends = Pick<InstanceState, 'validUntil' | 'daysOpenUntil'>;

/** The computed instances, and the kept ones of which some violations were made again. */
async function withNewViolations(
  duckdb: DuckDB,
  { instances }: KeptInstances,
  computed: readonly string[],
): Promise<Set<string>> {
  if (instances.size === 0) return new Set(computed);
  const rows = await duckdb.rows<{ instance: string }>(
    `SELECT DISTINCT ${instanceColumn('RiskViolation')}::VARCHAR AS instance FROM ${computedTable('RiskViolation')}`,
  );
  return new Set([...computed, ...rows.map(({ instance }) => instance).filter(instance => instances.has(instance))]);
}

/**
 * Application instance → when its rows change although no input changes. `validUntil`: an acceptance or exclusion ends, or a violation
 * that is resolved, or whose rule is switched off, is no longer kept. `daysOpenUntil`: a violation is open for a day more
 * (`addOpenDays` in merged-tables.ts). All other values are those at the time of the read.
 * @param wanted the instances; every one is in the result
 */
async function endsOfValues(
  duckdb: DuckDB,
  { keepMs, tables }: Pick<Recorded, 'keepMs' | 'tables'>,
  wanted: ReadonlySet<string>,
): Promise<Map<string, Ends>> {
  const kept = `to_milliseconds(${Math.floor(keepMs)})`;
  const instance = instanceColumn('RiskViolation');
  const rows = await duckdb.rows<{ instance: string; validUntil: bigint | null; daysOpenUntil: bigint | null }>(`
    SELECT ${instance}::VARCHAR AS instance, epoch_ms(min(CASE "status" WHEN 'Suppressed' THEN "suppressedUntil"
        WHEN 'Resolved' THEN "resolvedAt" + ${kept} WHEN 'Unknown' THEN "lastObservedAt" + ${kept} END)) AS "validUntil",
      epoch_ms(min("detectedAt" + to_days(("analyticsDaysOpen" + 1)::INTEGER)) FILTER (${isOpenByOwnRule})) AS "daysOpenUntil"
    FROM ${rowsOfInstances(tables, 'RiskViolation', wanted, true)} GROUP BY ALL`);
  const date = (ms: bigint) => new Date(Number(ms)).toISOString();
  const ends = new Map<string, Ends>([...wanted].map(id => [id, {}]));
  for (const { instance: id, validUntil, daysOpenUntil } of rows) {
    ends.set(id, {
      ...(validUntil !== null && { validUntil: date(validUntil) }),
      ...(daysOpenUntil !== null && { daysOpenUntil: date(daysOpenUntil) }),
    });
  }
  return ends;
}

/** Whether some nesting was left out or some count was estimated or left out in the computed instances. */
async function isLimited(duckdb: DuckDB): Promise<boolean> {
  const [row] = await duckdb.rows<{ limited: boolean }>(`SELECT
    EXISTS (FROM analytics.cut_instances) OR EXISTS (FROM analytics.profile_batches WHERE batch IS NULL)
    OR EXISTS (FROM analytics.place_set_batches WHERE batch IS NULL)
    OR coalesce(getvariable('is_reach_limited'), false) AS limited`);
  return row!.limited;
}
