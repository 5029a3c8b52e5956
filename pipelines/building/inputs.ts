// What a build is made from: landed files, the version in service, and settings.
import { OperatorError } from '../../src/errors.ts';
import { accessTakenSince } from '../../src/state/actions/taken-access.ts';
import { damagedSources } from '../../src/state/damaged-reads.ts';
import { acceptedPositions, heldBackSources } from '../../src/state/held-back.ts';
import { landedChains, newestPositions } from '../../src/state/landed-chains.ts';
import { acceptedViolations } from '../../src/state/risks/acceptances.ts';
import { requestRun } from '../../src/state/runs.ts';
import { readableVersions, runningBuilds } from '../../src/state/versions.ts';
import { StorageCorrupt, StorageMissing } from '../../src/storage/storage.ts';
import type { BuildOptions } from '../../src/warehouse/building/build-options.ts';
import { borrowChains } from '../../src/warehouse/landing/landed.ts';
import { type Manifest, manifestFile, readManifest } from '../../src/warehouse/version/manifest.ts';
import type { PipelineContext } from '../job/context.ts';

/** Request a full read of a source, because what was landed from it is damaged. */
export async function requestRepair(context: PipelineContext, sourceId: string): Promise<void> {
  const run = await requestRun(context.database, context.tenant, sourceId, 'repair', true);
  await context.addJob('extract', run.run_id);
}

/** @throws Error while a source has to be read again, because a version without its data would show it as empty */
async function refuseDamaged(context: PipelineContext): Promise<void> {
  const damaged = await damagedSources(context.database, context.tenant);
  const waiting = damaged.filter(id => context.sources.has(id));
  for (const id of waiting) await requestRepair(context, id);
  if (waiting.length === 0) return;
  throw new Error(`landed files of ${waiting.join(', ')} are damaged; a version can be made once these are read again`);
}

/** @param purpose what has to wait @throws OperatorError while a build of the tenant runs */
export async function refuseDuringBuild({ database, tenant }: PipelineContext, purpose: string): Promise<void> {
  if ((await runningBuilds(database, tenant)).length === 0) return;
  throw new OperatorError(`a build is running; ${purpose} when it has ended (\`rolecall runs\` shows it)`);
}

/** Everything that was landed, as the build takes it. @param held releases the borrowed files */
export async function landedData(context: PipelineContext, held: DisposableStack) {
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
    accessTakenSince: (sourceId: string, runId: string) => accessTakenSince(database, tenant, sourceId, runId),
  };
}

/** The version in service, as a build uses it. */
export interface VersionInService {
  readonly key: string;
  readonly manifest: Manifest;
  /** A local copy; undefined when its files are damaged. */
  readonly folder: string | undefined;
}

/**
 * @param held releases the local copy
 * @param isFull make a version even if nothing of the version in service can be read
 * @returns undefined before the first publication, or when nothing can be read
 */
export async function borrowInService(
  { database, storage, tenant, keys, log }: PipelineContext,
  held: DisposableStack,
  isFull: boolean,
): Promise<VersionInService | undefined> {
  const [current] = await readableVersions(database, tenant);
  if (!current) return undefined;
  const key = keys.version(current.folder);
  const borrow = async (only?: readonly string[]) => {
    const local = await storage.borrowFolder(key, only);
    held.defer(() => local.release());
    return { key, manifest: readManifest(local.path), folder: only ? undefined : local.path };
  };
  try {
    return await borrow().catch(error => {
      if (!(error instanceof StorageCorrupt)) throw error;
      log.warn({ version: current.version, err: error }, 'files of the version in service are damaged');
      return borrow([manifestFile]);
    });
  } catch (error) {
    if (!(error instanceof StorageCorrupt || error instanceof StorageMissing)) throw error;
    const why = `version ${current.version}, which is in service, cannot be read: ${(error as Error).message}`;
    if (!isFull) throw new Error(`${why}; \`rolecall doctor --rebuild --publish\` replaces it`, { cause: error });
    log.warn({ err: error }, why);
    return undefined;
  }
}

type OwnOptions = 'folder' | 'version' | 'isFull' | 'acceptedSources' | 'progress';

/** The options of a build that do not depend on who requested it. */
export async function buildOptions(
  context: PipelineContext,
  previous: VersionInService | undefined,
  data: Awaited<ReturnType<typeof landedData>>,
): Promise<Omit<BuildOptions, OwnOptions>> {
  const { database, tenant } = context;
  return {
    tenant,
    ...data,
    sources: new Map(
      [...context.sources.values()].map(({ config }) => [
        config.application_instance_id,
        { sourceId: config.id, connector: config.connector },
      ]),
    ),
    current: previous?.manifest,
    ...(previous?.folder !== undefined && { previous: previous.folder }),
    holdBack: context.holdBack,
    risks: context.risks,
    persons: context.persons,
    serviceInstance: context.serviceInstance,
    acceptances: await acceptedViolations(database, tenant),
    keepChangesMs: context.keepChangesMs,
    ...context.build,
    restart: error => context.log.warn({ err: error }, 'the build begins again and takes longer'),
  };
}
