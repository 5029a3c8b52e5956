// Rolecall and a real SCIM server: every account, group and membership that the server’s API tells is served, and nothing else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { type ScimServer, startScimServer } from '../../support/servers/scim.ts';
import { type Item, queryRows, startService, type TestService } from '../../support/service/service.ts';

const users = 25;
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let server: ScimServer;
let test: TestService;

/** Every object of a list, as the server itself tells. */
async function listed(endpoint: string): Promise<Item[]> {
  const { Resources, totalResults } = await server.ask(`${endpoint}?startIndex=1&count=1000`);
  expect(Resources).toHaveLength(totalResults);
  return Resources;
}

async function fill(): Promise<void> {
  const ids: string[] = [];
  for (let index = 0; index < users; index += 1) {
    const { id } = await server.create('Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
      userName: `user${index}`,
      name: { givenName: `Jürgen${index}`, familyName: 'Müller-Ŝ' },
      emails: [
        { value: `second${index}@example.org`, type: 'home' },
        { value: `user${index}@example.org`, primary: true, type: 'work' },
      ],
      active: index % 5 !== 0,
      title: 'Engineer',
      userType: index % 2 === 0 ? 'Employee' : 'Contractor',
      externalId: `hr-${index}`,
      ...(index % 3 === 0 && { roles: [{ value: 'auditor', display: 'Auditor', primary: true }, { value: 'reader' }] }),
      ...(index % 4 === 0 && { entitlements: [{ value: 'licence:full', display: 'Full licence' }] }),
      [enterprise]: {
        employeeNumber: `E${index}`,
        department: 'Research',
        costCenter: '17',
        organization: 'Example',
        ...(index > 0 && { manager: { value: ids[0] } }),
      },
    });
    ids.push(id);
  }
  const group = (displayName: string, members: readonly object[]) => server.create('Groups', { displayName, members });
  const inner = await group(
    'inner',
    ids.slice(0, 12).map(value => ({ value, type: 'User' })),
  );
  await group('outer', [{ value: inner.id, type: 'Group' }, ...ids.slice(20).map(value => ({ value, type: 'User' }))]);
  await group('empty', []);
}

beforeAll(async () => {
  server = await startScimServer();
  await fill();
  const { url, token } = server;
  test = await startService({
    connectors: [scim],
    settings: {
      sources: [
        { id: 'app', connector: 'scim', settings: { url, authentication: { bearer_token: token }, page_size: 10 } },
      ],
    },
  });
  expect(await test.sync()).toMatchObject({ build: { status: 'Published' } });
});
afterAll(async () => {
  await test.close();
  await server.kill();
});

describe('what is served', () => {
  it('is every account, with its attributes', async () => {
    const accounts = new Map((await test.everyItem('/v1/accounts?pageSize=10')).map(account => [account.id, account]));
    const told = await listed('Users');
    expect([...accounts.keys()].toSorted()).toEqual(told.map(({ id }) => id).toSorted());
    for (const user of told) {
      const work = user[enterprise];
      expect(accounts.get(user.id)).toMatchObject({
        alias: user.userName,
        name: `${user.name.givenName} ${user.name.familyName}`,
        email: user.emails.find(({ primary }: Item) => primary).value,
        alternateEmails: user.emails.filter(({ primary }: Item) => !primary).map(({ value }: Item) => value),
        enabled: user.active,
        type: 'User',
        subType: user.userType,
        userType: user.userType,
        title: user.title,
        department: work.department,
        employeeNumber: work.employeeNumber,
        costCenter: work.costCenter,
        companyName: work.organization,
        federationId: { type: 'externalId', value: user.externalId },
        ...(work.manager && { managerEmails: ['user0@example.org'] }),
        accountRole: user.roles?.[0].value ?? 'Unknown',
      });
      const { createdDate, lastModifiedDate } = accounts.get(user.id);
      expect([createdDate, lastModifiedDate].map(Date.parse)).toEqual(
        [user.meta.created, user.meta.lastModified].map(Date.parse),
      );
    }
  });

  it('is every group, and every membership of accounts and groups', async () => {
    const told = await listed('Groups');
    const groups = await test.everyItem('/v1/user-groups');
    expect(groups.map(({ id, name }) => [id, name]).toSorted()).toEqual(
      told.map(({ id, displayName }) => [id, displayName]).toSorted(),
    );
    const groupIds = new Set(told.map(({ id }) => id));
    const expected = told.flatMap(({ id, members = [] }) =>
      members.map(({ value }: Item) => [groupIds.has(value) ? 'UserGroup' : 'Account', value, id].join(' ')),
    );
    const served = (await test.everyItem('/v1/entity-managed-via-object'))
      .filter(({ managedViaObjectType }) => managedViaObjectType === 'UserGroup')
      .map(({ entityType, entityId, managedViaObjectId }) => [entityType, entityId, managedViaObjectId].join(' '));
    expect(served.toSorted()).toEqual(expected.toSorted());
    expect(expected).toHaveLength(18);
    const inOuter = await queryRows(
      test,
      `SELECT DISTINCT member_name FROM group_members WHERE group_name = 'outer' AND member_type = 'Account'`,
    );
    expect(inOuter, 'the members of the inner group are in the outer one').toHaveLength(17);
  });

  it('is every role and entitlement', async () => {
    const told = await listed('Users');
    const roles = await test.everyItem('/v1/roles');
    expect(roles.map(({ id, name }) => [id, name]).toSorted()).toEqual([
      ['role:auditor', 'Auditor'],
      ['role:reader', 'reader'],
    ]);
    const held = (await test.everyItem('/v1/entity-managed-via-object'))
      .filter(({ managedViaObjectType }) => managedViaObjectType === 'Role')
      .map(({ entityId, managedViaObjectId }) => `${entityId} ${managedViaObjectId}`);
    expect(held.toSorted()).toEqual(
      told.flatMap(({ id, roles = [] }) => roles.map(({ value }: Item) => `${id} role:${value}`)).toSorted(),
    );
    const assigned = await test.everyItem('/v1/entity-assigned-access-to-object');
    expect(assigned.map(({ entityId }) => entityId).toSorted()).toEqual(
      told.flatMap(({ id, entitlements = [] }) => entitlements.map(() => id)).toSorted(),
    );
    expect(assigned[0]).toMatchObject({
      assignedObjectId: '127.0.0.1',
      assignedObjectType: 'IntegratedApplication',
      entitlementSpecification: {
        reasonSpecificData: { name: 'Full licence', permissions: { fineGrainedSpecifiers: ['licence:full'] } },
      },
    });
  });

  it('is complete, as the ledger says', async () => {
    const { items } = (await test.get('/v1/sync-runs')).body;
    const { reads } = (await test.get(`/v1/sync-runs/${items[0].id}`)).body;
    const ofScim = reads.filter(({ status }: Item) => status !== 'Unsupported');
    expect(ofScim.map(({ type, status, gaps }: Item) => [type, status, gaps])).toEqual(
      expect.arrayContaining([
        ['Account', 'Complete', []],
        ['UserGroup', 'Complete', []],
        ['Role', 'Complete', []],
        ['EntityManagedViaObject', 'Complete', []],
        ['EntityAssignedAccessToObject', 'Complete', []],
        ['IntegratedApplication', 'Complete', []],
      ]),
    );
  });
});

describe('the conformance suite', () => {
  it('passes', async () => {
    const settings = { url: server.url, authentication: { bearer_token: server.token }, page_size: 7 };
    const rules = await testConnector(scim, { settings, baseFolder: '/' });
    expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
    expect(rules.map(({ note }) => note)).toContain('4 of 6 reads can resume');
  });
});

describe('what has changed', () => {
  it('is served after the next sync: a new user, a deleted one, a member that left', async () => {
    const added = await server.create('Users', { userName: 'new' });
    const [first] = await listed('Users');
    await server.ask(`Users/${first.id}`, 'DELETE');
    const inner = (await listed('Groups')).find(({ displayName }) => displayName === 'inner');
    const members = inner.members.filter(({ value }: Item) => value !== first.id).slice(1);
    await server.ask(`Groups/${inner.id}`, 'PUT', { ...inner, members });
    await test.sync();
    const ids = (await test.everyItem('/v1/accounts')).map(({ id }) => id);
    expect(ids.toSorted()).toEqual((await listed('Users')).map(({ id }) => id).toSorted());
    expect(ids).toContain(added.id);
    const inInner = (await test.everyItem('/v1/entity-managed-via-object')).filter(
      ({ managedViaObjectId, entityType }) => managedViaObjectId === inner.id && entityType === 'Account',
    );
    expect(inInner.map(({ entityId }) => entityId).toSorted()).toEqual(
      members.map(({ value }: Item) => value).toSorted(),
    );
  });

  it('is kept when the server is killed in mid-sync, and the ledger says so', async () => {
    const before = (await test.everyItem('/v1/accounts')).map(({ id }) => id).toSorted();
    const { met } = await server.hold('startIndex=11&count=10');
    const run = await test.service.tenant().requestSync('app', 'operator');
    await met;
    await server.kill();
    const look = async () => (await test.get(`/v1/sync-runs/${run.run_id}`)).body;
    await expect.poll(async () => (await look()).retryAt).toBeDefined();
    expect(await look()).toMatchObject({
      status: 'Queued',
      error: expect.stringContaining('startIndex=11&count=10: '),
    });
    expect((await test.everyItem('/v1/accounts')).map(({ id }) => id).toSorted()).toEqual(before);
  });
});
