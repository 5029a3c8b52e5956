// From a service account of a cluster of Kubernetes, by the identity that it is in Google Cloud, to buckets and service accounts there, as the
// service joins them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gcp } from '../../../connectors/gcp/index.ts';
import { kubernetes } from '../../../connectors/kubernetes/index.ts';
import { firstPartyAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import { pagesOf, scriptedConnector } from '../../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';
import {
  deployer,
  fillCloud,
  fillWorkloadPools,
  gcpSettingsFor,
  grantOnBucket,
  grantOnDeployer,
  issuerOfShopCluster,
  principal,
  principalSet,
} from '../../support/simulators/gcp/cloud.ts';
import { type GcpSimulator, startGcp } from '../../support/simulators/gcp/gcp.ts';
import { fillCluster } from '../../support/simulators/kubernetes/cluster.ts';
import {
  type KubernetesSimulator,
  kubernetesToken,
  startKubernetes,
} from '../../support/simulators/kubernetes/kubernetes.ts';

/** What a connector of GitHub lands. */
const github = {
  Account: pagesOf([
    { id: 'repo:acme/app', alias: 'repo:acme/app', name: 'app', type: 'Machine', subType: 'Workload' },
  ]),
  Authenticator: pagesOf([
    {
      ...{ id: 'github-actions', name: 'GitHub Actions', isActive: true },
      authenticationKeys: [firstPartyAuthenticationKey('github-actions', 'acme')],
    },
  ]),
};

const serviceAccount = 'system:serviceaccount:ops:deployer';
const federated = principal('clusters', serviceAccount);
const workload = 'serviceAccount:shop-prod.svc.id.goog[shop/default]';

let clusters: KubernetesSimulator[] = [];
let cloud: GcpSimulator;
let test: TestService;
let accounts: Item[];
beforeAll(async () => {
  cloud = await startGcp();
  clusters = await Promise.all(['production', 'one', 'two', 'without'].map(() => startKubernetes()));
  for (const server of clusters) fillCluster(server.state);
  const [production, ...ofGoogle] = clusters;
  for (const [index, name] of ['one', 'two', 'without'].entries())
    ofGoogle[index]!.state.issuer = issuerOfShopCluster(name);
  fillCloud(cloud.state);
  fillWorkloadPools(cloud.state, production!.state.issuer);
  grantOnBucket(
    cloud.state,
    'shop-orders',
    federated,
    workload,
    principalSet('github', 'attribute.repository/acme/app'),
  );
  grantOnBucket(cloud.state, 'shop-secrets', principal('closed', serviceAccount));
  grantOnDeployer(cloud.state, federated);
  const source = (id: string, server: KubernetesSimulator) => ({
    ...{ id, connector: 'kubernetes', settings: { url: server.url, token: kubernetesToken } },
  });
  test = await startService({
    connectors: [gcp, kubernetes, scriptedConnector(new Map([['github', github]]))],
    settings: {
      sources: [
        { id: 'cloud', connector: 'gcp', settings: gcpSettingsFor(cloud.url) },
        ...['production', 'one', 'two', 'without'].map((id, index) => source(id, clusters[index]!)),
        { id: 'github', connector: 'scripted', settings: { script: 'github' } },
      ],
    },
  });
  const { build } = await test.sync();
  expect(build?.status).toBe('Published');
  accounts = await test.everyItem('/v1/accounts?pageSize=200');
});
afterAll(async () => {
  await test?.close();
  for (const server of [cloud, ...clusters]) await server?.close();
});

const sourceOf = (item: Item) =>
  test.config.tenants[0]!.sources.find(
    ({ application_instance_id }) => application_instance_id === item.objectMetadata.ApplicationInstanceId,
  )!.id;
const account = (source: string, id: string) => accounts.find(item => sourceOf(item) === source && item.id === id)!;

/** Names of what an account has access to. */
async function reached(from: Item): Promise<string[]> {
  const items = await test.everyItem(`/v1/accounts/${from.globalId}/access?pageSize=100`);
  return items.map((item: Item) => item.objectName);
}

async function pathsTo(from: Item, name: string): Promise<string[]> {
  const items = await test.everyItem(`/v1/accounts/${from.globalId}/access?pageSize=100`);
  const object = items.find((item: Item) => item.objectName === name);
  const { body } = await test.get(`/v1/accounts/${from.globalId}/access/${object.objectId}/paths`);
  return body.paths.map((path: Item) => path.steps.map(({ to }: Item) => to.objectName).join(' > '));
}

/** Chains of those whom an account can act as, by local ids. */
async function chains(from: Item): Promise<string[]> {
  const { body } = await test.get(`/v1/non-human-identities/${from.globalId}/blast-radius`);
  const ids = new Map(accounts.map(item => [item.globalId, item.id]));
  return body.chains.map((steps: Item[]) => steps.map(step => ids.get(step.objectId) ?? step.objectType).join(' > '));
}

it('a service account of a cluster reaches the bucket as the identity that it is in Google Cloud', async () => {
  expect(await pathsTo(account('production', serviceAccount), 'shop-orders')).toEqual([
    `${federated.slice('principal:'.length)} > shop-orders`,
  ]);
});

it('it can act as this identity, and as the service account that gives it tokens', async () => {
  const of = await chains(account('production', serviceAccount));
  expect(of).toContain(`${federated} > serviceAccount:${deployer}`);
});

it('clusters that share the pool of their project share its identities, and others do not', async () => {
  for (const [source, isReached] of [
    ['one', true],
    ['two', true],
    ['without', false],
    ['production', false],
  ] as const)
    expect((await reached(account(source, 'system:serviceaccount:shop:default'))).includes('shop-orders')).toBe(
      isReached,
    );
});

it('a repository of GitHub reaches what the set of its workflows may read', async () => {
  expect(await reached(account('github', 'repo:acme/app'))).toContain('shop-orders');
});

it('nobody reaches anything by a pool that is disabled', async () => {
  expect(await reached(account('production', serviceAccount))).not.toContain('shop-secrets');
});

it('who reaches the bucket is said from its side too', async () => {
  const [bucket] = await test.everyItem(
    `/v1/resource-instances?filter=${encodeURIComponent(JSON.stringify([{ field: 'name', filterType: 'eq', values: ['shop-orders'] }]))}`,
  );
  const reaching = await test.everyItem(`/v1/resource-instances/${bucket.globalId}/accounts?pageSize=100`);
  const ids = new Map(accounts.map(item => [item.globalId, `${sourceOf(item)}: ${item.id}`]));
  const names = reaching.map((item: Item) => ids.get(item.objectId ?? item.accountId ?? item.globalId));
  expect(names).toEqual(
    expect.arrayContaining([
      `production: ${serviceAccount}`,
      `cloud: ${federated}`,
      'one: system:serviceaccount:shop:default',
      'github: repo:acme/app',
    ]),
  );
  expect(bucket.analyticsAccountsWithAccessCount).toBe(new Set(names).size);
});
