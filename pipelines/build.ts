// Everything landed → a new version → the swap. Requests that wait are merged into one build.
import type { JobRun } from '../src/jobs/queue.ts';
import type { Claim } from '../src/state/claims.ts';
import { landedChains } from '../src/state/landed-chains.ts';
import {
  type Build,
  type BuildStatus,
  claimBuild,
  endBuild,
  nextVersionNumber,
  openBuild,
  publishVersion,
  readableVersions,
} from '../src/state/versions.ts';
import { buildVersion } from '../src/warehouse/build.ts';
import { faultMessage } from '../src/warehouse/disk-full.ts';
import { versionFolder } from '../src/warehouse/keys.ts';
import { withLocalChains } from '../src/warehouse/landed.ts';
import { type Manifest, readManifest } from '../src/warehouse/manifest.ts';
import { askAgainMs, mostFailures, whileClaimed } from './claimed.ts';
import type { PipelineContext } from './context.ts';
import { isOwnFault } from './outage.ts';

/** A build that this process works on. */
interface Building {
  readonly context: PipelineContext;
  readonly request: Build;
  readonly claim: Claim;
  readonly signal: AbortSignal;
  readonly tell: JobRun['tell'];
}

/** Carry a build out, or do it again when another process broke off. */
export async function build(
  context: PipelineContext,
  buildId: string,
  job: JobRun,
): Promise<{ againInMs: number } | undefined> {
  const claimed = await claimBuild(context.database, buildId);
  if (claimed === 'over') return undefined;
  if (claimed === 'later') return { againInMs: askAgainMs };
  const { claim, record: request } = claimed;
  await whileClaimed(context, claim, job.signal, signal =>
    makeAndEnd({ context, request, claim, signal, tell: job.tell }),
  );
  const next = await openBuild(context.database, context.tenant);
  if (next) await context.addJob('build', next.build_id);
  return undefined;
}

async function makeAndEnd(building: Building): Promise<void> {
  const { context, request, claim, signal } = building;
  const { build_id: buildId } = request;
  const tell = (status: BuildStatus, version?: number) =>
    building.tell({ kind: 'built', buildId, status, ...(version !== undefined && { version }) });
  try {
    if (request.failures >= mostFailures) {
      throw new Error(`given up after ${request.failures} attempts, each of which broke off`);
    }
    const published = await makeAndPublish(building);
    tell(published === undefined ? 'HeldBack' : 'Published', published);
  } catch (error) {
    if (signal.aborted || isOwnFault(error)) throw error;
    context.log.error({ build: buildId, err: error }, 'build failed; the last good version goes on serving');
    const message = faultMessage(error, context.workspace.folder);
    await endBuild(context.database, claim, { status: 'Failed', error: message });
    tell('Failed');
  }
}

/** Resolves to the published version's number, or to nothing when the build is held back. */
async function makeAndPublish({ context, request, claim, signal, tell }: Building): Promise<number | undefined> {
  const { database, storage, tenant, keys } = context;
  const version = await nextVersionNumber(database, tenant);
  const current = await currentManifest(context);
  const outcome = await withLocalChains(storage, keys, await landedChains(database, tenant), chains =>
    buildVersion({
      tenant,
      folder: context.workspace.place('builds', `${claim.id}-${claim.attempt}`),
      version,
      chains,
      sources: new Map(
        [...context.sources.values()].map(({ config }) => [
          config.application_instance_id,
          { sourceId: config.id, connector: config.connector },
        ]),
      ),
      current,
      holdBack: context.holdBack,
      acceptLoss: request.accept_loss,
      ...context.build,
      progress(step) {
        signal.throwIfAborted();
        tell({ kind: 'build', buildId: claim.id, step });
      },
    }),
  );
  if (!outcome.folder) {
    context.log.warn({ findings: outcome.findings }, 'version held back; the last good one goes on serving');
    await endBuild(database, claim, { status: 'HeldBack', findings: outcome.findings });
    return undefined;
  }
  const folder = versionFolder(version, claim.id, claim.attempt);
  try {
    await storage.keepFolder(keys.version(folder), outcome.folder, signal);
    signal.throwIfAborted();
    const { findings, found } = outcome;
    await publishVersion(database, claim, { tenant, version, folder, findings, found });
  } catch (error) {
    // A commit whose answer was lost may have happened: what is left over is for the sweep, which asks the state.
    context.log.warn({ build: claim.id, folder, err: error }, 'version not published');
    throw error;
  }
  await context.versionsChanged();
  await context.addJob('sweep', tenant);
  context.log.info({ version, folder }, 'version published');
  return version;
}

async function currentManifest({ database, storage, tenant, keys }: PipelineContext): Promise<Manifest | undefined> {
  const [current] = await readableVersions(database, tenant);
  if (!current) return undefined;
  const local = await storage.borrowFolder(keys.version(current.folder));
  try {
    return readManifest(local.path);
  } finally {
    local.release();
  }
}
