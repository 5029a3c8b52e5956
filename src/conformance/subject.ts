// The connector under test with its settings. It is opened, read and closed here, each within a time limit.
import type { z } from 'zod';
import type { Connector, ConnectorContext, HttpProbe, Page, Read } from '../connector/contract.ts';
import { within } from '../time-limit.ts';

export interface Subject {
  readonly connector: Connector;
  /** As the connector’s schema returns them. */
  readonly settings: z.output<z.ZodType>;
  readonly context: Omit<ConnectorContext, 'signal' | 'http'>;
  /** How long the source may take to open, for a page, and to close, in milliseconds. */
  readonly patienceMs: number;
}

export interface Opened {
  readonly reads: readonly Read<unknown>[];
  /** The pages of a read. Leaving the loop ends the read. */
  pages(read: Read<unknown>, cursor?: string, since?: string): AsyncGenerator<Page, void, undefined>;
  readonly client: unknown;
}

export interface OpenOptions {
  readonly signal?: AbortSignal;
  readonly http?: HttpProbe;
  readonly settings?: unknown;
  readonly landedBefore?: ConnectorContext['landedBefore'];
}

/** Open the source, use it, and close it whatever happens. @throws what the connector throws, or that it takes too long */
export async function withSource<Result>(
  subject: Subject,
  { signal = new AbortController().signal, http = {}, settings = subject.settings, landedBefore }: OpenOptions,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const { connector, patienceMs } = subject;
  const probe = { retriesAtOnce: true, ...http };
  const context = { ...subject.context, signal, http: probe, ...(landedBefore && { landedBefore }) };
  const client = await inTime(patienceMs, connector.open(settings, context), 'open');
  try {
    return await use({
      client,
      reads: connector.reads(client),
      async *pages(read, cursor, since) {
        const pages = read.pages(client, cursor, since)[Symbol.asyncIterator]();
        try {
          for (;;) {
            const next = await inTime(patienceMs, Promise.resolve(pages.next()), `a page of ${read.lands}`);
            if (next.done) return;
            yield next.value;
          }
        } finally {
          await inTime(patienceMs, Promise.resolve(pages.return?.()), `the end of the read of ${read.lands}`);
        }
      },
    });
  } finally {
    await inTime(patienceMs, Promise.resolve(connector.close?.(client)), 'close');
  }
}

/** @throws Error when the promise takes longer */
export function inTime<Value>(ms: number, promise: Promise<Value>, what: string): Promise<Value> {
  return within(ms, promise, `${what}: nothing came within ${ms / 1000} s`);
}
