// A running deployment: opens its parts in order and closes them in reverse. Depending on the configuration and the command,
// the process is the whole service, or one of several that answer requests or work.
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { connectors as shippedConnectors } from '../../connectors/index.ts';
import type { AccessSettings } from '../api/access/access-plugin.ts';
import { createApp } from '../api/app.ts';
import { listen } from '../api/http/listen.ts';
import { closeApp } from '../api/http/shutdown.ts';
import { type Config, chosenTenant } from '../config/config-file.ts';
import type { Connector } from '../connector/contract.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { createExporter, exporterSettings } from '../exports/exporter.ts';
import { openQueue } from '../jobs/open-queue.ts';
import { type JobName, jobNames, type Queue } from '../jobs/queue.ts';
import { createLog } from '../observability/log.ts';
import { tracedExporter, tracedRunner } from '../observability/traced-processes.ts';
import { createQueryRunner } from '../queries/runner.ts';
import { releaseAllLeases } from '../state/leases.ts';
import { serviceKey } from '../state/service-keys.ts';
import { storageIdentity } from '../state/storage-identity.ts';
import { identifiedStorage } from '../storage/identified-storage.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { openOnlyWorkspace, openSharedWorkspace } from '../storage/workspace.ts';
import { takeJobs } from './jobs.ts';
import { memoryShares } from './memory.ts';
import { openMetrics, openTraces, workerApp } from './observation.ts';
import { querySettings } from './query-settings.ts';
import { clientLimits, openLimits } from './request-limits.ts';
import { createShutdown, defaultGrace, type Grace, graceAlone, type Shutdown } from './shutdown.ts';
import { resolveSources } from './sources.ts';
import { storageSettings } from './storage-settings.ts';
import { openTenant, type Shared, type Tenant } from './tenant.ts';
import { watchVersions } from './version-watch.ts';

export { createLog } from '../observability/log.ts';

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
  /** Aborts when shutdown begins. */
  readonly closing: AbortSignal;
  /** Stop accepting work; finish running work, and abort it or return it to the queue after its grace period; close everything. */
  close(grace?: Grace): Promise<void>;
}

export interface ServiceOptions {
  readonly log?: Logger;
  /** The available connectors; default: all that are shipped. */
  readonly connectors?: readonly Connector[];
  /** Bytes of records per landed batch. */
  readonly batchBytes?: number;
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
  const ending = createShutdown();
  try {
    return await open(config, options, ending);
  } catch (error) {
    await ending.end(defaultGrace);
    throw error;
  }
}

async function open(
  config: Config,
  {
    log = createLog(config),
    connectors = shippedConnectors,
    batchBytes,
    sourceSilenceMs = longestSilenceMs,
  }: ServiceOptions,
  ending: Shutdown,
): Promise<Service> {
  const sources = new Map(config.tenants.map(tenant => [tenant.name, resolveSources(tenant, connectors)]));
  const isAlone = config.queue_url === undefined;
  const tracing = await openTraces(config, log);
  ending.releases(() => tracing?.close());
  const workspace = isAlone ? await openOnlyWorkspace(config.data_dir) : await openSharedWorkspace(config.data_dir);
  ending.releases(() => workspace.close());
  const database = await openState(config);
  ending.releases(() => database.close());
  if (config.database_url === undefined) await releaseAllLeases(database);
  const storage = identifiedStorage(
    await openStorage(storageSettings(config, workspace), { onWarning: text => log.warn(text) }),
    put => storageIdentity(database, put),
  );
  ending.releases(() => storage.close());
  // No other process can be writing, so all unfinished files were left by a crash.
  if (isAlone) await storage.sweepUnfinished(0);
  const memory = memoryShares(config);
  const exporter = tracedExporter(
    createExporter(
      exporterSettings(config, memory.export, {
        folder: workspace.place('exports', '.'),
        scratch: workspace.place('scratch', 'exports'),
        complain: text => log.error({ output: text }, 'an export process complains'),
      }),
    ),
    tracing,
  );
  ending.releases(() => exporter.close());
  const runner = tracedRunner(
    createQueryRunner(querySettings(config, memory.query, workspace.place('scratch', 'queries'), log)),
    tracing,
  );
  ending.releases(() => runner.close());
  const queue = await openQueue(config.queue_url, {
    prefix: config.queue_prefix,
    ...(tracing && { telemetry: tracing.queue }),
    onWarning: text => log.warn(text),
  });
  ending.stops(({ jobsMs }) => queue.close(jobsMs));

  const metrics = openMetrics(config, { queue, storage });
  // A process that is alone also answers requests, or will soon.
  let serving = isAlone;
  const shared: Shared = {
    config,
    database,
    storage,
    workspace,
    queue,
    exporter,
    build: {
      threads: config.build.threads ?? os.availableParallelism(),
      memoryBytes: memory.build.memoryBytes,
    },
    batchBytes,
    sourceSilenceMs,
    log,
    leaseLost: kind => metrics?.leaseLost(kind),
    serves: () => serving,
  };
  const tenants = new Map<string, Tenant>();
  for (const tenant of config.tenants) {
    tenants.set(tenant.name, await openTenant(shared, tenant, sources.get(tenant.name)!));
  }
  ending.releases(() => {
    for (const { catalogue } of tenants.values()) catalogue.close();
  });
  const lookAgain = () => Promise.all([...tenants.values()].map(({ catalogue }) => catalogue.refresh()));
  if (serving) await lookAgain();
  const limits = await openLimits(config, log);
  ending.releases(() => limits.close());
  const access = { ...accessSettings(config, database), failures: limits.failures };

  const closing = new AbortController();
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
      ending.stops(
        await takeJobs({ config, queue, tenants, exports: exporter.processes, log, metrics, tracing }, names),
      );
      if (names.includes('schedule')) for (const tenant of tenants.values()) await tenant.requestFirstSyncs();
    },
    async createApp() {
      const app = await createApp({
        tenants: new Map(
          [...tenants].map(([name, { catalogue, keys, context }]) => [
            name,
            { catalogue, keys, startExport: id => context.addJob('export', id) },
          ]),
        ),
        database,
        storage,
        runner,
        exporter,
        queues: queue.boardQueues(),
        access,
        trustedIssuers: config.trusted_issuers,
        rateLimiter: limits.rate,
        pageTokenKey: await serviceKey(database, 'page-tokens'),
        entityTagKey: await serviceKey(database, 'entity-tags'),
        exportKey: await serviceKey(database, 'download-links'),
        clientLimits: clientLimits(config),
        tracing,
        metrics: config.metrics ? metrics?.registry : undefined,
        trustedProxies: config.listen.trusted_proxies,
        log,
      });
      if (!isAlone) {
        serving = true;
        await lookAgain();
        const watch = watchVersions(database, tenants, log);
        ending.stops(() => watch.stop());
      }
      ending.stops(({ requestsMs }) => closeApp(app, requestsMs));
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
      ending.releases(() => app.close());
      await listen(app, config.workers.listen, 'workers.listen');
    },
    closing: closing.signal,
    close(grace = isAlone ? graceAlone : defaultGrace) {
      closing.abort();
      return ending.end(grace);
    },
  };
  return service;
}

/** Statements take milliseconds. Without this limit, a statement would wait minutes for a server that vanished. */
const statementTimeoutMs = 30_000;

async function openState({
  database_url: url,
  database_connections: connections,
  data_dir,
}: Config): Promise<Database> {
  if (url === undefined) {
    const embedded = await openDatabase({ folder: path.join(data_dir, 'state') });
    await migrate(embedded).catch(async error => {
      await embedded.close();
      throw error;
    });
    return embedded;
  }
  // Migrations have no time limit: they may be slow, and may wait for those of another process.
  const patient = await openDatabase({ url, connections: 1 });
  await migrate(patient).finally(() => patient.close());
  return openDatabase({ url, connections, statementTimeoutMs });
}

/** The public address of the service: `base_url`, or the address at which it listens. */
export function baseUrlOf(config: Config): string {
  const { host, port } = config.listen;
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return config.base_url ?? `http://${shown}:${port}`;
}

function accessSettings(config: Config, database: Database): AccessSettings {
  const baseUrl = baseUrlOf(config);
  const templateOfBase = config.address_templates.base_url ?? baseUrl;
  return {
    database,
    baseUrl,
    authUrl: config.auth_url ?? baseUrl,
    environment: config.environment,
    templates: { baseUrl: templateOfBase, authUrl: config.address_templates.auth_url ?? templateOfBase },
  };
}
