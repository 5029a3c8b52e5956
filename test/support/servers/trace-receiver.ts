// A collector of traces: takes OTLP over HTTP as JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp), and keeps the spans.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Attributes of the process that sent the span. */
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface TraceReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Every received body, unchanged. */
  readonly bodies: readonly string[];
  stop(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Record<string, unknown>;
}

const named = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      for (const scope of scopeSpans) {
        for (const { traceId, spanId, parentSpanId, name, attributes } of scope.spans) {
          const known = { traceId, spanId, parentSpanId, name };
          spans.push({ ...known, attributes: named(attributes), resource: named(resource.attributes) });
        }
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    bodies,
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
