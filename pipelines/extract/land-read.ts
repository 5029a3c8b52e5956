// Lands what one read yields: batches with their cursors, and at the end the status of the read.
import { digestOfSettings } from '../../src/connector/settings-digest.ts';
import { untilAborted } from '../../src/connector/until-aborted.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { knownBefore } from '../../src/state/held-back.ts';
import { newestStart, startingPoint } from '../../src/state/incremental-reads.ts';
import { landedFilesOf, recordFiles } from '../../src/state/landed-chains.ts';
import {
  endRead,
  type LandedFile,
  type ReadEnd,
  type ReadStatus,
  type SyncRead,
  saveBatch,
  startRead,
} from '../../src/state/reads.ts';
import { faultMessage } from '../../src/warehouse/disk-full.ts';
import { openLanding } from '../../src/warehouse/landing/land.ts';
import { removeUncounted, unrecordedParts, withLocalFiles } from '../../src/warehouse/landing/landed.ts';
import { isOwnFault } from '../job/outage.ts';
import { endOf } from './end-of-read.ts';
import { createGaps } from './gaps.ts';
import type { KnownBefore, Reading } from './reading.ts';
import { retryDelayMs } from './retry.ts';

export interface ReadOutcome {
  /** It threw. The ledger says why. */
  readonly failed: boolean;
}

/** @throws the error when the process stops or the fault is transient; the read then resumes from its cursor later */
export async function landRead(reading: Reading): Promise<ReadOutcome> {
  const { context, run, lease, read, known, signal, emit } = reading;
  const { database } = context;
  const type = read.lands;
  const resumable = known?.cursor != null;
  if (resumable) await recordFormerParts(reading, known);
  const { since, basePosition } = resumable ? formerStart(known) : await start(reading);
  if (known) {
    const key = context.keys.read(run.source_id, run.run_id, type);
    await removeUncounted(context.storage, key, { parts: resumable ? known.parts : 0, attempt: lease.attempt });
  }
  const gaps = createGaps(resumable ? known.gaps : []);
  let before: KnownBefore | undefined;
  const landing = await openLandingOf(reading, resumable ? known : undefined, async () => {
    before = { chain: await knownBefore(database, context.tenant, run.source_id, type) };
    return before.chain?.runs.at(-1)?.read.digest ?? undefined;
  });
  const report = (status: ReadStatus) =>
    emit({ kind: 'read', runId: run.run_id, sourceId: run.source_id, type, status, ...landing.counts() });
  report('Running');
  try {
    const cursors = createCursorGuard(type);
    const patience = { signal, silenceMs: context.sourceSilenceMs };
    for await (const page of untilAborted(read.pages(reading.client, known?.cursor ?? undefined, since), patience)) {
      signal.throwIfAborted();
      cursors.check(page.cursor);
      await landing.add(page.gaps ? { ...page, gaps: gaps.add(page.gaps) } : page);
      report('Running');
    }
    const landed = await landing.finish();
    const end = await endOf(reading, { ...landed, ...landing.counts(), gaps, broke: false, basePosition, before });
    await endAndRemove(reading, end);
    report(end.status);
    return { failed: false };
  } catch (error) {
    if (signal.aborted) {
      await landing.abandon();
      throw error;
    }
    // What was read before the source failed is valid, but it is not complete.
    const landed = await landing.finish().catch(() => undefined);
    if (isOwnFault(error) || (await retryDelayMs(database, run.run_id, error)) !== undefined) throw error;
    const message = faultMessage(error, context.workspace.folder);
    context.log.warn({ run: run.run_id, source: run.source_id, type, err: error }, 'read failed');
    const end =
      landed &&
      (await endOf(reading, { ...landed, ...landing.counts(), gaps, broke: true, basePosition }).catch(unlessOwn));
    // When the objects to keep could not be landed, builds combine this read with the reads before it.
    const { duplicates } = landed ?? {};
    await endAndRemove(reading, { duplicates, ...end, status: 'Failed', error: message });
    report('Failed');
    return { failed: true };
  }
}

/** End the read, and remove the files that no longer count. After a crash between the two they stay until the run is swept. */
async function endAndRemove({ context, run, lease, read }: Reading, end: ReadEnd): Promise<void> {
  const { database, storage, keys } = context;
  const landed = end.replacedParts ? await landedFilesOf(database, run.run_id, read.lands) : [];
  await endRead(database, lease, read.lands, end);
  const key = keys.read(run.source_id, run.run_id, read.lands);
  for (const { name } of landed) await storage.remove(`${key}/${name}`);
}

function unlessOwn(error: unknown): undefined {
  if (isOwnFault(error)) throw error;
}

/** Where a read starts. In a full read, both are undefined. */
interface Start {
  readonly since: string | undefined;
  readonly basePosition: number | undefined;
}

function formerStart({ since, base_position }: SyncRead): Start {
  return { since: since ?? undefined, basePosition: base_position ?? undefined };
}

async function start({ context, run, lease, source, read }: Reading): Promise<Start> {
  const { database, tenant } = context;
  const settingsDigest = digestOfSettings(source.connector, source.config.settings);
  const fullReadEveryMs = source.config.full_read_every;
  const choice = { tenant, sourceId: run.source_id, type: read.lands, settingsDigest, fullReadEveryMs };
  const changes =
    read.pushed || run.targeted
      ? await newestStart(database, choice)
      : run.in_full
        ? undefined
        : await startingPoint(database, choice);
  await startRead(database, lease, read.lands, { settingsDigest, changes });
  return { since: changes?.since, basePosition: changes?.basePosition };
}

/** Record the parts that a former release landed without a record: as soon as one part is recorded, only recorded parts count. */
async function recordFormerParts({ context, run, lease, read }: Reading, former: SyncRead): Promise<void> {
  const { database, storage, keys } = context;
  const type = read.lands;
  if (former.parts === 0 || (await landedFilesOf(database, run.run_id, type)).length > 0) return;
  const parts = await unrecordedParts(storage, keys.read(run.source_id, run.run_id, type));
  // A part that the ledger does not count yet was interrupted. It is read again.
  const counted = parts.filter(({ part }) => part <= former.parts);
  if (counted.length > 0) await recordFiles(database, lease, type, counted);
}

function openLandingOf(
  { context, run, lease, source, duckdb, read, folder }: Reading,
  former: SyncRead | undefined,
  knownDigest: () => Promise<string | undefined>,
) {
  const { database, storage, keys, batchBytes } = context;
  const type = read.lands;
  const resource = resourceOf(type);
  if (!resource) throw new Error(`the connector reads ${type}, which is no object or relationship type`);
  const key = keys.read(run.source_id, run.run_id, type);
  return openLanding({
    duckdb,
    resource,
    applicationInstanceId: source.config.application_instance_id,
    folder,
    attempt: lease.attempt,
    ...(batchBytes !== undefined && { batchBytes }),
    ...(former && { after: { ...former, part: former.parts } }),
    changesOnly: former?.parts ? former.changes_only : undefined,
    keep: async (name, file): Promise<LandedFile> => ({ name, ...(await storage.keepFile(`${key}/${name}`, file)) }),
    save: part => saveBatch(database, lease, type, part),
    knownDigest,
    withLanded: async use => withLocalFiles(storage, key, await landedFilesOf(database, run.run_id, type), use),
  });
}

/** How many cursors are remembered to detect a loop. */
const rememberedCursors = 10_000;

/** Detects a source whose pagination loops: it repeats a page token, so reading it would never end. */
function createCursorGuard(type: string): { check(cursor: string | undefined): void } {
  const seen = new Set<string>();
  return {
    check(cursor) {
      if (cursor === undefined) return;
      // State stores the cursor as text, which cannot hold NUL.
      if (cursor.includes('\0')) throw new Error('the source gave a page token that holds a NUL character');
      if (seen.has(cursor)) {
        throw new Error(
          `${type}: the source gave the page token ${JSON.stringify(cursor.slice(0, 100))} twice, so reading it would never end`,
        );
      }
      if (seen.size >= rememberedCursors) seen.delete(seen.values().next().value!);
      seen.add(cursor);
    },
  };
}
