// What lands from a Google Workspace customer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { googleWorkspace } from '../../../connectors/google-workspace/index.ts';
import { type GoogleSimulator, startGoogle } from '../../support/simulators/google/google.ts';
import { fillCustomer, settingsFor } from '../../support/simulators/google/organisation.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { contentOf, gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

let server: GoogleSimulator;
let reading: Reading;
const everything = { tokens_of: 'everybody', devices: true };
const read = (more: object = {}) => readSource(googleWorkspace, settingsFor(server.url, { ...everything, ...more }));
beforeAll(async () => {
  server = await startGoogle();
  fillCustomer(server.state);
  reading = await read();
});
afterAll(() => server.close());

const account = (id: string) => recordOf(reading, 'Account', id)!;
const idsOf = (type: string) => recordsOf(reading, type).map(({ id }) => id);

it('lands every type without gaps and rejections', () => {
  expect(misfitsOf(reading)).toEqual([]);
  expect(gapsOf(reading)).toEqual([]);
});

it('signs in as the administrator with the scopes', () => {
  expect(server.assertions[0]).toMatchObject({
    iss: 'rolecall@example.iam.gserviceaccount.com',
    sub: 'reader@example.org',
    aud: `${server.url}/token`,
    scope: expect.stringMatching(
      /admin\.directory\.user\.readonly.*device\.mobile.*user\.security.*apps\.groups\.settings/,
    ),
  });
});

it('requests no scopes that the settings do not need', async () => {
  const before = server.assertions.length;
  await read({ tokens_of: 'nobody', group_settings: false, devices: false });
  expect(server.assertions[before]!['scope']).not.toMatch(/device|user\.security|apps\.groups/);
  await read({ scopes: 'mine' });
  expect(server.assertions.at(-1)!['scope']).toBe('mine');
});

it('lands the same in pages of one', async () => {
  server.fault = call => {
    if (call.url.searchParams.has('maxResults')) call.url.searchParams.set('maxResults', '1');
    return undefined;
  };
  const paged = await read();
  server.fault = undefined;
  expect(contentOf(paged)).toEqual(contentOf(reading));
});

describe('users', () => {
  it('carry the profile, and the job that is the primary one', () => {
    expect(account('2')).toMatchObject({
      ...{ alias: 'bert@example.org', name: 'bert Example', email: 'bert@example.org', enabled: true, isAdmin: false },
      ...{ title: 'Seller', department: 'Sales', costCenter: '42', employeeNumber: '0017' },
      ...{ managerEmails: ['ada@example.org'], mfaRequirements: 'Optional' },
      lastActivityDate: '2026-01-02T03:04:05.000Z',
    });
  });

  it('are administrators by either kind of role, and enforced to use a second factor or not', () => {
    expect(account('1')).toMatchObject({
      ...{ isAdmin: true, mfaRequirements: 'Required', alternateEmails: ['ada.ray@example.org'] },
      authenticationMethods: [{ type: 'second factor' }],
    });
    expect(account('4')['isAdmin']).toBe(true);
    expect(idsOf('AuthenticatorEnrollment')).toEqual(['2-step-verification:1']);
  });

  it('that are suspended or archived are not enabled, and who never signed in has no last use', () => {
    expect([account('3')['enabled'], account('5')['enabled']]).toEqual([false, false]);
    expect(account('3')).not.toHaveProperty('lastActivityDate');
  });

  it('of other organisations are external, and whether they are enabled is not known', () => {
    expect(account('99')).toMatchObject({ email: 'pia@partner.example', subType: 'External' });
    expect(account('99')).not.toHaveProperty('enabled');
  });

  it('have tokens and application passwords', () => {
    expect(account('token:1:app.example')).toMatchObject({
      ...{ type: 'Token', subType: 'OAuthGrant', createdBy: '1', hashIdentifiers: account('1')['hashIdentifiers'] },
      approvedApplicationPermissions: [
        { name: 'Reports', formattedScopes: { specifiers: ['https://mail.google.com/'] } },
      ],
    });
    expect(account('password:1:5')).toMatchObject({ subType: 'ApiKey', createdDate: '2023-11-14T22:13:20.000Z' });
    expect(account('password:1:5')).not.toHaveProperty('lastActivityDate');
  });

  it('have tokens read as far as the settings say', async () => {
    const some = await read({ tokens_of: 'administrators' });
    expect(recordOf(some, 'Account', 'token:2:other.example')).toBeUndefined();
    expect(gapsOf(some)).toMatchObject([{ type: 'Account', subject: 'tokens_of', missing: 'fields' }]);
  });
});

describe('groups', () => {
  it.each([
    ['01', 'Invited', false],
    ['02', 'Organisation', false],
    ['03', 'Anyone', true],
  ])('%s says who may join: %s, external members: %s', (id, joinPolicy, allowsExternalMembers) => {
    expect(recordOf(reading, 'UserGroup', id)).toMatchObject({ joinPolicy, allowsExternalMembers });
  });

  it('have groups, external members, and all users as members', () => {
    expect(idsOf('EntityManagedViaObject')).toEqual(
      expect.arrayContaining([
        ...[
          'UserGroup:01>UserGroup:02',
          'UserGroup:C1>UserGroup:02',
          'Account:99>UserGroup:03',
          'Account:1>UserGroup:C1',
        ],
      ]),
    );
    expect(idsOf('EntityManagedViaObject').filter(id => id.endsWith('UserGroup:C1'))).toHaveLength(7);
  });
});

it('roles are held in the organisation or in a unit, by users and groups', () => {
  expect(idsOf('Role')).toEqual(['90', '91', '91@s']);
  expect(idsOf('EntityManagedViaObject')).toEqual(
    expect.arrayContaining(['Account:1>Role:90', 'Account:4>Role:91@s', 'UserGroup:01>Role:91']),
  );
  const privileged = (role: string) => {
    const { entitlementSpecification } = recordOf(
      reading,
      'EntityAssignedAccessToObject',
      `Role:${role}>IntegratedApplication:C1`,
    ) as unknown as { entitlementSpecification: { reasonSpecificData: { permissions: { isPrivileged: boolean } } } };
    return entitlementSpecification.reasonSpecificData.permissions.isPrivileged;
  };
  expect(['90', '91', '91@s'].map(privileged)).toEqual([true, true, false]);
});

it('units are departments below the root', () => {
  expect(recordsOf(reading, 'Department').map(({ id, name }) => [id, name])).toEqual([
    ...[
      ['id:r', '/'],
      ['id:s', 'Sales'],
      ['id:n', 'North'],
    ],
  ]);
  expect(idsOf('DepartmentContainsDepartment')).toEqual([
    ...['Department:id:r>Department:id:s', 'Department:id:s>Department:id:n'],
  ]);
});

it('devices belong to their users, also by an alias', () => {
  expect(recordOf(reading, 'ResourceInstance', 'm1')).toMatchObject({ name: 'Pixel', ownerAccountIds: ['2'] });
  expect(recordOf(reading, 'ResourceInstance', 'c1')).toMatchObject({ name: 'S1', ownerAccountIds: ['1'] });
});

it('external members are found again when the read of accounts is resumed', async () => {
  const client = await googleWorkspace.open(googleWorkspace.settings.parse(settingsFor(server.url, everything)), {
    ...{ sourceId: 'source', applicationInstanceId: '00000000-0000-4000-8000-000000000001', baseFolder: '/' },
    signal: new AbortController().signal,
  });
  const accounts = googleWorkspace.reads(client).find(({ lands }) => lands === 'Account')!;
  const ids: string[] = [];
  for await (const page of accounts.pages(client, JSON.stringify({ list: 'external' })))
    ids.push(...page.records.map(({ id }) => id));
  await googleWorkspace.close!(client);
  expect(ids).toEqual(['99']);
});
