// What lands from a Slack workspace.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slack } from '../../../connectors/slack/index.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';
import { type SlackSimulator, slackToken, startSlack } from '../../support/simulators/slack/slack.ts';
import { fillWorkspace } from '../../support/simulators/slack/workspace.ts';

let server: SlackSimulator;
let reading: Reading;
const settings = (more: object = {}) => ({ url: `${server.url}/api/`, token: slackToken, channels: 'all', ...more });
beforeAll(async () => {
  server = await startSlack();
  fillWorkspace(server.state);
  reading = await readSource(slack, settings());
});
afterAll(() => server.close());

const account = (id: string) => recordOf(reading, 'Account', id)!;
const idsOf = (type: string) => recordsOf(reading, type).map(({ id }) => id);

it('lands every type without gaps and rejections', () => {
  expect(misfitsOf(reading)).toEqual([]);
  expect(gapsOf(reading)).toEqual([]);
});

it('lands the same in pages of one', async () => {
  server.fault = call => {
    if (!call.url.searchParams.has('limit')) return undefined;
    call.url.searchParams.set('limit', '1');
    return undefined;
  };
  const paged = await readSource(slack, settings());
  server.fault = undefined;
  for (const [type, { records }] of reading)
    expect([type, [...paged.get(type)!.records]]).toEqual([type, [...records]]);
});

describe('accounts', () => {
  it('have the state, the role and the address of members', () => {
    expect(account('U1')).toMatchObject({
      ...{ alias: 'ada', name: 'ada Example', email: 'ada@example.org', enabled: true, type: 'User', isAdmin: true },
      ...{ userType: 'primary-owner', authenticationFunctions: ['ApplicationAccount'] },
      authenticationMethods: [{ type: 'second factor' }],
    });
    expect(account('U4')['enabled']).toBe(false);
    expect(account('U8')).not.toHaveProperty('email');
  });

  it('are guests until they expire, with who invited them', () => {
    expect(account('U5')).toMatchObject({
      ...{ subType: 'Guest', userType: 'guest', createdBy: 'U2', expirationDate: '2027-01-15T08:00:00.000Z' },
    });
    expect(account('U6')).toMatchObject({ subType: 'Guest', userType: 'single-channel-guest' });
  });

  it('of other workspaces are external and hold no role here', () => {
    expect(account('U7')).toMatchObject({ subType: 'External', isAdmin: false });
    expect(idsOf('EntityManagedViaObject').filter(id => id.startsWith('Account:U7'))).toEqual([]);
  });

  it('are bots with who installed their apps', () => {
    expect(account('B1')).toMatchObject({
      ...{
        type: 'Machine',
        subType: 'Bot',
        hasAPIAccess: true,
        createdBy: 'U2',
        createdDate: '2023-09-18T01:20:00.000Z',
      },
    });
    expect(account('USLACKBOT')['type']).toBe('Machine');
    const scopes = recordOf(reading, 'EntityAssignedAccessToObject', 'Account:B1>IntegratedApplication:T1#scopes')!;
    expect(scopes['entitlementSpecification']).toMatchObject({
      reasonSpecificData: {
        permissions: { isPrivileged: true, formattedScopes: { type: 'OAuth' } },
        appliesToContents: false,
      },
    });
  });

  it('are linked to the identity provider by its certificate', async () => {
    const { execFileSync } = await import('node:child_process');
    const certificate = execFileSync(
      'openssl',
      'req -x509 -newkey rsa:2048 -nodes -keyout /dev/null -subj /CN=idp -days 1'.split(' '),
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const linked = await readSource(slack, settings({ saml_certificate: certificate }));
    const [application] = recordsOf(linked, 'IntegratedApplication');
    const { authenticationKeys } = application!['authenticationRequirements'] as { authenticationKeys: string[] };
    expect(recordOf(linked, 'Account', 'U3')!['federationId']).toEqual({
      ...{ type: 'SAML', value: 'cora@example.org', authenticationKey: authenticationKeys[0] },
    });
    expect(recordOf(linked, 'Account', 'U7')).not.toHaveProperty('federationId');
    await expect(readSource(slack, settings({ saml_certificate: 'no' }))).rejects.toThrow('saml_certificate');
  });
});

it('groups are those in use, with their members and who decides about these', () => {
  expect(recordsOf(reading, 'UserGroup').map(({ id, type }) => [id, type])).toEqual([
    ...[
      ['S1', 'Distribution'],
      ['S2', 'Dynamic'],
      ['S4', 'Sync'],
      ['S5', 'Distribution'],
    ],
  ]);
  expect(idsOf('EntityManagedViaObject').filter(id => id.endsWith('UserGroup:S1'))).toEqual([
    ...['Account:U1>UserGroup:S1', 'Account:U3>UserGroup:S1'],
  ]);
});

it('roles of an organisation are read where there is one', async () => {
  expect(server.calls.filter(call => call.includes('admin'))).toEqual([]);
  server.state.team = { ...server.state.team, enterprise: 'E1' };
  server.state.roleAssignments = [{ role_id: 'Rl0A', entity_id: 'C2', user_id: 'U3' }];
  const organised = await readSource(slack, settings());
  expect(recordOf(organised, 'Role', 'Rl0A@C2')).toMatchObject({ name: 'Rl0A', description: 'held over C2' });
  expect(recordOf(organised, 'EntityManagedViaObject', 'Account:U3>Role:Rl0A@C2')).toBeDefined();
});

it('channels are read with their members as far as the settings say', async () => {
  expect(recordOf(reading, 'ResourceInstance', 'C3')).toMatchObject({ externallyShared: true, isSensitive: false });
  expect(idsOf('EntityAssignedAccessToObject')).toContain('Account:U7>ResourceInstance:C3');
  const open = await readSource(slack, settings({ channels: 'public' }));
  expect(recordsOf(open, 'ResourceInstance').map(({ id }) => id)).toEqual(['C1', 'C3']);
  const none = await readSource(slack, settings({ channels: 'none' }));
  expect(gapsOf(none).map(({ type, missing }) => [type, missing])).toEqual([
    ['ResourceClass', 'fields'],
    ['ResourceInstance', 'fields'],
  ]);
});
