// Decides which application instances a build computes. The rows of the others are taken over from the version in service.
//
// The manifest says for each instance to which island it belongs and, as a digest, what its rows were made from. When the digest of an
// instance has changed, its whole island is computed. Rows follow from the data and their data dates, not from the time of the build, with
// one exception: the manifest says when an acceptance ends, and when a resolved violation is no longer listed (`validUntil`); the island is
// computed at that time.
//
// Persons belong to several islands. So the step `enrich` also gets the accounts and employees of other islands that share a name with a
// computed one, now or before, directly or through others (neighbours.ts). The counts of a person are stored for each instance
// (`person_accounts`, `person_facts`, `person_violations`), so that the rows of these persons can be made again. When accounts of another
// instance now belong to another person, the computation is repeated with that instance (growth.ts).
//
// Everything is computed when the tenant is small, when a full build was requested, after a change of the program, of the settings of risks
// or of the memory of builds, after a build that left something out for lack of memory, and when rows cannot be taken over. When no instance
// has to be computed, the new version is the previous one with another ledger (../same-version.ts).
import type { DuckDB } from '../../duckdb.ts';
import type { LocalChain } from '../../landing/landed.ts';
import type { IslandStates } from '../../version/islands.ts';
import type { Manifest } from '../../version/manifest.ts';
import { tableRows, type VersionTables } from '../../version/table-parts.ts';
import type { BuildSource } from '../build-source.ts';
import type { Acceptance } from '../risks/find-risks.ts';
import { acceptanceDigests, landedDigest } from './inputs.ts';

export interface PlanInputs {
  /** The tables of the version in service. */
  readonly previous: VersionTables;
  /** What its manifest says of its instances. */
  readonly states: IslandStates;
  readonly sources: ReadonlyMap<string, BuildSource>;
  readonly chains: readonly LocalChain[];
  /** The reads that the version reports on. */
  readonly reported: readonly LocalChain[];
  readonly heldBack: ReadonlyMap<string, unknown>;
  readonly acceptances: readonly Acceptance[];
  readonly generatedAt: Date;
}

/** The application instances that no change reaches: neither they nor an instance of their island have changed. */
export async function planUnchanged(duckdb: DuckDB, inputs: PlanInputs): Promise<Set<string>> {
  const { states, sources, generatedAt, previous } = inputs;
  const violations = tableRows(previous, 'RiskViolation')!;
  const accepted = await acceptanceDigests(duckdb, violations, inputs.acceptances, generatedAt);
  const changed = states.instances.filter(state => {
    const source = sources.get(state.applicationInstanceId);
    if (!source || (state.validUntil !== undefined && Date.parse(state.validUntil) <= generatedAt.getTime()))
      return true;
    return state.inputs !== inputDigest(inputs, source, accepted.get(state.applicationInstanceId));
  });
  const touched = new Set(changed.map(({ island }) => island));
  const unchanged = states.instances.filter(({ island }) => !touched.has(island));
  return new Set(unchanged.map(({ applicationInstanceId }) => applicationInstanceId));
}

/** Digest of what the rows of a source's instance are made from. @param accepted digest of its accepted violations */
export function inputDigest(
  { chains, reported, heldBack }: Pick<PlanInputs, 'chains' | 'reported' | 'heldBack'>,
  { sourceId }: BuildSource,
  accepted: string | undefined,
): string {
  const own = (of: readonly LocalChain[]) => of.filter(chain => chain.sourceId === sourceId);
  return `${landedDigest(own(chains), own(reported), heldBack.has(sourceId))}${accepted ?? ''}`;
}

/** The instances that stay unchanged when some more are computed, and with them those of their islands. */
export function unchangedWithout(
  unchanged: ReadonlySet<string>,
  states: IslandStates,
  more: ReadonlySet<string>,
): Set<string> {
  const islands = new Set(
    states.instances.filter(({ applicationInstanceId }) => more.has(applicationInstanceId)).map(({ island }) => island),
  );
  const computed = states.instances.filter(({ island }) => islands.has(island));
  return unchanged.difference(new Set(computed.map(({ applicationInstanceId }) => applicationInstanceId)));
}

/** How many rows of a version belong to some instances. */
export function countRowsOf(manifest: Manifest, instances: ReadonlySet<string>): number {
  const own = manifest.counts.filter(({ applicationInstanceId }) => instances.has(applicationInstanceId));
  return own.reduce((sum, { count }) => sum + count, 0);
}

/** The islands that pairs of connected instances form: instance → the least id of its island. */
export function islandsOf(
  instances: Iterable<string>,
  pairs: readonly (readonly [string, string])[],
): Map<string, string> {
  const island = new Map([...instances].map(instance => [instance, instance]));
  const root = (instance: string): string => {
    let at = instance;
    while (island.get(at) !== at) at = island.get(at)!;
    return at;
  };
  for (const [one, other] of pairs) {
    const [least, greater] = [root(one), root(other)].sort() as [string, string];
    island.set(greater, least);
  }
  return new Map([...island.keys()].map(instance => [instance, root(instance)]));
}
