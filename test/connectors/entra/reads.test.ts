// What lands from a tenant: accounts, groups, roles, and how people sign in.
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entra } from '../../../connectors/entra/index.ts';
import { oidcAuthenticationKey, samlAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import { opensslMissing, selfSigned } from '../../support/servers/certificate.ts';
import { temporaryFolder } from '../../support/service/service.ts';
import { clientSecret, type EntraSimulator, startEntra, tenantId } from '../../support/simulators/entra/entra.ts';
import * as tenant from '../../support/simulators/entra/tenant.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';
import { entraSource } from './settings.ts';

const certificate = opensslMissing ? undefined : selfSigned(temporaryFolder(), 'saml', 'DNS:example.org').cert;
const saml =
  certificate === undefined
    ? undefined
    : {
        value: new X509Certificate(certificate).raw.toString('base64'),
        thumbprint: new X509Certificate(certificate).fingerprint.replaceAll(':', ''),
      };

let server: EntraSimulator;
let reading: Reading;
beforeAll(async () => {
  server = await startEntra();
  server.clock = () => new Date('2026-02-10T12:00:00Z');
  tenant.fillTenant(server.state, saml);
  reading = await readSource(entra, entraSource(server));
});
afterAll(() => server.close());

const account = (id: string) => recordOf(reading, 'Account', id)!;
const accesses = (entityId: string) =>
  recordsOf(reading, 'EntityAssignedAccessToObject').filter(record => record['entityId'] === entityId);
const memberships = (holder: string) =>
  recordsOf(reading, 'EntityManagedViaObject')
    .filter(record => record['managedViaObjectId'] === holder)
    .map(({ entityType, entityId }) => `${entityType} ${entityId}`)
    .toSorted();

it('lands every type without rejections, in the form of its resource, and says what is not decided', () => {
  expect(misfitsOf(reading)).toEqual([]);
  expect(gapsOf(reading).map(({ type, missing, subject }) => `${type} ${missing} ${subject}`)).toEqual([
    `EntityAssignedAccessToObject fields federated credential literal of ${tenant.deploy}`,
    `EntityAssignedAccessToObject fields federated credential some of ${tenant.deploy}`,
    'EntityAssignedAccessToObject fields deny assignment Deny all',
  ]);
  expect([...reading].filter(([, { records }]) => records.size === 0)).toEqual([]);
});

it('no secret lands, and no hint of one', () => {
  const text = JSON.stringify([...reading.values()].map(({ records }) => [...records.values()]));
  expect([clientSecret, 'Xy7', 'Ab1', 'secretText', 'hint'].filter(part => text.includes(part))).toEqual([]);
});

describe('users', () => {
  it('carry the profile', () => {
    expect(account(tenant.ada)).toMatchObject({
      ...{ alias: 'ada@example.org', name: 'Ada Ray', email: 'ada@example.org', type: 'User', subType: 'Employee' },
      ...{ enabled: true, isAdmin: true, title: 'Engineer', department: 'Operations', employeeNumber: '0017' },
      ...{ countryCode: 'SE', managerEmails: ['cleo@example.org'], lastActivityDate: '2026-02-03T07:00:00Z' },
    });
    expect(account(tenant.cleo)).toMatchObject({ enabled: false, subType: 'Contractor', isAdmin: false });
  });

  it('that are guests have the address of their invitation, or none', () => {
    expect(account(tenant.dan)).toMatchObject({ subType: 'Guest', email: 'dan@partner.example' });
    expect(account(tenant.eve)).toMatchObject({ subType: 'Guest' });
    expect(account(tenant.eve)).not.toHaveProperty('email');
  });

  it('that are synced name the directory', () => {
    expect(account(tenant.ben)['directoryProviderId']).toBe('on-premises');
    expect(account(tenant.ada)).not.toHaveProperty('directoryProviderId');
    expect(recordOf(reading, 'DirectoryProvider', 'on-premises')).toMatchObject({ syncDirection: 'Inbound' });
  });

  it('are administrators by a role of a group too', () => expect(account(tenant.ben)['isAdmin']).toBe(true));
});

describe('machine identities', () => {
  it.each([
    [tenant.deploy, 'ServicePrincipal'],
    [tenant.identity, 'Workload'],
    [tenant.agent, 'Agent'],
    [tenant.blueprint, 'Agent'],
  ])('%s is of the kind %s', (id, subType) => expect(account(id)).toMatchObject({ type: 'Machine', subType }));

  it('say when another organisation registered the application, other than Microsoft', () => {
    const applications = [tenant.github, tenant.deploy, tenant.graph, tenant.identity].map(account);
    expect(applications.map(({ accountRole }) => accountRole)).toEqual(['third-party-application', ...Array(3)]);
  });

  it('are linked with their secrets and certificates, which end', () => {
    const tokens = recordsOf(reading, 'Account').filter(({ type }) => type === 'Token');
    expect(tokens.map(({ name, subType, enabled }) => [name, subType, enabled])).toEqual([
      ['pipeline', 'ApiKey', true],
      ['old', 'ApiKey', false],
      [tenant.guid('f', 23), 'Certificate', true],
    ]);
    expect(tokens.flatMap(token => token['hashIdentifiers'])).toEqual(account(tenant.deploy)['hashIdentifiers']);
    expect(tokens[0]).toMatchObject({ expirationDate: '2027-01-01T00:00:00Z' });
    expect(account(tenant.identity)).not.toHaveProperty('hashIdentifiers');
  });
});

describe('groups', () => {
  it.each([
    [tenant.ops, 'Security', false, false],
    [tenant.sales, 'Security', false, false],
    [tenant.dynamic, 'Dynamic', true, false],
    [tenant.synced, 'Sync', false, false],
    [tenant.admins, 'Security', false, true],
  ])('%s is %s, decided by a rule: %s, for roles: %s', (id, type, isDynamic, isAssignableToRole) =>
    expect(recordOf(reading, 'UserGroup', id)).toMatchObject({ type, isDynamic, isAssignableToRole }),
  );

  it('have owners and direct members of every kind', () => {
    expect(recordOf(reading, 'UserGroup', tenant.ops)!['owners']).toEqual([
      { objectId: tenant.ada, objectType: 'Account' },
    ]);
    expect(memberships(tenant.ops)).toEqual([tenant.ada, tenant.ben, tenant.deploy].map(id => `Account ${id}`));
    expect(memberships(tenant.sales)).toEqual([`Account ${tenant.dan}`, `UserGroup ${tenant.ops}`]);
  });
});

describe('directory roles', () => {
  it('are held by accounts and groups', () => {
    expect(memberships(tenant.globalAdministrator)).toEqual([`Account ${tenant.ada}`, `UserGroup ${tenant.admins}`]);
    expect(memberships(tenant.helpdesk)).toEqual([]);
    expect(accesses(tenant.globalAdministrator)).toMatchObject([
      {
        assignedObjectId: tenantId,
        entitlementSpecification: { reasonSpecificData: { permissions: { isPrivileged: true, isUpdate: true } } },
      },
    ]);
  });

  it('permit nothing where a condition limits an action to what its holder is', () => {
    expect(accesses(tenant.selfService)).toMatchObject([
      { entitlementSpecification: { reasonSpecificData: { permissions: { isPrivileged: false, isUpdate: false } } } },
    ]);
  });

  it('over an administrative unit reach its members, and not the tenant', () => {
    const role = `${tenant.helpdesk}@${tenant.unit}`;
    expect(recordOf(reading, 'Role', role)).toMatchObject({ type: 'Modeled', name: 'Helpdesk Administrator (Sweden)' });
    expect(memberships(role)).toEqual([`Account ${tenant.ben}`]);
    expect(accesses(role)).toMatchObject([
      {
        assignedObjectId: tenant.unit,
        assignedObjectType: 'ResourceInstance',
        entitlementSpecification: {
          reasonSpecificData: { permissions: { fineGrainedSpecifiers: expect.arrayContaining(['impersonate']) } },
        },
      },
    ]);
    const inside = recordsOf(reading, 'ResourceInstanceContainsResourceInstance').filter(
      ({ parentId }) => parentId === tenant.unit,
    );
    expect(inside.map(({ childId }) => childId)).toEqual([tenant.cleo, tenant.dan]);
  });

  it('over a registration are over its application', () => {
    expect(accesses(`${tenant.helpdesk}@${tenant.deployApp}`)).toMatchObject([
      { assignedObjectId: tenant.deploy, assignedObjectType: 'AssignedApplication' },
    ]);
  });

  it('that may be activated are not in force', () => {
    expect(accesses(tenant.cleo).filter(({ id }) => !id.includes('#azure:'))).toMatchObject([
      {
        assignedObjectId: tenantId,
        entitlementSpecification: {
          reasonSpecificData: {
            enabled: false,
            conditions: { context: expect.arrayContaining([expect.objectContaining({ value: 'eligible' })]) },
          },
        },
      },
    ]);
  });
});

describe('applications', () => {
  it.skipIf(!saml)('with SAML have the key of the certificate that signs, and their entity id', () => {
    expect(recordOf(reading, 'AssignedApplication', tenant.github)).toMatchObject({
      samlEntityId: 'https://github.com/orgs/example',
      authenticationRequirements: { authenticationKeys: [samlAuthenticationKey(certificate!)] },
    });
  });

  it('with OpenID Connect have the key of issuer and client', () => {
    const key = oidcAuthenticationKey(`${server.url}/${tenantId}/v2.0`, tenant.deploy.replaceAll('c', '9'));
    expect(recordOf(reading, 'AssignedApplication', tenant.deploy)!['authenticationRequirements']).toMatchObject({
      authenticationKeys: [key],
    });
  });

  it.each([
    [tenant.github, 'Required', true],
    [tenant.deploy, 'Optional', false],
    [tenant.graph, 'Optional', true],
  ])('%s asks for a second factor: %s, from everywhere: %s', (id, secondaryFactorRequirements, allowAll) =>
    expect(recordOf(reading, 'AssignedApplication', id)!['authenticationRequirements']).toMatchObject({
      secondaryFactorRequirements,
      authenticationMethodSelectionPolicy: { authorizedLocations: { policy: { allowAll } } },
    }),
  );

  it('are assigned to users and groups for sign-in', () => {
    const held = recordsOf(reading, 'EntityAssignedAccessToObject').filter(
      ({ assignedObjectId, entitlementSpecification }) =>
        assignedObjectId === tenant.github && (entitlementSpecification as { reason: string }).reason === 'SSO',
    );
    expect(held.map(({ entityType, entityId }) => `${entityType} ${entityId}`)).toEqual([
      `Account ${tenant.ada}`,
      `UserGroup ${tenant.ops}`,
    ]);
  });
});

it('the tenant requires what holds for every application', () => {
  expect(recordOf(reading, 'IntegratedApplication', tenantId)).toMatchObject({
    name: 'Example Ltd',
    authenticationRequirements: { secondaryFactorRequirements: 'Optional' },
  });
});

it('enrollments are what users have registered, and authenticators what the tenant allows', () => {
  expect(recordsOf(reading, 'AuthenticatorEnrollment').map(({ id, accountKey }) => [id, accountKey])).toEqual([
    [`${tenant.ada}/microsoftAuthenticatorPush`, tenant.ada],
    [`${tenant.ada}/fido2SecurityKey`, tenant.ada],
  ]);
  expect(recordsOf(reading, 'Authenticator').map(({ id, isActive }) => [id, isActive])).toEqual([
    ['Fido2', true],
    ['Sms', false],
  ]);
});

it('access packages have those to whom they are delivered', () => {
  const [set] = recordsOf(reading, 'PermissionSet');
  expect(set).toMatchObject({ name: 'Newcomers' });
  expect(memberships(set!.id)).toEqual([`Account ${tenant.ada}`]);
});
