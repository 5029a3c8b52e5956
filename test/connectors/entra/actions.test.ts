// Changes of a tenant, their refusals, and that they can be undone, also while Graph still shows what was before.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entra } from '../../../connectors/entra/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { faultsThroughService } from '../../support/actions/through-service.ts';
import { missingPermission } from '../../support/simulators/entra/answers.ts';
import { clientId, type EntraSimulator, startEntra } from '../../support/simulators/entra/entra.ts';
import * as tenant from '../../support/simulators/entra/tenant.ts';
import { entraSource } from './settings.ts';

let server: EntraSimulator;
let actor: Actor;
beforeAll(async () => {
  server = await startEntra();
  actor = await openActor(entra, entraSource(server));
});
beforeEach(() => {
  server.fault = undefined;
  server.lag = 0;
  tenant.fillTenant(server.state);
});
afterAll(async () => {
  await actor.close();
  await server.close();
});

const enabled = (id: string) =>
  (server.state.users.get(id) ?? server.state.servicePrincipals.get(id))!['accountEnabled'];
const membersOf = (group: string) => [...server.state.members.get(group)!];
const groupsNamed = (name: string) => [...server.state.groups.values()].filter(group => group['displayName'] === name);
const holdersOf = (role: string) =>
  [...server.state.roleAssignments.values()]
    .filter(each => each['roleDefinitionId'] === role && each['directoryScopeId'] === '/')
    .map(each => each['principalId']);

it('keeps the rules of the contract', async () => {
  server.pageSize = 3;
  const [accountId, groupId] = [tenant.ada, tenant.ops];
  const changes = {
    ...{ DisableAccount: { accountId }, EnableAccount: { accountId } },
    ...{ AddGroupMember: { accountId: tenant.cleo, groupId }, RemoveGroupMember: { accountId, groupId } },
    AssignRole: { accountId: tenant.dan, roleId: tenant.directoryReaders },
    RemoveRole: { accountId, roleId: tenant.globalAdministrator },
    CreateUserGroup: { groupName: "A 'new' group" },
  };
  const settings = entraSource(server);
  const rules = await testConnector(entra, { settings, baseFolder: '/', changes });
  expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
  const look = () =>
    JSON.stringify([
      [...server.state.users.values()],
      [...server.state.members].map(([id, set]) => [id, ...set].toSorted()),
    ]);
  const through = { DisableAccount: { accountId }, AddGroupMember: { accountId: tenant.cleo, groupId } };
  expect(await faultsThroughService(entra, settings, through, look)).toEqual([]);
});

describe('an account', () => {
  it.each([tenant.ada, tenant.deploy])('%s is disabled, and enabled again', async accountId => {
    const done = await actor.act('DisableAccount', { accountId });
    expect(enabled(accountId)).toBe(false);
    await done.undo();
    expect(enabled(accountId)).toBe(true);
  });

  it.each([
    [tenant.ben, 'the user is synced from the directory corp.example.org; change it there'],
    [`${tenant.deployApp}/${tenant.guid('f', 21)}`, 'there is no object with the id'],
    [tenant.guid('a', 77), 'there is no object with the id'],
    ['../groups', 'there is no object with the id ../groups'],
    [tenant.ops, 'is neither a user nor a service principal'],
  ])('%s is refused', async (accountId, reason) => {
    expect(await actor.refusal('DisableAccount', { accountId })).toContain(reason);
  });

  it('with which the connector signs in is not disabled', async () => {
    server.state.servicePrincipals.get(tenant.deploy)!['appId'] = clientId;
    expect(await actor.refusal('DisableAccount', { accountId: tenant.deploy })).toContain(
      'with which Rolecall signs in',
    );
    expect(enabled(tenant.deploy)).toBe(true);
  });

  it('that Graph does not let the application change says so', async () => {
    server.fault = (_call, route) =>
      route === 'PATCH /v1.0/users/:id' ? missingPermission('User.ReadWrite.All') : undefined;
    expect(await actor.refusal('DisableAccount', { accountId: tenant.ada })).toMatch(
      /Microsoft Graph refuses PATCH .*Authorization_RequestDenied: Insufficient privileges/,
    );
  });
});

describe('a group', () => {
  it.each([
    [tenant.dynamic, 'a rule decides who is in this group'],
    [tenant.synced, 'the group is synced from the directory corp.example.org; change it there'],
    [tenant.mail, 'Exchange decides who is in this mail-enabled group'],
  ])('%s is refused', async (groupId, reason) => {
    const before = membersOf(groupId);
    for (const operation of ['AddGroupMember', 'RemoveGroupMember'] as const)
      expect(await actor.refusal(operation, { accountId: tenant.ada, groupId })).toContain(reason);
    expect(membersOf(groupId)).toEqual(before);
  });

  it('for roles says which permission is missing', async () => {
    server.fault = (_call, route) => (route.includes('/members/') ? missingPermission('none') : undefined);
    expect(await actor.refusal('AddGroupMember', { accountId: tenant.cleo, groupId: tenant.admins })).toContain(
      'needs the permission RoleManagement.ReadWrite.Directory',
    );
  });

  it('keeps its other members', async () => {
    const before = membersOf(tenant.ops);
    const done = await actor.act('RemoveGroupMember', { accountId: tenant.ada, groupId: tenant.ops });
    expect(membersOf(tenant.ops)).toEqual(before.filter(id => id !== tenant.ada));
    await done.undo();
    expect(membersOf(tenant.ops).toSorted()).toEqual(before.toSorted());
  });

  it('has direct members only: who is in a group of it is not in it', async () => {
    expect(await actor.observe('AddGroupMember', { accountId: tenant.ada, groupId: tenant.sales })).toEqual({
      member: false,
    });
  });

  it('is created once, although the answer is lost', async () => {
    let lost = 0;
    server.fault = (call, route) => {
      if (route !== 'POST /v1.0/groups' || lost > 0) return undefined;
      lost += 1;
      server.state.groups.set(
        tenant.guid('b', 50),
        tenant.entraGroup(tenant.guid('b', 50), String((call.body as { displayName: string }).displayName)),
      );
      return { status: 504, body: 'gateway' };
    };
    await actor.refusal('CreateUserGroup', { groupName: 'once' });
    await actor.act('CreateUserGroup', { groupName: 'once' });
    expect(groupsNamed('once')).toHaveLength(1);
  });

  it('that somebody has joined is not deleted by undoing', async () => {
    const done = await actor.act('CreateUserGroup', { groupName: 'joined' });
    server.state.members.set(done.createdId!, new Set([tenant.ada]));
    await expect(done.undo()).rejects.toThrow();
    expect(groupsNamed('joined')).toHaveLength(1);
  });

  it('is created as a security group without a mailbox', async () => {
    await actor.act('CreateUserGroup', { groupName: "O'Hara & Co" });
    expect(groupsNamed("O'Hara & Co")).toMatchObject([{ securityEnabled: true, mailEnabled: false }]);
  });
});

describe('a role', () => {
  it('of an account is removed by its assignment, and assigned again', async () => {
    const done = await actor.act('RemoveRole', { accountId: tenant.ada, roleId: tenant.globalAdministrator });
    expect(holdersOf(tenant.globalAdministrator)).toEqual([tenant.admins]);
    await done.undo();
    expect(holdersOf(tenant.globalAdministrator)).toEqual([tenant.admins, tenant.ada]);
  });

  it('over a part of the tenant is not taken for one over all of it', async () => {
    const target = { accountId: tenant.ben, roleId: tenant.helpdesk };
    expect(await actor.observe('AssignRole', target)).toEqual({ assigned: false });
    await actor.act('AssignRole', target);
    expect(holdersOf(tenant.helpdesk)).toContain(tenant.ben);
    expect([...server.state.roleAssignments.values()].filter(each => each['principalId'] === tenant.ben)).toHaveLength(
      2,
    );
  });

  it.each([
    [`${tenant.helpdesk}@${tenant.unit}`, 'this role is limited to a part of the tenant'],
    [tenant.ownerRole, 'is no directory role; roles of Azure are assigned over a scope'],
  ])('%s is refused', async (roleId, reason) => {
    expect(await actor.refusal('AssignRole', { accountId: tenant.ada, roleId })).toContain(reason);
  });
});

describe('while Graph still shows what was before', () => {
  beforeEach(() => {
    server.lag = 6;
  });

  it.each([
    ['DisableAccount', { accountId: tenant.ada }],
    ['AddGroupMember', { accountId: tenant.cleo, groupId: tenant.ops }],
    ['RemoveGroupMember', { accountId: tenant.ada, groupId: tenant.ops }],
    ['AssignRole', { accountId: tenant.dan, roleId: tenant.directoryReaders }],
    ['CreateUserGroup', { groupName: 'late' }],
  ] as const)('%s waits for it', async (operation, target) => {
    const done = await actor.act(operation, target as never);
    await done.undo();
  });

  it('a role that is assigned already is no failure', async () => {
    // The copy that answers knows nothing of the assignment, and the change itself does.
    server.fault = (call, route) =>
      route.startsWith('GET') &&
      route.endsWith('/roleAssignments') &&
      call.url.searchParams.has('$filter') &&
      conflicts === 0
        ? { body: { value: [] } }
        : undefined;
    let conflicts = 0;
    const answer = server.fault;
    server.fault = (call, route) => {
      if (route.startsWith('POST') && route.endsWith('/roleAssignments')) conflicts += 1;
      return answer(call, route);
    };
    await actor.act('AssignRole', { accountId: tenant.ada, roleId: tenant.globalAdministrator });
    expect(holdersOf(tenant.globalAdministrator).filter(id => id === tenant.ada)).toHaveLength(1);
    expect(conflicts).toBe(1);
  });
});

it('reads single users again, and says which are gone', async () => {
  server.state.users.get(tenant.ada)!['accountEnabled'] = false;
  server.state.users.delete(tenant.cleo);
  const { records, gone } = await actor.accounts([tenant.ada, tenant.cleo, 'no id of an object']);
  expect(records.map(({ id, enabled }) => ({ id, enabled }))).toEqual([{ id: tenant.ada, enabled: false }]);
  expect(gone).toEqual([tenant.cleo]);
});
