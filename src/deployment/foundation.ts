// Opens the parts that every deployment needs, in this order: tracing, workspace, state, storage, the processes of queries,
// lookups and exports, the queue. They are closed in reverse order.
import type { Logger } from 'pino';
import type { Config } from '../config/config-file.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { createExporter } from '../exports/exporter.ts';
import { openQueue } from '../jobs/open-queue.ts';
import { createLookups } from '../lookups/lookups.ts';
import { tracedExporter, tracedRunner } from '../observability/traced-processes.ts';
import { createQueryRunner } from '../queries/runner.ts';
import { releaseAllLeases } from '../state/leases.ts';
import { storageIdentity } from '../state/storage-identity.ts';
import { identifiedStorage } from '../storage/identified-storage.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { openOnlyWorkspace, openSharedWorkspace, type Workspace } from '../storage/workspace.ts';
import { openMetrics, openTraces } from './observation.ts';
import { requireLimits } from './process-limits.ts';
import { memoryShares } from './settings/memory.ts';
import { exportSettings, lookupSettings, querySettings } from './settings/process-settings.ts';
import { stateFolder } from './settings/state-folder.ts';
import { storageSettings } from './settings/storage-settings.ts';
import type { Shutdown } from './shutdown.ts';

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

interface ProcessOptions {
  /** How many processes share the memory and the cores of the machine. */
  readonly processes: number;
  /** Whether the sandbox keeps processes ready that have opened nothing. */
  readonly keepsSpare: boolean;
}

/**
 * @throws OperatorError when the data directory, the state, the queue or the storage cannot be used, or the limits of the process are too low
 */
export async function openFoundation(
  config: Config,
  log: Logger,
  shutdown: Shutdown,
  { processes, keepsSpare }: ProcessOptions,
) {
  requireLimits();
  const isAlone = config.queue_url === undefined;
  const tracing = await openTraces(config, log);
  shutdown.releases(() => tracing?.close());
  const workspace = isAlone ? await openOnlyWorkspace(config.data_dir) : await openSharedWorkspace(config.data_dir);
  shutdown.releases(() => workspace.close());
  const database = await openState(config);
  shutdown.releases(() => database.close());
  if (config.database_url === undefined) await releaseAllLeases(database);
  const storage = await openFiles(config, { workspace, database, log });
  shutdown.releases(() => storage.close());
  // No other process can be writing, so all unfinished files were left by a crash.
  if (isAlone) await storage.sweepUnfinished(0);
  const memory = memoryShares(config, processes);
  const exporter = tracedExporter(
    createExporter({
      ...exportSettings(config, memory.export, {
        folder: workspace.place('exports', '.'),
        scratch: workspace.place('scratch', 'exports'),
        onWarning: text => log.error({ output: text }, 'an export process warns'),
      }),
      keepsSpare,
    }),
    tracing,
  );
  shutdown.releases(() => exporter.close());
  const queries = querySettings(config, memory.query, workspace.place('scratch', 'queries'), log);
  const runner = tracedRunner(createQueryRunner({ ...queries, keepsSpare }), tracing);
  shutdown.releases(() => runner.close());
  const lookups = createLookups({ ...lookupSettings(config, workspace.place('scratch', 'lookups'), log), keepsSpare });
  shutdown.releases(() => lookups.close());
  const queue = await openQueue(config.queue_url, {
    prefix: config.queue_prefix,
    ...(tracing && { telemetry: tracing.queue }),
    timing: { lockMs: config.workers.lease, stalledCheckMs: Math.round(config.workers.lease / 3) },
    onWarning: text => log.warn(text),
  });
  shutdown.stops(({ jobsMs }) => queue.close(jobsMs));
  const metrics = openMetrics(config, { database, queue, storage });
  return { isAlone, tracing, workspace, database, storage, memory, exporter, runner, lookups, queue, metrics };
}

function openFiles(
  config: Config,
  { workspace, database, log }: { workspace: Workspace; database: Database; log: Logger },
): Promise<Storage> {
  return openStorage(storageSettings(config, workspace), { onWarning: text => log.warn(text) }).then(storage =>
    identifiedStorage(storage, put => storageIdentity(database, put)),
  );
}

/** Statements take milliseconds. Without this limit, a statement would wait minutes for a server that vanished. */
const statementTimeoutMs = 30_000;

async function openState(config: Config): Promise<Database> {
  const { database_url: url, database_connections: connections } = config;
  if (url === undefined) {
    const embedded = await openDatabase({ folder: stateFolder(config) });
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
