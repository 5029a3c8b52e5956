// An API of the tests: a real HTTP server on 127.0.0.1 that answers as a test says, and notes what it was asked.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import { type CheckedBlock, type Page, type Problem, SourceError } from '../../../src/connector/contract.ts';
import { sourceFolder } from './source-folder.ts';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ApiAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown;
}

export interface ScriptedApi {
  /** Base address, with a path. */
  readonly url: string;
  /** Method, path and query of each request, in order. */
  readonly asked: string[];
}

const servers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of servers.splice(0)) await close();
});

/** @param answer undefined: 404 */
export async function scriptedApi(answer: (request: ApiRequest) => ApiAnswer | undefined): Promise<ScriptedApi> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams, search } = new URL(request.url!, 'http://api');
    const path = pathname.replace(/^\/api\//, '');
    asked.push(`${request.method} ${path}${search}`);
    const body = Buffer.concat(chunks).toString();
    const given = answer({ method: request.method!, path, query: searchParams, headers: request.headers, body }) ?? {
      status: 404,
      body: { message: 'no such list' },
    };
    const text = typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? null);
    response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers });
    response.end(given.status === 304 ? undefined : text);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  servers.push(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, asked };
}

/** A source whose description reads an API. */
export function apiSource(description: string, api: { readonly url: string }, settings: object = {}): ApiSource {
  const folder = sourceFolder({ 'config/x.yaml': `application: { name: X }\n${description}` });
  return { settings: customApplication.settings.parse({ folder, http: { url: api.url, ...settings } }) };
}

export interface ApiSource {
  readonly settings: unknown;
}

const context = {
  sourceId: 'test',
  applicationInstanceId: '00000000-0000-4000-8000-000000000001',
  baseFolder: '/',
  http: { retriesAtOnce: true },
};

async function opened<Result>({ settings }: ApiSource, work: (client: unknown) => Promise<Result>): Promise<Result> {
  const client = await customApplication.open(settings, { ...context, signal: AbortSignal.timeout(200_000) });
  try {
    return await work(client);
  } finally {
    await customApplication.close!(client);
  }
}

/** All pages of one type. */
export const apiPages = (source: ApiSource, type: string, cursor?: string, since?: string): Promise<Page[]> =>
  opened(source, async client => {
    const read = customApplication.reads(client).find(({ lands }) => lands === type)!;
    const pages: Page[] = [];
    for await (const page of read.pages(client, cursor, since)) pages.push(page);
    return pages;
  });

export async function apiRead(source: ApiSource, type: string, since?: string) {
  const pages = await apiPages(source, type, undefined, since);
  return {
    records: pages.flatMap(({ records }) => [...records]),
    gaps: pages.flatMap(({ gaps = [] }) => [...gaps]),
    rejected: pages.flatMap(({ rejected = [] }) => [...rejected]),
    removed: pages.flatMap(({ removed = [] }) => [...removed]),
    changesOnly: pages[0]?.changesOnly ?? false,
    next: pages.findLast(page => page.next !== undefined)?.next,
  };
}

/** The problems that a check finds, or the error that prevents the opening of the source; and what it shows. */
export async function apiCheck(source: ApiSource): Promise<{ problems: readonly Problem[]; blocks: CheckedBlock[] }> {
  const blocks: CheckedBlock[] = [];
  const watch = { shown: 3, judge: () => [], block: (block: CheckedBlock) => void blocks.push(block) };
  try {
    return { problems: await opened(source, client => customApplication.check(client, watch)), blocks };
  } catch (error) {
    if (error instanceof SourceError) return { problems: error.problems, blocks };
    throw error;
  }
}
