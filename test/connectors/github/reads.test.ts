// What lands from a GitHub organisation.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { github } from '../../../connectors/github/index.ts';
import { firstPartyAuthenticationKey, samlAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import { type GithubSimulator, githubToken, startGithub } from '../../support/simulators/github/github.ts';
import { certificate, fillOrganisation } from '../../support/simulators/github/organisation.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  // As GitHub gives it.
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
let server: GithubSimulator;
let reading: Reading;
const settings = () => ({
  ...{ url: server.url, organization: 'acme' },
  app: { app_id: 77, installation_id: '88', private_key: privateKey },
});
beforeAll(async () => {
  server = await startGithub({ app: { id: '77', installation: '88', publicKey } });
  fillOrganisation(server.state);
  reading = await readSource(github, settings());
});
afterAll(() => server.close());

const account = (id: string) => recordOf(reading, 'Account', id)!;
const grants = (entity: string) =>
  recordsOf(reading, 'EntityAssignedAccessToObject').filter(({ entityId }) => entityId === entity);
const rights = (entity: string) =>
  grants(entity).map(({ assignedObjectId, entitlementSpecification }) => {
    const { reasonSpecificData } = entitlementSpecification as { reasonSpecificData: { permissions: object } };
    return [assignedObjectId, reasonSpecificData.permissions];
  });
const holders = (object: string) =>
  recordsOf(reading, 'EntityManagedViaObject')
    .filter(({ managedViaObjectId }) => managedViaObjectId === object)
    .map(({ entityType, entityId }) => `${entityType} ${entityId}`)
    .toSorted();

it('lands every type without gaps and rejections', () => {
  expect(misfitsOf(reading)).toEqual([]);
  expect(gapsOf(reading)).toEqual([]);
  expect([...reading].filter(([, { records }]) => records.size === 0)).toEqual([]);
});

describe('people', () => {
  it('carry the address that the organisation has verified, and how the identity provider knows them', () => {
    expect(account('1')).toMatchObject({
      ...{ alias: 'Ada', name: 'Person Ada', email: 'ada@acme.example', alternateEmails: ['ada@home.example'] },
      ...{ type: 'User', isAdmin: true, accountRole: 'owner', mfaRequirements: 'Optional', hasAPIAccess: true },
      federationId: {
        type: 'NameID',
        value: 'ada@acme.example',
        authenticationKey: samlAuthenticationKey(certificate),
      },
      hashIdentifiers: ['github-credential:71'],
    });
    expect(account('3')).toMatchObject({ name: 'cora', isAdmin: false, accountRole: 'member' });
    expect(account('3')).not.toHaveProperty('email');
    expect(account('9')).toMatchObject({ alias: 'eve', subType: 'External', accountRole: 'outside_collaborator' });
  });

  it('have the second factor that GitHub shows', () => {
    expect(recordsOf(reading, 'AuthenticatorEnrollment').map(({ accountKey }) => accountKey)).toEqual([
      '1',
      '2',
      '4',
      '9',
    ]);
  });
});

describe('machine identities', () => {
  it('are installations of apps, with what they may do', () => {
    expect(account('app:301')).toMatchObject({
      type: 'Machine',
      subType: 'ServicePrincipal',
      enabled: true,
      isAdmin: true,
    });
    expect(account('app:302')).toMatchObject({ enabled: false, isAdmin: false });
    expect(rights('app:301')).toEqual([
      ['1000', expect.objectContaining({ formattedScopes: { type: 'GitHub', specifiers: ['members:write'] } })],
      ['organization:1000', expect.objectContaining({ isUpdate: true, fineGrainedSpecifiers: ['act-as:repo:acme/*'] })],
    ]);
    expect(grants('app:302')).toMatchObject([
      { entitlementSpecification: { reasonSpecificData: { appliesToContents: false } } },
    ]);
  });

  it('are fine-grained tokens for selected repositories', () => {
    expect(account('pat:401')).toMatchObject({
      ...{ type: 'Token', subType: 'PersonalAccessToken', createdBy: '3', expirationDate: '2027-01-05T08:00:00Z' },
    });
    expect(rights('pat:401').map(([object]) => object)).toEqual(['1000', 'repository:101']);
  });

  it('are classic tokens and SSH keys that act as their owners', () => {
    expect(account('credential:71')).toMatchObject({ name: 'laptop', subType: 'PersonalAccessToken', createdBy: '1' });
    expect(account('credential:71')['hashIdentifiers']).toEqual([
      ...(account('1')['hashIdentifiers'] as string[]),
      expect.stringMatching(/^github-token-last-eight:.{8}$/),
    ]);
    expect(account('credential:72')).toMatchObject({
      subType: 'SshKey',
      hashIdentifiers: ['github-credential:72', 'SHA256:abc'],
    });
  });

  it('are deploy keys with the fingerprint that hosts show too', () => {
    expect(account('key:102/901')).toMatchObject({
      ...{ type: 'Token', subType: 'SshKey', createdBy: '1', lastActivityDate: '2026-02-02T08:00:00Z' },
      hashIdentifiers: [expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/)],
    });
    expect(rights('key:102/901')).toEqual([
      ['repository:102', expect.objectContaining({ fineGrainedSpecifiers: ['push', 'act-as:repo:acme/site'] })],
    ]);
  });

  it('are workloads of repositories, as other systems trust them', () => {
    expect(account('repo:acme/shop')).toMatchObject({ type: 'Machine', subType: 'Workload', enabled: true });
    expect(account('repo:acme/old')).toMatchObject({ enabled: false });
    expect(holders('repo:acme/*')).toEqual([
      'Account repo:acme/old',
      'Account repo:acme/shop',
      'Account repo:acme/site',
    ]);
    expect(recordOf(reading, 'Authenticator', 'github-actions')).toMatchObject({
      authenticationKeys: [firstPartyAuthenticationKey('github-actions', 'acme')],
    });
  });
});

describe('teams and roles', () => {
  it('are a tree in which members of a team below are in the team above', () => {
    expect(holders('11')).toEqual(['Account 2', 'UserGroup 12']);
    expect(holders('12')).toEqual(['Account 3']);
    expect(recordOf(reading, 'UserGroup', '12')).toMatchObject({ owners: [{ objectId: '3', objectType: 'Account' }] });
  });

  it('are held directly', () => {
    expect(holders('owner')).toEqual(['Account 1', 'Account 4']);
    expect(holders('member')).toEqual(['Account 2', 'Account 3']);
    expect(holders('organization-role:501')).toEqual(['UserGroup 12']);
    expect(holders('organization-role:502')).toEqual(['Account 2']);
    expect(recordOf(reading, 'Role', 'organization-role:501')).toMatchObject({ type: 'Standard' });
    expect(recordOf(reading, 'Role', 'repository-role:601')).toMatchObject({ type: 'Custom' });
  });

  it('give levels on all repositories, and privileges only where they give further access', () => {
    expect(rights('member')).toEqual([['organization:1000', { isRead: true, fineGrainedSpecifiers: ['pull'] }]]);
    expect(rights('owner')).toEqual([
      ['1000', expect.objectContaining({ isPrivileged: true })],
      [
        'organization:1000',
        expect.objectContaining({ isPrivileged: true, fineGrainedSpecifiers: ['admin', 'act-as:repo:acme/*'] }),
      ],
    ]);
    expect(rights('organization-role:501')).toEqual([
      ['organization:1000', expect.objectContaining({ fineGrainedSpecifiers: ['push', 'act-as:repo:acme/*'] })],
    ]);
    expect(rights('organization-role:502')).toEqual([['1000', expect.objectContaining({ isPrivileged: true })]]);
  });
});

describe('repositories', () => {
  it('lie in the organisation, with their environments', () => {
    expect(recordOf(reading, 'ResourceInstance', 'repository:102')).toMatchObject({
      ...{ name: 'acme/site', parentId: 'organization:1000', externallyShared: true },
    });
    const edges = recordsOf(reading, 'ResourceInstanceContainsResourceInstance').map(
      ({ parentId, childId }) => `${parentId} ${childId}`,
    );
    expect(edges).toContain('organization:1000 repository:101');
    expect(edges).toContain('repository:101 environment:101:production');
  });

  it('are given to teams, also by custom roles, and to people with what they have directly', () => {
    const levels = recordsOf(reading, 'Role').filter(({ type }) => type === 'Modeled');
    expect(levels.map(({ id, name }) => [id, name, holders(id)])).toEqual([
      ['repository:101:push', 'acme/shop: push', ['UserGroup 11']],
      ['repository:101:release manager', 'acme/shop: release manager', ['UserGroup 12']],
      ['repository:102:triage', 'acme/site: triage', ['UserGroup 12']],
      ['repository:101:triage', 'acme/shop: triage', ['Account 9']],
      // Also what an owner has directly.
      ['repository:101:pull', 'acme/shop: pull', ['Account 1']],
      ['repository:102:release manager', 'acme/site: release manager', ['Account 2']],
    ]);
  });

  it('have every level as a role where that is set, in use and not archived', async () => {
    const all = await readSource(github, { ...settings(), repository_levels: 'all' });
    const levels = recordsOf(all, 'Role').filter(({ type }) => type === 'Modeled');
    expect(new Set(levels.map(({ id }) => id))).toEqual(
      new Set(
        ['101', '102'].flatMap(id =>
          ['pull', 'triage', 'push', 'maintain', 'admin', 'release manager'].map(name => `repository:${id}:${name}`),
        ),
      ),
    );
    expect(recordsOf(all, 'EntityManagedViaObject')).toEqual(recordsOf(reading, 'EntityManagedViaObject'));
  });

  it('are what a level permits', () => {
    expect(rights('repository:101:push')).toEqual([
      ['repository:101', expect.objectContaining({ fineGrainedSpecifiers: ['push', 'act-as:repo:acme/shop'] })],
    ]);
    expect(rights('repository:101:release manager')).toEqual([
      [
        'repository:101',
        expect.objectContaining({
          ...{ isUpdate: true, permissionGroupId: 'repository-role:601' },
          fineGrainedSpecifiers: ['push', 'act-as:repo:acme/shop', 'manage_deploy_keys'],
        }),
      ],
    ]);
    expect(rights('repository:102:triage')).toEqual([
      ['repository:102', { isRead: true, isUpdate: true, fineGrainedSpecifiers: ['triage'] }],
    ]);
  });
});

describe('secrets', () => {
  it('are names that workflows read, and that readers of the repository do not', () => {
    const secrets = recordsOf(reading, 'ResourceInstance').filter(({ resourceClass }) => resourceClass === 'secret');
    expect(secrets.map(({ id }) => id).toSorted()).toEqual([
      'secret:organization:1000:actions:CLOUD_KEY',
      'secret:organization:1000:actions:INNER',
      'secret:organization:1000:actions:NPM_TOKEN',
      'secret:repository:101:actions:DEPLOY_KEY',
      'secret:repository:102:dependabot:REGISTRY',
    ]);
    expect(secrets.filter(({ parentId }) => parentId !== undefined)).toEqual([]);
    expect(
      rights('repo:acme/shop')
        .map(([object]) => object)
        .toSorted(),
    ).toEqual([
      'secret:organization:1000:actions:CLOUD_KEY',
      'secret:organization:1000:actions:INNER',
      'secret:repository:101:actions:DEPLOY_KEY',
    ]);
    expect(rights('repo:acme/*').map(([object]) => object)).toEqual(['secret:organization:1000:actions:NPM_TOKEN']);
  });
});

it('the organisation has the key of its identity provider', () => {
  expect(recordOf(reading, 'IntegratedApplication', '1000')).toMatchObject({
    ...{ key: 'acme', name: 'Acme Ltd', vendorName: 'GitHub' },
    authenticationRequirements: {
      secondaryFactorRequirements: 'Optional',
      authenticationKeys: [samlAuthenticationKey(certificate)],
    },
  });
});

it('an installation whose token ends gets another one', async () => {
  const before = server.calls.filter(call => call.startsWith('POST /app/')).length;
  let ended = false;
  server.fault = (_call, route) => {
    if (route === 'GET /orgs/:org/installations' && !ended) {
      ended = true;
      server.endTokens();
    }
    return undefined;
  };
  expect(gapsOf(await readSource(github, settings()))).toEqual([]);
  server.fault = undefined;
  expect(server.calls.filter(call => call.startsWith('POST /app/')).length - before).toBe(2);
});

it('GitHub Enterprise Server has its APIs below /api', async () => {
  const ghes = await startGithub({ isEnterpriseServer: true });
  try {
    fillOrganisation(ghes.state);
    const other = await readSource(github, { url: `${ghes.url}/api/v3/`, organization: 'acme', token: githubToken });
    expect(recordsOf(other, 'UserGroup')).toEqual(recordsOf(reading, 'UserGroup'));
    expect(gapsOf(other).every(({ subject }) => subject.includes('personal-access-tokens'))).toBe(true);
  } finally {
    await ghes.close();
  }
});
