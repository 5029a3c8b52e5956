// What a read leaves landed when it ends: what differs from what was known before it, laid over the runs that hold the rest, as long as
// this costs less than landing everything.
import { resourceOf } from '../../src/resources/registry.ts';
import { type LandedRun, landedFilesOf } from '../../src/state/landed-chains.ts';
import type { EndPart, LandedContent, ReadEnd } from '../../src/state/reads.ts';
import type { DuckDB } from '../../src/warehouse/duckdb.ts';
import { confirmingRun } from '../../src/warehouse/landing/data-date.ts';
import {
  type Absence,
  compareLanded,
  countLandedRows,
  type DifferenceCounts,
  type Differences,
} from '../../src/warehouse/landing/differences.ts';
import { parquetName, removedName, unconfirmedName } from '../../src/warehouse/landing/file-names.ts';
import { hasFiles, type LocalChain, type LocalRun, withLocalFiles } from '../../src/warehouse/landing/landed.ts';
import { countKnown } from '../../src/warehouse/landing/landed-rows.ts';
import { landAtEnd } from './land-at-end.ts';
import type { LandedRead, Reading } from './reading.ts';

/**
 * Limits that decide what a read lands besides its differences.
 *
 * Landing objects again costs the read time, and each further file costs every build time. So a read lands only its differences until
 * `mostRuns` runs are laid over the first run, which holds most objects. The next read also lands what these runs changed, and is laid
 * over the first run alone. That costs as much as the changes, however large the source is. Once the changes are more than `mostShare`
 * of all objects, the read lands everything: at an eighth, that costs about as much as was saved before.
 */
const limits = { mostRuns: 8, mostShare: 1 / 8 };

export interface LandedDifferences {
  readonly counts: DifferenceCounts;
  readonly end: Pick<ReadEnd, 'parts' | 'laidOver' | 'replacedParts'>;
}

export interface EndingRead {
  readonly previous: LocalChain;
  readonly absence: Absence;
  /** Whether the read saw all objects except those that it keeps: it lists these as unconfirmed. */
  readonly isConfirming: boolean;
}

export async function landDifferences(
  reading: Reading,
  landed: LandedRead,
  ending: EndingRead,
): Promise<LandedDifferences> {
  const { previous, absence, isConfirming } = ending;
  const { context, run, read, duckdb } = reading;
  const own = await landedFilesOf(context.database, run.run_id, read.lands);
  const key = context.keys.read(run.source_id, run.run_id, read.lands);
  return withLocalFiles(context.storage, key, own, async paths => {
    const resource = resourceOf(read.lands)!;
    const brought = { paths, duplicates: landed.duplicates > 0 };
    await using differences = await compareLanded({ duckdb, resource, previous, landed: brought, absence });
    const parts = collectParts(reading, landed.lastPart);
    const laid = await land(duckdb, differences, ending, parts);
    // What a read of changes did not bring is unchanged, and so it is confirmed.
    if (isConfirming && absence.kind !== 'unchanged' && differences.counts.absent > 0)
      await parts.add('unconfirmed', file => differences.writeUnconfirmed(file));
    const { laidOver, isReplaced } = laid;
    const replacedParts = isReplaced && own.length > 0 ? landed.lastPart : undefined;
    return { counts: differences.counts, end: { parts: parts.landed, laidOver, replacedParts } };
  });
}

type Parts = ReturnType<typeof collectParts>;

/** Lands files one after the other, with the numbers after the last part of the read. */
function collectParts(reading: Reading, lastPart: number) {
  const landed: EndPart[] = [];
  let part = lastPart;
  const names = { objects: parquetName, removed: removedName, unconfirmed: unconfirmedName };
  return {
    landed,
    async add(holds: LandedContent, write: (file: string) => Promise<number>): Promise<void> {
      part += 1;
      const file = await landAtEnd(reading, names[holds](part, reading.lease.attempt), write);
      if (file) landed.push({ part, holds, file });
    },
  };
}

interface Laid {
  /** Undefined: everything is landed with the read. */
  readonly laidOver: readonly number[] | undefined;
  /** Whether the parts that the read landed before its end no longer count. */
  readonly isReplaced: boolean;
}

async function land(
  duckdb: DuckDB,
  differences: Differences,
  { previous, absence, isConfirming }: EndingRead,
  parts: Parts,
): Promise<Laid> {
  const { changed, unchanged, removed, absent } = differences.counts;
  const runs = await runsBelow(duckdb, previous, changed + removed);
  // A read that missed objects without saying which is laid over the read that says when they were seen last.
  const below = runs.length === 0 && !isConfirming ? previous.runs.filter(hasFiles) : runs;
  if (below.length === 0) {
    // Without an equal object, what was landed can stay as it is.
    const isReplaced = unchanged > 0;
    if (isReplaced) await parts.add('objects', file => differences.writeAll(file));
    else if (absent > 0) await parts.add('objects', file => differences.writeAbsent(file));
    return { laidOver: undefined, isReplaced };
  }
  if (unchanged > 0 && changed > 0) await parts.add('objects', file => differences.writeChanged(file));
  const carried = previous.runs.filter(({ position }) => !below.some(other => other.position === position));
  if (carried.some(hasFiles)) await parts.add('objects', file => differences.writeCarried(carried, file));
  if (removed > 0 || carried.some(({ removedPaths }) => removedPaths.length > 0))
    await parts.add('removed', file => differences.writeRemoved(carried, file));
  const needsFacts = absence.kind === 'unchanged' || !isConfirming;
  const facts = needsFacts ? runsOfFacts(previous.runs, isConfirming) : [];
  const laidOver = new Set([...below, ...facts].map(({ position }) => position));
  return { laidOver: [...laidOver].sort((one, other) => one - other), isReplaced: unchanged > 0 };
}

/**
 * The runs that say something of objects that a read of changes did not bring: the newest full read, whose gaps still hold, and unless the
 * read confirms all objects, the one that says when they were seen, and the newest that was about all of them.
 */
export function runsOfFacts<Run extends LandedRun>(runs: readonly Run[], isConfirming: boolean): Run[] {
  const full = runs.findLast(({ read }) => !read.changes_only);
  const dated = isConfirming ? undefined : confirmingRun({ runs });
  const whole = isConfirming ? undefined : runs.findLast(({ targeted }) => !targeted);
  return [full, dated, whole].filter(run => run !== undefined);
}

/** The runs that a read with this many differences is laid over; none: the read lands everything that it knows. */
async function runsBelow(duckdb: DuckDB, chain: LocalChain, changed: number): Promise<readonly LocalRun[]> {
  const [whole, ...others] = chain.runs.filter(hasFiles);
  if (!whole) return [];
  if (changed === 0) return [whole, ...others];
  const share = (changed + (await countLandedRows(duckdb, others))) / (await countKnown(duckdb, chain));
  if (share > limits.mostShare) return [];
  return others.length < limits.mostRuns ? [whole, ...others] : [whole];
}
