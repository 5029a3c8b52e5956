// Traces by OpenTelemetry, sent as OTLP over HTTP (https://opentelemetry.io/docs/specs/otlp/). This file is loaded only when
// tracing is enabled.
import {
  context,
  DiagLogLevel,
  diag,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-node';
import { BullMQOtel } from 'bullmq-otel';
import { within } from '../time-limit.ts';
import type { SpanNotes, Tracing } from './tracing.ts';

export interface TracingSettings {
  /** Address of a collector, for example http://127.0.0.1:4318/v1/traces. */
  readonly url: string;
  readonly serviceName: string;
  /** Identifies the process. */
  readonly instance: string;
  onWarning(text: string): void;
}

/** Time limit for sending. When the collector does not answer, only spans are lost. */
const sendMs = 2_000;
const warnEveryMs = 60_000;
/** Spans of BullMQ's periodic maintenance of each queue, which are dropped. */
const upkeep = /^(startStalledCheckTimer|moveStalledJobsToWait|extendLocks|getNextJob) /;

function withoutUpkeep(processor: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, parent) => processor.onStart(span, parent),
    onEnd: span => {
      if (!upkeep.test(span.name)) processor.onEnd(span);
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
}

export function openTracing({ url, serviceName, instance, onWarning }: TracingSettings): Tracing {
  let warnedAt = -Infinity;
  const warn = (message: string) => {
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    onWarning(`traces: ${message}`);
  };
  diag.setLogger(
    { error: warn, warn, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': instance }),
    spanProcessors: [withoutUpkeep(new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: sendMs })))],
  });
  // bullmq-otel uses the global context manager and propagator of the process, so they are registered.
  provider.register();
  const tracer = trace.getTracer('rolecall');

  return {
    queue: new BullMQOtel({ tracerName: 'bullmq' }) as unknown as Tracing['queue'],
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, async span => {
        const steps = notesOf(span);
        try {
          return await work(steps);
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error });
          throw error;
        } finally {
          steps.end();
          span.end();
        }
      }),
    request(name, headers, attributes) {
      const parent = propagation.extract(context.active(), headers);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      const own = trace.setSpan(parent, span);
      return {
        within: next => context.with(own, next),
        end(status, more) {
          span.setAttributes({ 'http.response.status_code': status, ...more });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async close() {
      const sent = provider.shutdown().catch(error => warn(error.message));
      await within(sendMs, sent).catch(() => {});
      for (const api of [trace, context, propagation, diag]) api.disable();
    },
  };

  function notesOf(span: Span): SpanNotes & { end(): void } {
    const inside = trace.setSpan(context.active(), span);
    let step: Span | undefined;
    return {
      set: attributes => span.setAttributes(attributes),
      step(name) {
        step?.end();
        step = tracer.startSpan(name, {}, inside);
      },
      end: () => step?.end(),
    };
  }
}
