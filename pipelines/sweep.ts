// Adds jobs that the queue lost, removes what nothing needs any more, and ends at their dates acceptances of risks and changes that wait
// for an approval.
import { randomUUID } from 'node:crypto';
import { exclusively } from '../src/database/exclusively.ts';
import { cancelUnapproved } from '../src/state/actions/cancel.ts';
import { requestRunsOfChanges } from '../src/state/actions/data-sync.ts';
import { expireExports } from '../src/state/exports.ts';
import { forgetHistory } from '../src/state/history.ts';
import { expireIdempotencyKeys } from '../src/state/idempotency.ts';
import { openBases } from '../src/state/incremental-reads.ts';
import { type ChainChoice, landedChains } from '../src/state/landed-chains.ts';
import { expirePushes } from '../src/state/pushes.ts';
import { endAcceptances } from '../src/state/risks/acceptances.ts';
import { openRuns } from '../src/state/runs.ts';
import { forgetSessions } from '../src/state/sessions/browser-sessions.ts';
import { expireSignals } from '../src/state/signals/signals.ts';
import { expireVersions, readableVersions, runningBuilds } from '../src/state/versions.ts';
import { leasableJobs } from '../src/state/waiting-jobs.ts';
import { buildOfFolder } from '../src/warehouse/keys.ts';
import { publishOpenTables } from '../src/warehouse/open-tables/publish.ts';
import type { PipelineContext } from './job/context.ts';

export async function sweep(context: PipelineContext): Promise<void> {
  await removeOldVersions(context);
  await removeOldLandings(context);
  await removeOldExports(context);
  await expireIdempotencyKeys(context.database);
  await cancelUnapproved(context.database, context.tenant);
  await expirePushes(context.database);
  await forgetSessions(context.database, context.tenant);
  await expireSignals(context.database, context.tenant);
  const reopening = await endAcceptances(context.database, context.tenant);
  if (reopening) await context.addJob('build', reopening.build_id);
}

/** How long the records of runs, builds and versions are kept, once nothing needs them any more. */
const keepHistoryMs = 30 * 24 * 3_600_000;
/** How long an export is kept once it has ended. */
const keepExportsMs = 24 * 3_600_000;

/**
 * Request runs that show what action jobs have changed. Add every job that can be leased to the queue: the queue may have lost it,
 * or may have delayed it for longer than needed.
 */
export async function recoverJobs(context: PipelineContext): Promise<void> {
  await context.database.transaction(transaction => requestRunsOfChanges(transaction, context.tenant));
  const open = await leasableJobs(context.database, context.tenant);
  for (const [index, { name, id }] of open.entries()) {
    await context.addJob(name, id, { priority: index + 1, now: true });
  }
}

/** Folders are listed before state is read, so a folder that a build stores meanwhile is not in the list and stays. */
async function removeOldVersions(context: PipelineContext): Promise<void> {
  const { database, tenant, storage, keys, keepVersionsMs } = context;
  const expired = await expireVersions(database, tenant, keepVersionsMs);
  if (expired > 0) await context.versionsChanged();
  // Before the folders go: in a bucket, tables name files of theirs.
  await publishTables(context);
  const there = await storage.list(keys.versions);
  const building = new Set(await runningBuilds(database, tenant));
  const readable = new Set((await readableVersions(database, tenant)).map(version => version.folder));
  for (const folder of there) {
    const build = buildOfFolder(folder);
    if (!readable.has(folder) && !(build && building.has(build))) await storage.remove(keys.version(folder));
  }
}

/** A fault is logged, and the next sweep tries again: the versions themselves are in service. */
async function publishTables({ storage, keys, database, tenant, workspace, log, hasOpenTables }: PipelineContext) {
  if (!hasOpenTables) {
    // They were published before the setting was changed, and would show old data for ever.
    if ((await storage.list(keys.openTables)).length > 0) await storage.remove(keys.openTables);
    return;
  }
  const work = workspace.place('open-tables', randomUUID());
  try {
    const published = await publishOpenTables({
      ...{ storage, keys, work },
      exclusively: publish => exclusively(database, `open tables ${tenant}`, publish),
      versions: async () =>
        (await readableVersions(database, tenant)).toReversed().map(({ version, folder, published_at }) => ({
          ...{ version, folder, publishedAt: published_at.getTime() },
        })),
    });
    if (published) log.info({ versions: published.versions.map(({ version }) => version) }, 'open tables published');
  } catch (error) {
    log.warn({ err: error }, 'open tables not published');
  }
}

/**
 * Landed runs are kept while they run, and while a version is made from them or may be. The folders are listed before state is
 * read, so a run that begins meanwhile is not in the list and stays. The records of runs are deleted later, after their files.
 */
async function removeOldLandings({ database, tenant, storage, keys }: PipelineContext): Promise<void> {
  const there: { sourceId: string; runId: string }[] = [];
  for (const sourceId of await storage.list(keys.landed)) {
    for (const runId of await storage.list(`${keys.landed}/${sourceId}`)) there.push({ sourceId, runId });
  }
  if ((await runningBuilds(database, tenant)).length > 0) return;
  const needed = new Set((await openRuns(database, tenant)).map(run => run.run_id));
  const bases = await openBases(database, tenant);
  const choices: ChainChoice[] = [
    { until: 'newest' },
    { until: 'accepted' },
    ...bases.map(({ source_id, type, position }) => ({ until: position, sources: [source_id], type })),
  ];
  for (const choice of choices) {
    for (const { runs } of await landedChains(database, tenant, choice))
      for (const { runId } of runs) needed.add(runId);
  }
  for (const { sourceId, runId } of there) {
    if (!needed.has(runId)) await storage.remove(keys.run(sourceId, runId));
  }
  await forgetHistory(database, tenant, needed, keepHistoryMs);
}

/** As with landed runs, folders are listed first, so an export that is requested meanwhile is not in the list and stays. */
async function removeOldExports({ database, tenant, storage, keys }: PipelineContext): Promise<void> {
  const there = await storage.list(keys.exports);
  const kept = await expireExports(database, tenant, keepExportsMs);
  for (const id of there) if (!kept.has(id)) await storage.remove(keys.exported(id));
}
