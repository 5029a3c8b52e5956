import Fastify from 'fastify';
import type { Metric } from 'prom-client';
import { observeRequests } from '../../src/api/pages/metrics.ts';
import { observeQueue, observeStorage } from '../../src/observability/deployment-metrics.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { observeSources } from '../../src/observability/source-metrics.ts';
import { page, table } from './markdown.ts';

/** Every metric of the service with its kind, labels and meaning, without Node.js' own. */
export async function metricsReference(): Promise<string> {
  const { registry } = createMetrics();
  observeQueue(registry, { depths: () => Promise.reject(new Error('there is no queue')) });
  observeStorage(registry, { cachedBytes: () => 0 });
  observeSources(registry, async () => []);
  observeRequests(Fastify(), new Map(), registry);
  const rows = (await registry.getMetricsAsJSON())
    .filter(({ name }) => name.startsWith('rolecall_'))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, type, help }) => {
      const labels = (registry.getSingleMetric(name) as Metric & { labelNames: readonly string[] }).labelNames;
      return [`\`${name}\``, String(type), labels.map(label => `\`${label}\``).join(', '), help];
    });
  return page(
    '# Metrics',
    '`/metrics` of every process has them in the format of Prometheus, with those of Node.js. What to watch is in [operations.md](../operations.md#what-to-watch).',
    table(['Metric', 'Kind', 'Labels', 'Meaning'], rows),
  );
}
