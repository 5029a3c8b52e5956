// Access across accounts, GitHub and Identity Center, as the service serves it: two accounts of AWS and an organisation of GitHub are sources.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aws } from '../../../connectors/aws/index.ts';
import { kubernetes } from '../../../connectors/kubernetes/index.ts';
import { firstPartyAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import { pagesOf, scriptedConnector } from '../../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';
import {
  addRole,
  addUser,
  allow,
  arn,
  document,
  fillAccount,
  home,
  partner,
  trusting,
} from '../../support/simulators/aws/account.ts';
import { type AwsSimulator, awsKey, startAws } from '../../support/simulators/aws/aws.ts';
import { emptyState } from '../../support/simulators/aws/state.ts';
import { fillCluster } from '../../support/simulators/kubernetes/cluster.ts';
import {
  type KubernetesSimulator,
  kubernetesToken,
  startKubernetes,
} from '../../support/simulators/kubernetes/kubernetes.ts';

/** What the connector of GitHub lands of an organisation. */
const github = {
  Account: pagesOf([
    { id: 'repo:acme/app', alias: 'repo:acme/app', type: 'Machine', subType: 'Workload', enabled: true },
  ]),
  UserGroup: pagesOf([{ id: 'repo:acme/*', name: 'Repositories of acme', type: 'Modeled' }]),
  EntityManagedViaObject: pagesOf([
    {
      ...{ id: 'm1', entityId: 'repo:acme/app', entityType: 'Account' },
      ...{ managedViaObjectId: 'repo:acme/*', managedViaObjectType: 'UserGroup' },
    },
  ]),
  Authenticator: pagesOf([
    {
      id: 'actions',
      name: 'GitHub Actions',
      isActive: true,
      authenticationKeys: [firstPartyAuthenticationKey('github-actions', 'acme')],
    },
  ]),
};

let servers: AwsSimulator[];
let cluster: KubernetesSimulator;
let test: TestService;
beforeAll(async () => {
  servers = [await startAws(), await startAws()];
  const [first, second] = servers.map(server => server.state);
  fillAccount(first!);
  Object.assign(second!, emptyState(), { account: partner });
  // May assume whatever trusts the account.
  addUser(second!, 'pia').inline.set('any', document(allow('sts:AssumeRole')));
  addUser(second!, 'quentin');
  addUser(second!, 'ruth').inline.set('one', document(allow('sts:AssumeRole', arn('role', 'cross'))));
  addRole(second!, 'pipeline', trusting({ AWS: arn('user', 'quentin', partner) }));
  addRole(second!, 'remote', trusting({ AWS: home }));
  addRole(
    second!,
    'AWSReservedSSO_Admins_fedcba9876543210',
    trusting({ Federated: arn('saml-provider', 'AWSSSO', partner) }, undefined, 'sts:AssumeRoleWithSAML'),
    {
      path: '/aws-reserved/sso.amazonaws.com/',
    },
  );
  const source = (id: string, server: AwsSimulator) => ({
    ...{ id, connector: 'aws', settings: { ...awsKey, endpoint_url: server.url } },
  });
  cluster = await startKubernetes();
  fillCluster(cluster.state);
  const issuer = cluster.state.issuer.slice('https://'.length);
  const trustsSubject = (operator: string, subject: string) =>
    trusting(
      { Federated: arn('oidc-provider', issuer) },
      { [operator]: { [`${issuer}:sub`]: subject } },
      'sts:AssumeRoleWithWebIdentity',
    );
  addRole(first!, 'irsa', trustsSubject('StringEquals', 'system:serviceaccount:ops:deployer'));
  addRole(first!, 'irsa-all', trustsSubject('StringLike', 'system:serviceaccount:ops:*'));
  test = await startService({
    connectors: [aws, kubernetes, scriptedConnector(new Map([['github', github]]))],
    settings: {
      sources: [
        source('home', servers[0]!),
        source('partner', servers[1]!),
        { id: 'github', connector: 'scripted', settings: { script: 'github' } },
        { id: 'cluster', connector: 'kubernetes', settings: { url: cluster.url, token: kubernetesToken } },
      ],
    },
  });
  const { build } = await test.sync();
  expect(build?.status).toBe('Published');
});
afterAll(async () => {
  await test?.close();
  for (const server of [...servers, cluster]) await server.close();
});

/** Aliases of the accounts that reach a role, directly or over others. */
async function accountsOf(roleArn: string): Promise<string[]> {
  const roles = await test.everyItem('/v1/roles');
  const role = roles.find((each: Item) => each.id === roleArn);
  const accounts = await test.everyItem('/v1/accounts');
  const names = new Map(accounts.map((account: Item) => [account.globalId, account.alias]));
  const reaching = await test.everyItem(`/v1/roles/${role.globalId}/accounts`);
  return reaching.map((item: Item) => names.get(item.objectId ?? item.accountId ?? item.globalId)).toSorted();
}

describe('a role is reached by', () => {
  it.each([
    ['whoever another account lets assume it', arn('role', 'cross'), ['pia', 'ruth']],
    ['the chain of roles of another account', arn('role', 'named'), ['ada', 'cora', 'quentin']],
    ['a user whose policy names it', arn('role', 'remote', partner), ['ada', 'bert']],
    ['one repository', arn('role', 'ci'), ['repo:acme/app']],
    ['all repositories of an owner', arn('role', 'ci-all'), ['repo:acme/app']],
    ['one service account of a cluster', arn('role', 'irsa'), ['system:serviceaccount:ops:deployer']],
    [
      'all service accounts of a namespace',
      arn('role', 'irsa-all'),
      ['default', 'deployer'].map(name => `system:serviceaccount:ops:${name}`),
    ],
    [
      ...(['users of Identity Center'] as const),
      `arn:aws:iam::${partner}:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_Admins_fedcba9876543210`,
      ['ada@example.org'],
    ],
  ])('%s', async (_what, role, expected) => expect(await accountsOf(role)).toEqual(expected));
});

it('making keys of a user is acting as the user', async () => {
  const accounts = await test.everyItem('/v1/accounts');
  const count = (alias: string) =>
    accounts.find((account: Item) => account.alias === alias).analyticsImpersonatableAccountsCount;
  // Finn acts as Ada, who administers all identities of the account.
  expect(count('finn')).toBeGreaterThan(5);
  expect(count('bert')).toBe(0);
});

it('keys belong to their users', async () => {
  const accounts = await test.everyItem('/v1/accounts');
  const byAlias = (alias: string) => accounts.find((account: Item) => account.alias === alias);
  expect(byAlias('lambda.amazonaws.com').enrichedOwnerAccountIds).toHaveLength(1);
  expect(byAlias('AKIAADA0000000000001').enrichedOwnerAccountIds).toEqual([byAlias('ada').globalId]);
});
