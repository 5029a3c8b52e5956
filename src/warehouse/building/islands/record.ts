// Records what the next build need not compute again.
import type { DuckDB } from '../../duckdb.ts';
import { landedOf } from '../../landing/landed-digest.ts';
import type { InstanceState, IslandStates, NumberRange } from '../../version/islands.ts';
import type { VersionTables } from '../../version/table-parts.ts';
import type { InstanceCheck } from '../check.ts';
import { instanceColumn, rowsOfInstances, type UnchangedInstances } from '../previous/rows.ts';
import type { Computation } from './compute.ts';
import { connectedPairs } from './growth.ts';
import { acceptanceDigests } from './inputs.ts';
import { inputDigest, islandsOf } from './plan.ts';

export interface Recorded
  extends Pick<Computation, 'chains' | 'reported' | 'heldBack' | 'sources' | 'acceptances' | 'generatedAt' | 'states'> {
  readonly common: string;
  readonly unchanged: UnchangedInstances;
  /** The numbers of the nodes of computed instances, and of the searched objects of all instances. */
  readonly accessNumbers: ReadonlyMap<string, NumberRange>;
  readonly searchNumbers: ReadonlyMap<string, NumberRange>;
  /** The tables of the version that is being built. */
  readonly tables: VersionTables;
  /** Application instance → digest of where its authentication keys lead. */
  readonly federations: ReadonlyMap<string, string>;
  /** What the checks counted in the computed instances. */
  readonly checks: readonly InstanceCheck[];
  /** How long resolved violations are kept. */
  readonly keepMs: number;
}

/** The states of all instances of the version that is being built; its tables are finished. */
export async function recordStates(duckdb: DuckDB, recorded: Recorded): Promise<IslandStates> {
  const { sources, states, accessNumbers: access, searchNumbers: search } = recorded;
  const unchanged = recorded.unchanged.instances;
  const computed = [...sources.keys()].filter(instance => !unchanged.has(instance));
  const islands = islandsOf(computed, await connectedPairs(duckdb, recorded.unchanged));
  const accepted = await acceptanceDigests(duckdb, '"RiskViolation"', recorded.acceptances, recorded.generatedAt);
  const until = await endsOfValues(duckdb, recorded, new Set(computed));
  const own = computed.map((instance): InstanceState => {
    const { sourceId } = sources.get(instance)!;
    const chains = recorded.chains.filter(chain => chain.sourceId === sourceId);
    const federation = recorded.federations.get(instance);
    const ofInstance = recorded.checks.filter(({ applicationInstanceId }) => applicationInstanceId === instance);
    return {
      applicationInstanceId: instance,
      island: islands.get(instance)!,
      computedAt: recorded.generatedAt.toISOString(),
      inputs: inputDigest(recorded, sources.get(instance)!, accepted.get(instance)),
      landed: Object.fromEntries(chains.map(chain => [chain.type, landedOf(chain)])),
      ...(federation !== undefined && { federation }),
      checks: ofInstance.map(({ applicationInstanceId: _, ...check }) => check),
      ...(until.has(instance) && { validUntil: until.get(instance)! }),
      ...(access.has(instance) && { accessNumbers: access.get(instance)! }),
    };
  });
  const before = (states?.instances ?? []).filter(({ applicationInstanceId }) => unchanged.has(applicationInstanceId));
  const instances = [...own, ...before].map(({ searchNumbers: _, ...state }) => {
    const searchNumbers = search.get(state.applicationInstanceId);
    return { ...state, ...(searchNumbers && { searchNumbers }) };
  });
  return { common: recorded.common, isLimited: await isLimited(duckdb), instances };
}

/**
 * Application instance → when its rows change although no input changes: an acceptance or exclusion ends, or a violation that is resolved,
 * or whose rule is switched off, is no longer kept. All other values are those at the data date.
 */
async function endsOfValues(
  duckdb: DuckDB,
  { keepMs, tables }: Pick<Recorded, 'keepMs' | 'tables'>,
  instances: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const retention = `to_milliseconds(${Math.floor(keepMs)})`;
  const rows = await duckdb.rows<{ instance: string; until: bigint | null }>(`
    SELECT ${instanceColumn('RiskViolation')}::VARCHAR AS instance, epoch_ms(min(CASE "status" WHEN 'Suppressed' THEN "suppressedUntil"
        WHEN 'Resolved' THEN "resolvedAt" + ${retention} WHEN 'Unknown' THEN "lastObservedAt" + ${retention} END)) AS "until"
    FROM ${rowsOfInstances(tables, 'RiskViolation', instances, true)} GROUP BY ALL`);
  return new Map(
    rows.flatMap(({ instance, until }) => (until === null ? [] : [[instance, new Date(Number(until)).toISOString()]])),
  );
}

/** Whether some nesting was left out or some count was estimated or left out in the computed instances. */
async function isLimited(duckdb: DuckDB): Promise<boolean> {
  const [row] = await duckdb.rows<{ limited: boolean }>(`SELECT
    EXISTS (FROM analytics.cut_instances) OR EXISTS (FROM analytics.profile_batches WHERE batch IS NULL)
    OR EXISTS (FROM analytics.place_set_batches WHERE batch IS NULL)
    OR coalesce(getvariable('is_reach_limited'), false) AS limited`);
  return row!.limited;
}
