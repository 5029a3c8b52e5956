// Builds a new version from everything landed, and swaps it in. Requests that wait are merged into one build.
import type { Again, JobRun } from '../src/jobs/queue.ts';
import { damagedSources, recordDamage } from '../src/state/damaged-reads.ts';
import { acceptedPositions, heldBackSources } from '../src/state/held-back.ts';
import { landedChains, newestPositions } from '../src/state/landed-chains.ts';
import type { Lease } from '../src/state/leases.ts';
import { acceptancesOf } from '../src/state/risks/acceptances.ts';
import { requestRun } from '../src/state/runs.ts';
import {
  type Build,
  type BuildStatus,
  failBuild,
  holdBackBuild,
  leaseBuild,
  nextVersionNumber,
  openBuild,
  publishVersion,
  readableVersions,
} from '../src/state/versions.ts';
import type { FolderFacts, Sharing } from '../src/storage/storage.ts';
import { buildVersion } from '../src/warehouse/build/build.ts';
import { faultMessage } from '../src/warehouse/disk-full.ts';
import { versionFolder } from '../src/warehouse/keys.ts';
import { borrowChains, LandedDamage, type LocalChain, verifyChains } from '../src/warehouse/landing/landed.ts';
import { type Manifest, readManifest } from '../src/warehouse/version/manifest.ts';
import type { PipelineContext } from './job/context.ts';
import { mostFailures, whenLeased } from './job/leased.ts';
import { isOwnFault } from './job/outage.ts';

/** A build that this process works on. */
interface Building {
  readonly context: PipelineContext;
  readonly request: Build;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  readonly emit: JobRun['emit'];
}

/** Carry a build out, or repeat it when another process failed to finish it. */
export async function build(context: PipelineContext, buildId: string, job: JobRun): Promise<Again | undefined> {
  const leased = await leaseBuild(context.database, buildId, context.leaseMs);
  const again = await whenLeased(context, leased, job.signal, ({ record: request, lease, signal }) =>
    makeAndEnd({ context, request, lease, signal, emit: job.emit }),
  );
  if (again) return again;
  const next = await openBuild(context.database, context.tenant);
  if (next) await context.addJob('build', next.build_id);
  return undefined;
}

async function makeAndEnd(building: Building): Promise<undefined> {
  const { context, request, lease, signal } = building;
  const { build_id: buildId } = request;
  const emit = (status: BuildStatus, version?: number) =>
    building.emit({ kind: 'built', buildId, status, ...(version !== undefined && { version }) });
  try {
    if (request.failures >= mostFailures) {
      throw new Error(`failed after ${request.failures} attempts`);
    }
    const published = await makeAndPublish(building);
    emit(published === undefined ? 'HeldBack' : 'Published', published);
  } catch (error) {
    if (signal.aborted || isOwnFault(error)) throw error;
    if (error instanceof LandedDamage) {
      await recordDamage(context.database, context.tenant, error.read);
      await readAgain(context, error.read.sourceId);
    }
    context.log.error({ build: buildId, err: error }, 'build failed; the last good version stays in service');
    const message = faultMessage(error, context.workspace.folder);
    await failBuild(context.database, lease, message);
    emit('Failed');
  }
}

/** Resolves to the published version's number, or to undefined when the whole version is held back. */
async function makeAndPublish({ context, request, lease, signal, emit }: Building): Promise<number | undefined> {
  const { database, storage, tenant, keys } = context;
  const version = await nextVersionNumber(database, tenant);
  using held = new DisposableStack();
  const former = await versionInService(context, held);
  const data = await landedData(context, held);
  const accepted = await acceptancesOf(database, tenant);
  const { heldBack, ...outcome } = await buildVersion({
    tenant,
    folder: context.workspace.place('builds', `${lease.id}-${lease.attempt}`),
    version,
    ...data,
    sources: new Map(
      [...context.sources.values()].map(({ config }) => [
        config.application_instance_id,
        { sourceId: config.id, connector: config.connector },
      ]),
    ),
    current: former?.manifest,
    ...(former && { former: former.folder }),
    holdBack: context.holdBack,
    risks: context.risks,
    serviceInstance: context.serviceInstance,
    acceptances: accepted.map(({ violation_id: violation, reason, until }) => ({ violation, reason, until })),
    keepChangesMs: context.keepChangesMs,
    acceptedSources: request.accepted_sources,
    ...context.build,
    progress(step) {
      signal.throwIfAborted();
      emit({ kind: 'build', buildId: lease.id, step });
    },
  }).catch(async error => {
    // A damaged file may be the cause. A folder does not verify files when it lends them, so this is done now.
    if (!signal.aborted && !isOwnFault(error)) await verifyChains(data.chains);
    throw error;
  });
  const judgements = [...data.newer]
    .filter(sourceId => context.sources.has(sourceId))
    .map(sourceId => ({ sourceId, runs: runsOf(data.chains, sourceId), findings: heldBack.get(sourceId) ?? [] }));
  const result = { tenant, findings: outcome.findings, judgements };
  for (const [source, findings] of heldBack) context.log.warn({ source, findings }, 'source held back');
  if (!outcome.folder) {
    context.log.warn({ findings: outcome.findings }, 'version held back; the last good version stays in service');
    await holdBackBuild(database, lease, result);
    return undefined;
  }
  const folder = versionFolder(version, lease.id, lease.attempt);
  emit({ kind: 'build', buildId: lease.id, step: 'publish' });
  try {
    await storage.keepFolder(keys.version(folder), outcome.folder, signal, sharingWith(former, outcome.files));
    signal.throwIfAborted();
    await publishVersion(database, lease, { ...result, version, folder, found: outcome.found });
  } catch (error) {
    // The commit may have succeeded although its answer was lost. The folder stays: the sweep asks state whether it is needed.
    context.log.warn({ build: lease.id, folder, err: error }, 'version not published');
    throw error;
  }
  await context.versionsChanged();
  await context.addJob('sweep', tenant);
  context.log.info({ version, folder }, 'version published');
  return version;
}

/** Have a source read in full, because what was landed from it is damaged. */
async function readAgain(context: PipelineContext, sourceId: string): Promise<void> {
  const run = await requestRun(context.database, context.tenant, sourceId, 'repair', true);
  await context.addJob('extract', run.run_id);
}

/** @throws Error while a source has to be read again, because a version without its data would show it as empty */
async function refuseDamaged(context: PipelineContext): Promise<void> {
  const damaged = await damagedSources(context.database, context.tenant);
  const waiting = damaged.filter(id => context.sources.has(id));
  for (const id of waiting) await readAgain(context, id);
  if (waiting.length === 0) return;
  throw new Error(`landed files of ${waiting.join(', ')} are damaged; a version can be made once these are read again`);
}

/** Everything that was landed, as the build takes it. @param held releases the borrowed files */
async function landedData(context: PipelineContext, held: DisposableStack) {
  const { database, storage, tenant, keys } = context;
  await refuseDamaged(context);
  const newest = await landedChains(database, tenant, { until: 'newest', sources: [...context.sources.keys()] });
  const accepted = await acceptedPositions(database, tenant);
  const since = (await heldBackSources(database, tenant)).map(source => [source.source_id, source.since] as const);
  const positions = [...newestPositions(newest)];
  return {
    chains: await borrowChains(storage, keys, newest, held),
    newer: new Set(positions.filter(([id, position]) => position !== accepted.get(id)).map(([id]) => id)),
    heldBackSince: new Map(since),
    lastGood: async (sources: readonly string[]) => {
      const good = await landedChains(database, tenant, { until: 'accepted', sources });
      const chains = await borrowChains(storage, keys, good, held);
      return new Map(
        sources.map(id => [
          id,
          accepted.get(id) == null ? undefined : chains.filter(({ sourceId }) => sourceId === id),
        ]),
      );
    },
  };
}

function runsOf(chains: readonly LocalChain[], sourceId: string): { runId: string; position: number }[] {
  return chains.filter(chain => chain.sourceId === sourceId).flatMap(({ runs }) => runs);
}

/** The version in service, as a build uses it. */
interface VersionInService {
  readonly key: string;
  /** A local copy. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Undefined before the first publication. @param held releases the local copy */
async function versionInService(
  { database, storage, tenant, keys }: PipelineContext,
  held: DisposableStack,
): Promise<VersionInService | undefined> {
  const [current] = await readableVersions(database, tenant);
  if (!current) return undefined;
  const key = keys.version(current.folder);
  const local = await storage.borrowFolder(key);
  held.defer(() => local.release());
  return { key, folder: local.path, manifest: readManifest(local.path) };
}

/**
 * The new version shares files with the version in service. That stays until the new one is published, because this build has the
 * tenant's only lease: no other one can replace it, and the sweep never removes the version in service.
 */
function sharingWith(former: VersionInService | undefined, files: FolderFacts = {}): Sharing {
  const shared = former?.manifest.files;
  return { files, former: former && shared && { key: former.key, files: shared } };
}
