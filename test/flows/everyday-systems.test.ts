// The systems that everybody has, read together: one person with all accounts, and ways from one system into another.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';
import { type EverydaySystems, startEverydaySystems } from '../support/simulators/everyday-systems.ts';

let systems: EverydaySystems;
let test: TestService;
let accounts: Item[];
beforeAll(async () => {
  systems = await startEverydaySystems();
  test = await startService({ connectors, settings: { sources: systems.sources } });
  const { build } = await test.sync();
  expect(build?.status).toBe('Published');
  accounts = await test.everyItem('/v1/accounts?pageSize=200');
});
afterAll(async () => {
  await test?.close();
  await systems?.close();
});

const sourceOf = (item: Item) =>
  test.config.tenants[0]!.sources.find(
    ({ application_instance_id }) => application_instance_id === item.objectMetadata.ApplicationInstanceId,
  )!.id;
const account = (source: string, alias: string) =>
  accounts.find(item => sourceOf(item) === source && item.alias === alias)!;
const role = async (id: string) =>
  (await test.everyItem('/v1/roles?pageSize=200')).find((item: Item) => item.id === id);

it('shows one person with an account in each system', () => {
  const ada = account('okta', 'ada@example.org');
  const own = accounts.filter(item => item.type === 'User' && item.enrichedPersonId === ada.enrichedPersonId);
  expect(own.map(sourceOf).toSorted()).toEqual(
    expect.arrayContaining(['aws', 'cloud', 'cluster', 'entra', 'github', 'google', 'okta', 'slack']),
  );
});

it('links the account of GitHub to the one of Okta that signs in to it', () => {
  expect(account('github', 'Ada')).toMatchObject({
    ...{ enrichedIsSSOLoginAvailable: true, enrichedSSOSourceAccountId: account('okta', 'ada@example.org').globalId },
  });
});

it('leads from a workflow of GitHub to a role of AWS, and the blast radius goes across', async () => {
  const workflow = account('github', 'repo:acme/shop');
  const deploy = await role('arn:aws:iam::111111111111:role/deploy-shop');
  const { body } = await test.get(`/v1/accounts/${workflow.globalId}/access/${deploy.globalId}/paths`);
  expect(body.paths[0].steps.map(({ to }: Item) => to.objectName)).toEqual(['deploy-shop']);
  const grant = (await test.get(`/v1/entity-assigned-access-to-object/${body.paths[0].steps[0].id}`)).body;
  expect(grant.entitlementSpecification.reasonSpecificData.conditions.context).toContainEqual(
    expect.objectContaining({ value: ['repo:acme/shop:ref:refs/heads/main'] }),
  );
  const reached = await test.everyItem(`/v1/accounts/${workflow.globalId}/access?pageSize=100`);
  expect(reached.map((item: Item) => item.objectType)).toContain('IntegratedApplication');
  expect(workflow.analyticsImpersonatableAccountsCount).toBeGreaterThan(0);
});

it('leads from the assignment of an application of Okta to a role of AWS', async () => {
  const ada = account('okta', 'ada@example.org');
  const signedIn = await role('arn:aws:iam::111111111111:role/signed-in');
  const { body } = await test.get(`/v1/accounts/${ada.globalId}/access/${signedIn.globalId}/paths`);
  expect(body.paths[0].steps.map(({ to }: Item) => to.objectType)).toEqual(['Authenticator', 'UserGroup', 'Role']);
});

it('says as whom a deployment of Kubernetes can run', async () => {
  const deployer = account('cluster', 'system:serviceaccount:ops:deployer');
  // It makes deployments in the namespace shop, whose pods may run as each service account there: as `default`.
  expect(deployer.analyticsImpersonatableAccountsCount).toBe(1);
  const { body } = await test.get(`/v1/non-human-identities/${deployer.globalId}/blast-radius`);
  expect(JSON.stringify(body)).toContain('system:serviceaccount:shop:default');
  const reached = await test.everyItem(`/v1/accounts/${deployer.globalId}/access?pageSize=100`);
  expect(reached.map((item: Item) => item.objectName)).toContain('shop');
  expect(reached.map((item: Item) => item.objectName)).not.toContain('ops');
});

it('follows a role of a Google Cloud project down to its service accounts and buckets', async () => {
  const [bob, ada] = [account('cloud', 'bob@example.org'), account('cloud', 'ada@example.org')];
  // The owner acts as both service accounts; Ada only as the one whose policy names her.
  expect([bob, ada].map(each => each.analyticsImpersonatableAccountsCount)).toEqual([2, 1]);
  const reached = await test.everyItem(`/v1/accounts/${bob.globalId}/access?pageSize=100`);
  const bucket = reached.find((item: Item) => item.objectName === 'shop-images');
  const { body } = await test.get(`/v1/accounts/${bob.globalId}/access/${bucket.objectId}/paths`);
  const ways = body.paths.map((way: Item) => way.steps.map(({ to }: Item) => to.objectName).join(' > '));
  expect(ways).toEqual(['Shop: storage.googleapis.com/Bucket > shop-images', 'projectOwner:shop-prod > shop-images']);
});
