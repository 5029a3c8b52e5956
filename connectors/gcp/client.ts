// An opened part of Google Cloud, an organisation or some projects: one HTTP client for each API, and what the reads share.
import type { ConnectorContext } from '../../src/connector/contract.ts';
import { jwtBearer } from '../../src/connector/http/access-tokens.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { createOnce, type Once } from '../../src/connector/once.ts';
import type { GcpSettings } from './settings.ts';

const hosts = {
  resources: 'https://cloudresourcemanager.googleapis.com/',
  iam: 'https://iam.googleapis.com/',
  assets: 'https://cloudasset.googleapis.com/',
  storage: 'https://storage.googleapis.com/',
  keys: 'https://apikeys.googleapis.com/',
  clusters: 'https://container.googleapis.com/',
} as const;

export type Api = keyof typeof hosts;

export interface GcpClient {
  readonly apis: Readonly<Record<Api, HttpClient>>;
  readonly settings: GcpSettings;
  /** The organisations or projects to read, such as `organizations/123` and `projects/shop`, as their API shows them. */
  readonly roots: readonly Root[];
  /** Shares what several reads of this client need. */
  readonly once: Once;
  close(): Promise<void>;
}

export interface Root {
  readonly path: string;
  readonly answer: unknown;
}

/** Quotas are counted by the minute. */
const longestWaitMs = 65_000;

/** @throws SourceError when a root cannot be read: key, number, right */
export async function openGcp(settings: GcpSettings, context: ConnectorContext): Promise<GcpClient> {
  const { client_email, private_key, key_id } = settings.service_account;
  const credentials = jwtBearer(
    {
      ...{ clientId: client_email, privateKey: private_key, keyId: key_id, algorithm: 'RS256' },
      ...{ tokenUrl: settings.token_url, scope: 'https://www.googleapis.com/auth/cloud-platform' },
    },
    undefined,
  );
  const open = (host: string) =>
    openHttpClient({
      ...{ baseUrl: settings.endpoint_url ?? host, context, credentials, connection: settings.connection },
      retry: { longestWaitMs },
    });
  const names = Object.keys(hosts) as Api[];
  const clients = await Promise.all(names.map(async name => [name, await open(hosts[name])] as const));
  const apis = Object.fromEntries(clients) as Record<Api, HttpClient>;
  const close = async () => {
    await Promise.all(clients.map(([, client]) => client.close()));
  };
  try {
    const paths = settings.organization
      ? [`organizations/${settings.organization}`]
      : settings.projects!.map(id => `projects/${id}`);
    const roots = await Promise.all(paths.map(async path => ({ path, answer: await readRoot(apis.resources, path) })));
    return { apis, settings, roots, once: createOnce(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readRoot(http: HttpClient, path: string): Promise<unknown> {
  const { body } = await http.send({ url: `v3/${path}` }).catch(error => {
    const isRefused = error instanceof HttpError && (error.status === 403 || error.status === 404);
    throw asSourceError(
      error,
      isRefused
        ? `grant the service account the roles of the README on ${path}, and enable the Cloud Resource Manager API in its project`
        : 'is the key of the service account deleted, or disabled?',
    );
  });
  return body;
}
