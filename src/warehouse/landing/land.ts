// Landing: records of one type become Parquet files, one batch at a time, while the connector continues to read.
//
// A batch is written as newline-delimited JSON into a scratch file, DuckDB converts it to Parquet on its own threads, and
// the ledger saves the file with the cursor that belongs to it. Memory use does not depend on the number of rows of a source.

import fs from 'node:fs';
import type { Page } from '../../connector/contract.ts';
import type { LandedBatch, UnlandedBatch } from '../../state/reads.ts';
import { addPage, type Batch, newBatch } from './batch.ts';
import { type DuplicatesOptions, setDuplicatesAside } from './duplicates.ts';
import { createIntake, type RecordIntake } from './intake.ts';
import { landPart } from './part.ts';
import { createReadDigest } from './read-digest.ts';
import { createScratch } from './scratch.ts';

export interface LandingOptions extends DuplicatesOptions {
  /** What former attempts have landed. The read continues after it. */
  readonly after?: Pick<LandedCounts, 'rows' | 'rejected'> & { part: number; filled: Record<string, number> };
  /** Whether former attempts found that the read brings only changes. */
  readonly changesOnly?: boolean | undefined;
  /** A batch ends with the first page after which it has this many bytes. */
  readonly batchBytes?: number;
  /** Digest of the newest read that was complete, if no later one changed what it brought. Called at the end of a read without a part. */
  knownDigest(): Promise<string | undefined>;
  /** Called once per landed part, in order, after its file is kept. */
  save(batch: LandedBatch): Promise<void>;
}

/** Counts of the whole read so far. */
export interface LandedCounts {
  readonly rows: number;
  readonly rejected: number;
}

export interface LandingEnd {
  /** Records that are left out because their id had come before. */
  readonly duplicates: number;
  readonly lastPart: number;
  /** Whether the read brought only changes. */
  readonly changesOnly: boolean;
  /** Where the next read can start, if the last pages have said it. */
  readonly next: string | undefined;
  /** Digest of all records in their order; undefined when they are not all that there is, or when a former attempt read some of them. */
  readonly digest: string | undefined;
  /** What the read brought, when none of it was landed, because the digest is the known one. */
  readonly unlanded: UnlandedBatch | undefined;
}

export interface Landing {
  /** Add a page. Resolves when the next one may follow: at most one batch waits for DuckDB. */
  add(page: Page): Promise<void>;
  counts(): LandedCounts;
  /** Land the last batch. */
  finish(): Promise<LandingEnd>;
  /** Discard the batch that is not landed. */
  abandon(): Promise<void>;
}

const defaultBatchBytes = 8 * 1024 * 1024;
/** A slow source lands its records at least this often, so that a crash loses little. */
const maxBatchAgeMs = 5_000;

export async function openLanding(options: LandingOptions): Promise<Landing> {
  fs.mkdirSync(options.folder, { recursive: true });
  const intake = createIntake(options.resource);
  Object.assign(intake.filled, options.after?.filled);
  const scratch = createScratch(options.folder, options.batchBytes ?? defaultBatchBytes);
  const counts = { rows: options.after?.rows ?? 0, rejected: options.after?.rejected ?? 0 };
  let lastPart = options.after?.part ?? 0;
  const digest = createReadDigest(options.resource, options.applicationInstanceId);
  // What former attempts read is not known here.
  if (options.after) digest.spoil();
  let batch = newBatch();
  let changesOnly = options.changesOnly;
  let next: string | undefined;
  /** Resolves when the latest part is landed, or has failed. */
  let landing: Promise<void> = Promise.resolve();
  let failure: unknown;

  /** @param isLast it is in the digest already */
  async function flush({ isLast = false } = {}): Promise<void> {
    if (!isLast) digest.add(scratch.content());
    batch.gaps.push(...intake.takeWarnings());
    const full = batch;
    batch = newBatch();
    if (full.rows + full.rejected.length + full.gaps.length + full.removed.length === 0) return;
    await landed();
    const file = scratch.write();
    lastPart += 1;
    const part = lastPart;
    const counted = { ...countsOf(full), part, filled: { ...intake.filled }, changesOnly: changesOnly ?? false };
    landing = landPart(options, part, file, full)
      .then(landedFile => options.save({ ...counted, file: landedFile }))
      .catch(error => {
        failure = error;
      });
  }

  /** @throws the error of a part that could not be landed */
  async function landed(): Promise<void> {
    await landing;
    if (failure) throw failure;
  }

  return {
    counts: () => ({ ...counts }),
    async add(page) {
      if (failure) throw failure;
      changesOnly = agreed(changesOnly, page);
      next = page.next ?? next;
      const before = { rows: batch.rows, rejected: batch.rejected.length };
      addPage(batch, page, intake, scratch.append);
      if (changesOnly || missesObjects(batch)) digest.spoil();
      counts.rows += batch.rows - before.rows;
      counts.rejected += batch.rejected.length - before.rejected;
      if (scratch.isFull() || Date.now() - batch.startedAt.getTime() > maxBatchAgeMs) await flush();
    },
    async finish() {
      let whole: string | undefined;
      let unlanded: UnlandedBatch | undefined;
      try {
        digest.add(scratch.content());
        whole = digest.end();
        // One batch that brought what is known need not be landed.
        const mayBeKnown = lastPart === 0 && whole !== undefined;
        if (mayBeKnown && (await options.knownDigest()) === whole) unlanded = unlandedBatch(batch, intake);
        else await flush({ isLast: true });
        await landed();
      } finally {
        scratch.remove();
      }
      const areDistinct = options.after === undefined && intake.areDistinct();
      const duplicates = areDistinct || unlanded ? 0 : await setDuplicatesAside(options);
      const end = { duplicates, lastPart, changesOnly: changesOnly ?? false, next, unlanded };
      return { ...end, digest: duplicates === 0 ? whole : undefined };
    },
    async abandon() {
      await landing;
      scratch.remove();
    },
  };
}

const countsOf = ({ rows, rejected, gaps, cursor, next }: Batch) => {
  return { rows, rejected: rejected.length, gaps, cursor: cursor ?? null, next };
};

const unlandedBatch = ({ rows, gaps }: Batch, { filled, takeWarnings }: RecordIntake): UnlandedBatch => {
  return { rows, gaps: [...gaps, ...takeWarnings()], filled: { ...filled } };
};

const missesObjects = ({ rejected, gaps }: Batch) =>
  rejected.length > 0 || gaps.some(({ missing }) => missing === 'objects');

/**
 * Whether a read brings only changes, as its pages say.
 * @param former what its pages have said so far; undefined: there was none
 */
function agreed(former: boolean | undefined, page: Page): boolean {
  if (page.changesOnly === true && former === false) {
    throw new Error('a page holds only changes, but the first page of the read did not say so: likely a connector bug');
  }
  const changesOnly = former ?? page.changesOnly ?? false;
  if (page.removed && page.removed.length > 0 && !changesOnly) {
    throw new Error('a page names removed objects, but the read does not bring only changes: likely a connector bug');
  }
  return changesOnly;
}
