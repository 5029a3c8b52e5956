// How a read ended, and which objects that were known before it have to be kept.
import fs from 'node:fs';
import path from 'node:path';
import { resourceOf } from '../../src/resources/registry.ts';
import type { ReadEnd } from '../../src/state/end-read.ts';
import { knownBefore } from '../../src/state/held-back.ts';
import { landedFilesOf } from '../../src/state/landed-chains.ts';
import { isRejectedIds, parquetName } from '../../src/warehouse/landing/file-names.ts';
import { readRejectedIds, writeKept } from '../../src/warehouse/landing/kept.ts';
import type { LandedCounts } from '../../src/warehouse/landing/land.ts';
import { borrowChains, withLocalFiles } from '../../src/warehouse/landing/landed.ts';
import type { Gaps } from './gaps.ts';
import type { Reading } from './reading.ts';

/** What a read landed before it ended or failed. */
export interface LandedRead extends LandedCounts {
  readonly duplicates: number;
  readonly lastPart: number;
  readonly gaps: Gaps;
  /** It failed before its end, so any object may be missing. */
  readonly broke: boolean;
}

/**
 * A complete read drops the objects that it did not see, except those whose records it rejected. A read that did not see
 * everything, or that rejected records without a readable id, drops nothing. The objects that are not dropped are landed with
 * the read in their former form.
 */
export async function endOf(reading: Reading, landed: LandedRead): Promise<ReadEnd> {
  const { context, run, read, duckdb } = reading;
  const { storage, keys } = context;
  const { rows, rejected, duplicates, gaps, broke } = landed;
  const key = keys.read(run.source_id, run.run_id, read.lands);
  const idFiles = rejected === 0 ? [] : (await storage.list(key)).filter(isRejectedIds);
  return withLocalFiles(
    storage,
    key,
    idFiles.map(name => ({ name })),
    async ids => {
      const { missing, areKnown } = await readRejectedIds(duckdb, ids, rejected);
      const status = broke ? 'Failed' : gaps.status(rows, missing);
      if (status === 'Complete' || status === 'Unsupported') return { status, duplicates, kept: 0 };
      const only = areKnown && !broke && !gaps.objectsMissing ? ids : undefined;
      return { status, duplicates, ...(await keep(reading, key, landed.lastPart + 1, only)) };
    },
  );
}

/** @param only files with the ids of the objects to keep; undefined: all that were known */
async function keep(
  { context, run, lease, read, duckdb, folder }: Reading,
  key: string,
  part: number,
  only: readonly string[] | undefined,
): Promise<Pick<ReadEnd, 'kept' | 'keptPart'>> {
  const { database, storage, keys, tenant } = context;
  const type = read.lands;
  const known = await knownBefore(database, tenant, run.source_id, type);
  const own = await landedFilesOf(database, run.run_id, type);
  const name = parquetName(part, lease.attempt);
  const file = path.join(folder, name);
  try {
    using held = new DisposableStack();
    const former = await borrowChains(storage, keys, known, held);
    const kept = await withLocalFiles(storage, key, own, landed =>
      writeKept({ duckdb, resource: resourceOf(type)!, former, landed, only }, file),
    );
    if (kept === 0) return { kept };
    return { kept, keptPart: { part, file: { name, ...(await storage.keepFile(`${key}/${name}`, file)) } } };
  } finally {
    fs.rmSync(file, { force: true });
  }
}
