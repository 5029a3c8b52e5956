// Builds a new version from everything landed, and swaps it in. Requests that wait are merged into one build.
//
// The files of a version are stored before the transaction that moves the tenant's pointer to it. When a process dies before that
// transaction, the previous version stays in service.
import type { Again, JobRun } from '../src/jobs/queue.ts';
import { recordDamage } from '../src/state/damaged-reads.ts';
import type { Finding } from '../src/state/findings.ts';
import type { Lease } from '../src/state/leases.ts';
import {
  type Build,
  type BuildStatus,
  failBuild,
  holdBackBuild,
  leaseBuild,
  nextVersionNumber,
  openBuild,
  publishVersion,
} from '../src/state/versions.ts';
import type { Sharing } from '../src/storage/storage.ts';
import { buildVersion } from '../src/warehouse/building/build.ts';
import { faultMessage } from '../src/warehouse/disk-full.ts';
import { versionFolder } from '../src/warehouse/keys.ts';
import { LandedDamage, type LocalChain, verifyChains } from '../src/warehouse/landing/landed.ts';
import { borrowInService, buildOptions, landedData, requestRepair, type VersionInService } from './building/inputs.ts';
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
      await requestRepair(context, error.read.sourceId);
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
  const previous = await borrowInService(context, held, request.is_full);
  const data = await landedData(context, held);
  const { heldBack, ...outcome } = await buildVersion({
    ...(await buildOptions(context, previous, data)),
    folder: context.workspace.place('builds', `${lease.id}-${lease.attempt}`),
    workingFolder: context.workspace.place('working', tenant),
    version,
    isFull: request.is_full,
    acceptedSources: request.accepted_sources,
    progress(step, computed) {
      signal.throwIfAborted();
      emit({ kind: 'build', buildId: lease.id, step, ...(computed && { computed }) });
    },
  }).catch(async error => {
    // A damaged file may be the cause. A folder does not verify files when it lends them, so this is done now.
    if (!signal.aborted && !isOwnFault(error)) await verifyChains(data.chains);
    throw error;
  });
  const judgements = [...data.newer]
    .filter(sourceId => context.sources.has(sourceId))
    .map(sourceId => ({ sourceId, runs: runsOf(data.chains, sourceId), findings: heldBack.get(sourceId) ?? [] }));
  const findings = [...outcome.findings, ...lostWith(previous)];
  const result = { tenant, findings, judgements };
  for (const [source, findings] of heldBack) context.log.warn({ source, findings }, 'source held back');
  if (!outcome.folder) {
    context.log.warn({ findings }, 'version held back; the last good version stays in service');
    await holdBackBuild(database, lease, result);
    return undefined;
  }
  const folder = versionFolder(version, lease.id, lease.attempt);
  const sharing = { files: outcome.files ?? {}, previous: request.is_full ? undefined : shared(previous) };
  emit({ kind: 'build', buildId: lease.id, step: 'publish' });
  try {
    await storage.keepFolder(keys.version(folder), outcome.folder, signal, sharing);
    signal.throwIfAborted();
    await publishVersion(database, lease, { ...result, version, folder, found: outcome.found });
  } catch (error) {
    // The commit may have succeeded although its answer was lost. The folder stays: the sweep asks state whether it is needed.
    context.log.warn({ build: lease.id, folder, err: error }, 'version not published');
    throw error;
  }
  await context.versionsChanged();
  await context.addJob('sweep', tenant);
  const unchanged = outcome.unchangedInstances.size;
  context.log.info({ version, folder, computed: context.sources.size - unchanged, unchanged }, 'version published');
  return version;
}

function runsOf(chains: readonly LocalChain[], sourceId: string): { runId: string; position: number }[] {
  return chains.filter(chain => chain.sourceId === sourceId).flatMap(({ runs }) => runs);
}

/**
 * The new version shares files with the version in service. The version in service stays until the new one is published: only the
 * holder of the tenant's lease for builds can replace it, and the sweep never removes it.
 */
function shared(previous: VersionInService | undefined): Sharing['previous'] {
  const files = previous?.folder === undefined ? undefined : previous.manifest.files;
  return files && { key: previous!.key, files };
}

/** What the new version does not know because files of the version in service are damaged. */
function lostWith(previous: VersionInService | undefined): Finding[] {
  if (previous === undefined || previous.folder !== undefined) return [];
  const message = `changes and the history of violations are known from this version on only, because files of version ${previous.manifest.version} are damaged`;
  return [{ check: 'history_lost', severity: 'warn', message, count: 1 }];
}
