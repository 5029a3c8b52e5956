// What lands from Google Cloud.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gcp } from '../../../connectors/gcp/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { deployer, fillCloud, gcpSettingsFor, onlyBuckets, worker } from '../../support/simulators/gcp/cloud.ts';
import { type GcpSimulator, startGcp } from '../../support/simulators/gcp/gcp.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { contentOf, gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

let server: GcpSimulator;
let reading: Reading;
const settings = (more: object = {}) => gcpSettingsFor(server.url, more);
beforeAll(async () => {
  server = await startGcp();
  fillCloud(server.state);
  reading = await readSource(gcp, settings());
});
afterAll(() => server.close());

interface Details {
  readonly permissions: Record<string, unknown>;
  readonly contentPermissions: readonly { resourceClasses: string[]; permissions: Record<string, unknown> }[];
  readonly conditions?: unknown;
}

const account = (id: string) => recordOf(reading, 'Account', id);
const memberships = (of = reading) =>
  recordsOf(of, 'EntityManagedViaObject').map(each => `${each['entityId']} in ${each['managedViaObjectId']}`);
const grants = (entity: string, object: string, of = reading) =>
  recordsOf(of, 'EntityAssignedAccessToObject')
    .filter(each => each['entityId'] === entity && each['assignedObjectId'] === object)
    .map(each => (each['entitlementSpecification'] as { reasonSpecificData: Details }).reasonSpecificData);

it('lands every type without rejections, and says whose members are not known', () => {
  expect(misfitsOf(reading)).toEqual([]);
  expect(gapsOf(reading)).toMatchObject([{ type: 'EntityManagedViaObject', reason: 'unsupported', missing: 'fields' }]);
});

it('lands the same in pages of one', async () => {
  server.fault = call => {
    for (const size of ['pageSize', 'maxResults'])
      if (call.url.searchParams.has(size)) call.url.searchParams.set(size, '1');
    return undefined;
  };
  const paged = await readSource(gcp, settings());
  server.fault = undefined;
  expect(contentOf(paged)).toEqual(contentOf(reading));
});

it('keeps the rules of every connector', async () => {
  const rules = await testConnector(gcp, { settings: settings(), baseFolder: '/', changes: {} });
  expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
});

describe('accounts', () => {
  it('are service accounts with the keys that somebody made', () => {
    expect(account(`serviceAccount:${deployer}`)).toMatchObject({
      type: 'Machine',
      subType: 'ServiceAccount',
      enabled: true,
    });
    expect(account(`serviceAccount:${worker}`)).toMatchObject({ enabled: false });
    expect(account(`key:${deployer}/one`)).toMatchObject({
      ...{ type: 'Token', subType: 'AccessKey', enabled: true, createdDate: '2024-01-02T03:04:05Z' },
      hashIdentifiers: account(`serviceAccount:${deployer}`)!['hashIdentifiers'],
    });
    expect(account(`key:${deployer}/one`)).not.toHaveProperty('expirationDate');
    expect(account(`key:${deployer}/two`)).toMatchObject({ enabled: false });
    expect(account(`key:${deployer}/three`)).toBeUndefined();
    expect(account('api-key:k')).toMatchObject({ subType: 'ApiKey', name: 'Maps' });
  });

  it('are whom policies name, in any case, without those that are deleted', () => {
    expect(account('user:ada@example.org')).toMatchObject({ type: 'User', email: 'ada@example.org' });
    expect(account('serviceAccount:service-42@gcp-sa-run.iam.gserviceaccount.com')).toMatchObject({
      userType: 'service agent',
    });
    expect(account('serviceAccount:shop-prod.svc.id.goog[shop/api]')).toMatchObject({ subType: 'Workload' });
    expect(recordsOf(reading, 'Account').filter(({ id }) => id.includes('gone'))).toEqual([]);
  });
});

describe('places', () => {
  it('contain each other, service accounts, and what else has a policy', () => {
    const edges = recordsOf(reading, 'ResourceInstanceContainsResourceInstance').map(
      each => `${each['parentId']} > ${each['childId']}`,
    );
    expect(edges.toSorted()).toEqual(
      [
        'organizations/100 > folders/7',
        'organizations/100 > projects/playground',
        'folders/7 > projects/shop-prod',
        `projects/shop-prod > serviceAccount:${deployer}`,
        `projects/shop-prod > serviceAccount:${worker}`,
        'projects/shop-prod > storage.googleapis.com/shop-images',
        'projects/shop-prod > run.googleapis.com/projects/shop-prod/locations/x/services/api',
      ].toSorted(),
    );
    expect(recordOf(reading, 'ResourceInstance', 'storage.googleapis.com/shop-images')).toMatchObject({
      externallyShared: true,
    });
  });
});

describe('grants', () => {
  it('permit below a place what the services there have, and keep conditions', () => {
    const [viewer] = grants('user:ada@example.org', 'folders/7');
    expect(viewer).toMatchObject({
      permissions: { isRead: true, isCreate: false, isPrivileged: false },
      conditions: { context: expect.arrayContaining([expect.objectContaining({ value: onlyBuckets.expression })]) },
    });
    const classes = viewer!.contentPermissions.map(({ resourceClasses }) => resourceClasses.join());
    expect(classes).toEqual([
      'organization,folder,project',
      'run.googleapis.com/Service',
      'storage.googleapis.com/Bucket',
    ]);
    expect(grants('user:ada@example.org', 'projects/shop-prod')[0]).not.toHaveProperty('conditions');
  });

  it('say who can act as service accounts', () => {
    const [owner] = grants('user:bob@example.org', 'projects/shop-prod');
    const onAccounts = owner!.contentPermissions.find(({ resourceClasses }) =>
      resourceClasses[0]!.includes('ServiceAccount'),
    );
    expect(onAccounts!.permissions['fineGrainedSpecifiers']).toContain('impersonate service accounts');
    const [creator] = grants('user:ada@example.org', `serviceAccount:${deployer}`);
    expect(creator!.permissions).toMatchObject({
      isPrivileged: true,
      fineGrainedSpecifiers: expect.arrayContaining([
        'impersonate service accounts',
        'iam.serviceAccounts.getAccessToken',
      ]),
    });
  });

  it('give roles, and the groups of a project that follow from them', () => {
    expect(memberships()).toContain('user:bob@example.org in roles/owner');
    expect(memberships()).toContain('user:bob@example.org in projectOwner:shop-prod');
    expect(recordOf(reading, 'Role', 'roles/nobody')).toBeUndefined();
    expect(recordOf(reading, 'Role', 'projects/shop-prod/roles/deploy')).toMatchObject({ type: 'Custom' });
  });
});

describe('without some rights', () => {
  it('the search is a gap, so that nothing counts as gone', async () => {
    server.state.forbidden.add('/v1/organizations/100:searchAllIamPolicies');
    const partial = await readSource(gcp, settings());
    const places = await readSource(gcp, settings({ policies: 'places' }));
    server.state.forbidden.clear();
    expect(gapsOf(partial)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'EntityAssignedAccessToObject', reason: 'forbidden', missing: 'objects' }),
      ]),
    );
    expect(misfitsOf(places)).toEqual([]);
    expect(memberships(places)).toEqual(memberships().filter(text => !text.startsWith('serviceAccount:service-42@')));
    expect(grants('user:bob@example.org', 'projects/shop-prod', places)).toHaveLength(1);
    expect(grants('allUsers', 'storage.googleapis.com/shop-images', places)).toHaveLength(1);
    expect(gapsOf(places).filter(({ missing }) => missing === 'objects')).toEqual([]);
  });

  it('an organisation that may not be read is an error that says what to grant', async () => {
    await expect(readSource(gcp, settings({ organization: '999' }))).rejects.toThrow(
      /grant the service account the roles/,
    );
  });
});

it('reads single projects where the organisation is out of reach', async () => {
  server.state.found.set('projects/shop-prod', server.state.found.get('organizations/100')!.slice(2));
  const part = await readSource(gcp, settings({ organization: undefined, projects: ['shop-prod'] }));
  expect(misfitsOf(part)).toEqual([]);
  expect(recordsOf(part, 'ResourceInstance').map(({ id }) => id)).not.toContain('organizations/100');
  expect(grants('user:bob@example.org', 'projects/shop-prod', part)).toHaveLength(1);
});
