// Re-add what was lost, expire what is old. Runs at start, after each publication, and every so often.
import fs from 'node:fs';
import path from 'node:path';
import { acceptedDownloads, expireDownloads } from '../src/state/downloads.ts';
import { landedChains, openRuns } from '../src/state/runs.ts';
import { buildRuns, buildWaits, expireVersions, failInterruptedBuilds, requestBuild } from '../src/state/versions.ts';
import type { PipelineContext } from './context.ts';

export async function sweep(context: PipelineContext): Promise<void> {
  await readdLostJobs(context);
  await removeOldVersions(context);
  await removeOldLandings(context);
  await removeOldExports(context);
}

/** How long an export is kept once it has ended. */
const keepExportsMs = 24 * 3_600_000;

/** Once, before any job runs: what a crash cut off is cleaned up and asked for again. */
export async function recover(context: PipelineContext): Promise<void> {
  const { database, tenant, folders } = context;
  const interrupted = await failInterruptedBuilds(database, tenant);
  if (fs.existsSync(folders.root)) {
    for (const name of fs.readdirSync(folders.root)) {
      if (name.startsWith(folders.buildingPrefix)) fs.rmSync(path.join(folders.root, name), { recursive: true });
    }
  }
  if (interrupted > 0) await requestBuild(database, tenant);
}

async function readdLostJobs({ database, tenant, addJob }: PipelineContext): Promise<void> {
  for (const run of await openRuns(database, tenant)) addJob('extract', run.run_id);
  if (await buildWaits(database, tenant)) addJob('build', tenant);
  for (const id of await acceptedDownloads(database, tenant)) addJob('export', id);
}

async function removeOldVersions(context: PipelineContext): Promise<void> {
  const before = new Date(Date.now() - context.keepVersionsMs);
  const expired = await expireVersions(context.database, context.tenant, before);
  if (expired.length === 0) return;
  await context.versionsChanged();
  for (const version of expired) fs.rmSync(context.folders.version(version), { recursive: true, force: true });
}

/**
 * Landed runs are kept while a version is made from them, and while they run. The folders are listed before state is
 * asked, so a run that begins meanwhile is not in the list.
 */
async function removeOldLandings({ database, tenant, folders }: PipelineContext): Promise<void> {
  if (!fs.existsSync(folders.landedRoot)) return;
  const there = fs
    .readdirSync(folders.landedRoot)
    .flatMap(sourceId => fs.readdirSync(path.join(folders.landedRoot, sourceId)).map(runId => ({ sourceId, runId })));
  if (await buildRuns(database, tenant)) return;
  const needed = new Set((await openRuns(database, tenant)).map(run => run.run_id));
  for (const chain of await landedChains(database, tenant)) for (const run of chain.runs) needed.add(run.runId);
  for (const { sourceId, runId } of there) {
    if (!needed.has(runId)) fs.rmSync(folders.run(sourceId, runId), { recursive: true, force: true });
  }
}

/** As with landings, folders are listed first: an export that is asked for meanwhile is not in the list. */
async function removeOldExports({ database, tenant, folders }: PipelineContext): Promise<void> {
  const there = fs.existsSync(folders.exports) ? fs.readdirSync(folders.exports) : [];
  const kept = await expireDownloads(database, tenant, new Date(Date.now() - keepExportsMs));
  for (const id of there) if (!kept.has(id)) fs.rmSync(folders.exported(id), { recursive: true, force: true });
}
