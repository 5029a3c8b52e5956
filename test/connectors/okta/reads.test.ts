// What lands from an Okta organisation.

import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { okta } from '../../../connectors/okta/index.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { type OktaSimulator, oktaToken, startOkta } from '../../support/simulators/okta/okta.ts';
import { fillOrganisation, logEvent } from '../../support/simulators/okta/organisation.ts';
import { gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

let server: OktaSimulator;
let reading: Reading;
beforeAll(async () => {
  server = await startOkta();
  fillOrganisation(server.state);
  server.clock = () => new Date('2026-02-10T12:00:00Z');
  const at = '2026-02-10T08:00:00.000Z';
  server.state.log.push(
    logEvent('ev1', 'user.authentication.sso', at, [['AppInstance', '0oagh']]),
    logEvent('ev2', 'policy.lifecycle.update', at),
    logEvent('ev3', 'user.session.start', '2026-01-20T08:00:00.000Z'),
  );
  reading = await readSource(okta, { url: server.url, api_token: oktaToken });
});
afterAll(() => server.close());

const host = () => new URL(server.url).host;
const account = (id: string) => recordOf(reading, 'Account', id)!;

it('lands every type without rejections, and says what it leaves out by its settings', () => {
  expect(misfitsOf(reading)).toEqual([]);
  expect(gapsOf(reading)).toEqual([
    expect.objectContaining({ type: 'AuthenticatorEnrollment', subject: 'enrollments_of', missing: 'fields' }),
  ]);
});

describe('users', () => {
  it('carry the profile', () => {
    expect(account('00uada')).toMatchObject({
      ...{ alias: 'ada@example.org', name: 'Ada Ray', email: 'ada@example.org', alternateEmails: ['ada@home.example'] },
      ...{ type: 'User', subType: 'Employee', enabled: true, isAdmin: true, hasAPIAccess: true, title: 'Engineer' },
      ...{ department: 'Operations', employeeNumber: '0017', countryCode: 'SE', managerEmails: ['cora@example.org'] },
      lastActivityDate: '2026-02-01T07:00:00.000Z',
    });
  });

  it.each([
    ['00ubert', true],
    ['00ucora', false],
    ['00udan', false],
    ['00ueve', false],
    ['00ugone', false],
  ])('%s is enabled: %s', (id, enabled) => expect(account(id)['enabled']).toBe(enabled));

  it('that come from a directory name it', () => {
    expect(account('00ubert')['directoryProviderId']).toBe('ACTIVE_DIRECTORY:corp.example.org');
    expect(recordOf(reading, 'DirectoryProvider', 'ACTIVE_DIRECTORY:corp.example.org')).toMatchObject({
      type: 'ActiveDirectory',
    });
  });

  it('are administrators by a role of a group too', () => expect(account('00ubert')['isAdmin']).toBe(true));
});

describe('machine identities', () => {
  it('are tokens of their owners', () => {
    expect(account('00Tone')).toMatchObject({
      type: 'Token',
      subType: 'ApiKey',
      createdBy: '00uada',
      expirationDate: '2026-03-05T00:00:00.000Z',
    });
    expect(account('00Tone')['hashIdentifiers']).toEqual(account('00uada')['hashIdentifiers']);
  });

  it('are service applications with the scopes that are in force', () => {
    expect(account('0oasvc')).toMatchObject({ type: 'Machine', subType: 'ServicePrincipal', isAdmin: true });
    const [scopes] = recordsOf(reading, 'EntityAssignedAccessToObject').filter(({ entityId }) => entityId === '0oasvc');
    expect(scopes).toMatchObject({
      assignedObjectId: host(),
      entitlementSpecification: {
        reasonSpecificData: { permissions: { formattedScopes: { specifiers: ['okta.users.manage'] } } },
      },
    });
  });
});

describe('groups', () => {
  it.each([
    ['00gall', 'Dynamic', true],
    ['00gops', 'Security', false],
    ['00gsales', 'Dynamic', true],
    ['00gad', 'Sync', false],
  ])('%s is %s, decided by a rule: %s', (id, type, isDynamic) =>
    expect(recordOf(reading, 'UserGroup', id)).toMatchObject({ type, isDynamic }),
  );

  it('have their members', () => {
    const of = (group: string) =>
      recordsOf(reading, 'EntityManagedViaObject').filter(({ managedViaObjectId }) => managedViaObjectId === group);
    expect(
      of('00gops')
        .map(({ entityId }) => entityId)
        .toSorted(),
    ).toEqual(['00uada', '00ubert']);
  });
});

describe('roles', () => {
  it('are held by users, groups and service applications, whole or limited', () => {
    const held = recordsOf(reading, 'EntityManagedViaObject').filter(
      ({ managedViaObjectType }) => managedViaObjectType === 'Role',
    );
    expect(held.map(({ entityId, managedViaObjectId }) => `${entityId} ${managedViaObjectId}`).toSorted()).toEqual([
      '00gops APP_ADMIN',
      '00uada HELP_DESK_ADMIN@00uada',
      '00uada SUPER_ADMIN',
      '00ubert cr01',
      '0oasvc USER_ADMIN',
    ]);
  });

  it('that are limited administer not the whole organisation', () => {
    const of = (role: string) =>
      recordsOf(reading, 'EntityAssignedAccessToObject').find(({ entityId }) => entityId === role);
    const privileged = (isPrivileged: boolean) => ({
      entitlementSpecification: { reasonSpecificData: { permissions: { isPrivileged } } },
    });
    expect(of('SUPER_ADMIN')).toMatchObject({ assignedObjectId: host(), ...privileged(true) });
    expect(of('HELP_DESK_ADMIN@00uada')).toMatchObject({ ...privileged(false) });
    expect(recordOf(reading, 'Role', 'HELP_DESK_ADMIN@00uada')).toMatchObject({
      type: 'Modeled',
      description: 'Limited to Sales',
    });
  });

  it('that are custom hold over their resource set', () => {
    const custom = recordsOf(reading, 'EntityAssignedAccessToObject').find(
      ({ assignedObjectId }) => assignedObjectId === 'iam1',
    );
    expect(custom).toMatchObject({
      entityId: '00ubert',
      entitlementSpecification: { reasonSpecificData: { permissions: { isPrivileged: true, isRead: true } } },
    });
    expect(recordsOf(reading, 'ResourceInstanceContainsResourceInstance')).toHaveLength(1);
  });
});

describe('applications', () => {
  it('are assigned to users and groups, each once', () => {
    const of = recordsOf(reading, 'EntityAssignedAccessToObject').filter(
      ({ assignedObjectId }) => assignedObjectId === '0oagh',
    );
    expect(of.map(({ entityId }) => entityId).toSorted()).toEqual(['00gops', '00uada']);
  });

  it('require what their access policy requires', () => {
    expect(recordOf(reading, 'AssignedApplication', '0oagh')).toMatchObject({
      samlEntityId: 'https://github.com/orgs/example',
      authenticationRequirements: {
        secondaryFactorRequirements: 'Required',
        authenticationMethodSelectionPolicy: {
          authorizedLocations: {
            policy: {
              allowAll: false,
              authorizedLocations: [
                { type: 'Network', typeSpecificData: { ipAddressInclusions: ['198.51.100.0/24'] } },
              ],
            },
          },
        },
      },
    });
  });

  it('with OpenID Connect have the key of issuer and client', () => {
    const requirements = recordOf(reading, 'AssignedApplication', '0oawiki')!['authenticationRequirements'] as {
      authenticationKeys: string[];
    };
    expect(requirements.authenticationKeys).toHaveLength(1);
  });
});

it('the organisation has its password policy', () => {
  expect(recordOf(reading, 'IntegratedApplication', host())).toMatchObject({
    name: 'Example Ltd',
    authenticationRequirements: {
      secondaryFactorRequirements: 'Required',
      passwordPolicy: {
        length: 12,
        expirationLengthInDays: 90,
        reuseDisallowed: true,
        characters: ['AlphaLowercase', 'Numeric'],
      },
    },
  });
});

it('a service application whose tokens are bound to a key reads the same', async () => {
  const keys = generateKeyPairSync('rsa', {
    ...{ modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' } },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const bound = await startOkta({ serviceApp: { clientId: '0oasvc', publicKey: keys.publicKey } });
  try {
    fillOrganisation(bound.state);
    const service_app = { client_id: '0oasvc', private_key: keys.privateKey };
    const read = (more: object) => readSource(okta, { url: bound.url, service_app: { ...service_app, ...more } });
    await expect(read({})).rejects.toThrow(/invalid_dpop_proof|DPoP/);
    bound.calls.length = 0;
    const other = await read({ dpop: true });
    expect(gapsOf(other).filter(({ missing }) => missing === 'objects')).toEqual([]);
    expect(recordsOf(other, 'Account').length).toBe(recordsOf(reading, 'Account').length);
    // One request for the nonce, and one with it.
    expect(bound.calls.filter(call => call === 'POST /oauth2/v1/token')).toHaveLength(2);
  } finally {
    await bound.close();
  }
});

it('enrollments are those that were made', () => {
  expect(recordsOf(reading, 'AuthenticatorEnrollment')).toEqual([
    expect.objectContaining({
      id: 'opf1',
      accountKey: '00uada',
      enrollmentStatus: 'Active',
      deviceInfo: { deviceType: 'SmartPhone_IPhone', deviceName: 'Ada’s phone' },
    }),
  ]);
});

it('activities are sign-ins, and no other events', () => {
  expect(recordsOf(reading, 'Activity')).toEqual([
    expect.objectContaining({
      id: 'ev1',
      category: 'ResourceAccess',
      outcome: 'Success',
      actorAccountId: '00uada',
      targetObjectId: '0oagh',
    }),
  ]);
});
