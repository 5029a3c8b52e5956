// Trust domains of SPIRE in a cluster, and which of them trust each other, also across sources.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { kubernetes } from '../../../connectors/kubernetes/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { spiffeTrustDomainKey } from '../../../src/connector/authentication-keys.ts';
import { type Item, startService } from '../../support/service/service.ts';
import { fillCluster, object } from '../../support/simulators/kubernetes/cluster.ts';
import {
  type KubernetesSimulator,
  kubernetesToken,
  startKubernetes,
} from '../../support/simulators/kubernetes/kubernetes.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

const resource = (name: string, spec: object) => object(name, undefined, { spec });

/** A cluster with SPIRE whose trust domain is `own` and that trusts `trusted`. */
async function startSpire(own: string, trusted: readonly string[]): Promise<KubernetesSimulator> {
  const server = await startKubernetes();
  fillCluster(server.state);
  server.state.hasSpire = true;
  server.state.issuer = `https://issuer.${own}/`;
  const { objects } = server.state;
  objects.clusterspiffeids.push(
    resource('every-workload', {
      spiffeIDTemplate: 'spiffe://{{ .TrustDomain }}/ns/{{ .PodMeta.Namespace }}/sa/{{ .PodSpec.ServiceAccountName }}',
      federatesWith: [...trusted],
    }),
  );
  objects.clusterstaticentries.push(
    resource('database', {
      ...{
        spiffeID: `spiffe://${own}/database`,
        parentID: `spiffe://${own}/spire/agent/x`,
        selectors: ['unix:uid:70'],
      },
    }),
  );
  objects.clusterfederatedtrustdomains.push(
    ...trusted.map((name, index) =>
      resource(`trusted-${index}`, {
        ...{ trustDomain: name, bundleEndpointURL: `https://bundle.${name}/` },
        bundleEndpointProfile: { type: 'https_spiffe', endpointSPIFFEID: `spiffe://${name}/spire/server` },
      }),
    ),
  );
  return server;
}

const settings = (server: KubernetesSimulator) => ({ url: server.url, token: kubernetesToken });
const read = (server: KubernetesSimulator) => readSource(kubernetes, settings(server));
const domains = (of: Reading) =>
  recordsOf(of, 'Authenticator').flatMap(({ id }) => (id.startsWith('spiffe:') ? [id] : []));
const edges = (of: Reading) =>
  recordsOf(of, 'EntityManagedViaObject').flatMap(each =>
    each['entityType'] === 'Authenticator' ? [`${each['entityId']} in ${each['managedViaObjectId']}`] : [],
  );

describe('a cluster with SPIRE', () => {
  let server: KubernetesSimulator;
  let reading: Reading;
  beforeAll(async () => {
    server = await startSpire('shop.example.org', ['Audit.example.org']);
    reading = await read(server);
  });
  afterAll(() => server.close());

  it('lands its trust domain with a key, and the trusted one without', () => {
    expect(misfitsOf(reading)).toEqual([]);
    expect(gapsOf(reading).filter(({ subject }) => subject.includes('spire'))).toEqual([]);
    expect(recordOf(reading, 'Authenticator', 'spiffe://shop.example.org')).toMatchObject({
      ...{ name: 'shop.example.org', isActive: true },
      authenticationKeys: [spiffeTrustDomainKey('shop.example.org')],
    });
    const trusted = recordOf(reading, 'Authenticator', 'spiffe://audit.example.org');
    expect(trusted).toMatchObject({ description: expect.stringContaining('https://bundle.Audit.example.org/') });
    expect(trusted).not.toHaveProperty('authenticationKeys');
  });

  it('says which trusts which, and where the trusted one is issued', () => {
    expect(edges(reading)).toEqual([
      'spiffe://audit.example.org in spiffe://audit.example.org',
      'spiffe://audit.example.org in spiffe://shop.example.org',
    ]);
    expect(
      recordsOf(reading, 'EntityManagedViaObject').find(
        each => each['managedViaObjectId'] === 'spiffe://audit.example.org',
      ),
    ).toMatchObject({
      federationSpecification: { sourceAuthenticationKey: spiffeTrustDomainKey('AUDIT.example.org') },
    });
  });

  it('keeps the rules of every connector', async () => {
    const rules = await testConnector(kubernetes, { settings: settings(server), baseFolder: '/', changes: {} });
    expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
  });

  it('is a gap without the right to list its resources', async () => {
    server.state.forbidden.add('clusterfederatedtrustdomains');
    const partial = await read(server);
    server.state.forbidden.clear();
    expect(gapsOf(partial)).toContainEqual(
      expect.objectContaining({
        ...{ type: 'Authenticator', reason: 'forbidden', missing: 'objects' },
        message: expect.stringContaining('the verb list on clusterfederatedtrustdomains'),
      }),
    );
  });

  it('may lack one of the definitions', async () => {
    server.fault = ({ url }) =>
      url.pathname.endsWith('/clusterstaticentries') ? { status: 404, body: {} } : undefined;
    const partial = await read(server);
    server.fault = undefined;
    expect(domains(partial)).toEqual(['spiffe://audit.example.org']);
    expect(edges(partial)).toEqual(['spiffe://audit.example.org in spiffe://audit.example.org']);
    expect(gapsOf(partial)).toContainEqual(
      expect.objectContaining({
        type: 'EntityManagedViaObject',
        message: expect.stringContaining('writes out its name'),
      }),
    );
  });

  it('takes each controller for itself, and no text that is no name', async () => {
    const { clusterstaticentries, clusterfederatedtrustdomains } = server.state.objects;
    const before = [clusterstaticentries.length, clusterfederatedtrustdomains.length] as const;
    clusterstaticentries.push(
      resource('other', { className: 'other', spiffeID: 'spiffe://other.example.org/x', federatesWith: ['a b', ''] }),
      resource('hostile', { spiffeID: "spiffe://x';DROP/y" }),
      resource('nothing', {}),
    );
    clusterfederatedtrustdomains.push(resource('of-other', { className: 'other', trustDomain: 'shop.example.org' }));
    const several = await read(server);
    clusterstaticentries.length = before[0];
    clusterfederatedtrustdomains.length = before[1];
    expect(misfitsOf(several)).toEqual([]);
    expect(domains(several).toSorted()).toEqual(['audit', 'other', 'shop'].map(name => `spiffe://${name}.example.org`));
    expect(edges(several).toSorted()).toEqual([
      'spiffe://audit.example.org in spiffe://audit.example.org',
      'spiffe://audit.example.org in spiffe://shop.example.org',
      'spiffe://shop.example.org in spiffe://other.example.org',
    ]);
  });
});

it('a cluster without SPIRE has no trust domains, and asks for no right', async () => {
  await using server = await startKubernetes();
  fillCluster(server.state);
  server.state.forbidden.add('clusterspiffeids').add('clusterstaticentries').add('clusterfederatedtrustdomains');
  const reading = await read(server);
  expect(domains(reading)).toEqual([]);
  expect(gapsOf(reading).map(({ reason }) => reason)).not.toContain('forbidden');
});

it('two clusters that name the same trust domain are joined', async () => {
  await using shop = await startSpire('shop.example.org', ['audit.example.org']);
  await using audit = await startSpire('audit.example.org', ['elsewhere.example.org']);
  const source = (id: string, server: KubernetesSimulator) => ({
    id,
    connector: 'kubernetes',
    settings: settings(server),
  });
  const test = await startService({
    connectors: [kubernetes],
    settings: { sources: [source('shop', shop), source('audit', audit)] },
  });
  onTestFinished(() => test.close());
  expect((await test.sync()).build?.status).toBe('Published');
  const authenticators = await test.everyItem('/v1/authenticators');
  const instances = new Map(test.config.tenants[0]!.sources.map(each => [each.application_instance_id, each.id]));
  const nameOf = (id: string) => {
    const found = authenticators.find((item: Item) => item.globalId === id);
    return found && `${instances.get(found.objectMetadata.ApplicationInstanceId)}: ${found.name}`;
  };
  const memberships = await test.everyItem('/v1/entity-managed-via-object?pageSize=200');
  const between = memberships.flatMap((each: Item) =>
    each.entityType === 'Authenticator' && each.globalEntityId
      ? [`${nameOf(each.globalEntityId)} in ${nameOf(each.globalManagedViaObjectId)}`]
      : [],
  );
  expect(between.toSorted()).toEqual([
    'audit: audit.example.org in shop: audit.example.org',
    'audit: elsewhere.example.org in audit: audit.example.org',
    'shop: audit.example.org in shop: shop.example.org',
  ]);
});
