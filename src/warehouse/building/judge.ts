// Which data of each source a version is made from: the newest, or the last good data while the newest look broken.
//
// A source that lost too many objects, or had too many rejected records, is held back: the version is made from its last good data. For each
// source, state records the last accepted run (src/state/held-back.ts), and the sweep keeps the landed files that these runs and newer ones
// need. What action jobs took away is no loss (taken-objects.ts). `sync SOURCE --accept-loss` accepts the new data. The whole version is held
// back when a check of severity `stop` fails, when the last good data of a held-back source are not known, or when there is no version yet
// and no data are left to make one from.
import { resources } from '../../resources/registry.ts';
import type { TakenAccess } from '../../state/actions/taken-access.ts';
import type { Finding } from '../../state/findings.ts';
import { wholeRead } from '../../state/landed-chains.ts';
import { type DuckDB, identifier } from '../duckdb.ts';
import { confirmingRun } from '../landing/data-date.ts';
import type { LocalChain } from '../landing/landed.ts';
import { countKnown } from '../landing/landed-rows.ts';
import type { InstanceCount } from '../version/layout.ts';
import type { Manifest } from '../version/manifest.ts';
import type { BuildSource } from './build-source.ts';
import { findLosses, findRejections, type HoldBack } from './hold-back.ts';
import { countTakenObjects, takeableTypes } from './taken-objects.ts';

export interface JudgeOptions {
  readonly tenant: string;
  /** The newest data of every source. */
  readonly chains: readonly LocalChain[];
  /** Configured sources by application instance id. Others are left out of the version. */
  readonly sources: ReadonlyMap<string, BuildSource>;
  /** The version in service, if there is one. */
  readonly current: Manifest | undefined;
  readonly holdBack: HoldBack;
  /** Sources with data that are in no version yet. The data of the other sources were accepted before. */
  readonly newer: ReadonlySet<string>;
  /** Sources whose losses and rejections are accepted regardless of the thresholds. */
  readonly acceptedSources: readonly string[];
  /** The last good data of sources; undefined for a source without known good data. */
  lastGood(sourceIds: readonly string[]): Promise<ReadonlyMap<string, readonly LocalChain[] | undefined>>;
  /** What action jobs took away in a source after one of its runs had begun. */
  accessTakenSince(sourceId: string, runId: string): Promise<TakenAccess>;
}

export interface Choice {
  /** What the version is made from. */
  readonly chains: readonly LocalChain[];
  /** The reads that the version reports on: those that it is made from, or a source's newest where it has no good ones yet. */
  readonly reported: readonly LocalChain[];
  readonly findings: readonly Finding[];
  /** Sources that are held back, and why. */
  readonly heldBack: ReadonlyMap<string, readonly Finding[]>;
  /**
   * The whole version is held back: a source that is held back is in the version in service but has no known good data, or there
   * is no version yet and no data to make one from.
   */
  readonly holdsBackAll: boolean;
}

export async function chooseChains(duckdb: DuckDB, options: JudgeOptions): Promise<Choice> {
  const { chains, current } = options;
  const findings = await judge(duckdb, options);
  const stops = findings.filter(finding => finding.severity === 'stop');
  const heldBack = Map.groupBy(stops, finding => finding.source!);
  if (heldBack.size === 0) return { chains, reported: chains, findings, heldBack, holdsBackAll: false };

  const lastGood = await options.lastGood([...heldBack.keys()]);
  const others = chains.filter(({ sourceId }) => !heldBack.has(sourceId));
  const chosen = [...others];
  const reported = [...others];
  let holdsBackAll = false;
  for (const sourceId of heldBack.keys()) {
    const good = lastGood.get(sourceId);
    chosen.push(...(good ?? []));
    reported.push(...(good?.length ? good : chains.filter(chain => chain.sourceId === sourceId)));
    holdsBackAll ||= good === undefined && isServed(options, sourceId);
  }
  // A first version without any data would claim that the sources are empty.
  holdsBackAll ||= current === undefined && chosen.length === 0;
  return { chains: chosen, reported, findings, heldBack, holdsBackAll };
}

/**
 * The choice when the newest data are those of the version in service, so nothing is lost. Undefined when a source has to be held back
 * all the same, because too many records were rejected.
 */
export function unchangedChoice(options: JudgeOptions): Choice | undefined {
  const { chains } = options;
  const findings = judgeRejections(options);
  if (findings.some(({ severity }) => severity === 'stop')) return undefined;
  return { chains, reported: chains, findings, heldBack: new Map(), holdsBackAll: false };
}

/** Compare what is new with the version in service. */
async function judge(duckdb: DuckDB, options: JudgeOptions): Promise<Finding[]> {
  const { sources, newer, holdBack, chains } = options;
  const judged = new Map([...sources].filter(([, { sourceId }]) => newer.has(sourceId)));
  const before = landedCounts(options.current).filter(
    ({ type, applicationInstanceId }) => landedTypes.has(type) && judged.has(applicationInstanceId),
  );
  const after = await countLanded(duckdb, before, chains, judged);
  const sourceOf = (instance: string) => judged.get(instance)!.sourceId;
  const lossesBesides = (taken: readonly InstanceCount[]) =>
    findLosses(before, after, { threshold: holdBack, taken }, sourceOf);
  const losses = lossesBesides([]);
  if (losses.length === 0) return judgeRejections(options);
  const losing = new Set(losses.map(({ source }) => source!)).difference(new Set(options.acceptedSources));
  const taken = await countTaken(
    duckdb,
    before.filter(({ applicationInstanceId: id }) => losing.has(sourceOf(id))),
    options,
  );
  return [...accepted(lossesBesides(taken), options), ...judgeRejections(options)];
}

/** How many objects of some counts are gone from the newest data because action jobs took them away. */
async function countTaken(
  duckdb: DuckDB,
  before: readonly InstanceCount[],
  options: JudgeOptions,
): Promise<InstanceCount[]> {
  const { tenant, sources, chains } = options;
  const takeable = before.filter(({ type }) => takeableTypes.has(type));
  const sourceOf = (count: InstanceCount) => sources.get(count.applicationInstanceId)!.sourceId;
  const lastGood = await options.lastGood([...new Set(takeable.map(sourceOf))]);
  const counts: InstanceCount[] = [];
  for (const count of takeable) {
    const sourceId = sourceOf(count);
    const good = lastGood.get(sourceId)?.find(({ type }) => type === count.type);
    const run = good && confirmingRun(good);
    if (!run) continue;
    const taken = await options.accessTakenSince(sourceId, run.runId);
    const newest = chains.find(chain => chain.type === count.type && chain.sourceId === sourceId);
    const { applicationInstanceId: instance } = count;
    counts.push({ ...count, count: await countTakenObjects(duckdb, { tenant, instance, good, newest, taken }) });
  }
  return counts;
}

/** How many objects of some counts there are in the newest data. Ids are read only where the reads do not say it. */
async function countLanded(
  duckdb: DuckDB,
  before: readonly InstanceCount[],
  chains: readonly LocalChain[],
  sources: ReadonlyMap<string, BuildSource>,
): Promise<InstanceCount[]> {
  const counted = before.map(async count => {
    const { sourceId } = sources.get(count.applicationInstanceId)!;
    const chain = chains.find(own => own.type === count.type && own.sourceId === sourceId);
    return chain ? [{ ...count, count: await countKnown(duckdb, chain) }] : [];
  });
  return (await Promise.all(counted)).flat();
}

function judgeRejections(options: JudgeOptions): Finding[] {
  const reads = options.chains
    .filter(({ sourceId }) => options.newer.has(sourceId))
    .map(chain => ({ sourceId: chain.sourceId, ...wholeRead(chain) }));
  return accepted(findRejections(reads, options.holdBack), options);
}

/** Findings about sources whose losses and rejections are accepted are warnings. */
function accepted(findings: readonly Finding[], { acceptedSources }: JudgeOptions): Finding[] {
  return findings.map(finding =>
    acceptedSources.includes(finding.source!) ? { ...finding, severity: 'warn' as const } : finding,
  );
}

/** What connectors landed for a version, without what the service itself added. */
function landedCounts(manifest: Manifest | undefined): InstanceCount[] {
  const added = new Map(manifest?.added?.map(own => [`${own.type}/${own.applicationInstanceId}`, own.count]));
  return (manifest?.counts ?? []).flatMap(all => {
    const count = all.count - (added.get(`${all.type}/${all.applicationInstanceId}`) ?? 0);
    return count > 0 ? [{ ...all, count }] : [];
  });
}

function isServed({ current, sources }: JudgeOptions, sourceId: string): boolean {
  return (current?.counts ?? []).some(count => sources.get(count.applicationInstanceId)?.sourceId === sourceId);
}

/** The types to compare: what connectors land. Everything else is derived from it. */
const landedTypes = new Set(resources.filter(({ madeBy }) => madeBy === 'connectors').map(({ type }) => type));

/**
 * Objects of some types by application instance, in the order of the types and then of the instances' ids. What there is none of is
 * left out.
 * @param schema the schema of the tables
 */
export async function countObjects(
  duckdb: DuckDB,
  types: readonly string[],
  schema: string,
): Promise<readonly InstanceCount[]> {
  if (types.length === 0) return [];
  const counts = types.map(
    (type, position) => `SELECT ${position} AS position, "objectMetadata"."ApplicationInstanceId"::VARCHAR AS instance,
       count(*) AS count FROM ${schema}.${identifier(type)} GROUP BY ALL`,
  );
  const rows = await duckdb.rows<{ position: number; instance: string; count: bigint }>(
    `${counts.join(' UNION ALL ')} ORDER BY position, instance`,
  );
  return rows.map(({ position, instance, count }) => ({
    type: types[position]!,
    applicationInstanceId: instance,
    count: Number(count),
  }));
}
