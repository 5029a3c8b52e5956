// How a read ended that brought only changes.
import { damagedSources } from '../../src/state/damaged-reads.ts';
import { type LandedRun, landedChains, objectsOf } from '../../src/state/landed-chains.ts';
import type { ReadEnd } from '../../src/state/reads.ts';
import { readRejectedIds } from '../../src/warehouse/landing/record-ids.ts';
import { withPrevious } from './land-at-end.ts';
import { landDifferences, runsOfFacts } from './land-differences.ts';
import type { IdFiles, LandedRead, Reading } from './reading.ts';

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
  const [known] = await landedChains(context.database, context.tenant, choice);
  if (!known) throw new Error('the landed files that the changes belong to are gone: a full read is needed');
  const areOthersCurrent = areKnown && !broke && !gaps.objectsMissing;
  const counted = (others: number, rejectedOthers: number) => {
    const kept = areOthersCurrent ? rejectedOthers : others;
    return { status, kept, unchanged: others - kept };
  };
  const objects = objectsOf(known);
  const isSame = landed.rows + rejected + ids.removed.length === 0;
  // A targeted read saw nothing of the other objects.
  const isConfirming = status === 'Complete' && !run.targeted;
  if (isSame && objects !== undefined) {
    const facts = runsOfFacts(known.runs, isConfirming);
    const needed = known.runs.filter(one => holdsFiles(one) || facts.includes(one));
    return { ...counted(objects, 0), laidOver: needed.map(({ position }) => position) };
  }
  return withPrevious(context, known, async previous => {
    const absence = { kind: 'unchanged' as const, ...ids };
    const { counts, end } = await landDifferences(reading, landed, { previous, absence, isConfirming });
    return { ...counted(counts.absent, counts.rejected), ...end };
  });
}

/** Reads of former releases do not say which files they landed. */
export const holdsFiles = ({ files, removed }: LandedRun) => !files || files.length + removed.length > 0;
