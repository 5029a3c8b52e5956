// A GitHub organisation beside an identity provider and a cloud that trusts its workloads, read by the service: who signs in to what, and
// who can get how far.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { github } from '../../../connectors/github/index.ts';
import { firstPartyAuthenticationKey, samlAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import { account, assignment } from '../../impersonation/records.ts';
import { driving } from '../../support/actions/writable-service.ts';
import { pagesOf, type Script, scriptedConnector } from '../../support/scripted-source.ts';
import { sendAs } from '../../support/send.ts';
import { type Item, queryRows, startService, type TestService } from '../../support/service/service.ts';
import { type GithubSimulator, githubToken, startGithub } from '../../support/simulators/github/github.ts';
import { certificate, fillOrganisation } from '../../support/simulators/github/organisation.ts';

const trusted = (entityType: string, entityId: string, role: string) => ({
  ...{ id: `${entityId} as ${role}`, entityId, entityType, managedViaObjectId: role, managedViaObjectType: 'Role' },
  federationSpecification: {
    ...{ isFederated: true, connectionType: 'Source' },
    sourceAuthenticationKey: firstPartyAuthenticationKey('github-actions', 'acme'),
  },
});

/** Trusts one repository, and all of the organisation. */
const cloud: Script = {
  Account: pagesOf([account('operator')]),
  Role: pagesOf(['deploy', 'inventory'].map(id => ({ id, name: id, type: 'Custom' }))),
  ResourceInstance: pagesOf([{ id: 'bucket', name: 'bucket' }]),
  EntityManagedViaObject: pagesOf([
    trusted('Account', 'repo:acme/shop', 'deploy'),
    trusted('UserGroup', 'repo:acme/*', 'inventory'),
  ]),
  EntityAssignedAccessToObject: pagesOf([assignment('deploy', 'bucket', { entityType: 'Role' }, { isUpdate: true })]),
};
const provider: Script = {
  Account: pagesOf([account('ada', { email: 'ada@acme.example', authenticationFunctions: ['Identity'] })]),
  AssignedApplication: pagesOf([
    {
      id: 'github',
      name: 'GitHub',
      authenticationRequirements: { authenticationKeys: [samlAuthenticationKey(certificate)] },
    },
  ]),
};

let server: GithubSimulator;
let test: TestService;
let accounts: Map<string, Item>;
beforeAll(async () => {
  server = await startGithub();
  fillOrganisation(server.state);
  // Nobody writes everywhere by a role, so that who can act as a workload is who may push to its repository.
  server.state.roleTeams.clear();
  server.state.roleUsers.clear();
  const settings = { url: server.url, organization: 'acme', token: githubToken };
  const scripted = (id: string) => ({ id, connector: 'scripted', settings: { script: id } });
  test = await startService({
    work: ['act', 'extract', 'build', 'export', 'sweep'],
    connectors: [github, scriptedConnector(new Map(Object.entries({ cloud, provider })))],
    settings: {
      sources: [{ id: 'github', connector: 'github', settings, writes: true }, scripted('cloud'), scripted('provider')],
    },
  });
  const { build } = await test.sync([], true);
  expect(build?.status).toBe('Published');
  accounts = new Map((await test.everyItem('/v1/accounts')).map((item: Item) => [item.id, item]));
});
afterAll(async () => {
  await test?.close();
  await server.close();
});

const field = (id: string, name: string) => accounts.get(id)?.[name];

it('the identity provider’s account signs in to the account of the same person', () => {
  expect(field('1', 'enrichedSSOSourceAccountId')).toBe(field('ada', 'globalId'));
  expect(field('2', 'enrichedSSOSourceAccountId')).toBeUndefined();
});

describe('workloads', () => {
  const holders = async (role: string) => {
    const [[id]] = (await queryRows(test, `SELECT "global_id" FROM roles WHERE "id" = '${role}'`)) as [[string]];
    const items = await test.everyItem(`/v1/roles/${id}/accounts`);
    const names = new Map([...accounts.values()].map(({ globalId, id: local }) => [globalId, local]));
    return items.map(({ accountId }) => names.get(accountId)).toSorted();
  };

  it('hold the roles of the cloud that trusts them, one by one or all of the organisation', async () => {
    expect(await holders('deploy')).toEqual(['repo:acme/shop']);
    expect(await holders('inventory')).toEqual(['repo:acme/old', 'repo:acme/shop', 'repo:acme/site']);
  });
});

describe('who may push to a repository can act as its workload', () => {
  it.each([
    // Through the team with `push`, as direct collaborator with a custom role on it, as owner, as one who only triages.
    ['2', 2],
    ['9', 0],
    ['key:102/901', 1],
  ])('%s: %i accounts', (id, count) => expect(field(id, 'analyticsImpersonatableAccountsCount')).toBe(count));

  it('and owners as everybody, by administering the organisation', () => {
    expect(field('1', 'analyticsImpersonatableAccountsCount')).toBeGreaterThan(5);
  });
});

it('members reach the repositories by the base permission, and no secrets', async () => {
  const { body } = await test.get(`/v1/accounts/${field('3', 'globalId')}/access?pageSize=200`);
  const names = (body.items as Item[]).map(({ objectName }) => objectName);
  expect(names).toContain('acme/old');
  expect(names).toContain('acme/shop: production');
  expect(names.filter(name => /DEPLOY_KEY|NPM_TOKEN|REGISTRY/.test(name))).toEqual([]);
});

it('a collaborator who has to accept an invitation is a success that is pending, and undoing withdraws the invitation', async () => {
  const service = driving(test, sendAs(test, await test.token()));
  const role = await service.idOf('roles', 'github', 'repository:102:triage');
  const made = await service.change('PUT', `/v1/roles/${role}/assignees/${field('9', 'globalId')}`);
  expect(made.status).toBe('Completed');
  expect(await service.results(made.id)).toEqual([
    {
      ...{ target: field('9', 'globalId'), status: 'Succeeded' },
      pending: 'the person has to accept the invitation to the repository',
    },
  ]);
  expect(server.state.repositoryInvitations.get('102')).toHaveLength(1);
  expect((await service.revert(made.id)).status).toBe('Completed');
  expect(server.state.repositoryInvitations.get('102')).toEqual([]);
});
