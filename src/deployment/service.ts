// A running deployment: opens its parts in order and closes them in reverse. Depending on the configuration and the command,
// the process is the whole service, or one of several that answer requests or work.
import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ConfiguredSource } from '../../pipelines/job/context.ts';
import { tellsReviewers } from '../../pipelines/notify/reviews.ts';
import type { AccessSettings } from '../api/access/access-plugin.ts';
import { createRateLimiter, type RateLimiter } from '../api/access/rate-limit.ts';
import { createApp } from '../api/app.ts';
import { listen } from '../api/http/listen.ts';
import { closeApp } from '../api/http/shutdown.ts';
import type { PushingTransmitter } from '../api/signals/receiver.ts';
import type { ServedReceiver } from '../api/signals/transmitter.ts';
import type { SourceSetup } from '../api/sources/source-setup.ts';
import { type Config, chosenTenant, type TenantConfig } from '../config/config-file.ts';
import type { Connector } from '../connector/contract.ts';
import type { Database } from '../database/database.ts';
import { type JobName, jobNames, type Queue } from '../jobs/queue.ts';
import { createLog, maskInLog } from '../observability/log.ts';
import { serviceKey } from '../state/service-keys.ts';
import type { Storage } from '../storage/storage.ts';
import type { BuildOptions } from '../warehouse/building/build-options.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { takeJobs } from './jobs.ts';
import { workerApp } from './observation.ts';
import { createReloading, type Reloaded, resolveTenants } from './reload.ts';
import { accessSettings } from './settings/access-settings.ts';
import { checkSettings } from './settings/check-settings.ts';
import { clientLimits, openLimits } from './settings/request-limits.ts';
import { createShutdown, defaultGrace, type Grace, graceAlone, type Shutdown } from './shutdown.ts';
import { createSourceSetup } from './source-setup/source-setup.ts';
import { availableConnectors } from './sources/available-connectors.ts';
import { secretsOfSources } from './sources/sources.ts';
import { openTenant, type Shared, type Tenant } from './tenant.ts';
import { openVersions, watchVersions } from './version-watch.ts';

export interface Service {
  readonly config: Config;
  readonly database: Database;
  readonly storage: Storage;
  readonly queue: Queue;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly log: Logger;
  readonly access: AccessSettings;
  /** The named tenant, or the only one. @throws OperatorError that lists the tenants */
  tenant(name?: string): Tenant;
  /** Take jobs of these names (default: all), including those that a crash left. */
  work(names?: readonly JobName[]): Promise<void>;
  /** The HTTP application, not listening yet. */
  createApp(): Promise<FastifyInstance>;
  /** Create the application and listen at the configured address. */
  serve(): Promise<void>;
  /** Serve /healthz, /readyz and /metrics at `workers.listen`; does nothing when that is not set. */
  answerProbes(): Promise<void>;
  /** Read the configuration file again and take up what it changes. @throws OperatorError when it is wrong; then nothing changes */
  reload(): Promise<Reloaded>;
  /** What a reload would change now, and the digest of the configuration that is in force. @throws OperatorError when the file is wrong */
  pending(): Reloaded;
  /** Digest of the configuration that is in force. */
  configurationDigest(): string;
  /** Aborts when shutdown begins. */
  readonly closing: AbortSignal;
  /** Stop accepting work; finish running work, and abort it or return it to the queue after its grace period; close everything. */
  close(grace?: Grace): Promise<void>;
}

export interface ServiceOptions {
  readonly log?: Logger;
  /** The available connectors; default: all that are shipped, and those that the configuration names. */
  readonly connectors?: readonly Connector[];
  /** Bytes of records per landed batch. */
  readonly batchBytes?: number;
  /** How many processes share the memory and the cores of the machine; default: 1. */
  readonly processes?: number;
  /** Whether a process for the next query, export and lookup of another version is kept ready; default: true. */
  readonly keepsSpares?: boolean;
  /** The minimum number of rows of files of a version; by default those of the build. */
  readonly rowsOfFiles?: Pick<BuildOptions, 'partRows' | 'lookupRows'>;
  /** How long a source may hang, neither answering nor failing; default: an hour. */
  readonly sourceSilenceMs?: number;
}

/** Longer than a healthy source takes for a page. Without this limit, a hanging run would block all later runs of its source. */
const longestSilenceMs = 3_600_000;

/**
 * Open a deployment: migrate its state and find its versions in service. Nothing runs yet. Without `queue_url`, this process
 * has exclusive use of the data directory.
 * @throws OperatorError when the configuration, the data directory, the state, the queue or the storage cannot be used
 */
export async function openService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const shutdown = createShutdown();
  try {
    return await open(config, options, shutdown);
  } catch (error) {
    await shutdown.end(defaultGrace);
    throw error;
  }
}

async function open(
  config: Config,
  {
    log = createLog(config),
    connectors: given,
    batchBytes,
    processes = 1,
    keepsSpares = true,
    sourceSilenceMs = longestSilenceMs,
    rowsOfFiles = {},
  }: ServiceOptions,
  shutdown: Shutdown,
): Promise<Service> {
  const connectors = given ?? (await availableConnectors(config));
  const sources = resolveTenants(config, connectors);
  checkSettings(config);
  maskInLog(log, secretsOfSources(sources.values()));
  const foundation = await openFoundation(config, log, shutdown, { processes, keepsSpare: keepsSpares });
  const { isAlone, database, storage, queue, exporter, runner, metrics, tracing } = foundation;
  // A process that is alone also answers requests, or will soon.
  const serving = { hasBegun: isAlone };
  const own = { batchBytes, rowsOfFiles, sourceSilenceMs, log, serves: () => serving.hasBegun };
  const shared = sharedOf(config, foundation, own);
  const tenants = await openTenants(shared, sources, shutdown);
  const refreshVersions = () => openVersions(tenants, log);
  if (isAlone) await refreshVersions();
  const limits = await openLimits(config, log);
  shutdown.releases(() => limits.close());
  const access = { ...accessSettings(config, database), failures: limits.failures };

  const closing = new AbortController();
  const reloading = createReloading(config, tenants, log, given);
  const requestFirstSyncs = () => Promise.all([...tenants.values()].map(tenant => tenant.requestFirstSyncs()));
  let startsSources = false;
  const service: Service = {
    config,
    database,
    storage,
    queue,
    tenants,
    log,
    access,
    tenant: name => tenants.get(chosenTenant(config, name).name)!,
    async work(names = jobNames) {
      shutdown.stops(
        await takeJobs({ config, queue, tenants, exports: exporter.processes, log, metrics, tracing }, names),
      );
      startsSources = names.includes('schedule');
      if (startsSources) await requestFirstSyncs();
    },
    async createApp() {
      const isShared = !isAlone || tenants.size > 1;
      const sourceSetup = isShared ? undefined : sourceSetupOf({ config, connectors, foundation, tenants }, service);
      const rateLimiter = limits.rate;
      const app = await appOf({ config, foundation, tenants, access, rateLimiter, log, connectors, sourceSetup });
      if (!isAlone) {
        serving.hasBegun = true;
        await refreshVersions();
        const watch = watchVersions(database, tenants, log);
        shutdown.stops(() => watch.stop());
      }
      shutdown.stops(({ requestsMs }) => closeApp(app, requestsMs));
      return app;
    },
    async serve() {
      await listen(await service.createApp(), config.listen, 'listen');
      runner.warm();
      exporter.warm();
    },
    async answerProbes() {
      if (!config.workers.listen || !metrics) return;
      const app = workerApp(config, { database, queue, storage }, metrics, log);
      shutdown.releases(() => app.close());
      await listen(app, config.workers.listen, 'workers.listen');
    },
    async reload() {
      const reloaded = await reloading.reload();
      if (startsSources) await requestFirstSyncs();
      return reloaded;
    },
    pending: reloading.pending,
    configurationDigest: reloading.digest,
    closing: closing.signal,
    close(grace = isAlone ? graceAlone : defaultGrace) {
      closing.abort();
      return shutdown.end(grace);
    },
  };
  return service;
}

/** What adds sources to the configuration file, where this process alone reads it. */
function sourceSetupOf(
  {
    config,
    connectors,
    foundation,
    tenants,
  }: {
    readonly config: Config;
    readonly connectors: readonly Connector[];
    readonly foundation: Foundation;
    readonly tenants: ReadonlyMap<string, { readonly config: TenantConfig }>;
  },
  { reload }: Pick<Service, 'reload'>,
) {
  const scratch = foundation.workspace.place('scratch', 'uploads');
  const tenantsNow = () => [...tenants.values()].map(tenant => tenant.config);
  return createSourceSetup({ config, connectors, scratch, tenantsNow, reload });
}

/** The parts that all tenants share. */
function sharedOf(
  config: Config,
  { database, storage, workspace, queue, exporter, runner, memory, metrics }: Foundation,
  {
    rowsOfFiles,
    ...own
  }: Pick<Shared, 'batchBytes' | 'sourceSilenceMs' | 'log' | 'serves'> & Required<Pick<ServiceOptions, 'rowsOfFiles'>>,
): Shared {
  return {
    ...own,
    config,
    database,
    storage,
    workspace,
    queue,
    exporter,
    runner,
    build: {
      threads: config.build.threads ?? os.availableParallelism(),
      memoryBytes: memory.build.memoryBytes,
      ...rowsOfFiles,
    },
    leaseLost: kind => metrics?.leaseLost(kind),
  };
}

async function openTenants(
  shared: Shared,
  sources: ReadonlyMap<string, ReadonlyMap<string, ConfiguredSource>>,
  shutdown: Shutdown,
): Promise<ReadonlyMap<string, Tenant>> {
  const tenants = new Map<string, Tenant>();
  for (const tenant of shared.config.tenants) {
    tenants.set(tenant.name, await openTenant(shared, tenant, sources.get(tenant.name)!));
  }
  shutdown.releases(() => {
    for (const { catalogue } of tenants.values()) catalogue.close();
  });
  return tenants;
}

interface AppParts {
  readonly config: Config;
  readonly foundation: Foundation;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly access: AccessSettings;
  readonly rateLimiter: RateLimiter;
  readonly log: Logger;
  readonly connectors: readonly Connector[];
  readonly sourceSetup: SourceSetup | undefined;
}

/** By name: names are unique in the deployment. */
function pushingTransmitters(tenants: ReadonlyMap<string, Tenant>): ReadonlyMap<string, PushingTransmitter> {
  const all = [...tenants].flatMap(([tenant, { context }]) =>
    context.signals.transmitters.map(transmitter => ({ ...transmitter, tenant })),
  );
  return new Map(all.filter(({ settings }) => settings.push).map(each => [each.settings.name, each]));
}

function servedReceivers(tenants: ReadonlyMap<string, Tenant>): ReadonlyMap<string, ServedReceiver> {
  const all = [...tenants].flatMap(([ofTenant, { context }]) =>
    context.signals.receivers.map(receiver => ({ ...receiver, ofTenant })),
  );
  return new Map(all.map(each => [each.name, each]));
}

async function appOf(parts: AppParts): Promise<FastifyInstance> {
  const { config, foundation, tenants, access, rateLimiter, log, connectors, sourceSetup } = parts;
  const { database, storage, runner, lookups, exporter, queue, tracing, metrics } = foundation;
  return createApp({
    connectors,
    sourceSetup,
    tenants: new Map(
      [...tenants].map(([name, tenant]) => {
        const { catalogue, context } = tenant;
        const served = {
          catalogue,
          startExport: (id: string) => context.addJob('export', id),
          startAction: (id: string) => context.addJob('act', id, { now: true }),
          requestSync: async (id: string, inFull: boolean) => (await tenant.requestSync(id, 'operator', inFull)).run_id,
          startRun: (id: string) => context.addJob('extract', id),
          startSignals: () => context.addJob('signals', name, { now: true }),
          startBuild: (id: string) => context.addJob('build', id, { now: true }),
          serviceInstance: context.serviceInstance,
          staleAfterMs: context.notifications.staleAfterMs,
          tellsReviewers: tellsReviewers(context),
          signals: {
            transmitters: context.signals.transmitters.map(({ settings }) => settings),
            receivers: context.signals.receivers,
          },
          // Both may change while the service runs.
          get sources() {
            return tenant.sources;
          },
          get guards() {
            const {
              approval_above: approvalAbove,
              approval_time: approvalMs,
              per_hour: perHour,
              forbidden,
            } = tenant.config.changes;
            return { approvalAbove, approvalMs, perHour, forbidden };
          },
          get risks() {
            return context.risks;
          },
          baseFolder: context.baseFolder,
        };
        return [name, served] as const;
      }),
    ),
    database,
    storage,
    runner,
    lookups,
    exporter,
    queue,
    queues: queue.boardQueues(),
    access,
    trustedIssuers: config.trusted_issuers,
    transmitters: pushingTransmitters(tenants),
    receivers: servedReceivers(tenants),
    signalLimiter: createRateLimiter(() => config.signals),
    rateLimiter,
    pageTokenKey: await serviceKey(database, 'page-tokens'),
    entityTagKey: await serviceKey(database, 'entity-tags'),
    exportKey: await serviceKey(database, 'download-links'),
    sessionKey: await serviceKey(database, 'browser-sessions'),
    signIn: config.sign_in,
    hasOpenTables: config.open_tables,
    clientLimits: clientLimits(config),
    tracing,
    metrics: config.metrics ? metrics?.registry : undefined,
    trustedProxies: config.listen.trusted_proxies,
    log,
  });
}
