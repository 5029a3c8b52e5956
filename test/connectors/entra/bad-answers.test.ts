// Answers of a tenant that refuses, limits, or is not what it should be: the run says what and where, and deletes nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entra } from '../../../connectors/entra/index.ts';
import { graphError, missingPermission, tooMany } from '../../support/simulators/entra/answers.ts';
import { type EntraSimulator, startEntra } from '../../support/simulators/entra/entra.ts';
import * as tenant from '../../support/simulators/entra/tenant.ts';
import { gapsOf, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';
import { entraSource } from './settings.ts';

let server: EntraSimulator;
beforeAll(async () => {
  server = await startEntra();
});
beforeEach(() => {
  server.fault = undefined;
  server.azure.fault = undefined;
  server.pageSize = 999;
  tenant.fillTenant(server.state);
});
afterAll(() => server.close());

const read = (more: object = {}) => readSource(entra, entraSource(server, more));
const missing = async () =>
  gapsOf(await read())
    .filter(gap => gap.missing === 'objects')
    .map(({ type, message, reason }) => `${type} ${reason}: ${message}`);

describe('signing in', () => {
  it.each([
    [{ client_secret: 'old' }, /AADSTS7000215: Invalid client secret provided/],
    [{ tenant_id: '11111111-0000-4000-8000-000000000000' }, /AADSTS90002: Tenant not found/],
  ])('with %j is an error of the settings', async (more, message) => {
    await expect(read(more)).rejects.toThrow(message);
  });

  it('with a revoked token says so', async () => {
    server.fault = (_call, route) =>
      route === 'GET /v1.0/organization'
        ? graphError(401, 'InvalidAuthenticationToken', 'Access token has been revoked.')
        : undefined;
    await expect(read()).rejects.toThrow(
      /InvalidAuthenticationToken: Access token has been revoked.*compare tenant_id/s,
    );
  });

  it('at an address that is not Microsoft Graph is refused at once', async () => {
    server.fault = (_call, route) => (route === 'GET /v1.0/organization' ? { body: { hello: 'world' } } : undefined);
    await expect(read()).rejects.toThrow('does not describe an organization');
  });
});

it.each([
  ['GET /v1.0/users', 'Account', 'User.Read.All'],
  ['GET /v1.0/groups', 'UserGroup', 'Group.Read.All'],
  ['GET /v1.0/groups/delta', 'EntityManagedViaObject', 'Member.Read.Hidden'],
  ['GET /v1.0/servicePrincipals', 'AssignedApplication', 'Application.Read.All'],
  ['GET /v1.0/applications', 'Account', 'Application.Read.All'],
  ['GET /v1.0/servicePrincipals/:id/appRoleAssignedTo', 'EntityAssignedAccessToObject', 'Application.Read.All'],
  ['GET /v1.0/oauth2PermissionGrants', 'EntityAssignedAccessToObject', 'DelegatedPermissionGrant.Read.All'],
  ['GET /v1.0/roleManagement/directory/roleDefinitions', 'Role', 'RoleManagement.Read.Directory'],
  ['GET /v1.0/roleManagement/directory/roleAssignments', 'EntityManagedViaObject', 'RoleManagement.Read.Directory'],
  [
    'GET /v1.0/roleManagement/directory/roleEligibilityScheduleInstances',
    'EntityAssignedAccessToObject',
    'RoleManagement.Read.Directory',
  ],
  ['GET /v1.0/directory/administrativeUnits', 'ResourceInstance', 'AdministrativeUnit.Read.All'],
  ['GET /v1.0/policies/authenticationMethodsPolicy', 'Authenticator', 'Policy.Read.AuthenticationMethod'],
  ['GET /v1.0/reports/authenticationMethods/userRegistrationDetails', 'AuthenticatorEnrollment', 'AuditLog.Read.All'],
  [
    'GET /v1.0/identityGovernance/entitlementManagement/accessPackages',
    'PermissionSet',
    'EntitlementManagement.Read.All',
  ],
])('%s that is refused is a gap of %s with the permission to grant', async (refused, type, permission) => {
  server.fault = (_call, route) => (route === refused ? missingPermission('none') : undefined);
  const reading = await read();
  const gaps = gapsOf(reading).filter(gap => gap.missing === 'objects' && gap.type === type);
  expect(gaps.length).toBeGreaterThan(0);
  expect(gaps[0]).toMatchObject({
    reason: 'forbidden',
    message: expect.stringContaining('Authorization_RequestDenied'),
  });
  expect(gaps[0]!.message).toContain(permission);
  // Everything else lands.
  expect([...reading].filter(([, { records }]) => records.size > 0).length).toBeGreaterThan(9);
});

it('policies that may not be read leave the requirements of applications out', async () => {
  server.fault = (_call, route) =>
    route.includes('conditionalAccess/policies') ? missingPermission('none') : undefined;
  const reading = await read();
  expect(gapsOf(reading)).toContainEqual(
    expect.objectContaining({
      type: 'AssignedApplication',
      missing: 'fields',
      message: expect.stringContaining('Policy.Read.All'),
    }),
  );
  expect(JSON.stringify(recordsOf(reading, 'AssignedApplication'))).not.toContain('secondaryFactorRequirements');
});

describe('a tenant without licence', () => {
  beforeEach(() => {
    server.state.isPremium = false;
  });

  it('lands all users, and says that their last sign-in is not known', async () => {
    const reading = await read();
    expect(recordsOf(reading, 'Account').filter(({ type }) => type === 'User')).toHaveLength(5);
    expect(recordOf(reading, 'Account', tenant.ada)).not.toHaveProperty('lastActivityDate');
    expect(reading.get('Account')!.gaps).toEqual([
      expect.objectContaining({
        missing: 'fields',
        message: expect.stringMatching(
          /^lastActivityDate of users: not in the licence of the tenant: 403: Authentication_RequestFromNonPremium/,
        ),
      }),
    ]);
  });

  it('does not lose objects by what it cannot have', async () => expect(await missing()).toEqual([]));
});

it('whether somebody is an administrator is not known where roles may not be read', async () => {
  server.fault = (_call, route) => (route.endsWith('/roleAssignments') ? missingPermission('none') : undefined);
  const reading = await read();
  expect(recordsOf(reading, 'Account').filter(({ isAdmin }) => isAdmin !== undefined)).toEqual([]);
  expect(gapsOf(reading)).toContainEqual(
    expect.objectContaining({ type: 'Account', missing: 'fields', message: expect.stringMatching(/^isAdmin/) }),
  );
});

it('the assignments of an application that cannot be read are kept, and only they', async () => {
  server.fault = (call, route) =>
    route === 'GET /v1.0/servicePrincipals/:id/appRoleAssignedTo' && call.params['id'] === tenant.github
      ? graphError(500, 'InternalServerError', 'something failed')
      : undefined;
  const gaps = (await read()).get('EntityAssignedAccessToObject')!.gaps.filter(gap => gap.missing === 'objects');
  expect(gaps.map(({ within }) => within)).toEqual([{ field: 'assignedObjectId', is: [tenant.github] }]);
});

it('a limit is waited for, of a request and of one in a batch', async () => {
  const refused = new Map<string, number>();
  server.fault = (_call, route) => {
    const count = refused.get(route) ?? 0;
    if (!/appRoleAssignedTo|GET \/v1.0\/groups$/.test(route) || count >= 2) return undefined;
    refused.set(route, count + 1);
    return tooMany(0);
  };
  expect(await missing()).toEqual([]);
  expect([...refused.values()]).toEqual([2, 2]);
});

it('a batch that is answered with something else is asked for one by one', async () => {
  server.fault = (_call, route) =>
    route.includes('batch') ? { body: '<html><title>Proxy</title></html>' } : undefined;
  expect(await missing()).toEqual([]);
});

it.each([
  ['an HTML page of a proxy', { body: '<html><title>Sign in</title></html>' }, /HTML page \("Sign in"\)/],
  ['an object instead of a list', { body: { value: 'none' } }, /the answer has no list/],
  [
    'an error with status 200',
    { body: { error: { code: 'BadGateway', message: 'odd' } } },
    /body is an error: BadGateway: odd/,
  ],
  ['an error of the server', graphError(500, 'InternalServerError', 'failed'), /500: InternalServerError: failed/],
])('%s ends the list with a gap', async (_what, answer, message) => {
  server.fault = (_call, route) => (route === 'GET /v1.0/groups' ? answer : undefined);
  expect((await missing()).join('\n')).toMatch(message);
});

it.each([
  ['on another host', 'https://graph.example/v1.0/groups?$skiptoken=1', 'is not requested: it is on another host'],
  ['that was read before', undefined, 'names a page as the next one that was read before'],
])('a next page %s ends the list with a gap', async (_what, link, message) => {
  server.fault = (_call, route) =>
    route === 'GET /v1.0/groups'
      ? { body: { value: [], '@odata.nextLink': link ?? `${server.url}/v1.0/groups?$skiptoken=1` } }
      : undefined;
  expect((await missing()).join()).toContain(message);
});

it('objects without what they must have, and of odd forms, are rejected or left out, and others land', async () => {
  server.state.users.set('odd', { id: 'odd', displayName: 'no name' });
  server.fault = (_call, route) =>
    route === 'GET /v1.0/groups'
      ? {
          body: {
            value: [
              null,
              'x',
              7,
              { id: tenant.ops, displayName: { a: 1 } },
              { id: tenant.sales, displayName: 'Sales', owners: 'x', groupTypes: null },
            ],
          },
        }
      : undefined;
  const reading = await read();
  expect(reading.get('Account')!.rejected).toMatchObject([{ id: 'odd', reasons: ['has no userPrincipalName'] }]);
  expect(reading.get('UserGroup')!.rejected.map(({ id }) => id)).toEqual([undefined, undefined, undefined, tenant.ops]);
  expect(recordsOf(reading, 'UserGroup').map(({ id }) => id)).toEqual([tenant.sales]);
});

it('a service principal without an id is rejected without the hints of its secrets', async () => {
  server.state.servicePrincipals.set('x', {
    displayName: 'odd',
    passwordCredentials: [{ keyId: 'k', hint: 'Qz9' }],
  } as never);
  const { rejected } = (await read()).get('Account')!;
  expect(rejected).toMatchObject([{ reasons: ['has no id'] }]);
  expect(JSON.stringify(rejected)).not.toContain('Qz9');
});

it('ids that look like paths stay ids', async () => {
  const id = '../users';
  server.state.servicePrincipals.set(id, {
    id,
    displayName: 'odd',
    appId: 'x',
    servicePrincipalType: 'Application',
    preferredSingleSignOnMode: 'saml',
  });
  server.state.units.set('../../groups', { id: '../../groups', displayName: 'odd' });
  expect(await missing()).toEqual([]);
  expect(server.calls.every(call => !call.includes('..'))).toBe(true);
});

describe('Azure', () => {
  it('without a subscription is a gap, so that nothing counts as gone', async () => {
    server.state.subscriptions.clear();
    expect((await missing()).join('\n')).toMatch(
      /ResourceInstance forbidden: no subscription is shown; assign the role Reader/,
    );
    const gaps = gapsOf(await read()).filter(gap => gap.message.startsWith('no subscription'));
    expect(gaps.map(({ type, within }) => [type, within?.field]).toSorted()).toEqual([
      ['EntityAssignedAccessToObject', 'assignedObjectId'],
      ['EntityManagedViaObject', 'managedViaObjectId'],
      ['ResourceInstance', 'id'],
      ['ResourceInstanceContainsResourceInstance', 'childId'],
      ['Role', 'applicationRoleType'],
    ]);
  });

  it('that refuses a list is a gap with the role to assign', async () => {
    server.azure.fault = (_call, route) =>
      route.includes('roleAssignments')
        ? graphError(403, 'AuthorizationFailed', 'The client does not have authorization.')
        : undefined;
    expect((await missing()).join('\n')).toMatch(
      /EntityAssignedAccessToObject forbidden: 403: AuthorizationFailed: .*assign the role Reader/,
    );
  });
});

it('a check names each permission and licence that is missing', async () => {
  server.state.isPremium = false;
  server.fault = (_call, route) => (route === 'GET /v1.0/groups' ? missingPermission('none') : undefined);
  const client = await entra.open(entra.settings.parse(entraSource(server)), {
    ...{ sourceId: 's', applicationInstanceId: '00000000-0000-4000-8000-000000000001', baseFolder: '/' },
    signal: new AbortController().signal,
  });
  const problems = await entra.check(client);
  await entra.close?.(client);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('not in the licence of the tenant'),
    expect.stringContaining('grant the application permission Group.Read.All'),
    expect.stringContaining('not in the licence of the tenant'),
    expect.stringContaining('not in the licence of the tenant'),
  ]);
});
