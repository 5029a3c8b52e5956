// A small connector over the HTTP kit, and the server that it reads. A test replaces parts of it by faulty ones.
import { z } from 'zod';
import { type Connector, defineConnector, type Page, type SourceRecord } from '../../src/connector/contract.ts';
import { type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { bearer } from '../../src/connector/http/credentials.ts';
import { nextFromBody } from '../../src/connector/http/paging.ts';
import { type ScriptedHttp, startScriptedHttp } from '../support/servers/scripted-http.ts';

export const token = 'conformance-token-1';

const settings = z.strictObject({
  url: z.string().describe('Address of the server'),
  token: z.string().describe('Token').meta({ secret: true }),
});

export interface Client {
  readonly http: HttpClient;
  readonly settings: z.output<typeof settings>;
}

type Pages = (client: Client, cursor?: string, since?: string) => AsyncIterable<Page>;

/** Server with seven accounts in pages of two. */
export async function startPagedServer(): Promise<ScriptedHttp> {
  const server = await startScriptedHttp();
  server.script(({ query, headers }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: { message: 'unknown token' } };
    const from = Number(query.get('from') ?? 0);
    const users = Array.from({ length: 7 }, (_, index) => index).slice(from, from + 2);
    return { body: { users, ...(from + 2 < 7 && { next: `/users?from=${from + 2}` }) } };
  });
  return server;
}

export const accountOf = (user: number): SourceRecord => ({ id: `user-${user}`, alias: `u${user}`, type: 'User' });

/** The pages as they should be. */
export async function* goodPages({ http }: Client, cursor?: string): AsyncGenerator<Page> {
  for (let url: string | undefined = cursor ?? '/users'; url !== undefined; ) {
    const { body } = await http.send({ url });
    const next: string | undefined = nextFromBody(body, ['next']);
    const records = (body as { users: number[] }).users.map(accountOf);
    yield { records, ...(next !== undefined && { cursor: next }) };
    url = next;
  }
}

export function pagedConnector(pages: Pages = goodPages, changes: Partial<Connector> = {}): Connector {
  const connector = defineConnector<typeof settings, Client>({
    type: 'paged',
    title: 'Paged',
    description: 'Reads a server of the test.',
    settings,
    declares: [{ types: ['Account'], incremental: false, rights: 'a token that may read users' }],
    async open(given, context) {
      const http = await openHttpClient({ baseUrl: given.url, context, credentials: bearer(given.token) });
      return { http, settings: given };
    },
    check: async () => [],
    reads: () => [{ lands: 'Account', pages }],
    close: ({ http }) => http.close(),
  });
  return { ...connector, ...changes };
}
