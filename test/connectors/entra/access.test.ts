// Access of machines and over Azure: app roles, delegated permissions, owners, federated credentials, Azure's roles and denials.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entra } from '../../../connectors/entra/index.ts';
import { firstPartyAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import { type EntraSimulator, startEntra, tenantId } from '../../support/simulators/entra/entra.ts';
import * as tenant from '../../support/simulators/entra/tenant.ts';
import { type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';
import { entraSource } from './settings.ts';

let server: EntraSimulator;
let reading: Reading;
beforeAll(async () => {
  server = await startEntra();
  server.clock = () => new Date('2026-02-10T12:00:00Z');
  tenant.fillTenant(server.state);
  reading = await readSource(entra, entraSource(server));
});
afterAll(() => server.close());

const accesses = (entityId: string) =>
  recordsOf(reading, 'EntityAssignedAccessToObject').filter(record => record['entityId'] === entityId);
const permissionsOf = (record: unknown) =>
  (record as { entitlementSpecification: { reasonSpecificData: { permissions: Record<string, unknown> } } })
    .entitlementSpecification.reasonSpecificData.permissions;

it('an app role of Microsoft Graph is a right over the tenant', () => {
  const [role] = accesses(tenant.deploy).filter(({ id }) => id.includes('app-role'));
  expect(role).toMatchObject({ assignedObjectId: tenantId, assignedObjectType: 'IntegratedApplication' });
  expect(permissionsOf(role)).toMatchObject({
    isPrivileged: true,
    formattedScopes: { specifiers: ['RoleManagement.ReadWrite.Directory'] },
  });
});

it('a delegated permission is never privileged, and no impersonation', () => {
  const [grant] = accesses(tenant.github);
  expect(grant).toMatchObject({ assignedObjectId: tenant.graph });
  expect(permissionsOf(grant)).toEqual({
    isPrivileged: false,
    formattedScopes: { type: 'OAuth', specifiers: ['openid', 'User.Read', 'user_impersonation'] },
  });
});

it('who owns a registration can act as its service principal, and answers for it', () => {
  const [owner] = accesses(tenant.ada).filter(({ id }) => id.includes('owner'));
  expect(owner).toMatchObject({ assignedObjectId: tenant.deploy, entitlementSpecification: { reason: 'Ownership' } });
  expect(permissionsOf(owner)).toMatchObject({
    ownershipLevel: 'Owner',
    fineGrainedSpecifiers: ['owner', `impersonate:${tenant.deploy}`],
  });
  const [accountable] = accesses(tenant.deploy).filter(({ id }) => id.includes('accountable'));
  expect(permissionsOf(accountable)['owners']).toEqual([{ objectId: tenant.ada, objectType: 'Account' }]);
});

it('an agent has its sponsors, and its blueprint can act as it', () => {
  const [accountable] = accesses(tenant.agent);
  expect(permissionsOf(accountable)['owners']).toEqual([{ objectId: tenant.cleo, objectType: 'Account' }]);
  const [access] = accesses(tenant.blueprint);
  expect(permissionsOf(access)['fineGrainedSpecifiers']).toEqual([`impersonate:${tenant.agent}`]);
});

describe('federated credentials', () => {
  const federated = { isFederated: true, connectionType: 'Source' };
  const key = firstPartyAuthenticationKey('github-actions', 'example');

  it.each([
    ['Account', 'repo:example/site', tenant.deploy],
    ['UserGroup', 'repo:example/*', tenant.deploy],
    ['Account', 'repo:example/infra', tenant.identity],
  ])('let the %s %s act as %s', (entityType, entityId, principal) => {
    const [record, ...others] = accesses(entityId);
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      entityType,
      federationSpecification: { ...federated, sourceAuthenticationKey: key },
    });
    expect(permissionsOf(record)['fineGrainedSpecifiers']).toEqual([`impersonate:${principal}`]);
  });

  it('keep the exact subject and audience', () => {
    expect(JSON.stringify(accesses('repo:example/site'))).toContain('repo:Example/Site:ref:refs/heads/main');
    expect(JSON.stringify(accesses('repo:example/site'))).toContain('api://AzureADTokenExchange');
  });

  it('that cannot be reduced to a repository are kept with the application, and grant nothing', () => {
    expect(
      recordsOf(reading, 'EntityAssignedAccessToObject').some(({ entityId }) => /site-/.test(String(entityId))),
    ).toBe(false);
    expect(JSON.stringify(recordOf(reading, 'Account', tenant.deploy))).toContain('repo:example/site-*');
  });
});

describe('Azure', () => {
  const scope = (...parts: string[]) => ['', 'subscriptions', tenant.subscription, ...parts].join('/');
  const root = '/providers/microsoft.management/managementgroups/root';
  const vault = scope('resourcegroups', 'web', 'providers', 'microsoft.keyvault', 'vaults', 'keys');

  it('has its scopes, one inside the other, in one spelling', () => {
    const parents = recordsOf(reading, 'ResourceInstance')
      .filter(({ id }) => id.startsWith('/'))
      .map(({ id, parentId }) => [id, parentId]);
    expect(parents).toEqual([
      ['/', undefined],
      [root, '/'],
      [scope(), root],
      [scope('resourcegroups', 'web'), scope()],
      [vault, scope('resourcegroups', 'web')],
    ]);
  });

  it('gives its roles over them, each assignment once', () => {
    const assigned = recordsOf(reading, 'EntityAssignedAccessToObject').filter(({ id }) => id.includes('#azure:'));
    expect(assigned.map(({ entityId, assignedObjectId }) => [entityId, assignedObjectId])).toEqual([
      [tenant.admins, root],
      [tenant.cleo, scope()],
      [tenant.dan, scope()],
      [tenant.identity, vault],
      [tenant.ada, scope('resourcegroups', 'web')],
    ]);
    expect(permissionsOf(assigned[0])).toMatchObject({ isPrivileged: true, isDelete: true });
    expect(permissionsOf(assigned[1])).toMatchObject({ isPrivileged: true });
    expect(permissionsOf(assigned[2])).toMatchObject({ isPrivileged: false, isUpdate: true });
    expect(permissionsOf(assigned[3])).toMatchObject({ isPrivileged: false, isRead: true, isDelete: false });
    expect(recordOf(reading, 'Role', tenant.ownerRole)).toMatchObject({
      name: 'Owner',
      applicationRoleType: 'azureRole',
    });
  });

  it('denies what its denials name, and not to what is inside where they say so', () => {
    const denials = recordsOf(reading, 'EntityAssignedAccessToObject').filter(({ id }) => id.includes('#denial:'));
    expect(denials).toMatchObject([
      {
        entityId: tenant.ada,
        entitlementSpecification: { reasonSpecificData: { type: 'Denial', appliesToContents: false } },
      },
    ]);
    expect(permissionsOf(denials[0])).toEqual({ isCreate: true, isUpdate: true, fineGrainedSpecifiers: ['*/write'] });
  });

  it('is asked for with tokens of its own, and not at all where it is switched off', async () => {
    expect(new Set(server.tokenRequests.map(({ scope: asked }) => asked))).toEqual(
      new Set([`${server.url}/.default`, `${server.azure.url}/.default`]),
    );
    server.azure.calls.length = 0;
    const without = await readSource(entra, entraSource(server, { azure: false }));
    expect(server.azure.calls).toEqual([]);
    expect(recordsOf(without, 'ResourceInstance').filter(({ id }) => id.startsWith('/'))).toEqual([]);
  });
});
