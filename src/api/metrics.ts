// Prometheus metrics (https://prometheus.io/docs/instrumenting/exposition_formats/), only when switched on.
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServedTenants } from './served-tenants.ts';

export function registerMetrics(app: FastifyInstance, tenants: ServedTenants): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'rolecall_http_request_duration_seconds',
    help: 'Time from request to the end of the response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const versions = () => [...tenants].map(([tenant, { catalogue }]) => ({ tenant, version: catalogue.current() }));
  new Gauge({
    name: 'rolecall_version',
    help: 'Number of the version in service',
    labelNames: ['tenant'],
    registers: [registry],
    collect() {
      for (const { tenant, version } of versions()) this.set({ tenant }, version?.number ?? 0);
    },
  });
  new Gauge({
    name: 'rolecall_version_age_seconds',
    help: 'Time since the version in service was built',
    labelNames: ['tenant'],
    registers: [registry],
    collect() {
      for (const { tenant, version } of versions()) {
        if (version) this.set({ tenant }, (Date.now() - Date.parse(version.manifest.generatedAt)) / 1000);
      }
    },
  });
  new Gauge({
    name: 'rolecall_collection_items',
    help: 'Items of each collection in the version in service',
    labelNames: ['tenant', 'collection'],
    registers: [registry],
    collect() {
      for (const { tenant, version } of versions()) {
        for (const [collection, { rows }] of Object.entries(version?.manifest.collections ?? {})) {
          this.set({ tenant, collection }, rows);
        }
      }
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
