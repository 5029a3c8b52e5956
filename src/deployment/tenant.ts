// One tenant of a deployment: its sources, its versions and the context of its jobs. Tenants share no data.
import type { Logger } from 'pino';
import type { ConfiguredSource, PipelineContext } from '../../pipelines/job/context.ts';
import { type Config, serviceInstanceOf, type TenantConfig } from '../config/config-file.ts';
import type { Database } from '../database/database.ts';
import { isUnavailable } from '../database/statement-error.ts';
import type { Exporter } from '../exports/exporter.ts';
import { type JobName, type Queue, QueueUnavailable } from '../jobs/queue.ts';
import type { QueryRunner } from '../queries/runner.ts';
import { createTransmitter } from '../signals/transmitters.ts';
import { type RunCause, requestFirstRun, requestRun, type SyncRun } from '../state/runs.ts';
import { registerSources } from '../state/sources.ts';
import type { Storage } from '../storage/storage.ts';
import type { Workspace } from '../storage/workspace.ts';
import { checkRisks } from '../warehouse/building/risks/risk-options.ts';
import { type TenantKeys, tenantKeys } from '../warehouse/keys.ts';
import { createCatalogue, type VersionCatalogue } from '../warehouse/version/catalogue.ts';
import { jobKinds } from './job-kinds.ts';
import { baseUrlOf } from './settings/access-settings.ts';

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
  /**
   * Take up a changed configuration and its sources, which `registerTenant` has recorded. Running jobs keep the former ones.
   */
  takeUp(config: TenantConfig, sources: ReadonlyMap<string, ConfiguredSource>): void;
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

/** Record the sources of a tenant. @throws OperatorError when a source would change its connector or its application instance */
export async function registerTenant(database: Database, { name, sources }: TenantConfig): Promise<void> {
  await registerSources(
    database,
    name,
    sources.map(source => ({
      sourceId: source.id,
      connector: source.connector,
      applicationInstanceId: source.application_instance_id,
    })),
  );
}

export async function openTenant(
  shared: Shared,
  config: TenantConfig,
  sources: ReadonlyMap<string, ConfiguredSource>,
): Promise<Tenant> {
  const { database, storage } = shared;
  const { name } = config;
  await registerTenant(database, config);
  let current = { config, sources };
  const keys = tenantKeys(name);
  const catalogue = createCatalogue(database, storage, keys);
  const addJob = adding(shared, name);
  const requested = async (run: SyncRun): Promise<SyncRun> => {
    await addJob('extract', run.run_id);
    return run;
  };
  return {
    name,
    get config() {
      return current.config;
    },
    get sources() {
      return current.sources;
    },
    keys,
    catalogue,
    // A job gets a copy of the context when it begins, and so the configuration of that moment.
    context: {
      ...shared,
      tenant: name,
      keys,
      get sources() {
        return current.sources;
      },
      baseFolder: shared.config.folder,
      get risks() {
        return checkRisks(current.config.risks, current.config.sources);
      },
      get persons() {
        return current.config.persons;
      },
      serviceInstance: serviceInstanceOf(name),
      get holdBack() {
        const { gone_percent: gonePercent, rejected_percent: rejectedPercent } = current.config.hold_back;
        return { gonePercent, rejectedPercent };
      },
      get keepVersionsMs() {
        return current.config.versions.keep;
      },
      get keepChangesMs() {
        return current.config.history.keep;
      },
      notifications: notificationsOf(shared.config, name),
      reports: shared.config.reports.filter(report => (report.tenant ?? name) === name),
      signals: signalsOf(shared.config, name),
      smtp: shared.config.smtp,
      baseUrl: baseUrlOf(shared.config),
      hasOpenTables: shared.config.open_tables,
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
      for (const { id } of current.config.sources) {
        const run = await requestFirstRun(database, name, id);
        if (run) await requested(run);
      }
    },
    takeUp(config, sources) {
      current = { config, sources };
    },
  };
}

function notificationsOf({ notifications }: Config, tenant: string): PipelineContext['notifications'] {
  const subscriptions = notifications.subscriptions.filter(({ tenants }) => tenants?.includes(tenant) ?? true);
  return { subscriptions, staleAfterMs: notifications.stale_after };
}

function signalsOf({ signals, ...config }: Config, tenant: string): PipelineContext['signals'] {
  const ofTenant = <Named extends { readonly tenant?: string | undefined }>(all: readonly Named[]) =>
    all.filter(each => (each.tenant ?? tenant) === tenant);
  const base = baseUrlOf(config);
  return {
    transmitters: ofTenant(signals.transmitters).map(settings => createTransmitter(settings)),
    receivers: ofTenant(signals.receivers),
    issuer: config.auth_url ?? base,
    pushAddress: name => `${base}/ssf/v1/push/${name}`,
  };
}

/** Adds jobs of a tenant, with the priority that their kind has. */
function adding({ queue, database, log }: Shared, tenant: string): PipelineContext['addJob'] {
  const openOf = async (name: JobName): Promise<number | undefined> => jobKinds[name].open?.(database, tenant);
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
