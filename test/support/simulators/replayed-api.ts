// A server on 127.0.0.1 that answers as a recorded service did. It knows nothing of the one who asks: what was not recorded is 404.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HarExchange } from './har.ts';

export interface ReplayedApi extends AsyncDisposable {
  readonly url: string;
  /** Exchanges of which the answer was sent. */
  readonly played: ReadonlySet<HarExchange>;
  /** Method and path of each request that was not recorded. */
  readonly unrecorded: ReadonlySet<string>;
}

export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

export interface ReplayOptions {
  /**
   * What a request is about, without what may differ between clients: exchanges with the same text answer each other's requests, in
   * the order in which they were recorded. The last one answers again.
   */
  subjectOf?(request: AskedRequest): string;
}

/** Parameters that ask for a page, with the values that ask for the first one. */
const pageParameters: Readonly<Record<string, readonly string[]>> = {
  page: ['0', '1'],
  page_number: ['1'],
  'page[number]': ['0'],
  startAt: ['0'],
  skip: ['0'],
  sysparm_offset: ['0'],
  after_cursor: [''],
};

/** Method, path and page. */
export function pageSubject({ method, path, query }: AskedRequest): string {
  const page = [...query].filter(([name, value]) => pageParameters[name] && !pageParameters[name].includes(value));
  return `${method} ${path} ${page
    .map(pair => pair.join('='))
    .toSorted()
    .join('&')}`.trim();
}

export async function replayedApi(
  exchanges: readonly HarExchange[],
  { subjectOf = pageSubject }: ReplayOptions = {},
): Promise<ReplayedApi> {
  const answers = Map.groupBy(exchanges, exchange => subjectOf(requestOf(exchange)));
  const played = new Set<HarExchange>();
  const unrecorded = new Set<string>();
  const server = createServer(async (incoming, response) => {
    const request = await askedRequest(incoming);
    const found = answers.get(subjectOf(request));
    const exchange = found?.find(candidate => !played.has(candidate)) ?? found?.at(-1);
    if (exchange) played.add(exchange);
    else unrecorded.add(`${request.method} ${request.path}`);
    const here = (text: string) => (exchange ? text.replaceAll(`https://${exchange.host}`, url) : text);
    const { link, 'retry-after': pause, 'x-total-count': total } = exchange?.headers ?? {};
    response.writeHead(exchange?.status || 404, {
      'content-type': 'application/json',
      ...(link && { link: here(link) }),
      ...(pause && { 'retry-after': pause }),
      ...(total && { 'x-total-count': total }),
    });
    response.end(textOf(exchange ? exchange.body : { message: 'not recorded' }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, played, unrecorded },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

const textOf = (body: unknown) =>
  body === undefined || typeof body === 'string' ? (body ?? '') : JSON.stringify(body);

function requestOf({ method, path, requestBody }: HarExchange): AskedRequest {
  const { pathname, searchParams } = new URL(path, 'http://recorded');
  return { method, path: pathname, query: searchParams, body: textOf(requestBody) };
}

async function askedRequest(incoming: IncomingMessage): Promise<AskedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(incoming.url!, 'http://here');
  return { method: incoming.method!, path: pathname, query: searchParams, body: Buffer.concat(chunks).toString() };
}
