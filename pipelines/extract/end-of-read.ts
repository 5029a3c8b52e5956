// How a read ended, and what it leaves landed.
import { knownBefore } from '../../src/state/held-back.ts';
import type { ReadEnd } from '../../src/state/reads.ts';
import type { Absence } from '../../src/warehouse/landing/differences.ts';
import { isRejectedIds, isRemovedIds } from '../../src/warehouse/landing/file-names.ts';
import { LandedDamage, withLocalFiles } from '../../src/warehouse/landing/landed.ts';
import { readRejectedIds } from '../../src/warehouse/landing/record-ids.ts';
import { endOfChanges, holdsFiles } from './end-of-changes.ts';
import { withPrevious } from './land-at-end.ts';
import { landDifferences } from './land-differences.ts';
import type { IdFiles, LandedRead, Reading } from './reading.ts';

/**
 * A complete read drops the objects that it did not see, except those whose records it rejected. A read that did not see one container,
 * such as a group or a database, keeps what could lie in it, and drops what else it did not see. A read that did not see any other
 * part, or that rejected records without a readable id, drops nothing. A read that brought only changes drops what the
 * source has deleted. Only what differs from what was known before stays landed, as long as this is little, and the read is laid
 * over the runs that hold the rest.
 */
export async function endOf(reading: Reading, landed: LandedRead): Promise<ReadEnd> {
  const { context, run, read } = reading;
  const { storage, keys } = context;
  const { rejected, duplicates, next, changesOnly } = landed;
  const key = keys.read(run.source_id, run.run_id, read.lands);
  const files = rejected === 0 && !changesOnly ? [] : await storage.list(key);
  const named = (isMeant: (name: string) => boolean) => files.filter(isMeant).map(name => ({ name }));
  return withLocalFiles(storage, key, named(isRejectedIds), rejectedIds =>
    withLocalFiles(storage, key, named(isRemovedIds), async removedIds => {
      const ids = { rejected: rejectedIds, removed: removedIds };
      const end = changesOnly ? await endOfChanges(reading, landed, ids) : await endOfFull(reading, landed, ids);
      return { ...end, duplicates, next };
    }),
  );
}

async function endOfFull(reading: Reading, landed: LandedRead, ids: IdFiles): Promise<ReadEnd> {
  const { context, run, read, duckdb } = reading;
  const { rows, rejected, gaps, broke } = landed;
  const { missing, areKnown } = await readRejectedIds(duckdb, ids.rejected, rejected);
  const status = broke ? 'Failed' : gaps.status(rows, missing);
  const isComplete = status === 'Complete';
  if (status === 'Unsupported') return { status, kept: 0 };
  const known = landed.before
    ? landed.before.chain
    : await knownBefore(context.database, context.tenant, run.source_id, read.lands);
  const digest = isComplete ? landed.digest : undefined;
  if (!known && !landed.unlanded) return { status, kept: 0, digest };
  if (known && digest !== undefined && digest === known.runs.at(-1)!.read.digest) {
    const laidOver = known.runs.filter(holdsFiles).map(({ position }) => position);
    const { lastPart: replacedParts, unlanded } = landed;
    return { status, kept: 0, laidOver, replacedParts, digest, unlanded };
  }
  if (landed.unlanded || !known)
    throw new Error('the landed files that hold what was read are damaged; the next read lands everything');
  const { containers } = gaps;
  const absence: Absence = isComplete
    ? { kind: 'gone' }
    : areKnown && !broke && containers
      ? { kind: 'missed', rejected: ids.rejected, containers }
      : { kind: 'kept' };
  const isConfirming = isComplete || status === 'Partial';
  try {
    return await withPrevious(context, known, async previous => {
      const { counts, end } = await landDifferences(reading, landed, { previous, absence, isConfirming });
      return { status, kept: counts.absent, ...end, digest };
    });
  } catch (error) {
    // A read that saw everything needs nothing of what was known.
    if (isComplete && error instanceof LandedDamage) return { status, kept: 0, digest };
    throw error;
  }
}
