// Computes the rows of the application instances that a change can reach.
import type { DuckDB } from '../../duckdb.ts';
import type { LocalChain } from '../../landing/landed.ts';
import type { IslandStates } from '../../version/islands.ts';
import type { BuildSource } from '../build-source.ts';
import { createModel, landedRowCount } from '../model.ts';
import type { UnchangedInstances } from '../previous/rows.ts';
import type { PreviousVersion } from '../previous/version.ts';
import { readStates, setCompleteReads } from '../read-states.ts';
import { type Acceptance, type FoundRisks, findRisks } from '../risks/find-risks.ts';
import type { RiskOptions } from '../risks/risk-options.ts';
import { runSteps } from '../run-steps.ts';
import { attachDatabases, attachSteps, detachDatabases } from '../step-databases.ts';
import { openWorkingTables, type WorkingTables } from '../working/working-tables.ts';
import { checkEnriched, checkFacts, MoreInstances } from './growth.ts';
import { addNeighbours, findNeighbours, removeNeighbours } from './neighbours.ts';
import { unchangedWithout } from './plan.ts';

export interface Computation {
  readonly chains: readonly LocalChain[];
  /** The reads that the version reports on. */
  readonly reported: readonly LocalChain[];
  readonly heldBack: ReadonlyMap<string, unknown>;
  readonly sources: ReadonlyMap<string, BuildSource>;
  readonly previous: PreviousVersion | undefined;
  /** What the version in service says of its instances; undefined: nothing of it can be taken over. */
  readonly states: IslandStates | undefined;
  /** What the plan takes over. */
  readonly unchanged: UnchangedInstances;
  readonly serviceInstance: string;
  readonly risks: RiskOptions;
  readonly acceptances: readonly Acceptance[];
  readonly generatedAt: Date;
  /** For statements with many rows. */
  readonly mostThreads: number;
  readonly memoryBytes: number;
  /** The database is not made for this many landed rows or more. */
  readonly tooManyRows: number;
  /** Where the tables of the steps stay for the next build, and where they are in this one; undefined: they are in memory. */
  readonly working: { readonly root: string; readonly used: string } | undefined;
  /** Digest of what concerns the rows of every application instance. */
  readonly common: string;
  progress(step: string, computed?: { readonly computed: number; readonly of: number }): void;
}

export interface Computed extends FoundRisks {
  /** What is not computed. */
  readonly unchanged: UnchangedInstances;
  readonly chains: readonly LocalChain[];
  /** The tables that stay between builds. */
  readonly working: WorkingTables | undefined;
}

/** More rows have to be computed than the database is made for. */
export class TooManyRows extends Error {}

/** How often a computation is repeated with more instances. After that, everything is computed. */
const mostRepetitions = 2;

/** Create the model, and fill the schemas of all steps. Nothing else has happened in this database. @throws TooManyRows */
export async function compute(duckdb: DuckDB, input: Computation): Promise<Computed> {
  let { unchanged } = input;
  for (let repetition = 0; ; repetition++) {
    const chains = input.chains.filter(({ sourceId }) => !isUnchanged(input.sources, unchanged.instances, sourceId));
    if (landedRowCount(chains) >= input.tooManyRows) throw new TooManyRows();
    try {
      input.progress('model');
      await createModel(duckdb, chains, input.generatedAt);
      return { unchanged, chains, ...(await computeOnce(duckdb, { ...input, chains }, unchanged)) };
    } catch (error) {
      if (!(error instanceof MoreInstances)) throw error;
      const fewer =
        repetition < mostRepetitions ? unchangedWithout(unchanged.instances, input.states!, error.instances) : [];
      unchanged = { ...unchanged, instances: new Set(fewer) };
      await detachDatabases(duckdb);
      await attachDatabases(duckdb);
    }
  }
}

async function computeOnce(
  duckdb: DuckDB,
  input: Computation,
  unchanged: UnchangedInstances,
): Promise<Omit<Computed, 'unchanged' | 'chains'>> {
  const { memoryBytes, progress, risks, acceptances, serviceInstance, previous, generatedAt } = input;
  const isPart = unchanged.instances.size > 0;
  progress('islands', { computed: input.sources.size - unchanged.instances.size, of: input.sources.size });
  if (isPart) {
    await duckdb.withFullPlans(() => findNeighbours(duckdb, unchanged));
    await addNeighbours(duckdb);
  }
  const { sources, reported, heldBack } = input;
  await setCompleteReads(duckdb, readStates(input));
  const instances = [...sources.keys()].filter(instance => !unchanged.instances.has(instance));
  const working = input.working && (await openWorkingTables(duckdb, { ...input, ...input.working, instances }));
  if (!working) await attachSteps(duckdb);
  const enriched = async (step: string) => {
    if (step !== 'enrich' || !isPart) return;
    await removeNeighbours(duckdb);
    await checkEnriched(duckdb, unchanged);
  };
  await runSteps(duckdb, { memoryBytes, progress, done: enriched, working });
  const risksFound = await findRisks(duckdb, {
    ...{ options: risks, acceptances, serviceInstance, previous, generatedAt, sources, reported, heldBack, working },
    ...{ chains: input.chains, isTime: isTime(input) },
    unchanged: unchanged.instances,
    ...(isPart && { prepared: () => checkFacts(duckdb, unchanged) }),
  });
  return { ...risksFound, working };
}

/** Whether some value of the version in service has ended meanwhile. */
function isTime({ states, generatedAt }: Computation): boolean {
  const ends = (states?.instances ?? []).flatMap(({ validUntil }) => validUntil ?? []);
  return ends.some(end => Date.parse(end) <= generatedAt.getTime());
}

function isUnchanged(
  sources: ReadonlyMap<string, BuildSource>,
  unchanged: ReadonlySet<string>,
  sourceId: string,
): boolean {
  return [...unchanged].some(instance => sources.get(instance)?.sourceId === sourceId);
}
