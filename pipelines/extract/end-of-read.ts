// How a read ended, and which objects that were known before it have to be kept.
import fs from 'node:fs';
import path from 'node:path';
import { resourceOf } from '../../src/resources/registry.ts';
import { damagedSources, recordDamage } from '../../src/state/damaged-reads.ts';
import { knownBefore } from '../../src/state/held-back.ts';
import { type LandedChain, landedChains, landedFilesOf } from '../../src/state/landed-chains.ts';
import type { ReadEnd } from '../../src/state/reads.ts';
import { isRejectedIds, isRemovedIds, parquetName } from '../../src/warehouse/landing/file-names.ts';
import { countRejected, type Keeping, readRejectedIds, writeKept } from '../../src/warehouse/landing/kept.ts';
import type { LandedCounts, LandingEnd } from '../../src/warehouse/landing/land.ts';
import { borrowChains, LandedDamage, withLocalFiles } from '../../src/warehouse/landing/landed.ts';
import type { Gaps } from './gaps.ts';
import type { Reading } from './reading.ts';

/** What a read landed before it ended or failed. */
export interface LandedRead extends LandedCounts, LandingEnd {
  readonly gaps: Gaps;
  /** It failed before its end, so any object may be missing. */
  readonly broke: boolean;
  /** The newest run that the changes are laid over, when the read may bring only changes. */
  readonly basePosition: number | undefined;
}

/**
 * A complete read drops the objects that it did not see, except those whose records it rejected. A read that did not see
 * everything, or that rejected records without a readable id, drops nothing. A read that brought only changes drops what the
 * source has deleted. The objects that are not dropped are landed with the read in their former form.
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

/** Files with ids of objects. */
interface IdFiles {
  readonly rejected: readonly string[];
  readonly removed: readonly string[];
}

async function endOfFull(reading: Reading, landed: LandedRead, ids: IdFiles): Promise<ReadEnd> {
  const { context, run, read, duckdb } = reading;
  const { rows, rejected, gaps, broke } = landed;
  const { missing, areKnown } = await readRejectedIds(duckdb, ids.rejected, rejected);
  const status = broke ? 'Failed' : gaps.status(rows, missing);
  if (status === 'Complete' || status === 'Unsupported') return { status, kept: 0 };
  const only = areKnown && !broke && !gaps.objectsMissing ? ids.rejected : undefined;
  const former = await knownBefore(context.database, context.tenant, run.source_id, read.lands);
  return keep(reading, landed.lastPart + 1, former, { only, removed: [] }, async ({ rows: kept }) => ({
    status,
    kept,
  }));
}

async function endOfChanges(reading: Reading, landed: LandedRead, ids: IdFiles): Promise<ReadEnd> {
  const { context, run, read, duckdb } = reading;
  const { rejected, gaps, broke, basePosition: until } = landed;
  if (until === undefined) {
    throw new Error('the read brought only changes although a full read was requested: likely a connector bug');
  }
  const { missing, areKnown } = await readRejectedIds(duckdb, ids.rejected, rejected);
  // No rows mean only that nothing changed, so the status does not depend on their number.
  const status = broke ? 'Failed' : gaps.status(1, missing);
  const areOthersCurrent = areKnown && !broke && !gaps.objectsMissing;
  if ((await damagedSources(context.database, context.tenant)).includes(run.source_id)) {
    throw new Error('the landed files that the changes belong to are damaged; the next read is a full one');
  }
  const choice = { until, sources: [run.source_id], type: read.lands };
  const former = await landedChains(context.database, context.tenant, choice);
  const carried = { only: undefined, removed: ids.removed };
  return keep(reading, landed.lastPart + 1, former, carried, async ({ rows, file }) => {
    const kept = areOthersCurrent ? await countRejected(duckdb, file, ids.rejected) : rows;
    return { status, kept, unchanged: rows - kept };
  });
}

/** A file with objects that the read did not bring and must not drop. */
interface KeptFile {
  readonly rows: number;
  readonly file: string;
}

/**
 * Land the former objects that the read keeps.
 * @param describe called with the finished file; returns how the read ended
 */
async function keep(
  { context, run, lease, read, duckdb, folder }: Reading,
  part: number,
  known: readonly LandedChain[],
  which: Pick<Keeping, 'only' | 'removed'>,
  describe: (kept: KeptFile) => Promise<ReadEnd>,
): Promise<ReadEnd> {
  const { database, storage, keys } = context;
  const type = read.lands;
  const key = keys.read(run.source_id, run.run_id, type);
  const own = await landedFilesOf(database, run.run_id, type);
  const name = parquetName(part, lease.attempt);
  const file = path.join(folder, name);
  try {
    using held = new DisposableStack();
    const former = await borrowChains(storage, keys, known, held).catch(async error => {
      // The next read is then a full one that keeps what is not damaged.
      if (error instanceof LandedDamage) await recordDamage(database, context.tenant, error.read);
      throw error;
    });
    const rows = await withLocalFiles(storage, key, own, landed =>
      writeKept({ duckdb, resource: resourceOf(type)!, former, landed, ...which }, file),
    );
    const end = await describe({ rows, file });
    if (rows === 0) return end;
    return { ...end, keptPart: { part, file: { name, ...(await storage.keepFile(`${key}/${name}`, file)) } } };
  } finally {
    fs.rmSync(file, { force: true });
  }
}
