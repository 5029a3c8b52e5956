// A running deployment: opens what it needs in order, and lets go of it in reverse.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { connectors as shippedConnectors } from '../connectors/index.ts';
import { build } from '../pipelines/build.ts';
import type { ConfiguredSource, PipelineContext } from '../pipelines/context.ts';
import { exportDownload } from '../pipelines/export.ts';
import { extract } from '../pipelines/extract.ts';
import { recover, sweep } from '../pipelines/sweep.ts';
import type { AccessSettings } from './api/access/access-plugin.ts';
import { createApp } from './api/app.ts';
import { listen } from './api/listen.ts';
import type { Config } from './config.ts';
import type { Connector } from './connector/contract.ts';
import { resolveSource } from './connector/resolve.ts';
import { OperatorError } from './errors.ts';
import { createExporter, exporterSettings } from './exports/exporter.ts';
import { openQueue } from './jobs/open-queue.ts';
import { createProgress, type Progress } from './jobs/progress.ts';
import type { Queue } from './jobs/queue.ts';
import { checkSchedule, type Schedule, startSchedule } from './jobs/schedule.ts';
import { createQueryRunner, type RunnerSettings } from './queries/runner.ts';
import type { Database } from './state/database.ts';
import { lockFolder } from './state/folder-lock.ts';
import { migrate } from './state/migrate.ts';
import { openDatabase } from './state/open-database.ts';
import { latestRuns, type RunCause, requestRun, type SyncRun } from './state/runs.ts';
import { serviceKey } from './state/service-keys.ts';
import { registerSources } from './state/sources.ts';
import { createCatalogue, type VersionCatalogue } from './warehouse/catalogue.ts';
import { tenantFolders } from './warehouse/folders.ts';

export interface Service {
  readonly config: Config;
  readonly database: Database;
  readonly catalogue: VersionCatalogue;
  readonly progress: Progress;
  readonly sources: ReadonlyMap<string, ConfiguredSource>;
  readonly log: Logger;
  readonly access: AccessSettings;
  readonly context: PipelineContext;
  /** Take jobs, those that a crash left included. */
  work(): Promise<void>;
  /** Start runs of sources as their cron lines say, and at once of those that were never read. */
  schedule(): Promise<void>;
  requestSync(sourceId: string, cause: RunCause): Promise<SyncRun>;
  /** The HTTP application, not listening yet. */
  createApp(): Promise<FastifyInstance>;
  /** Make the application and listen where the configuration says. */
  serve(): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly log?: Logger;
  /** The connectors that sources can name; default: those that are shipped. */
  readonly connectors?: readonly Connector[];
  /** Bytes of records that are landed at once. */
  readonly batchBytes?: number;
}

const sweepEveryMs = 60_000;

/**
 * Open a deployment: its data directory is locked, its state migrated, the version in service found. Nothing runs yet.
 * @throws OperatorError when the configuration, the data directory or the state is not usable
 */
export async function openService(
  config: Config,
  { log = createLog(config), connectors = shippedConnectors, batchBytes }: ServiceOptions = {},
): Promise<Service> {
  const sources = resolveSources(config, connectors);
  const closers: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    fs.mkdirSync(config.data_dir, { recursive: true, mode: 0o700 });
    closers.push(await lockFolder(path.join(config.data_dir, 'tenants')));
    const database = await openDatabase(
      config.database_url ? { url: config.database_url } : { folder: path.join(config.data_dir, 'state') },
    );
    closers.push(() => database.close());
    await migrate(database);
    await registerSources(
      database,
      config.tenant,
      config.sources.map(source => ({
        sourceId: source.id,
        connector: source.connector,
        applicationInstanceId: source.application_instance_id,
      })),
    );
    const folders = tenantFolders(config.data_dir, config.tenant);
    const catalogue = createCatalogue(database, folders);
    await catalogue.refresh();
    closers.push(() => catalogue.close());
    return await assemble({ config, log, sources, database, catalogue, folders, batchBytes, closers, closeAll });
  } catch (error) {
    await closeAll();
    throw error;
  }
}

interface Opened {
  readonly config: Config;
  readonly log: Logger;
  readonly sources: ReadonlyMap<string, ConfiguredSource>;
  readonly database: Database;
  readonly catalogue: VersionCatalogue;
  readonly folders: PipelineContext['folders'];
  readonly batchBytes: number | undefined;
  readonly closers: (() => unknown)[];
  closeAll(): Promise<void>;
}

async function assemble({
  config,
  log,
  sources,
  database,
  catalogue,
  folders,
  batchBytes,
  closers,
  closeAll,
}: Opened): Promise<Service> {
  const progress = createProgress();
  const exporter = createExporter(
    exporterSettings(config, {
      folder: folders.exports,
      scratch: folders.scratch('exports'),
      complain: text => log.error({ output: text }, 'an export process complains'),
    }),
  );
  closers.push(() => exporter.close());
  const access = accessSettings(config, database);
  let queue: Queue | undefined;
  const context: PipelineContext = {
    tenant: config.tenant,
    database,
    folders,
    sources,
    baseFolder: config.folder,
    holdBack: { gonePercent: config.hold_back.gone_percent, rejectedPercent: config.hold_back.rejected_percent },
    keepVersionsMs: config.versions.keep,
    build: {
      threads: config.build.threads ?? os.availableParallelism(),
      memoryBytes: (config.build.memory_mb ?? Math.max(512, os.totalmem() / 1024 ** 2 / 4)) * 1024 ** 2,
    },
    batchBytes,
    exporter,
    progress,
    log,
    addJob: (name, id) =>
      queue?.add(name, { tenant: config.tenant, id }).catch(err => log.error({ job: name, id, err }, 'job not added')),
    versionsChanged: () => catalogue.refresh(),
  };

  const requestSync = async (sourceId: string, cause: RunCause): Promise<SyncRun> => {
    const run = await requestRun(database, config.tenant, sourceId, cause);
    context.addJob('extract', run.run_id);
    return run;
  };

  const runner = createQueryRunner(querySettings(config, folders.scratch('queries'), log));
  closers.push(() => runner.close());

  const makeApp = async (): Promise<FastifyInstance> => {
    const app = await createApp({
      tenant: config.tenant,
      database,
      catalogue,
      runner,
      exporter,
      folders,
      startExport: id => context.addJob('export', id),
      access,
      trustedIssuers: config.trusted_issuers,
      rateLimit: config.rate_limit,
      pageTokenKey: await serviceKey(database, 'page-tokens'),
      downloadKey: await serviceKey(database, 'download-links'),
      metrics: config.metrics,
      trustedProxies: config.listen.trusted_proxies,
      log,
    });
    closers.push(() => app.close());
    return app;
  };

  return {
    config,
    database,
    catalogue,
    progress,
    sources,
    log,
    access,
    context,
    requestSync,
    async work() {
      if (queue) return;
      await recover(context);
      queue = await openQueue(undefined);
      closers.push(() => queue!.close(0));
      await queue.work({
        handlers: {
          extract: ({ id }, { signal }) => extract(context, id, signal),
          build: () => build(context),
          export: ({ id }, { signal }) => exportDownload(context, id, signal),
          sweep: () => sweep(context),
        },
        concurrency: { extract: 2, build: 1, export: exporter.processes, sweep: 1 },
        onError: (name, { id }, error) => log.error({ job: name, id, err: error }, 'job failed'),
      });
      context.addJob('sweep', config.tenant);
      const timer = setInterval(() => context.addJob('sweep', config.tenant), sweepEveryMs).unref();
      closers.push(() => clearInterval(timer));
    },
    async schedule() {
      const schedules: Schedule[] = [];
      closers.push(() => {
        for (const started of schedules) started.stop();
      });
      const read = new Set((await latestRuns(database, config.tenant)).map(run => run.source_id));
      for (const { id, schedule, time_zone } of config.sources) {
        if (!read.has(id)) await requestSync(id, 'start');
        if (schedule === undefined) continue;
        const due = () => {
          requestSync(id, 'schedule').catch(error =>
            log.error({ source: id, err: error }, 'scheduled run not started'),
          );
        };
        schedules.push(startSchedule(schedule, time_zone, due));
      }
    },
    createApp: makeApp,
    async serve() {
      await listen(await makeApp(), config);
      runner.warm();
      exporter.warm();
    },
    close: closeAll,
  };
}

/** The connector and checked settings of every configured source. */
export function resolveSources(
  config: Config,
  connectors: readonly Connector[] = shippedConnectors,
): Map<string, ConfiguredSource> {
  const problems: string[] = [];
  const sources = new Map<string, ConfiguredSource>();
  for (const source of config.sources) {
    try {
      sources.set(source.id, { config: source, ...resolveSource(connectors, source) });
      if (source.schedule !== undefined) checkSchedule(source.id, source.schedule, source.time_zone);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return sources;
}

export function createLog(config: Config): Logger {
  return pino({ level: config.log_level, base: null }, pino.destination({ dest: 2, sync: false }));
}

/** Where the service says it can be reached: `base_url`, or where it listens. */
export function baseUrlOf(config: Config): string {
  const { host, port } = config.listen;
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return config.base_url ?? `http://${shown}:${port}`;
}

function accessSettings(config: Config, database: Database): AccessSettings {
  const baseUrl = baseUrlOf(config);
  return { database, baseUrl, authUrl: config.auth_url ?? baseUrl, environment: config.environment };
}

function querySettings({ query }: Config, folder: string, log: Logger): RunnerSettings {
  const mebibyte = 1024 ** 2;
  return {
    processes: query.processes ?? Math.max(2, os.availableParallelism()),
    timeMs: query.time,
    streamTimeMs: query.stream_time,
    memoryBytes: query.memory_mb === undefined ? os.totalmem() / 4 : query.memory_mb * mebibyte,
    diskBytes: query.disk_mb * mebibyte,
    resultBytes: query.result_mb * mebibyte,
    folder,
    complain: text => log.error({ output: text }, 'a query process complains'),
  };
}
