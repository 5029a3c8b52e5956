// How a read ended, and which objects that were known before it have to be kept.
import { resourceOf } from '../../src/resources/registry.ts';
import { knownBefore } from '../../src/state/held-back.ts';
import { landedFilesOf } from '../../src/state/landed-chains.ts';
import type { ReadEnd } from '../../src/state/reads.ts';
import { isRejectedIds, isRemovedIds, parquetName } from '../../src/warehouse/landing/file-names.ts';
import { readRejectedIds, writeKept } from '../../src/warehouse/landing/kept.ts';
import { withLocalFiles } from '../../src/warehouse/landing/landed.ts';
import { endOfChanges } from './end-of-changes.ts';
import { landAtEnd, withFormer } from './land-at-end.ts';
import type { IdFiles, LandedRead, Reading } from './reading.ts';

/**
 * A complete read drops the objects that it did not see, except those whose records it rejected. A read that did not see one container,
 * such as a group or a database, keeps what could lie in it, and drops what else it did not see. A read that did not see any other
 * part, or that rejected records without a readable id, drops nothing. A read that brought only changes drops what the
 * source has deleted. The objects that are not dropped are landed with the read in their former form, or the read is laid over the
 * runs that hold them.
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
  const { context, run, lease, read, duckdb } = reading;
  const { database, storage, keys, tenant } = context;
  const { rows, rejected, gaps, broke } = landed;
  const { missing, areKnown } = await readRejectedIds(duckdb, ids.rejected, rejected);
  const status = broke ? 'Failed' : gaps.status(rows, missing);
  if (status === 'Complete' || status === 'Unsupported') return { status, kept: 0 };
  const { containers } = gaps;
  const only = areKnown && !broke && containers ? { ids: ids.rejected, containers } : undefined;
  const type = read.lands;
  const known = await knownBefore(database, tenant, run.source_id, type);
  const own = await landedFilesOf(database, run.run_id, type);
  const part = landed.lastPart + 1;
  return withFormer(context, known, former =>
    withLocalFiles(storage, keys.read(run.source_id, run.run_id, type), own, async own => {
      const kept = await landAtEnd(reading, parquetName(part, lease.attempt), part, file =>
        writeKept({ duckdb, resource: resourceOf(type)!, former, landed: own, only, removed: [] }, file),
      );
      return { status, kept: kept.rows, keptPart: kept.part };
    }),
  );
}
