// The tracing interface for the rest of the program. While tracing is disabled, OpenTelemetry is not loaded.
import type { QueueOptions } from 'bullmq';

export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanNotes {
  set(attributes: SpanAttributes): void;
  /** End the current step, if any, and start the next one. */
  step(name: string): void;
}

export interface RequestSpan {
  /** Run `next` in the span. Callbacks of an arriving request body run outside of any async context; this restores it. */
  within(next: () => void): void;
  /** @param status the status of the response */
  end(status: number, attributes: SpanAttributes): void;
}

export interface Tracing {
  /** Run work in a span. The span records only the kind of an error, because its text may contain data. */
  span<Result>(name: string, attributes: SpanAttributes, work: (span: SpanNotes) => Promise<Result>): Promise<Result>;
  /** Start the span of a request, as a child of the span in its headers (https://www.w3.org/TR/trace-context/). */
  request(name: string, headers: Readonly<Record<string, unknown>>, attributes: SpanAttributes): RequestSpan;
  /** Carries the trace context from the code that adds a job to the code that runs it. */
  readonly queue: NonNullable<QueueOptions['telemetry']>;
  /** Send the remaining spans, for at most two seconds. */
  close(): Promise<void>;
}

const noNotes: SpanNotes = { set() {}, step() {} };

/** Run work in a span, or without one when tracing is disabled. */
export function spanned<Result>(
  tracing: Tracing | undefined,
  name: string,
  attributes: SpanAttributes,
  work: (span: SpanNotes) => Promise<Result>,
): Promise<Result> {
  return tracing ? tracing.span(name, attributes, work) : work(noNotes);
}
