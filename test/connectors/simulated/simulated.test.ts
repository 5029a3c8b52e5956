// The simulated application: what it lands, what its changes do to the file, and what it refuses.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulated } from '../../../connectors/simulated/index.ts';
import type { ActionOperation, Image } from '../../../src/connector/actions.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import {
  type Application,
  actionOf,
  makeApplication,
  recordsOf,
  seed,
  type Target,
  withClient,
} from './application.ts';

let application: Application;
beforeEach(() => {
  application = makeApplication();
});
afterEach(() => application.remove());

/** Make a change as the service does. @returns what was seen before and after it */
const change = (operation: ActionOperation, target: Target, beforeDisabling?: Image) =>
  withClient(application, async client => {
    const action = actionOf(operation);
    const before = await action.observe(client, target);
    await action.apply(client, target, { image: before, beforeDisabling });
    const after = await action.observe(client, target);
    expect(action.isDone(after, target, { image: before, beforeDisabling })).toBe(true);
    return { before, after };
  });

const undo = (operation: ActionOperation, target: Target, images: { before: Image; after: Image }) =>
  withClient(application, client => actionOf(operation).restore(client, target, images));

const refusal = (operation: ActionOperation, target: Target) =>
  expect(change(operation, target)).rejects.toMatchObject({ name: 'ChangeRefused', message: expect.any(String) });

/** All rows, once the application is there. */
const dump = () => withClient(application, async () => application.dump());

const memberships = async () => (await recordsOf(application, 'EntityManagedViaObject')).map(({ id }) => id);

it('keeps the rules of the contract with all its operations', async () => {
  const faults = await brokenRules(simulated, application.settings, application.folder, {
    DisableAccount: { accountId: 'a1' },
    EnableAccount: { accountId: 'a1' },
    ActivateAccount: { accountId: 'a3' },
    AssignRole: { accountId: 'a2', roleId: 'agent' },
    RemoveRole: { accountId: 'a1', roleId: 'agent' },
    AddGroupMember: { accountId: 'a1', groupId: 'it' },
    RemoveGroupMember: { accountId: 'a1', groupId: 'staff' },
    CreateUserGroup: { groupName: '"; DROP TABLE user_group; --' },
  });
  expect(faults).toEqual([]);
});

it('gives back by activation what disabling dropped', async () => {
  const disabled = await change('DisableAccount', { accountId: 'a1' });
  await change('ActivateAccount', { accountId: 'a1' }, disabled.before);
  expect(
    await withClient(application, client => actionOf('DisableAccount').observe(client, { accountId: 'a1' })),
  ).toEqual(disabled.before);
});

describe('the reads', () => {
  it('land accounts, and administrators through nested groups', async () => {
    const accounts = await recordsOf(application, 'Account');
    expect(accounts.map(({ id, type, subType, enabled, isAdmin }) => [id, type, subType, enabled, isAdmin])).toEqual([
      ['a1', 'User', 'Employee', true, false],
      ['a2', 'User', 'Employee', true, true],
      ['a3', 'User', 'Employee', false, false],
      ['bot', 'Machine', 'ServiceAccount', true, false],
    ]);
    expect(accounts[1]).toMatchObject({
      alias: 'bob',
      title: 'Clerk',
      createdBy: 'a1',
      createdDate: '2026-01-02T03:04:05Z',
    });
    expect(accounts[1]).not.toHaveProperty('email');
    expect(accounts[2]).toMatchObject({
      expirationDate: '2026-02-01T00:00:00Z',
      profileMetadata: [{ name: 'locked', type: 'boolean', value: true }],
    });
    expect(accounts[3]).toMatchObject({ hasAPIAccess: true, lastActivityDate: '2026-03-01T00:00:00Z' });
  });

  it('land memberships and the rights of roles', async () => {
    expect(await memberships()).toEqual([
      'Account:a1>Role:agent',
      'Account:a1>Role:reader',
      'Account:a1>UserGroup:staff',
      'Account:a2>UserGroup:shift',
      'Account:bot>Role:reader',
      'UserGroup:it>Role:admin',
      'UserGroup:shift>UserGroup:it',
    ]);
    const [admin] = await recordsOf(application, 'EntityAssignedAccessToObject');
    expect(admin).toMatchObject({
      entityId: 'admin',
      entityType: 'Role',
      assignedObjectId: 'desk',
      entitlementSpecification: {
        reasonSpecificData: { permissions: { fineGrainedSpecifiers: ['users:*', 'tickets:*'], isPrivileged: true } },
      },
    });
  });

  it('give every row once in pages', async () => {
    await withClient(application, async () => {});
    application.change(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1203) INSERT INTO membership SELECT 'Account', 'x' || i, 'Role', 'reader' FROM n",
    );
    const ids = await memberships();
    expect(new Set(ids).size).toBe(1_210);
    expect(ids).toHaveLength(1_210);
  });
});

describe('disabling', () => {
  const a1 = { accountId: 'a1' };

  it('drops roles and groups, and enabling restores them', async () => {
    const { before } = await change('DisableAccount', a1);
    expect(before).toEqual({ enabled: true, groups: ['staff'], roles: ['agent', 'reader'] });
    expect((await memberships()).filter(id => id.startsWith('Account:a1>'))).toEqual([]);
    await change('EnableAccount', a1, before);
    expect((await memberships()).filter(id => id.startsWith('Account:a1>'))).toHaveLength(3);
  });

  it('is undone without touching what others did', async () => {
    const initial = await dump();
    const images = await change('DisableAccount', a1);
    application.change("INSERT INTO user_group VALUES ('new', 'New', NULL)");
    await undo('DisableAccount', a1, images);
    application.change("DELETE FROM user_group WHERE id = 'new'");
    expect(application.dump()).toEqual(initial);
  });

  it('cannot be undone when a role is gone, and then changes nothing', async () => {
    const images = await change('DisableAccount', a1);
    application.change("DELETE FROM role WHERE id = 'agent'");
    const present = application.dump();
    await expect(undo('DisableAccount', a1, images)).rejects.toThrow('there is no role "agent" in the application');
    expect(application.dump()).toEqual(present);
  });

  it('does not keep roles from enabling that are gone, and gives an enabled account nothing back', async () => {
    const { before } = await change('DisableAccount', a1);
    application.change("DELETE FROM role WHERE id = 'agent'");
    await change('EnableAccount', a1, before);
    expect((await memberships()).filter(id => id.startsWith('Account:a1>'))).toEqual([
      'Account:a1>Role:reader',
      'Account:a1>UserGroup:staff',
    ]);
    await change('RemoveRole', { accountId: 'a1', roleId: 'reader' });
    await change('EnableAccount', a1, before);
    expect(await memberships()).not.toContain('Account:a1>Role:reader');
  });
});

it('activating unlocks, and removes an expiry only when it has passed', async () => {
  const { before, after } = await change('ActivateAccount', { accountId: 'a3' });
  expect(before).toEqual({ enabled: false, groups: [], roles: [], locked: true, expires: '2026-02-01T00:00:00Z' });
  expect(after).toEqual({ enabled: true, groups: [], roles: [], locked: false, expires: null });
  application.change("UPDATE account SET expires = '9999-01-01T00:00:00Z', locked = 1 WHERE id = 'a3'");
  expect((await change('ActivateAccount', { accountId: 'a3' })).after).toMatchObject({
    expires: '9999-01-01T00:00:00Z',
  });
});

describe('group names', () => {
  it.each([
    '*)(uid=*',
    "'; DROP TABLE user_group; --",
    '"; drop role',
    '../../etc',
    ' a ',
    'é',
    'e\u0301',
    '🧑‍🚒',
    '-rf',
  ])('%j arrives verbatim, and the group is the one that is read', async groupName => {
    const images = await change('CreateUserGroup', { groupName });
    const groups = await recordsOf(application, 'UserGroup');
    const created = groups.find(({ name }) => name === groupName);
    expect(created?.id).toBe(actionOf('CreateUserGroup').createdId!(images.after));
    expect(groups).toHaveLength(seed.groups.length + 1);
    await undo('CreateUserGroup', { groupName }, images);
    expect(await recordsOf(application, 'UserGroup')).toHaveLength(seed.groups.length);
  });

  it.each(['', ' ', 'a\0b', 'a\nb', 'x'.repeat(257), 'a\ud800'])('%j is refused', groupName =>
    refusal('CreateUserGroup', { groupName }),
  );

  it('that exist are not created again, and undoing that deletes nothing', async () => {
    const images = await change('CreateUserGroup', { groupName: 'Staff' });
    expect(images.before).toEqual(images.after);
    await undo('CreateUserGroup', { groupName: 'Staff' }, images);
    expect(await memberships()).toContain('Account:a1>UserGroup:staff');
  });

  it('shows members that were added since, so that the group is not deleted with them', async () => {
    const groupName = 'Shared since';
    const { after } = await change('CreateUserGroup', { groupName });
    await change('AddGroupMember', { accountId: 'a1', groupId: after['id'] as string });
    expect(await withClient(application, client => actionOf('CreateUserGroup').observe(client, { groupName }))).toEqual(
      {
        ...after,
        memberships: [['Account', 'a1', 'UserGroup', after['id']]],
      },
    );
  });
});

it('refuses changes of what does not exist, and access for disabled accounts', async () => {
  const initial = await dump();
  await refusal('DisableAccount', { accountId: "a1' OR '1'='1" });
  await refusal('AssignRole', { accountId: 'a1', roleId: 'staff' });
  await refusal('AddGroupMember', { accountId: 'a1', groupId: 'agent' });
  await refusal('AddGroupMember', { accountId: 'it', groupId: 'staff' });
  await refusal('AssignRole', { accountId: 'a3', roleId: 'agent' });
  expect(application.dump()).toEqual(initial);
});
