// Adds spans to the processes that run queries and exports.
import type { Exporter } from '../exports/exporter.ts';
import type { QueryRunner } from '../queries/runner.ts';
import { spanned, type Tracing } from './tracing.ts';

export function tracedRunner(runner: QueryRunner, tracing: Tracing | undefined): QueryRunner {
  if (!tracing) return runner;
  return {
    ...runner,
    page: (query, range, signal) =>
      spanned(tracing, 'query page', { 'rolecall.model': query.model }, () => runner.page(query, range, signal)),
    stream: (query, format, signal) =>
      spanned(tracing, 'query stream', { 'rolecall.model': query.model, 'rolecall.format': format }, () =>
        runner.stream(query, format, signal),
      ),
  };
}

export function tracedExporter(exporter: Exporter, tracing: Tracing | undefined): Exporter {
  if (!tracing) return exporter;
  return {
    ...exporter,
    check: (origin, filters, signal) =>
      spanned(tracing, 'export check', {}, () => exporter.check(origin, filters, signal)),
    write: (origin, request, file, signal) =>
      spanned(tracing, 'export write', { 'rolecall.context': request.context }, () =>
        exporter.write(origin, request, file, signal),
      ),
    stream: (origin, request, signal) =>
      spanned(tracing, 'export stream', { 'rolecall.context': request.context }, () =>
        exporter.stream(origin, request, signal),
      ),
  };
}
