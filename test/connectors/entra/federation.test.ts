// Identity across systems, as the service joins it: workloads of GitHub that act as applications of a tenant, what owners and secrets of
// these reach, and accounts of an application that people sign in to by the tenant.
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entra } from '../../../connectors/entra/index.ts';
import {
  firstPartyAuthenticationKey,
  samlAuthenticationKey,
  workloadIssuerKey,
} from '../../../src/connector/authentication-keys.ts';
import { pagesOf, scriptedConnector } from '../../support/scripted-source.ts';
import { opensslMissing, selfSigned } from '../../support/servers/certificate.ts';
import { type Item, startService, type TestService, temporaryFolder } from '../../support/service/service.ts';
import { type EntraSimulator, startEntra } from '../../support/simulators/entra/entra.ts';
import * as tenant from '../../support/simulators/entra/tenant.ts';
import { entraSource } from './settings.ts';

const certificate = opensslMissing ? undefined : selfSigned(temporaryFolder(), 'idp', 'DNS:idp').cert;

/** What a connector of GitHub lands. */
const github = {
  IntegratedApplication: pagesOf([
    {
      ...{ id: 'example', name: 'GitHub', key: 'example' },
      ...(certificate && { authenticationRequirements: { authenticationKeys: [samlAuthenticationKey(certificate)] } }),
    },
  ]),
  Account: pagesOf([
    {
      id: 'octo-ada',
      alias: 'octo-ada',
      name: 'Ada',
      type: 'User',
      email: 'ada@example.org',
      authenticationFunctions: ['ApplicationAccount'],
    },
    { id: 'repo:example/site', alias: 'repo:example/site', name: 'site', type: 'Machine', subType: 'Workload' },
    { id: 'repo:example/other', alias: 'repo:example/other', name: 'other', type: 'Machine', subType: 'Workload' },
  ]),
  UserGroup: pagesOf([{ id: 'repo:example/*', name: 'all repositories', type: 'Modeled' }]),
  EntityManagedViaObject: pagesOf(
    ['site', 'other'].map(name => ({
      ...{ id: name, entityId: `repo:example/${name}`, entityType: 'Account' },
      ...{ managedViaObjectId: 'repo:example/*', managedViaObjectType: 'UserGroup' },
    })),
  ),
  Authenticator: pagesOf([
    {
      ...{ id: 'github-actions', name: 'GitHub Actions', isActive: true },
      authenticationKeys: [firstPartyAuthenticationKey('github-actions', 'example')],
    },
  ]),
};

/** What the connector of Kubernetes lands of a cluster. */
const cluster = {
  Account: pagesOf([
    { id: 'system:serviceaccount:ops:deployer', alias: 'deployer', type: 'Machine', subType: 'ServiceAccount' },
  ]),
  Authenticator: pagesOf([
    {
      ...{ id: 'service-account-tokens', name: 'Tokens of service accounts', isActive: true },
      authenticationKeys: [workloadIssuerKey('https://oidc.example.org/cluster')],
    },
  ]),
};

let server: EntraSimulator;
let test: TestService;
let accounts: Map<string, Item>;
beforeAll(async () => {
  server = await startEntra();
  server.clock = () => new Date('2026-02-10T12:00:00Z');
  const saml = certificate && new X509Certificate(certificate);
  tenant.fillTenant(
    server.state,
    saml ? { value: saml.raw.toString('base64'), thumbprint: saml.fingerprint.replaceAll(':', '') } : undefined,
  );
  const scripts = new Map(Object.entries({ github, cluster }));
  test = await startService({
    connectors: [entra, scriptedConnector(scripts)],
    settings: {
      sources: [
        { id: 'github', connector: 'scripted', settings: { script: 'github' } },
        { id: 'cluster', connector: 'scripted', settings: { script: 'cluster' } },
        { id: 'entra', connector: 'entra', settings: entraSource(server) },
      ],
    },
  });
  const { build } = await test.sync();
  expect(build?.status).toBe('Published');
  accounts = new Map((await test.everyItem('/v1/accounts')).map(item => [item.id, item]));
});
afterAll(async () => {
  await test?.close();
  await server.close();
});

/** Whom an account can act as, by local ids. */
async function reaches(id: string): Promise<string[]> {
  const { body } = await test.get(`/v1/non-human-identities/${accounts.get(id).globalId}/blast-radius`);
  const names = new Map([...accounts.values()].map(item => [item.globalId, item.id]));
  return (body.chains as Item[][]).flatMap(steps => names.get(steps.at(-1).objectId) ?? []).toSorted();
}

it.each(['repo:example/site', 'repo:example/other', 'system:serviceaccount:ops:deployer'])(
  '%s can act as the application that trusts it',
  async id => {
    expect(await reaches(id)).toContain(tenant.deploy);
  },
);

it('a secret of an application is its key', async () => {
  expect(await reaches(`${tenant.deployApp}/${tenant.guid('f', 21)}`)).toContain(tenant.deploy);
});

it('an application that may assign roles can act as everybody in the tenant', async () => {
  expect(await reaches(tenant.deploy)).toEqual(expect.arrayContaining([tenant.ada, tenant.cleo]));
});

it('machine identities have their owners, and agents their sponsors', () => {
  const owners = (id: string) => accounts.get(id).enrichedOwnerAccountIds;
  expect(owners(tenant.deploy)).toEqual([accounts.get(tenant.ada).globalId]);
  expect(owners(tenant.agent)).toEqual([accounts.get(tenant.cleo).globalId]);
});

it.skipIf(!certificate)('an account of an application is signed in to from that of the tenant', () => {
  expect(accounts.get('octo-ada')).toMatchObject({
    enrichedIsSSOLoginAvailable: true,
    enrichedSSOSourceAccountId: accounts.get(tenant.ada).globalId,
  });
});
