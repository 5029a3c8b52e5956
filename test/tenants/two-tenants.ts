// Two tenants in one deployment whose sources and objects have the same ids, with all data of each.
import { addClient, scopes } from '../../src/state/clients/clients.ts';
import { type Exporting, exportsAs } from '../support/exports.ts';
import { everyType, type Script } from '../support/scripted-source.ts';
import { type Send, sendAs } from '../support/send.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../support/servers/postgres.ts';
import { type RedisServer, redisMissing, startRedis } from '../support/servers/redis.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';

export const count = 12;
export const names = ['alpha', 'beta'] as const;

export interface Side {
  readonly tenant: string;
  readonly instance: string;
  readonly token: string;
  readonly send: Send;
  readonly exporting: Exporting;
  readonly version: number;
  readonly query: Item;
  readonly download: { readonly id: string; readonly url: string };
  readonly run: string;
}

export interface Deployment {
  readonly name: string;
  readonly skipped: string | undefined;
  /** Start its servers. `settings` put state and queues there. */
  start(): Promise<{ settings: Record<string, unknown>; stop(): Promise<void> }>;
}

export const deployments: readonly Deployment[] = [
  { name: 'embedded', skipped: undefined, start: async () => ({ settings: {}, stop: async () => {} }) },
  {
    name: 'Redis and PostgreSQL',
    skipped: redisMissing ?? postgresMissing,
    async start() {
      const [redis, postgres]: [RedisServer, PostgresServer] = await Promise.all([startRedis(), startPostgres()]);
      return {
        settings: { queue_url: redis.url, database_url: await postgres.createDatabase() },
        stop: async () => {
          await Promise.all([redis.stop(), postgres.stop()]);
        },
      };
    },
  },
];

export const sourceOf = (script: string, id = 'app') => ({ id, connector: 'scripted', settings: { script } });

/** The same records with the same ids, and accounts that are named after the tenant. */
export function recordsOf(tenant: string): Script {
  return everyType(count, record =>
    String(record['id']).startsWith('Account-') ? { ...record, name: `${record['id']} of ${tenant}` } : record,
  );
}

/** A token of a new client. */
export async function tokenOf({ service, app }: TestService, tenant: string): Promise<string> {
  const { client, clientSecret } = await addClient(service.database, {
    tenant,
    name: 'all',
    scopes,
    createdBy: 'test',
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${clientSecret}`,
  });
  return answer.json().access_token;
}

/** A service that has published a version of both tenants. */
export async function startBoth(settings: Record<string, unknown>): Promise<{ test: TestService; sides: Side[] }> {
  const test = await startService({
    sources: {},
    settings: {
      ...settings,
      metrics: true,
      tenants: Object.fromEntries(names.map(name => [name, { sources: [sourceOf(name)] }])),
    },
  });
  for (const name of names) test.scripts.set(name, recordsOf(name));
  const sides = await Promise.all(names.map(name => sideOf(test, name)));
  return { test, sides };
}

async function sideOf(test: TestService, tenant: string): Promise<Side> {
  const { runs, build } = await test.operator.sync({ tenant, sources: [], acceptLoss: false }, () => {});
  if (build?.status !== 'Published') throw new Error(`${tenant} was not published: ${JSON.stringify(build)}`);
  const token = await tokenOf(test, tenant);
  const send = sendAs(test, token);
  const exporting = exportsAs(test, token);
  const query = await send('POST', '/v1/query/saved-queries', {
    name: 'Accounts',
    query_string: `SELECT name, '${tenant}' AS asked_by FROM service_identity.accounts ORDER BY name`,
  });
  const asked = await exporting.create('accessInventoryAccounts');
  return {
    tenant,
    instance: test.service.tenant(tenant).config.sources[0]!.application_instance_id,
    token,
    send,
    exporting,
    version: build.version!,
    query: query.body,
    download: await exporting.ended(asked.body.id),
    run: runs[0]!.run_id,
  };
}
