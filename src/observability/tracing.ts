// Traces, as the rest of the program sees them: spans around work. Switched off, nothing of OpenTelemetry is loaded.
import type { QueueOptions } from 'bullmq';

export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanNotes {
  set(attributes: SpanAttributes): void;
  /** A step of the work begins, and the one before it ends. */
  step(name: string): void;
}

export interface RequestSpan {
  /** Run on in the span: what begins with a body that arrived is in nobody's context. */
  within(next: () => void): void;
  /** @param status of the response */
  end(status: number, attributes: SpanAttributes): void;
}

export interface Tracing {
  /** Run work in a span that ends with it. Of an error it holds the kind; the text may hold data. */
  span<Result>(name: string, attributes: SpanAttributes, work: (span: SpanNotes) => Promise<Result>): Promise<Result>;
  /** Begin the span of a request, below that which its headers name (https://www.w3.org/TR/trace-context/). */
  request(name: string, headers: Readonly<Record<string, unknown>>, attributes: SpanAttributes): RequestSpan;
  /** Takes the trace of whoever adds a job to whoever carries it out. */
  readonly queue: NonNullable<QueueOptions['telemetry']>;
  /** Send what is left, for two seconds. */
  close(): Promise<void>;
}

const noNotes: SpanNotes = { set() {}, step() {} };

/** Run work in a span where there are traces, and just run it where there are none. */
export function spanned<Result>(
  tracing: Tracing | undefined,
  name: string,
  attributes: SpanAttributes,
  work: (span: SpanNotes) => Promise<Result>,
): Promise<Result> {
  return tracing ? tracing.span(name, attributes, work) : work(noNotes);
}
