// A running deployment: opens what it needs in order, and lets go of it in reverse. The same program is the whole service in
// one process, or one of many that answer requests or work, as the configuration and the command say.
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
import { releaseAllClaims } from '../state/leases.ts';
import { serviceKey } from '../state/service-keys.ts';
import { storageMark } from '../state/storage-identity.ts';
import { recognised } from '../storage/identified-storage.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { openOnlyWorkspace, openSharedWorkspace } from '../storage/workspace.ts';
import { takeJobs } from './jobs.ts';
import { openMetrics, openTraces, workerApp } from './observation.ts';
import { querySettings } from './query-settings.ts';
import { openLimits } from './request-limits.ts';
import { createEnding, defaultGrace, type Ending, type Grace, graceAlone } from './shutdown.ts';
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
  /** The named tenant, or the only one. @throws OperatorError naming those that there are */
  tenant(name?: string): Tenant;
  /** Take jobs, those that a crash left included; all of them unless some are named. */
  work(names?: readonly JobName[]): Promise<void>;
  /** The HTTP application, not listening yet. */
  createApp(): Promise<FastifyInstance>;
  /** Make the application and listen where the configuration says. */
  serve(): Promise<void>;
  /** Answer /healthz, /readyz and /metrics where `workers.listen` says; without it, nowhere. */
  answerProbes(): Promise<void>;
  /** Aborts when the service begins to close. */
  readonly closing: AbortSignal;
  /** Take nothing more; finish what is under way, cut it off or hand it back when its grace is over; let go of everything. */
  close(grace?: Grace): Promise<void>;
}

export interface ServiceOptions {
  readonly log?: Logger;
  /** The connectors that sources can name; default: those that are shipped. */
  readonly connectors?: readonly Connector[];
  /** Bytes of records that are landed at once. */
  readonly batchBytes?: number;
  /** How long a source may neither answer nor fail; default an hour. */
  readonly sourceSilenceMs?: number;
}

/** Longer than any source that is well takes for a page; without an end, its run would stay open and keep all later ones out. */
const longestSilenceMs = 3_600_000;

/**
 * Open a deployment: its state is migrated and its versions in service found. Nothing runs yet. Without `queue_url` the data
 * directory is this process's alone.
 * @throws OperatorError when the configuration, the data directory, the state, the queue or the storage is not usable
 */
export async function openService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const ending = createEnding();
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
  ending: Ending,
): Promise<Service> {
  const sources = new Map(config.tenants.map(tenant => [tenant.name, resolveSources(tenant, connectors)]));
  const isAlone = config.queue_url === undefined;
  const tracing = await openTraces(config, log);
  ending.releases(() => tracing?.close());
  const workspace = isAlone ? await openOnlyWorkspace(config.data_dir) : await openSharedWorkspace(config.data_dir);
  ending.releases(() => workspace.close());
  const database = await openState(config);
  ending.releases(() => database.close());
  if (config.database_url === undefined) await releaseAllClaims(database);
  const storage = recognised(
    await openStorage(storageSettings(config, workspace), { onWarning: text => log.warn(text) }),
    put => storageMark(database, put),
  );
  ending.releases(() => storage.close());
  // What nobody else can be writing was left by a process that died.
  if (isAlone) await storage.sweepUnfinished(0);
  const exporter = tracedExporter(
    createExporter(
      exporterSettings(config, {
        folder: workspace.place('exports', '.'),
        scratch: workspace.place('scratch', 'exports'),
        complain: text => log.error({ output: text }, 'an export process complains'),
      }),
    ),
    tracing,
  );
  ending.releases(() => exporter.close());
  const runner = tracedRunner(
    createQueryRunner(querySettings(config, workspace.place('scratch', 'queries'), log)),
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
  // Alone, whoever works also serves or is asked to soon.
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
      memoryBytes: (config.build.memory_mb ?? Math.max(512, os.totalmem() / 1024 ** 2 / 4)) * 1024 ** 2,
    },
    batchBytes,
    sourceSilenceMs,
    log,
    claimLost: kind => metrics?.claimLost(kind),
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
        downloadKey: await serviceKey(database, 'download-links'),
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
      const app = workerApp({ database, queue, storage }, metrics, log);
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

/** Statements take milliseconds; one that waits for a server that vanished would wait for minutes. */
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
  // A migration may take its time, and waits for another process's.
  const patient = await openDatabase({ url, connections: 1 });
  await migrate(patient).finally(() => patient.close());
  return openDatabase({ url, connections, statementTimeoutMs });
}

/** Where the service says it can be reached: `base_url`, or where it listens. */
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
