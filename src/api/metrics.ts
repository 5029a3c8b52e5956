// Prometheus metrics (https://prometheus.io/docs/instrumenting/exposition_formats/), only when switched on.
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { VersionCatalogue } from '../warehouse/catalogue.ts';

export function registerMetrics(app: FastifyInstance, catalogue: VersionCatalogue): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'rolecall_http_request_duration_seconds',
    help: 'Time from request to the end of the response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'rolecall_version',
    help: 'Number of the version in service',
    registers: [registry],
    collect() {
      this.set(catalogue.current()?.number ?? 0);
    },
  });
  new Gauge({
    name: 'rolecall_version_age_seconds',
    help: 'Time since the version in service was built',
    registers: [registry],
    collect() {
      const generatedAt = catalogue.current()?.manifest.generatedAt;
      if (generatedAt) this.set((Date.now() - Date.parse(generatedAt)) / 1000);
      else this.reset();
    },
  });
  new Gauge({
    name: 'rolecall_collection_items',
    help: 'Items of each collection in the version in service',
    labelNames: ['collection'],
    registers: [registry],
    collect() {
      for (const [name, { rows }] of Object.entries(catalogue.current()?.manifest.collections ?? {})) {
        this.set({ collection: name }, rows);
      }
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
