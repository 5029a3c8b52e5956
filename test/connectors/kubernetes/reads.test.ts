// What lands from a Kubernetes cluster.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubernetes } from '../../../connectors/kubernetes/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { workloadIssuerKey } from '../../../src/connector/authentication-keys.ts';
import { fillCluster, readers } from '../../support/simulators/kubernetes/cluster.ts';
import {
  type KubernetesSimulator,
  kubernetesToken,
  startKubernetes,
} from '../../support/simulators/kubernetes/kubernetes.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { contentOf, gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

let server: KubernetesSimulator;
let reading: Reading;
const identity_provider = {
  ...{ issuer: 'https://login.example.org', client_id: 'kubernetes', groups_prefix: 'idp:' },
};
const settings = (more: object = {}) => ({
  url: server.url,
  token: kubernetesToken,
  tokens: true,
  identity_provider,
  ...more,
});
beforeAll(async () => {
  server = await startKubernetes();
  fillCluster(server.state);
  reading = await readSource(kubernetes, settings());
});
afterAll(() => server.close());

const account = (id: string) => recordOf(reading, 'Account', id);
const memberships = () =>
  recordsOf(reading, 'EntityManagedViaObject').map(each => `${each['entityId']} in ${each['managedViaObjectId']}`);
interface Details {
  readonly permissions: { readonly fineGrainedSpecifiers: readonly string[] };
  readonly contentPermissions: readonly unknown[];
}

const grant = (entity: string, object: string, in_ = reading) => {
  const record = recordsOf(in_, 'EntityAssignedAccessToObject').find(
    each => each['entityId'] === entity && each['assignedObjectId'] === object,
  );
  return (record?.['entitlementSpecification'] as { reasonSpecificData: Details } | undefined)?.reasonSpecificData;
};

it('lands every type without rejections, and says that members of groups are not known', () => {
  expect(misfitsOf(reading)).toEqual([]);
  expect(gapsOf(reading)).toMatchObject([{ type: 'EntityManagedViaObject', reason: 'unsupported', missing: 'fields' }]);
});

it('lands the issuer of its tokens, unless other clusters have the same', async () => {
  const keys = (of: Reading) => recordsOf(of, 'Authenticator').map(each => each['authenticationKeys']);
  expect(keys(reading)).toEqual([[workloadIssuerKey('oidc.eks.eu-central-1.amazonaws.com/id/a1b2/')]]);
  const { issuer } = server.state;
  server.state.issuer = 'https://kubernetes.default.svc.cluster.local';
  expect(keys(await readSource(kubernetes, settings()))).toEqual([]);
  server.state.issuer = issuer;
  server.fault = ({ url }) => (url.pathname.startsWith('/.well-known') ? { status: 403, body: {} } : undefined);
  const refused = await readSource(kubernetes, settings());
  server.fault = undefined;
  expect(keys(refused)).toEqual([]);
  expect(gapsOf(refused)).toContainEqual(expect.objectContaining({ type: 'Authenticator', reason: 'forbidden' }));
});

it('lands the same in pages of one', async () => {
  server.fault = call => {
    if (call.url.searchParams.has('limit')) call.url.searchParams.set('limit', '1');
    return undefined;
  };
  const paged = await readSource(kubernetes, settings());
  server.fault = undefined;
  expect(contentOf(paged)).toEqual(contentOf(reading));
});

it('never requests or lands a value of a Secret', () => {
  expect(JSON.stringify(contentOf(reading))).not.toContain('c2VjcmV0LXZhbHVl');
  expect(account('secret:ops/deployer-token')).toMatchObject({
    ...{ type: 'Token', enabled: true, lastActivityDate: '2026-11-02T00:00:00.000Z' },
    hashIdentifiers: account('system:serviceaccount:ops:deployer')!['hashIdentifiers'],
  });
  expect(account('secret:shop/database')).toBeUndefined();
});

describe('accounts', () => {
  it('are service accounts with the identity that a cloud gives their pods', () => {
    expect(account('system:serviceaccount:ops:deployer')).toMatchObject({
      ...{ type: 'Machine', subType: 'ServiceAccount', displayName: 'ops/deployer', isAdmin: false },
      createdDate: '2026-01-11T15:50:16Z',
      profileMetadata: expect.arrayContaining([
        expect.objectContaining({ name: 'awsRole', value: 'arn:aws:iam::123456789012:role/deploy' }),
      ]),
    });
    expect(account('system:serviceaccount:kube-system:controller')).toMatchObject({ isAdmin: true });
  });

  it('are users that bindings name, linked to the identity provider', () => {
    expect(account('ada@example.org')).toMatchObject({
      ...{ type: 'User', email: 'ada@example.org', federationId: { type: 'OIDC', value: 'ada@example.org' } },
    });
    expect(account('system:anonymous')).toMatchObject({ type: 'User', userType: 'anonymous' });
  });
});

describe('who is in what', () => {
  it('follows from the names of service accounts, and from the identity provider where it names groups by ids', () => {
    expect(memberships()).toEqual(
      expect.arrayContaining([
        'system:serviceaccount:ops:deployer in system:serviceaccounts:ops',
        'system:serviceaccount:ops:deployer in system:authenticated',
        'system:anonymous in system:unauthenticated',
        `${readers} in idp:${readers}`,
        'ada@example.org in ClusterRole/node-reader',
      ]),
    );
    expect(memberships().filter(text => text.endsWith('in idp:people'))).toEqual([]);
  });

  it('has aggregated roles hold those whose rules they have taken over', () => {
    expect(memberships()).toContain('ClusterRole/view in ClusterRole/view-pods');
    expect(memberships()).not.toContain('ClusterRole/view in ClusterRole/view-queues');
  });
});

describe('what bindings permit', () => {
  it('is for a binding in a namespace only there, and says by what', () => {
    expect(grant('system:serviceaccount:ops:deployer', 'namespace:shop')).toMatchObject({
      ...{ name: 'deploy', description: 'by the RoleBinding shop/deployers' },
      permissions: {
        ...{ isRead: false, isCreate: true, isUpdate: true, isPrivileged: true },
        // A deployment runs as any service account of its namespace.
        fineGrainedSpecifiers: ['impersonate:system:serviceaccounts:shop', 'deployments.apps: create, update'],
      },
    });
    expect(grant('system:serviceaccount:ops:deployer', 'cluster')).toBeUndefined();
    expect(grant('system:serviceaccount:shop:default', 'namespace:shop')).toMatchObject({
      permissions: { isRead: true, isPrivileged: false, fineGrainedSpecifiers: ['configmaps[prices]: get'] },
    });
  });

  it('in the cluster reaches namespaces only as far as it is about what lies there', () => {
    const [content] = grant('ada@example.org', 'cluster')!['contentPermissions'];
    expect(grant('ada@example.org', 'cluster')!['permissions']).toMatchObject({ isRead: true });
    expect(content).toMatchObject({
      resourceClasses: ['namespace'],
      permissions: { isRead: false, fineGrainedSpecifiers: [] },
    });
  });

  it('names whom the holder can act as', () => {
    expect(grant('system:masters', 'cluster')!['permissions'].fineGrainedSpecifiers).toContain('impersonate:*');
    expect(grant('bob@example.org', 'cluster')!['permissions']).toMatchObject({
      isPrivileged: true,
      fineGrainedSpecifiers: expect.arrayContaining([
        'impersonate:ada@example.org',
        'impersonate:system:serviceaccount:ops:deployer',
      ]),
    });
  });

  it('is not in force for a role that does not exist, and unknown for one that may not be read', async () => {
    expect(grant('ada@example.org', 'namespace:ops')).toMatchObject({ enabled: false });
    server.state.forbidden.add('roles');
    const partial = await readSource(kubernetes, settings());
    server.state.forbidden.clear();
    expect(grant('ada@example.org', 'namespace:ops', partial)).toMatchObject({ enabled: true });
    expect(grant('ada@example.org', 'namespace:ops', partial)).not.toHaveProperty('permissions');
    expect(gapsOf(partial)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'Role', reason: 'forbidden', missing: 'objects' }),
        expect.objectContaining({ type: 'EntityAssignedAccessToObject', missing: 'fields' }),
      ]),
    );
  });
});

it('reads some namespaces with requests of their own', async () => {
  const before = server.calls.length;
  const part = await readSource(kubernetes, settings({ namespaces: ['shop'], tokens: false }));
  expect(server.calls.slice(before)).not.toContain('GET /api/v1/namespaces');
  expect(recordsOf(part, 'ResourceInstance').map(({ id }) => id)).toEqual(['cluster', 'namespace:shop']);
  expect(recordsOf(part, 'Account').map(({ id }) => id)).toContain('system:serviceaccount:shop:default');
  expect(recordsOf(part, 'Account').map(({ id }) => id)).not.toContain('secret:ops/deployer-token');
});

it('says what a wrong token or address needs', async () => {
  await expect(readSource(kubernetes, settings({ token: 'wrong' }))).rejects.toThrow(/kubectl create token/);
  await expect(readSource(kubernetes, settings({ token: undefined, token_file: 'no-such-file' }))).rejects.toThrow(
    /no-such-file: cannot be read: ENOENT/,
  );
});

it('keeps the rules of every connector', async () => {
  const rules = await testConnector(kubernetes, { settings: settings(), baseFolder: '/', changes: {} });
  expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
});
