// One tenant of a deployment: its sources, its versions and the context of its jobs. Tenants share no data.
import type { Logger } from 'pino';
import type { ConfiguredSource, PipelineContext } from '../../pipelines/job/context.ts';
import type { Config, TenantConfig } from '../config/config-file.ts';
import type { Database } from '../database/database.ts';
import { isUnavailable } from '../database/statement-error.ts';
import type { Exporter } from '../exports/exporter.ts';
import { type JobName, type Queue, QueueUnavailable } from '../jobs/queue.ts';
import type { QueryRunner } from '../queries/runner.ts';
import { type RunCause, requestFirstRun, requestRun, type SyncRun } from '../state/runs.ts';
import { registerSources } from '../state/sources.ts';
import type { Storage } from '../storage/storage.ts';
import type { Workspace } from '../storage/workspace.ts';
import { type TenantKeys, tenantKeys } from '../warehouse/keys.ts';
import { createCatalogue, type VersionCatalogue } from '../warehouse/version/catalogue.ts';
import { jobKinds } from './job-kinds.ts';

export interface Tenant {
  readonly name: string;
  readonly config: TenantConfig;
  readonly sources: ReadonlyMap<string, ConfiguredSource>;
  readonly keys: TenantKeys;
  readonly catalogue: VersionCatalogue;
  readonly context: PipelineContext;
  /** Request a run of a source. An open run is joined. @param inFull whether it reads everything */
  requestSync(sourceId: string, cause: RunCause, inFull?: boolean): Promise<SyncRun>;
  /** Request a run for every source that was never read. */
  requestFirstSyncs(): Promise<void>;
}

/** The parts that all tenants of a process share. */
export interface Shared {
  readonly config: Config;
  readonly database: Database;
  readonly storage: Storage;
  readonly workspace: Workspace;
  readonly queue: Queue;
  readonly exporter: Exporter;
  readonly runner: QueryRunner;
  readonly build: PipelineContext['build'];
  readonly batchBytes: number | undefined;
  readonly sourceSilenceMs: number;
  readonly log: Logger;
  readonly leaseLost: PipelineContext['leaseLost'];
  /** Whether this process answers requests. Only then does it open versions. */
  serves(): boolean;
}

export async function openTenant(
  shared: Shared,
  config: TenantConfig,
  sources: ReadonlyMap<string, ConfiguredSource>,
): Promise<Tenant> {
  const { database, storage } = shared;
  const { name } = config;
  await registerSources(
    database,
    name,
    config.sources.map(source => ({
      sourceId: source.id,
      connector: source.connector,
      applicationInstanceId: source.application_instance_id,
    })),
  );
  const keys = tenantKeys(name);
  const catalogue = createCatalogue(database, storage, keys);
  const addJob = adding(shared, name);
  const requested = async (run: SyncRun): Promise<SyncRun> => {
    await addJob('extract', run.run_id);
    return run;
  };
  return {
    name,
    config,
    sources,
    keys,
    catalogue,
    context: {
      ...shared,
      tenant: name,
      keys,
      sources,
      baseFolder: shared.config.folder,
      holdBack: { gonePercent: config.hold_back.gone_percent, rejectedPercent: config.hold_back.rejected_percent },
      notifications: notificationsOf(shared.config, name),
      reports: shared.config.reports.filter(report => (report.tenant ?? name) === name),
      smtp: shared.config.smtp,
      keepVersionsMs: config.versions.keep,
      mostOfConnector: connector => shared.config.workers.per_connector[connector],
      leaseMs: shared.config.workers.lease,
      jitterMs: shared.config.workers.jitter,
      addJob,
      versionsChanged: async () => {
        if (shared.serves()) await catalogue.refresh();
      },
    },
    async requestSync(sourceId, cause, inFull) {
      return requested(await requestRun(database, name, sourceId, cause, inFull));
    },
    async requestFirstSyncs() {
      for (const { id } of config.sources) {
        const run = await requestFirstRun(database, name, id);
        if (run) await requested(run);
      }
    },
  };
}

function notificationsOf({ notifications }: Config, tenant: string): PipelineContext['notifications'] {
  const subscriptions = notifications.subscriptions.filter(({ tenants }) => tenants?.includes(tenant) ?? true);
  return { subscriptions, staleAfterMs: notifications.stale_after };
}

/** Adds jobs of a tenant, with the priority that their kind has. */
function adding({ queue, database, log }: Shared, tenant: string): PipelineContext['addJob'] {
  const openOf = async (name: JobName): Promise<number | undefined> =>
    (await jobKinds[name].open?.(database, tenant))?.length;
  // State has accepted the job already, so a failure to compute its priority is no error.
  const ifKnown = (error: unknown): undefined => {
    if (!isUnavailable(error)) throw error;
  };
  return async (name, id, options = {}) => {
    const priority = options.priority ?? (await openOf(name).catch(ifKnown));
    try {
      await queue.add(
        name,
        { tenant, id },
        { ...options, ...(priority !== undefined && { priority: Math.max(1, priority) }) },
      );
    } catch (error) {
      if (!(error instanceof QueueUnavailable)) throw error;
      log.warn({ job: name, tenant, id, err: error }, 'the queue does not answer; the job is added when it does');
    }
  };
}
