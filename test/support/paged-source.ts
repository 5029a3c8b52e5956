// A source system over HTTP whose answers a test can hold back, and the connector that reads it. A read stays in the generation in
// which it began, as in a source with stable page tokens.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { defineConnector, type Page, type SourceRecord } from '../../src/connector/contract.ts';
import { type GeneratedType, generated, generatedTypes, recordOf } from './generations.ts';

export interface AskedPage {
  readonly source: string;
  readonly type: GeneratedType;
  readonly generation: number;
  /** Index of the first record of the page. */
  readonly from: number;
}

export interface Held {
  /** The number of held requests. */
  met(): number;
  /** Answer the held requests, and hold no more. */
  release(): void;
}

export interface PagedSource {
  readonly url: string;
  /** Reads that begin from now on read this generation. */
  generation: number;
  /** Every request, in order. */
  readonly asked: readonly AskedPage[];
  /** Do not answer requests for these pages until they are released. */
  hold(which: (page: AskedPage) => boolean): Held;
  stop(): Promise<void>;
}

const pageSize = 20;

/** Sources for rolecall.yaml that read it, each under its own name. */
export function pagedSources({ url }: PagedSource, names: readonly string[]): Record<string, unknown>[] {
  return names.map(name => ({ id: name, connector: 'paged', settings: { url, name } }));
}

export async function startPagedSource(): Promise<PagedSource> {
  const asked: AskedPage[] = [];
  const holds = new Set<{ which: (page: AskedPage) => boolean; met: number; waiting: (() => void)[] }>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://source');
    const [, name, type] = pathname.split('/') as [string, string, GeneratedType];
    const [generation, from] = (searchParams.get('cursor') ?? `${source.generation}:0`).split(':').map(Number);
    const page = { source: name, type, generation: generation!, from: from! };
    asked.push(page);
    const held = [...holds].find(({ which }) => which(page));
    if (!held) return send(response, page);
    held.met += 1;
    held.waiting.push(() => send(response, page));
  });
  server.requestTimeout = 0;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const source: PagedSource = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    generation: 0,
    asked,
    hold(which) {
      const hold = { which, met: 0, waiting: [] as (() => void)[] };
      holds.add(hold);
      return {
        met: () => hold.met,
        release() {
          holds.delete(hold);
          for (const go of hold.waiting) go();
        },
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return source;
}

function send(response: ServerResponse, { type, generation, from }: AskedPage): void {
  const end = Math.min(from + pageSize, generated[type].count);
  const records = Array.from({ length: end - from }, (_, index) => recordOf(type, generation, from + index));
  const isLast = end === generated[type].count;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ records, cursor: `${generation}:${end}`, isLast }));
}

const settings = z.strictObject({
  url: z.string(),
  name: z.string(),
  /** Ignore the abort signal of the run. */
  deaf: z.boolean().default(false),
});

export const pagedConnector = defineConnector({
  type: 'paged',
  title: 'Paged source',
  description: 'Reads a source of a test over HTTP.',
  settings,
  open: async (given, { signal }) => ({ ...given, signal }),
  check: async () => [],
  reads: () =>
    generatedTypes.map(type => ({
      lands: type,
      async *pages({ url, name, deaf, signal }: z.output<typeof settings> & { signal: AbortSignal }, cursor?: string) {
        for (let at = cursor; ; ) {
          const query = at === undefined ? '' : `?cursor=${encodeURIComponent(at)}`;
          const answer = await fetch(`${url}/${name}/${type}${query}`, deaf ? {} : { signal });
          const page = (await answer.json()) as { records: SourceRecord[]; cursor: string; isLast: boolean };
          if (page.records.length > 0) yield { records: page.records, cursor: page.cursor } satisfies Page;
          if (page.isLast) return;
          at = page.cursor;
        }
      },
    })),
});
