// How a read ended that brought only changes. It is laid over the runs that hold everything else, as long as these are few.
import { resourceOf } from '../../src/resources/registry.ts';
import { damagedSources } from '../../src/state/damaged-reads.ts';
import { type LandedChain, type LandedRun, landedChains, landedFilesOf } from '../../src/state/landed-chains.ts';
import type { ReadEnd } from '../../src/state/reads.ts';
import type { DuckDB } from '../../src/warehouse/duckdb.ts';
import { parquetName, removedName } from '../../src/warehouse/landing/file-names.ts';
import { readRejectedIds, writeKept } from '../../src/warehouse/landing/kept.ts';
import {
  type ChangeCounts,
  countChanges,
  countLandedRows,
  writeRemoved,
} from '../../src/warehouse/landing/laid-over.ts';
import { hasFiles, type LocalChain, type LocalRun, withLocalFiles } from '../../src/warehouse/landing/landed.ts';
import { landAtEnd, withFormer } from './land-at-end.ts';
import type { IdFiles, LandedRead, Reading } from './reading.ts';

/**
 * Limits that decide what a read of changes lands besides its changes.
 *
 * Landing objects again costs the read time, and each further file costs every build time. So a read lands only its changes until
 * `mostRuns` runs with changes are laid over the first run, which holds everything. The next read also lands what these runs changed,
 * and is laid over the first run alone. That costs as much as the changes, however large the source is. Once the changes are more
 * than `mostShare` of the first run, the read lands everything: at an eighth, that costs about as much as was saved before.
 */
const limits = { mostRuns: 8, mostShare: 1 / 8 };

export async function endOfChanges(reading: Reading, landed: LandedRead, ids: IdFiles): Promise<ReadEnd> {
  const { context, run, read, duckdb } = reading;
  const { rejected, gaps, broke, basePosition: until } = landed;
  if (until === undefined) {
    throw new Error('the read brought only changes although a full read was requested: likely a connector bug');
  }
  const { missing, areKnown } = await readRejectedIds(duckdb, ids.rejected, rejected);
  // No rows mean only that nothing changed, so the status does not depend on their number.
  const status = broke ? 'Failed' : gaps.status(1, missing);
  if ((await damagedSources(context.database, context.tenant)).includes(run.source_id)) {
    throw new Error('the landed files that the changes belong to are damaged; the next read is a full one');
  }
  const choice = { until, sources: [run.source_id], type: read.lands };
  const [former] = await landedChains(context.database, context.tenant, choice);
  if (!former) throw new Error('the landed files that the changes belong to are gone: a full read is needed');
  const areOthersCurrent = areKnown && !broke && !gaps.objectsMissing;
  const counted: Changed['counted'] = ({ others, rejectedOthers }) => {
    const kept = areOthersCurrent ? rejectedOthers : others;
    return { status, kept, unchanged: others - kept };
  };
  const objects = objectsOf(former);
  const isSame = landed.rows + rejected + ids.removed.length === 0;
  if (isSame && objects !== undefined) {
    const holding = former.runs.filter(({ files, removed }) => !files || files.length + removed.length > 0);
    return { ...counted({ others: objects, rejectedOthers: 0 }), laidOver: positionsOf(holding) };
  }
  return withFormer(context, [former], ([local]) => landChanges(reading, landed, { former: local!, ids, counted }));
}

interface Changed {
  readonly former: LocalChain;
  readonly ids: IdFiles;
  readonly counted: (counts: Pick<ChangeCounts, 'others' | 'rejectedOthers'>) => ReadEnd;
}

async function landChanges(
  reading: Reading,
  { rows, lastPart }: LandedRead,
  { former, ids, counted }: Changed,
): Promise<ReadEnd> {
  const { context, run, lease, read, duckdb } = reading;
  const { database, storage, keys } = context;
  const key = keys.read(run.source_id, run.run_id, read.lands);
  const own = await landedFilesOf(database, run.run_id, read.lands);
  return withLocalFiles(storage, key, own, async landed => {
    const changes = { duckdb, former: former, landed, removed: ids.removed, rejected: ids.rejected };
    const counts = await countChanges(changes);
    const below = await runsBelow(duckdb, former, rows + counts.removed);
    const carried = former.runs.filter(({ position }) => !below.some(kept => kept.position === position));
    const keeping = { former: [{ ...former, runs: carried }], landed, only: undefined, removed: ids.removed };
    const kept = await landAtEnd(reading, parquetName(lastPart + 1, lease.attempt), lastPart + 1, file =>
      carried.some(hasFiles) ? writeKept({ duckdb, resource: resourceOf(read.lands)!, ...keeping }, file) : 0,
    );
    const end = { ...counted(counts), keptPart: kept.part };
    if (below.length === 0) return end;
    const removed = await landAtEnd(reading, removedName(lastPart + 2, lease.attempt), lastPart + 2, file =>
      writeRemoved(duckdb, counts.removed > 0 ? ids.removed : [], carried, file),
    );
    return { ...end, removedPart: removed.part, laidOver: positionsOf(below) };
  });
}

/** The runs that a read with this many changes is laid over; none: the read lands everything that it knows. */
async function runsBelow(duckdb: DuckDB, { runs }: LocalChain, changed: number): Promise<readonly LocalRun[]> {
  const [whole, ...others] = runs.filter(hasFiles);
  if (!whole) return [];
  if (changed === 0) return [whole, ...others];
  const share = (changed + (await countLandedRows(duckdb, others))) / (await countLandedRows(duckdb, [whole]));
  if (share > limits.mostShare) return [];
  return others.length < limits.mostRuns ? [whole, ...others] : [whole];
}

const positionsOf = (runs: readonly LandedRun[]) => runs.map(({ position }) => position);

/** How many objects a chain holds, according to its newest read; undefined when the read does not say. */
function objectsOf({ runs }: LandedChain): number | undefined {
  const { rows, duplicates, kept, unchanged } = runs.at(-1)!.read;
  return kept === null ? undefined : rows - duplicates + kept + (unchanged ?? 0);
}
