// What lands of pools of workload identities: providers, trust domains, and which workloads of other sources are which identities.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gcp } from '../../../connectors/gcp/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import {
  firstPartyAuthenticationKey,
  oidcAuthenticationKey,
  spiffeTrustDomainKey,
  workloadIssuerKey,
} from '../../../src/connector/authentication-keys.ts';
import {
  fillCloud,
  fillWorkloadPools,
  gcpSettingsFor,
  grantOnBucket,
  issuerOfShopCluster,
  principal,
  principalSet,
} from '../../support/simulators/gcp/cloud.ts';
import { type GcpSimulator, type GcpState, startGcp } from '../../support/simulators/gcp/gcp.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { contentOf, gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

const issuer = 'https://oidc.example.org/cluster';
const deployer = 'system:serviceaccount:ops:deployer';
const pools = 'projects/42/locations/global/workloadIdentityPools';

let server: GcpSimulator;
const settings = (more: object = {}) => gcpSettingsFor(server.url, more);
const read = (more: object = {}) => readSource(gcp, settings(more));
beforeAll(async () => {
  server = await startGcp();
});
afterAll(() => server.close());

/** What lands of the cloud when these members may read a bucket. @param change makes the cloud another one first */
async function readWith(members: readonly string[], change: (state: GcpState) => void = () => {}): Promise<Reading> {
  for (const part of Object.values(server.state)) {
    if (Array.isArray(part)) part.length = 0;
    else part.clear();
  }
  fillCloud(server.state);
  fillWorkloadPools(server.state, issuer);
  grantOnBucket(server.state, 'shop-orders', ...members);
  change(server.state);
  return read();
}

/** Who of another source is which member here, by which key. */
const links = (of: Reading, member: string) =>
  recordsOf(of, 'EntityManagedViaObject').flatMap(each => {
    const key = (each['federationSpecification'] as { sourceAuthenticationKey: string } | undefined)
      ?.sourceAuthenticationKey;
    return key === undefined || each['managedViaObjectId'] !== member
      ? []
      : [{ from: each['entityId'], to: each['managedViaObjectId'], key }];
  });
const actingAs = (of: Reading, member: string) =>
  recordsOf(of, 'EntityAssignedAccessToObject').filter(each => each['assignedObjectId'] === member);

describe('authenticators', () => {
  let reading: Reading;
  beforeAll(async () => {
    reading = await readWith([principal('clusters', deployer)]);
  });
  const authenticator = (id: string) => recordOf(reading, 'Authenticator', id);

  it('are providers, with keys of the issuer and each audience', () => {
    expect(misfitsOf(reading)).toEqual([]);
    expect(authenticator(`${pools}/clusters/providers/production`)).toMatchObject({
      ...{ name: 'Production', isActive: true, authenticationKeys: [oidcAuthenticationKey(issuer, 'shop')] },
      description: expect.stringContaining('the pool clusters of projects/shop-prod, if assertion.sub.startsWith('),
    });
    const actions = `${pools}/github/providers/actions`;
    expect(authenticator(actions)!['authenticationKeys']).toContain(
      oidcAuthenticationKey('https://token.actions.githubusercontent.com', `https://iam.googleapis.com/${actions}`),
    );
    // By the key of the issuer alone, other sources refer to the cluster.
    const keys = recordsOf(reading, 'Authenticator').flatMap(each => each['authenticationKeys'] ?? []);
    expect(keys).not.toContain(workloadIssuerKey(issuer));
    expect(authenticator(`${pools}/clusters/providers/off`)).toMatchObject({ isActive: false });
    expect(authenticator(`${pools}/closed/providers/production`)).toMatchObject({ isActive: false });
    expect(authenticator(`${pools}/clusters/providers/partner`)).toMatchObject({
      description: expect.stringContaining('the AWS account 111111111111'),
    });
  });

  it('are trust domains: those of pools with a key, those that are trusted without', () => {
    const mesh = 'mesh.global.42.workload.id.goog';
    expect(authenticator(`spiffe://${mesh}`)).toMatchObject({ authenticationKeys: [spiffeTrustDomainKey(mesh)] });
    expect(authenticator('spiffe://shop-prod.svc.id.goog')).toMatchObject({ isActive: true });
    expect(authenticator('spiffe://audit.example.org')).not.toHaveProperty('authenticationKeys');
    const edges = recordsOf(reading, 'EntityManagedViaObject').flatMap(each =>
      each['entityType'] === 'Authenticator' ? [`${each['entityId']} in ${each['managedViaObjectId']}`] : [],
    );
    expect(edges).toEqual([
      'spiffe://audit.example.org in spiffe://audit.example.org',
      `spiffe://audit.example.org in spiffe://${mesh}`,
    ]);
  });

  it('land the same in pages of one, and keep the rules of every connector', async () => {
    server.fault = call => {
      if (call.url.searchParams.has('pageSize')) call.url.searchParams.set('pageSize', '1');
      return undefined;
    };
    const paged = await read();
    server.fault = undefined;
    expect(contentOf(paged)).toEqual(contentOf(reading));
    const rules = await testConnector(gcp, { settings: settings(), baseFolder: '/', changes: {} });
    expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
  });
});

describe('an identity of a pool is', () => {
  it('the service account of the cluster that issues its tokens, on the conditions of the provider', async () => {
    const member = principal('clusters', deployer);
    const reading = await readWith([member]);
    expect(links(reading, member)).toEqual([{ from: deployer, to: member, key: workloadIssuerKey(issuer) }]);
    expect(actingAs(reading, member)).toMatchObject([
      {
        ...{ entityId: deployer, assignedObjectId: member },
        federationSpecification: { connectionType: 'Source', sourceAuthenticationKey: workloadIssuerKey(issuer) },
        entitlementSpecification: {
          reasonSpecificData: {
            permissions: { fineGrainedSpecifiers: [`impersonate:${member}`] },
            conditions: {
              context: expect.arrayContaining([
                expect.objectContaining({ name: 'issuer', value: issuer }),
                expect.objectContaining({ name: 'audiences', value: ['shop'] }),
                expect.objectContaining({ name: 'attributeCondition' }),
              ]),
            },
          },
        },
      },
    ]);
    expect(recordOf(reading, 'Account', member)).toMatchObject({ subType: 'Workload', enabled: true });
  });

  it.each(['serviceAccount:shop-prod.svc.id.goog[shop/api]', principal('shop-prod.svc.id.goog', 'ns/shop/sa/api')])(
    'the service account of this name in each cluster of the project: %s',
    async member => {
      const found = links(await readWith([member]), member);
      expect(found).toEqual(
        ['one', 'two'].map(name => ({
          ...{ from: 'system:serviceaccount:shop:api', to: member, key: workloadIssuerKey(issuerOfShopCluster(name)) },
        })),
      );
    },
  );

  it.each([
    [principalSet('shop-prod.svc.id.goog', 'namespace/shop'), 'system:serviceaccounts:shop', ['one', 'two']],
    [
      principalSet('shop-prod.svc.id.goog', `kubernetes.cluster/${issuerOfShopCluster('two')}`),
      'system:serviceaccounts',
      ['two'],
    ],
  ])('a group of a cluster: %s', async (member, group, clusters) => {
    const found = links(await readWith([member]), member);
    expect(found).toEqual(
      clusters.map(name => ({ from: group, to: member, key: workloadIssuerKey(issuerOfShopCluster(name)) })),
    );
  });

  it.each([
    [principal('github', 'repo:Acme/App:ref:refs/heads/main'), 'repo:acme/app'],
    [principalSet('github', 'attribute.repository/acme/app'), 'repo:acme/app'],
    [principalSet('github', 'attribute.owner/acme'), 'repo:acme/*'],
  ])('a repository or an owner of GitHub: %s', async (member, workload) => {
    const found = links(await readWith([member]), member);
    expect(found).toEqual([{ from: workload, to: member, key: firstPartyAuthenticationKey('github-actions', 'acme') }]);
  });

  it.each([
    ['a pool that is disabled', principal('closed', deployer)],
    ['a pool that does not exist', principal('nothing', deployer)],
    [
      'a pool of a project that is not read',
      `principal://iam.googleapis.com/projects/99/locations/global/workloadIdentityPools/clusters/subject/${deployer}`,
    ],
    ['a subject that no cluster has', principal('clusters', 'somebody@example.org')],
    ['a subject with a wildcard', principal('clusters', 'system:serviceaccount:ops:*')],
    ['a subject of GitHub that is a workload of a cluster', principal('github', deployer)],
    ['an attribute that is not mapped', principalSet('github', 'attribute.actor/ada')],
    ['an attribute that is not a repository', principalSet('github', 'attribute.branch/acme/app')],
    ['all identities of a pool', principalSet('github', '*')],
    [
      'a cluster outside of the pool',
      principalSet('shop-prod.svc.id.goog', `kubernetes.cluster/${issuerOfShopCluster('without')}`),
    ],
    ['the pool of another project', principal('playground.svc.id.goog', 'ns/shop/sa/api')],
    ['the pool of clusters of a project that is not read', 'serviceAccount:elsewhere.svc.id.goog[shop/api]'],
    ['a subject of another form in a pool of clusters', principal('shop-prod.svc.id.goog', 'resources/x/y')],
  ])('nobody elsewhere: %s', async (_what, member) => {
    const reading = await readWith([member]);
    expect(misfitsOf(reading)).toEqual([]);
    expect(links(reading, member)).toEqual([]);
    expect(recordsOf(reading, 'EntityAssignedAccessToObject').map(each => each['entityId'])).toContain(member);
  });

  it('nobody elsewhere where the provider changes the subject, or is disabled or deleted', async () => {
    const member = principal('clusters', deployer);
    const providers = `${pools}/clusters`;
    for (const change of [
      { attributeMapping: { 'google.subject': "'x' + assertion.sub" } },
      { attributeMapping: { 'attribute.x': 'assertion.sub' } },
      { attributeMapping: undefined },
      { disabled: true },
      { state: 'DELETED' },
      { oidc: undefined },
    ])
      expect(
        links(
          await readWith([member], state => Object.assign(state.workloadProviders.get(providers)![0]!, change)),
          member,
        ),
      ).toEqual([]);
  });

  it('not enabled where its pool is disabled', async () => {
    const member = principal('closed', deployer);
    expect(recordOf(await readWith([member]), 'Account', member)).toMatchObject({ enabled: false });
  });
});

describe('without some rights', () => {
  const gapsAt = (reading: Reading, permission: string) =>
    gapsOf(reading).filter(({ message }) => message.includes(permission));

  it('a list is a gap that names the permission, and only what hangs on it may be missing', async () => {
    const member = principal('clusters', deployer);
    const reading = await readWith([member], state => state.forbidden.add(`/v1/${pools}/clusters/providers`));
    expect(links(reading, member)).toEqual([]);
    const gaps = gapsAt(reading, 'iam.workloadIdentityPoolProviders.list');
    expect(gaps).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'Authenticator', reason: 'forbidden', missing: 'objects' }),
        expect.objectContaining({
          ...{ type: 'EntityManagedViaObject', missing: 'objects' },
          within: { field: 'managedViaObjectId', is: expect.arrayContaining([member]) },
        }),
        expect.objectContaining({
          ...{ type: 'EntityAssignedAccessToObject', missing: 'objects' },
          within: { field: 'assignedObjectId', is: expect.arrayContaining([member]) },
        }),
      ]),
    );
    expect(gaps.map(({ type }) => type)).not.toContain('Account');
  });

  it('pools and clusters are gaps too, and so are zones that did not answer', async () => {
    const member = 'serviceAccount:shop-prod.svc.id.goog[shop/api]';
    const reading = await readWith([member], state => {
      state.forbidden.add('/v1/projects/shop-prod/locations/global/workloadIdentityPools');
      state.missingZones.push('us-east1-b');
    });
    expect(gapsAt(reading, 'iam.workloadIdentityPools.list').map(({ type }) => type)).toContain('Authenticator');
    expect(gapsAt(reading, 'us-east1-b').map(({ type }) => type)).toContain('EntityManagedViaObject');
    const refused = await readWith([member], state =>
      state.forbidden.add('/v1/projects/shop-prod/locations/-/clusters'),
    );
    expect(links(refused, member)).toEqual([]);
    expect(gapsAt(refused, 'container.clusters.list').map(({ type }) => type)).toContain('EntityManagedViaObject');
  });

  it('clusters are not asked for where no policy names their pool', async () => {
    const before = server.calls.length;
    await readWith([principal('clusters', deployer)], state => {
      for (const found of state.found.get('organizations/100')!)
        if (String(found['resource']).includes('serviceAccounts')) found['policy'] = { bindings: [] };
    });
    expect(server.calls.slice(before).filter(call => call.includes('/clusters'))).toEqual([]);
  });
});

it('a pool or provider without a usable name is rejected, and no address is made of it', async () => {
  const reading = await readWith([], state => {
    state.workloadPools.get('shop-prod')!.push({ name: '../../v1/roles?x=' }, { displayName: 'nameless' });
    state.workloadProviders.get(`${pools}/github`)!.push({ name: 'x' });
  });
  const misfits = misfitsOf(reading);
  expect(misfits).toHaveLength(3);
  expect(JSON.stringify(misfits)).toContain('has no name, or one of another form');
});
