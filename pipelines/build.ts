// Everything landed → a new version → the swap. Requests that wait are merged into one build.
import fs from 'node:fs';
import path from 'node:path';
import { landedChains } from '../src/state/runs.ts';
import {
  type Build,
  type BuildStatus,
  endBuild,
  nextVersionNumber,
  publishVersion,
  readableVersions,
  startBuild,
} from '../src/state/versions.ts';
import { syncToDisk } from '../src/storage/durable.ts';
import { buildVersion } from '../src/warehouse/build.ts';
import { faultMessage } from '../src/warehouse/disk-full.ts';
import { type Manifest, readManifest } from '../src/warehouse/manifest.ts';
import type { PipelineContext } from './context.ts';

export async function build(context: PipelineContext): Promise<void> {
  const started = await startBuild(context.database, context.tenant);
  if (!started) return;
  const { build_id: buildId } = started;
  const tell = (status: BuildStatus, version?: number) =>
    context.progress.publish({ kind: 'built', buildId, status, ...(version !== undefined && { version }) });
  try {
    const published = await makeAndPublish(context, started);
    tell(published === undefined ? 'HeldBack' : 'Published', published);
  } catch (error) {
    context.log.error({ buildId, err: error }, 'build failed; the last good version goes on serving');
    await endBuild(context.database, buildId, { status: 'Failed', error: faultMessage(error, context.folders.root) });
    tell('Failed');
  }
}

/** Resolves to the published version's number, or to nothing when the build is held back. */
async function makeAndPublish(context: PipelineContext, request: Build): Promise<number | undefined> {
  const { database, tenant, folders } = context;
  const version = await nextVersionNumber(database, tenant);
  const outcome = await buildVersion({
    folders,
    buildId: request.build_id,
    version,
    chains: await landedChains(database, tenant),
    sources: new Map(
      [...context.sources.values()].map(({ config }) => [
        config.application_instance_id,
        { sourceId: config.id, connector: config.connector },
      ]),
    ),
    current: await currentManifest(context),
    holdBack: context.holdBack,
    acceptLoss: request.accept_loss,
    ...context.build,
    progress: step => context.progress.publish({ kind: 'build', buildId: request.build_id, step }),
  });
  if (!outcome.folder) {
    context.log.warn({ findings: outcome.findings }, 'version held back; the last good one goes on serving');
    await endBuild(database, request.build_id, { status: 'HeldBack', findings: outcome.findings });
    return undefined;
  }
  const folder = folders.version(version);
  fs.mkdirSync(folders.versions, { recursive: true });
  // A crash between this rename and the swap leaves a folder of a number that was never published.
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(outcome.folder, folder);
  syncToDisk(folders.versions);
  await publishVersion(database, request, version, outcome.findings);
  await context.versionsChanged();
  context.addJob('sweep', tenant);
  context.log.info({ version, folder: path.basename(folder) }, 'version published');
  return version;
}

async function currentManifest({ database, tenant, folders }: PipelineContext): Promise<Manifest | undefined> {
  const [current] = await readableVersions(database, tenant);
  return current && readManifest(folders.version(current.version));
}
