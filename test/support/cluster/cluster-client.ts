// An HTTP client of a cluster. Each request may go to any process, as through a load balancer.
import type { Service } from '../../../src/deployment/service.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import type { ClusterProcess } from './cluster-child.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds in a JSON body
  readonly body: any;
}

export interface Ask {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface ClusterClient {
  /**
   * One request to one process.
   * @throws the error of the connection when there is no answer
   */
  ask(process: ClusterProcess, url: string, ask?: Ask): Promise<Reply>;
}

export async function clusterClient(service: Service): Promise<ClusterClient> {
  const { client, clientSecret } = await addClient(service.database, {
    tenant: service.tenant().name,
    name: 'test',
    scopes: ['read', 'write'],
    createdBy: 'test',
  });
  let token: string | undefined;

  async function tokenFrom(process: ClusterProcess): Promise<string> {
    const answer = await send(`${process.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${clientSecret}`,
    });
    if (answer.status !== 200) throw new Error(`${process.name} gives no token: ${answer.status} ${answer.bytes}`);
    return answer.body.access_token;
  }

  return {
    async ask(process, url, { method = 'GET', body, headers = {} } = {}) {
      token ??= await tokenFrom(process);
      return send(`${process.url}${url}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
  };
}

async function send(url: string, init: RequestInit): Promise<Reply> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(200_000) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    body: isJson ? JSON.parse(bytes.toString()) : undefined,
  };
}

/** The version of a page, from its entity tag. */
export function versionOf({ headers }: Reply): number {
  return Number(headers.get('warehouse-version') ?? Number.NaN);
}

/** Every item of a list; `next` chooses the process for each page. @throws Error on any answer but 200 */
export async function everyItem<Item>(
  client: ClusterClient,
  next: () => ClusterProcess,
  list: string,
): Promise<{ version: number; items: Item[] }> {
  const items: Item[] = [];
  const versions = new Set<number>();
  for (let url = `${list}?pageSize=50`; ; ) {
    const process = next();
    const reply = await client.ask(process, url);
    if (reply.status !== 200) throw new Error(`${process.name} ${url}: ${reply.status} ${reply.bytes}`);
    items.push(...reply.body.items);
    versions.add(versionOf(reply));
    if (reply.body.nextPageToken === undefined) break;
    url = `${list}?pageSize=50&pageToken=${reply.body.nextPageToken}`;
  }
  if (versions.size > 1) throw new Error(`${list}: pages of versions ${[...versions].join(', ')} in one pagination`);
  return { version: [...versions][0]!, items };
}
