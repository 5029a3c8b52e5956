// Makes a span for each request when tracing is on. Probes and metrics scrapes get none.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, Tracing } from '../../observability/tracing.ts';

const untraced = new Set(['/healthz', '/readyz', '/metrics']);

/** Call this before any other hook is registered. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (untraced.has(route)) return done();
    const { method, headers, id } = request;
    const attributes = { 'http.request.method': method, 'http.route': route, 'rolecall.request_id': id };
    const span = tracing.request(`${method} ${route}`, headers, attributes);
    spans.set(request, span);
    span.within(done);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request;
    spans.get(request)?.end(reply.statusCode, caller ? { 'rolecall.tenant': caller.tenant } : {});
  });
}
