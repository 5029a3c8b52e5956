// The counts of roles, groups, permission sets, resources, assignments, directories, departments and persons.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceOf } from '../../src/resources/registry.ts';
import { daysAgo as ago } from '../support/days.ts';
import { pagesOf, sampleRecord } from '../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';

type Fields = Record<string, unknown>;
const record = (type: string, id: string, fields: Fields = {}) => {
  const { lastActivityDate: _, createdDate: __, ...sample } = sampleRecord(resourceOf(type)!, 0) as Fields;
  return { ...sample, id, ...fields };
};
const records = (type: string, ids: readonly string[], fields: (id: string) => Fields = id => ({ name: id })) =>
  pagesOf(ids.map(id => record(type, id, fields(id))));
const inside = (member: string, memberType: string, container: string, type: string) =>
  record('EntityManagedViaObject', `${member} in ${container}`, {
    entityId: member,
    entityType: memberType,
    managedViaObjectId: container,
    managedViaObjectType: type,
  });
const assigned = (holder: [string, string], object: [string, string], data: Fields = {}, more: Fields = {}) =>
  record('EntityAssignedAccessToObject', `${holder[1]} to ${object[1]}`, {
    entityType: holder[0],
    entityId: holder[1],
    assignedObjectType: object[0],
    assignedObjectId: object[1],
    entitlementSpecification: { reason: 'AccessControl', reasonSpecificData: { type: 'Grant', ...data }, ...more },
  });
const did = (id: string, actor: string, [type, target]: [string, string], category: string, days: number, more = {}) =>
  record('Activity', id, {
    actorAccountId: actor,
    targetObjectType: type,
    targetObjectId: target,
    category,
    occurredAt: ago(days),
    outcome: 'Success',
    ...more,
  });

const app = {
  Account: pagesOf([
    record('Account', 'busy', { lastActivityDate: ago(2), email: 'busy@example.org', directoryProviderId: 'forest' }),
    record('Account', 'idle', {
      lastActivityDate: ago(90),
      objectDirectoryContainerId: 'staff',
      email: 'Busy@example.org',
    }),
    record('Account', 'key', { lastActivityDate: ago(2), type: 'Token', createdBy: 'busy', email: undefined }),
  ]),
  UserGroup: records('UserGroup', ['inner', 'outer', 'empty']),
  Role: records('Role', ['reader', 'admin', 'unused'], id => ({ name: id, objectDirectoryContainerId: 'staff' })),
  PermissionSet: records('PermissionSet', ['all']),
  AssignedApplication: records('AssignedApplication', ['wiki', 'mail', 'bank']),
  ResourceClass: records('ResourceClass', ['folder']),
  ResourceInstance: records('ResourceInstance', ['root', 'sub', 'page', 'lone'], id => ({
    name: id,
    ...(id === 'sub' && { parentId: 'root', resourceClass: 'folder' }),
    ...(id === 'page' && { parentId: 'sub' }),
  })),
  ObjectDirectory: records('ObjectDirectory', ['staff', 'guests']),
  DirectoryProvider: records('DirectoryProvider', ['forest', 'other']),
  EntityManagedViaObject: pagesOf([
    inside('busy', 'Account', 'inner', 'UserGroup'),
    inside('idle', 'Account', 'outer', 'UserGroup'),
    inside('inner', 'UserGroup', 'outer', 'UserGroup'),
    inside('outer', 'UserGroup', 'reader', 'Role'),
    inside('reader', 'Role', 'admin', 'Role'),
    inside('admin', 'Role', 'all', 'PermissionSet'),
    inside('inner', 'UserGroup', 'staff', 'ObjectDirectory'),
  ]),
  EntityAssignedAccessToObject: pagesOf([
    assigned(['UserGroup', 'outer'], ['AssignedApplication', 'wiki'], {
      permissions: { isRead: true, isUpdate: true },
    }),
    assigned(['Account', 'busy'], ['AssignedApplication', 'wiki'], { type: 'Denial', permissions: { isUpdate: true } }),
    assigned(['Role', 'reader'], ['AssignedApplication', 'mail'], { permissions: { isRead: true } }),
    assigned(['UserGroup', 'inner'], ['AssignedApplication', 'mail'], {
      type: 'Denial',
      permissions: { isRead: true },
    }),
    assigned(['Role', 'admin'], ['ResourceInstance', 'root'], { permissions: { isRead: true } }),
    assigned(['Account', 'idle'], ['ResourceInstance', 'sub'], { type: 'Denial' }),
    assigned(
      ['Account', 'busy'],
      ['Role', 'admin'],
      { permissions: { ownershipLevel: 'Owner' } },
      { reason: 'Ownership' },
    ),
  ]),
  Activity: pagesOf([
    did('1', 'busy', ['AssignedApplication', 'wiki'], 'Login', 20),
    did('2', 'busy', ['AssignedApplication', 'wiki'], 'Login', 5),
    did('3', 'idle', ['AssignedApplication', 'wiki'], 'Login', 95),
    did('4', 'busy', ['AssignedApplication', 'wiki'], 'Login', 1, { outcome: 'Failure' }),
    did('5', 'busy', ['ResourceInstance', 'page'], 'ResourceAccess', 7),
    did('6', 'idle', ['ResourceInstance', 'lone'], 'ResourceAccess', 60),
  ]),
};
const hr = {
  Employee: pagesOf([
    record('Employee', 'e1', { email: 'busy@example.org', departmentId: 'law', employmentStatus: 'Active' }),
    record('Employee', 'e2', { email: 'other@example.org', departmentId: 'law', employmentStatus: 'Active' }),
  ]),
  Department: records('Department', ['law', 'tax']),
};

let test: TestService;
beforeAll(async () => {
  test = await startService({ sources: { app, hr } });
  await test.sync();
});
afterAll(() => test?.close());

/** Local id → the fields that are computed, without the prefix; absent ones are left out. */
async function counted(path: string): Promise<Record<string, Record<string, unknown>>> {
  const items: Item[] = await test.everyItem(path);
  const computed = (item: Item) =>
    Object.entries(item).flatMap(([name, value]) => (name.startsWith('analytics') ? [[name.slice(9), value]] : []));
  return Object.fromEntries(items.map(item => [item.id, Object.fromEntries(computed(item))]));
}

describe('counts', () => {
  it('of user groups', async () => {
    const { inner, outer, empty } = await counted('/v1/user-groups');
    expect(outer).toEqual({
      MemberCount: 2,
      MemberAccountsCount: 2,
      ActiveMemberCount: 1,
      InactiveMemberCount: 1,
      AssignedRoleCount: 2,
      AssignedApplicationCount: 2,
    });
    expect(inner).toMatchObject({ MemberAccountsCount: 1, AssignedRoleCount: 2, AssignedApplicationCount: 1 });
    expect(empty).toMatchObject({ MemberCount: 0, MemberAccountsCount: 0, ActiveMemberCount: 0, AssignedRoleCount: 0 });
  });

  it('of roles and permission sets', async () => {
    const { reader, admin, unused } = await counted('/v1/roles');
    expect(reader).toMatchObject({
      MemberCount: 1,
      MemberAccountsCount: 2,
      AssignedUserGroupCount: 2,
      AssignedRoleCount: 1,
      AssignedApplicationCount: 1,
      AccessToResourceInstancesCount: 3,
      AccessToResourceInstancesCountIsApproximate: false,
    });
    const busy = (await test.everyItem('/v1/accounts')).find(item => item.id === 'busy');
    expect(admin).toMatchObject({ AssignedRoleCount: 0, Owners: [busy.globalId] });
    expect(unused).toMatchObject({ MemberAccountsCount: 0, AccessToResourceInstancesCount: 0 });
    expect(unused).not.toHaveProperty('Owners');
    expect((await counted('/v1/permission-sets')).all).toEqual({ AccountsWithAccessCount: 2, AssignedRoleCount: 2 });
  });

  it('of accounts and resources, without what denials take away', async () => {
    const accounts = await counted('/v1/accounts');
    const counts = ({ AssignedApplicationCount: applications, ResourceInstanceCount: resources }: Item) => [
      applications,
      resources,
    ];
    // The denial of updating the wiki leaves reading it; mail is denied as a whole; `sub` contains `page`.
    expect(counts(accounts.busy)).toEqual([1, 3]);
    expect(counts(accounts.idle)).toEqual([2, 1]);
    expect(counts(accounts.key)).toEqual([0, 0]);
    const resources = await counted('/v1/resource-instances');
    expect(
      Object.fromEntries(Object.entries(resources).map(([id, { AccountsWithAccessCount: n }]) => [id, n])),
    ).toEqual({
      root: 2,
      sub: 1,
      page: 1,
      lone: 0,
    });
    expect((await counted('/v1/resource-classes')).folder).toMatchObject({ ResourceInstanceCount: 1 });
  });

  it('of the use of assignments: by their holders, of the object and what it contains, without failures', async () => {
    const assignments = await counted('/v1/entity-assigned-access-to-object');
    expect(assignments['outer to wiki']).toEqual({
      LoginEventCount: 3,
      ResourceAccessEventCount: 0,
      DaysSinceLastActivity: 5,
      FirstActivityDate: expect.any(String),
      LastActivityDate: expect.any(String),
    });
    expect(assignments['admin to root']).toMatchObject({ LoginEventCount: 0, ResourceAccessEventCount: 1 });
    expect(assignments['reader to mail']).toEqual({ LoginEventCount: 0, ResourceAccessEventCount: 0 });
    expect(assignments['busy to wiki']).toEqual({});
  });

  it('of directories, departments and persons', async () => {
    const directories = await counted('/v1/object-directories');
    expect(directories.staff).toEqual({ AccountCount: 1, RoleCount: 3, UserGroupCount: 1 });
    expect(directories.guests).toEqual({ AccountCount: 0, RoleCount: 0, UserGroupCount: 0 });
    const providers = await counted('/v1/directory-providers');
    expect([providers.forest, providers.other]).toEqual([{ SyncedAccountCount: 1 }, { SyncedAccountCount: 0 }]);
    const departments = await counted('/v1/departments');
    expect([departments.law, departments.tax]).toEqual([{ MemberCount: 2 }, { MemberCount: 0 }]);
    const persons: Item[] = await test.everyItem('/v1/persons');
    expect(persons.find(person => person.analyticsAccountCount === 2)).toMatchObject({
      analyticsEnabledAccountCount: 2,
      analyticsNonHumanIdentityCount: 1,
      analyticsAssignedApplicationCount: 2,
      analyticsDaysSinceLastActivity: 2,
    });
  });
});
