// Observation of a process: its metrics, its traces, and the small HTTP listener of a worker.
import os from 'node:os';
import process from 'node:process';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createWorkerApp } from '../api/worker-app.ts';
import type { Config } from '../config/config-file.ts';
import type { Database } from '../database/database.ts';
import type { Queue } from '../jobs/queue.ts';
import { observeQueue, observeStorage } from '../observability/deployment-metrics.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { observeSources } from '../observability/source-metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import { sourceHealth } from '../state/notices/source-health.ts';
import type { Storage } from '../storage/storage.ts';
import { clientLimits } from './settings/request-limits.ts';

interface Pieces {
  readonly database: Database;
  readonly queue: Queue;
  readonly storage: Storage;
}

/** @returns undefined when the configuration has no endpoint that serves them */
export function openMetrics(config: Config, { database, queue, storage }: Pieces): Metrics | undefined {
  if (!config.metrics && !config.workers.listen) return undefined;
  const metrics = createMetrics();
  const configured = new Map(config.tenants.map(({ name, sources }) => [name, new Set(sources.map(({ id }) => id))]));
  observeSources(metrics.registry, async () =>
    (await sourceHealth(database)).filter(({ tenant, source_id: id }) => configured.get(tenant)?.has(id)),
  );
  observeQueue(metrics.registry, queue);
  observeStorage(metrics.registry, storage);
  return metrics;
}

/** @returns undefined when tracing is disabled; then its code is not loaded */
export async function openTraces({ telemetry }: Config, log: Logger): Promise<Tracing | undefined> {
  if (!telemetry) return undefined;
  const { openTracing } = await import('../observability/open-tracing.ts');
  return openTracing({
    url: telemetry.traces,
    serviceName: telemetry.service_name,
    instance: `${os.hostname()}:${process.pid}`,
    onWarning: text => log.warn(text),
  });
}

/** How long the result of a storage check is reused. A check of a bucket costs five requests, and probes come every few seconds. */
const storageAnswerMs = 15_000;

export function workerApp(
  config: Config,
  { database, queue, storage }: Pieces,
  metrics: Metrics,
  log: Logger,
): FastifyInstance {
  let asked: { at: number; answer: Promise<void> } | undefined;
  const checkStorage = () => {
    if (!asked || performance.now() - asked.at > storageAnswerMs) {
      const answer = storage.check(AbortSignal.timeout(storageAnswerMs));
      asked = { at: performance.now(), answer };
      // A failure is not reused, so that a storage that is available again is noticed soon.
      answer.catch(() => {
        asked = undefined;
      });
    }
    return asked.answer;
  };
  return createWorkerApp({
    clientLimits: clientLimits(config),
    needs: { state: () => database.query('select 1'), queue: () => queue.answers(), storage: checkStorage },
    registry: metrics.registry,
    log,
  });
}
