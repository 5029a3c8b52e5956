// The parts of a fixture: the configuration of the deployment, the recorded answers, and the client that reads them.
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Item } from '../support/service/service.ts';

/** The recorded answers of the release; a later release must give the same answers. */
export interface Expected {
  readonly madeAt: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Sees source `app` only. */
  readonly limitedClient: { readonly id: string; readonly secret: string };
  readonly revokedClient: { readonly id: string; readonly secret: string };
  readonly versions: readonly number[];
  /** List → SHA-256 of its concatenated pages of seven items. */
  readonly lists: Readonly<Record<string, string>>;
  /** Address of an object → the SHA-256 of the answer. */
  readonly objects: Readonly<Record<string, string>>;
  /** Unfinished paginations: the address of the next page, and the SHA-256 of its answer. */
  readonly paginations: readonly { readonly url: string; readonly sha256: string }[];
  readonly limitedAccounts: string;
  readonly savedQuery: { readonly id: string; readonly rows: readonly unknown[] };
  readonly export: { readonly id: string; readonly sha256: string };
  readonly cutRun: string;
}

export const settingsOfFixture = {
  base_url: 'https://rolecall.example',
  data_dir: 'data',
  log_level: 'silent',
  rate_limit: { per_minute: 10_000_000, burst: 1_000_000 },
  build: { memory_mb: 512 },
};

const organisation = path.join(import.meta.dirname, '../../examples/organisation/sources');
export const organisationSources = ['hr', 'crm', 'ledger'];

export const sourcesOfFixture = [
  ...organisationSources.map(name => ({
    id: name,
    connector: 'custom-application',
    settings: { folder: path.join(organisation, name) },
  })),
  ...['app', 'cut'].map(id => ({ id, connector: 'scripted', settings: { script: id } })),
];

/** A client of the API. */
export interface Reader {
  get(url: string): Promise<{ readonly status: number; readonly text: string }>;
  send(method: 'GET' | 'POST', url: string, body?: unknown): Promise<{ status: number; body: Item; bytes: Buffer }>;
}

export async function readerOf(app: FastifyInstance, client: { id: string; secret: string }): Promise<Reader> {
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${client.id}&client_secret=${client.secret}`,
  });
  if (answer.statusCode !== 200) throw new Error(`no token: ${answer.statusCode} ${answer.body}`);
  const authorization = `Bearer ${answer.json().access_token}`;
  return {
    async get(url) {
      const { statusCode, body } = await app.inject({ url, headers: { authorization } });
      return { status: statusCode, text: body };
    },
    async send(method, url, body) {
      const { statusCode, rawPayload } = await app.inject({
        method,
        url,
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      const isJson = rawPayload[0] === 0x7b;
      return { status: statusCode, body: isJson ? JSON.parse(rawPayload.toString()) : undefined, bytes: rawPayload };
    },
  };
}

/** The text of every page of a list. @param rewrite applied to each page before it is added */
export async function pagesText(
  reader: Reader,
  list: string,
  rewrite: (page: string, collection: string) => string = page => page,
): Promise<string> {
  let text = '';
  for (let url = `${list}?pageSize=7`; ; ) {
    const page = await reader.get(url);
    if (page.status !== 200) throw new Error(`${url}: ${page.status} ${page.text}`);
    text += rewrite(page.text, path.basename(list));
    const { nextPageToken } = JSON.parse(page.text);
    if (nextPageToken === undefined) return text;
    url = `${list}?pageSize=7&pageToken=${nextPageToken}`;
  }
}

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
