// Payloads for Veza's Open Authorization API in the forms that its documentation and its client show.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vezaOaa } from '../../../connectors/veza-oaa/index.ts';
import { firstPartyAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import {
  gapsOf,
  type Reading,
  readSource,
  recordOf,
  recordsOf,
  rejectionsOf,
} from '../../support/simulators/reading.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rolecall-oaa-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (payload: unknown) => {
  const path = join(folder, `payload-${++made}.json`);
  writeFileSync(path, typeof payload === 'string' ? payload : JSON.stringify(payload));
  return path;
};
const read = (payload: unknown): Promise<Reading> => readSource(vezaOaa, { path: file(payload) });

const portal = () => ({
  custom_property_definition: { applications: [] },
  applications: [
    {
      ...{ name: 'Portal', application_type: 'support', description: 'Tickets' },
      local_users: [
        {
          ...{ name: 'Ada', id: 'u1', identities: ['ada@example.org'], groups: ['g1'], is_active: true },
          ...{ created_at: '2024-01-01T00:00:00.000Z', last_login_at: '2026-01-01T00:00:00Z' },
          custom_properties: { cost_center: 'R&D', floors: ['1', '2'] },
        },
        { name: 'Bob', id: 'u2', is_active: false },
        { name: 'robot', id: 'u3', user_type: 'SERVICE_ACCOUNT' },
      ],
      local_groups: [
        { name: 'Agents', id: 'g1', groups: ['g2'] },
        { name: 'Everybody', id: 'g2' },
      ],
      local_roles: [{ name: 'Manager', id: 'r1', permissions: ['View', 'close'], tags: [] }],
      resources: [
        { name: 'queue', resource_type: 'queue', sub_resources: [{ name: 'ticket', resource_type: 'ticket' }] },
        { name: 'wiki', id: 'w', resource_type: 'wiki' },
      ],
    },
  ],
  permissions: [
    { name: 'view', permission_type: ['DataRead', 'MetadataRead'], apply_to_sub_resources: true, resource_types: [] },
    { name: 'Close', permission_type: ['DataWrite'], apply_to_sub_resources: false, resource_types: ['queue'] },
    { name: 'use', permission_type: ['NonData', 'Uncategorized'] },
  ],
  identity_to_permissions: [
    {
      ...{ identity: 'u1', identity_type: 'local_user' },
      role_assignments: [{ application: 'Portal', role: 'r1', apply_to_application: false, resources: ['queue', 'w'] }],
    },
    {
      ...{ identity: 'g1', identity_type: 'local_group' },
      application_permissions: [{ application: 'Portal', permission: 'VIEW', apply_to_application: true }],
    },
    {
      ...{ identity: 'u2', identity_type: 'local_user' },
      role_assignments: [{ application: 'Portal', role: 'r1', apply_to_application: true, resources: [] }],
      application_permissions: [{ application: 'Portal', permission: 'use', resources: ['queue.ticket'] }],
    },
    {
      ...{ identity: 'eve@example.org', identity_type: 'idp' },
      application_permissions: [{ application: 'Portal', permission: 'use', resource: 'w' }],
    },
    {
      identity: 'Everyone',
      identity_type: 'idp',
      application_permissions: [{ application: 'Portal', permission: 'use' }],
    },
  ],
});

describe('a custom application', () => {
  let reading: Reading;
  beforeAll(async () => {
    reading = await read(portal());
  });
  const ids = (type: string) => recordsOf(reading, type).map(({ id }) => id);

  it('lands without gaps and rejections', () => {
    expect(misfitsOf(reading)).toEqual([]);
    expect(gapsOf(reading)).toEqual([]);
  });

  it('has users with what is known of them', () => {
    expect(recordOf(reading, 'Account', 'u1')).toMatchObject({
      ...{ alias: 'Ada', email: 'ada@example.org', enabled: true, lastActivityDate: '2026-01-01T00:00:00Z' },
      profileMetadata: expect.arrayContaining([expect.objectContaining({ name: 'cost_center', value: 'R&D' })]),
    });
    expect(recordOf(reading, 'Account', 'u2')).toMatchObject({ enabled: false });
    const robot = recordOf(reading, 'Account', 'u3')!;
    expect(robot).toMatchObject({ type: 'Machine', subType: 'ServiceAccount' });
    expect(robot).not.toHaveProperty('enabled');
    expect(recordOf(reading, 'Account', 'idp:eve@example.org')).toMatchObject({ email: 'eve@example.org' });
    expect(recordOf(reading, 'UserGroup', 'idp:Everyone')).toMatchObject({ type: 'Sync' });
  });

  it('has memberships, also of groups in groups, and roles for some resources only', () => {
    expect(ids('EntityManagedViaObject').toSorted()).toEqual([
      'Account:u1>Role:r1@queue',
      'Account:u1>Role:r1@w',
      'Account:u1>UserGroup:g1',
      'Account:u2>Role:r1',
      'UserGroup:g1>UserGroup:g2',
    ]);
  });

  it('has each permission on what it is given for', () => {
    expect(ids('EntityAssignedAccessToObject').toSorted()).toEqual([
      'Account:idp:eve@example.org>ResourceInstance:w#use',
      'Account:u2>ResourceInstance:queue.ticket#use',
      'Role:r1>IntegratedApplication:Portal#Close',
      'Role:r1>IntegratedApplication:Portal#view',
      'Role:r1>ResourceInstance:queue#view',
      'Role:r1>ResourceInstance:w#view',
      // Close is for queues only.
      'Role:r1@queue>ResourceInstance:queue#Close',
      'Role:r1@queue>ResourceInstance:queue#view',
      'Role:r1@w>ResourceInstance:w#view',
      'UserGroup:g1>IntegratedApplication:Portal#view',
      'UserGroup:g1>ResourceInstance:queue#view',
      'UserGroup:g1>ResourceInstance:w#view',
      'UserGroup:idp:Everyone>IntegratedApplication:Portal#use',
    ]);
    const view = recordOf(reading, 'EntityAssignedAccessToObject', 'UserGroup:g1>ResourceInstance:queue#view')!;
    expect(view['entitlementSpecification']).toMatchObject({
      reasonSpecificData: { appliesToContents: true, permissions: { isRead: true, fineGrainedSpecifiers: ['view'] } },
    });
    const close = recordOf(reading, 'EntityAssignedAccessToObject', 'Role:r1@queue>ResourceInstance:queue#Close')!;
    expect(close['entitlementSpecification']).toMatchObject({
      reasonSpecificData: { appliesToContents: false, permissions: { isUpdate: true } },
    });
  });

  it('keeps the rules of connectors', async () => {
    expect(await brokenRules(vezaOaa, { path: file(portal()) })).toEqual([]);
  });
});

it('an identity provider has users, groups and the roles of AWS that they may assume', async () => {
  const arn = 'arn:aws:iam::123456789012:role/deploy';
  const reading = await read({
    ...{ name: 'Directory', idp_type: 'ldap', domains: [{ name: 'example.org', tags: [] }], apps: [] },
    users: [
      {
        ...{
          name: 'ada',
          identity: '1',
          full_name: 'Ada Noe',
          email: 'ada@example.org',
          is_active: true,
          is_guest: true,
        },
        ...{ department: 'QA', manager_id: '2', groups: [{ identity: 'g' }], assumed_role_arns: [{ identity: arn }] },
        ...{ source_identity: { identity: 'ada', provider_type: 'okta' }, tags: [], custom_properties: {} },
      },
      { name: 'bob', identity: '2', is_active: null, department: null, groups: [], source_identity: null },
    ],
    groups: [{ name: 'g', identity: 'g', is_security_group: null, groups: [{ identity: 'all' }] }, { name: 'all' }],
  });
  expect(misfitsOf(reading)).toEqual([]);
  expect(recordOf(reading, 'Account', '1')).toMatchObject({
    name: 'Ada Noe',
    subType: 'Guest',
    department: 'QA',
    enabled: true,
  });
  expect(recordOf(reading, 'Account', '2')).not.toHaveProperty('enabled');
  expect(recordsOf(reading, 'EntityManagedViaObject')).toMatchObject([
    { entityId: '1', managedViaObjectId: 'g' },
    {
      managedViaObjectId: arn,
      federationSpecification: { targetAuthenticationKey: firstPartyAuthenticationKey('aws', '123456789012') },
    },
    { entityId: 'g', entityType: 'UserGroup', managedViaObjectId: 'all' },
  ]);
});

describe('bad input', () => {
  const reasonsOf = async (payload: unknown) =>
    rejectionsOf(await read(payload)).map(({ type, reasons }) => `${type}: ${reasons}`);
  const withAccess = (access: object) => ({ ...portal(), identity_to_permissions: [access] });
  const granted = (permission: object) =>
    withAccess({ identity: 'u1', identity_type: 'local_user', application_permissions: [permission] });

  it.each([
    [
      'an identity that is not there',
      withAccess({ identity: 'nobody', identity_type: 'local_user' }),
      /there is no identity `nobody`/,
    ],
    ['a permission that is not there', granted({ permission: 'own' }), /there is no permission `own`/],
    [
      'a resource that is not there',
      granted({ permission: 'use', resources: ['attic'] }),
      /there is no resource `attic`/,
    ],
    [
      'a user twice',
      {
        ...portal(),
        applications: [{ name: 'P', local_users: [{ name: 'a' }, { name: 'a', is_active: true }] }],
        identity_to_permissions: [],
      },
      /`a` is there twice/,
    ],
    [
      'a user without a name',
      { ...portal(), applications: [{ name: 'P', local_users: [{}] }], identity_to_permissions: [] },
      /Account: has no name/,
    ],
  ])('rejects %s', async (_, payload, expected) => {
    expect((await reasonsOf(payload)).join('\n')).toMatch(expected);
  });

  it('says that access credentials are not read', async () => {
    const payload = { applications: [{ name: 'P', local_access_creds: [{ name: 'key' }] }] };
    expect(gapsOf(await read(payload))).toMatchObject([{ type: 'Account', missing: 'fields' }]);
  });

  it.each([
    ['a file that is cut off', '{"applications":[', /is not JSON \(copy/],
    ['another document', { employees: [{ id: '1' }] }, /has neither `applications` with a name nor `users`/],
    ['several applications', { applications: [{ name: 'a' }, { name: 'b' }] }, /has 2 applications \(make a payload/],
  ])('refuses %s', async (_, payload, expected) => {
    await expect(read(payload)).rejects.toThrow(expected);
  });
});
