// Changes of an Okta organisation, their refusals, and that they can be undone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { okta } from '../../../connectors/okta/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { faultsThroughService } from '../../support/actions/through-service.ts';
import { type OktaSimulator, oktaToken, startOkta } from '../../support/simulators/okta/okta.ts';
import { fillOrganisation } from '../../support/simulators/okta/organisation.ts';

let server: OktaSimulator;
let actor: Actor;
const settings = () => ({ url: server.url, api_token: oktaToken });
beforeAll(async () => {
  server = await startOkta();
  actor = await openActor(okta, settings());
});
beforeEach(() => {
  server.fault = undefined;
  fillOrganisation(server.state);
});
afterAll(async () => {
  await actor.close();
  await server.close();
});

const status = (id: string) => server.state.users.get(id)!['status'];

it('keeps the rules of the contract', async () => {
  const [accountId, groupId] = ['00uada', '00gops'];
  const changes = {
    ...{ DisableAccount: { accountId }, EnableAccount: { accountId }, ActivateAccount: { accountId } },
    ...{ AddGroupMember: { accountId: '00ucora', groupId }, RemoveGroupMember: { accountId, groupId } },
    ...{ AssignRole: { accountId, roleId: 'ORG_ADMIN' }, RemoveRole: { accountId, roleId: 'SUPER_ADMIN' } },
    CreateUserGroup: { groupName: 'A "new" group' },
  };
  const rules = await testConnector(okta, { settings: settings(), baseFolder: '/', changes });
  expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
  const look = () =>
    JSON.stringify(
      [...server.state.users.values()]
        .map(({ id, status }) => [id, status])
        .concat([...server.state.members].map(([id, set]) => [id, ...set].join())),
    );
  expect(
    await faultsThroughService(
      okta,
      settings(),
      { DisableAccount: { accountId }, AddGroupMember: { accountId: '00ucora', groupId } },
      look,
    ),
  ).toEqual([]);
});

describe('a user', () => {
  it('is suspended and never deactivated', async () => {
    const done = await actor.act('DisableAccount', { accountId: '00uada' });
    expect(status('00uada')).toBe('SUSPENDED');
    await done.undo();
    expect(status('00uada')).toBe('ACTIVE');
    expect(server.calls.filter(call => call.includes('deactivate'))).toEqual([]);
  });

  it('that is locked is unlocked by activating', async () => {
    await actor.act('ActivateAccount', { accountId: '00udan' });
    expect(status('00udan')).toBe('ACTIVE');
  });

  it('that was deactivated is activated, which is not undone', async () => {
    const done = await actor.act('ActivateAccount', { accountId: '00ugone' });
    await expect(done.undo()).rejects.toThrow('does not bring the status DEPROVISIONED back');
    expect(status('00ugone')).toBe('ACTIVE');
  });

  it.each([
    ['DisableAccount', '00udan', 'suspends only active users, and this one is LOCKED_OUT'],
    ['EnableAccount', '00ueve', 'the user is STAGED and not suspended; activate the account instead'],
    ['DisableAccount', 'nobody', 'there is no user with the id nobody'],
    ['DisableAccount', '../groups/00gops', 'there is no user with the id ../groups/00gops'],
    ['DisableAccount', '00Tone', 'there is no user with the id 00Tone'],
  ] as const)('%s of %s is refused', async (operation, accountId, reason) => {
    expect(await actor.refusal(operation, { accountId })).toContain(reason);
  });

  it('that changes by itself has the status that it gets', async () => {
    Object.assign(server.state.users.get('00uada')!, { status: 'SUSPENDED', transitioningToStatus: 'ACTIVE' });
    expect(await actor.observe('DisableAccount', { accountId: '00uada' })).toEqual({ status: 'ACTIVE' });
  });
});

describe('a group', () => {
  it.each([
    ['00gsales', 'the rule "Sales by department" decides'],
    ['00gad', 'come from a directory or an application'],
    ['00gall', 'Okta itself decides'],
  ])('%s is refused', async (groupId, reason) => {
    const before = JSON.stringify([...server.state.members.get(groupId)!]);
    expect(await actor.refusal('AddGroupMember', { accountId: '00uada', groupId })).toContain(reason);
    expect(JSON.stringify([...server.state.members.get(groupId)!])).toBe(before);
  });

  it('is created once, although the answer is lost', async () => {
    let lost = 0;
    server.fault = (_call, route) => {
      if (route !== 'POST /api/v1/groups' || lost > 0) return undefined;
      lost += 1;
      return { status: 503, body: 'gateway' };
    };
    await actor.refusal('CreateUserGroup', { groupName: 'once' });
    const done = await actor.act('CreateUserGroup', { groupName: 'once' });
    expect(
      [...server.state.groups.values()].filter(({ profile }) => (profile as { name: string }).name === 'once'),
    ).toHaveLength(1);
    await done.undo();
    expect(server.state.groups.has(done.createdId!)).toBe(false);
  });

  it('that somebody has joined is not deleted by undoing', async () => {
    const done = await actor.act('CreateUserGroup', { groupName: 'joined' });
    server.state.members.set(done.createdId!, new Set(['00uada']));
    await expect(done.undo()).rejects.toThrow();
    expect(server.state.groups.has(done.createdId!)).toBe(true);
  });
});

describe('a role', () => {
  it('of a user is removed by its assignment, and assigned again', async () => {
    const done = await actor.act('RemoveRole', { accountId: '00uada', roleId: 'SUPER_ADMIN' });
    const types = () =>
      server.state.assignments
        .get('users/00uada')!
        .map(({ type }) => type)
        .toSorted();
    expect(types()).toEqual(['HELP_DESK_ADMIN']);
    await done.undo();
    expect(types()).toEqual(['HELP_DESK_ADMIN', 'SUPER_ADMIN']);
  });

  it.each([
    ['cr01', 'custom roles are held over a resource set'],
    ['HELP_DESK_ADMIN@00uada', 'limited to some groups or applications'],
  ])('%s is refused', async (roleId, reason) => {
    expect(await actor.refusal('RemoveRole', { accountId: '00uada', roleId })).toContain(reason);
  });
});

it('reads single users again, also deactivated ones, and says which are gone', async () => {
  Object.assign(server.state.users.get('00uada')!, { status: 'DEPROVISIONED' });
  server.state.users.delete('00ucora');
  const { records, gone, gaps } = await actor.accounts(['00uada', '00ucora']);
  expect(records.map(({ id, enabled }) => ({ id, enabled }))).toEqual([{ id: '00uada', enabled: false }]);
  expect({ gone, gaps }).toEqual({ gone: ['00ucora'], gaps: [] });
  server.fault = () => ({ status: 500, body: {} });
  // A user that cannot be read is not gone.
  server.fault = (_call, route) => (route.includes('/users/') ? { status: 403, body: {} } : undefined);
  expect(await actor.accounts(['00ucora'])).toMatchObject({ records: [], gone: [], gaps: [{ reason: 'forbidden' }] });
});
