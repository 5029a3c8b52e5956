// The HTTP application of a worker process: health probes and metrics.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { type ClientLimits, createConnections } from './connections/http-server.ts';
import { refuseConnection, registerErrors, sendError } from './http/errors.ts';
import { type Needs, registerWorkerHealth } from './pages/health.ts';
import { registerMetrics } from './pages/metrics.ts';

export function createWorkerApp(options: {
  readonly clientLimits: ClientLimits;
  readonly needs: Needs;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
}): FastifyInstance {
  const app = Fastify({
    serverFactory: createConnections(options.clientLimits).createServer,
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseConnection,
    return503OnClosing: false,
  });
  registerErrors(app);
  registerWorkerHealth(app, options.needs);
  registerMetrics(app, options.registry);
  return app;
}
