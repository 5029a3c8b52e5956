// GET /metrics, and the metrics of an API process: its requests and the versions that it serves.
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { scrapeOf } from '../../observability/shared-metrics.ts';
import { type ServedTenants, servedVersions } from '../served-tenants.ts';

/** The page that Prometheus reads, without authentication. */
export function registerMetrics(app: FastifyInstance, registry: Registry): void {
  const scrape = scrapeOf(registry);
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await scrape()));
}

/** Measures requests and versions. Call this before any route is registered. */
export function observeRequests(app: FastifyInstance, tenants: ServedTenants, registry: Registry): void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'rolecall_http_request_duration_seconds',
    help: 'Time from request to the end of the response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  new Gauge({
    name: 'rolecall_version',
    aggregator: 'min',
    help: 'Number of the version in service',
    labelNames: ['tenant'],
    registers,
    collect() {
      for (const { tenant, version } of servedVersions(tenants)) this.set({ tenant }, version?.number ?? 0);
    },
  });
  new Gauge({
    name: 'rolecall_version_age_seconds',
    aggregator: 'max',
    help: 'Time since the version in service was built',
    labelNames: ['tenant'],
    registers,
    collect() {
      for (const { tenant, version } of servedVersions(tenants)) {
        if (version) this.set({ tenant }, (Date.now() - Date.parse(version.manifest.generatedAt)) / 1000);
      }
    },
  });
  new Gauge({
    name: 'rolecall_collection_items',
    aggregator: 'max',
    help: 'Items of each collection in the version in service',
    labelNames: ['tenant', 'collection'],
    registers,
    collect() {
      for (const { tenant, version } of servedVersions(tenants)) {
        for (const [collection, { rows }] of Object.entries(version?.manifest.collections ?? {})) {
          this.set({ tenant, collection }, rows);
        }
      }
    },
  });
  const sources = () =>
    servedVersions(tenants).flatMap(({ tenant, version }) =>
      (version?.manifest.sources ?? []).map(source => ({ labels: { tenant, source: source.sourceId }, ...source })),
    );
  new Gauge({
    name: 'rolecall_source_held_back',
    aggregator: 'max',
    help: 'Whether the version in service shows the last good data of a source, because its newest look broken',
    labelNames: ['tenant', 'source'],
    registers,
    collect() {
      this.reset();
      for (const { labels, heldBackSince } of sources()) this.set(labels, heldBackSince === undefined ? 0 : 1);
    },
  });
  new Gauge({
    name: 'rolecall_source_kept_objects',
    aggregator: 'max',
    help: 'Objects and relationships of a source that the version in service shows in a former form: rejected, or not seen',
    labelNames: ['tenant', 'source'],
    registers,
    collect() {
      this.reset();
      for (const { labels, kept } of sources()) this.set(labels, kept);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
}
