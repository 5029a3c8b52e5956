// Access that leads from an identity provider into an application: who is assigned the application, and what its authenticator opens.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstPartyAuthenticationKey, oidcAuthenticationKey } from '../../src/connector/authentication-keys.ts';
import type { SourceRecord } from '../../src/connector/contract.ts';
import { grantedEntitlement } from '../../src/connector/entitlement.ts';
import { pagesOf, type Script } from '../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';

const key = oidcAuthenticationKey('https://acme.okta.example', 'cloud');
const workflows = firstPartyAuthenticationKey('github-actions', 'acme');

const assignment = (entity: readonly [string, string], object: readonly [string, string], more: object = {}) => ({
  id: `${entity.join(':')}>${object.join(':')}`,
  ...{ entityId: entity[1], entityType: entity[0], assignedObjectId: object[1], assignedObjectType: object[0] },
  entitlementSpecification: grantedEntitlement({ permissions: { isExecute: true }, ...more }),
});
const membership = (entity: readonly [string, string], holder: readonly [string, string], more: object = {}) => ({
  id: `${entity.join(':')}>${holder.join(':')}`,
  ...{ entityId: entity[1], entityType: entity[0], managedViaObjectId: holder[1], managedViaObjectType: holder[0] },
  ...more,
});
const script = (records: Readonly<Record<string, readonly SourceRecord[]>>): Script =>
  Object.fromEntries(Object.entries(records).map(([type, list]) => [type, pagesOf(list)]));

const person = (id: string) => ({ id, alias: id, name: id, type: 'User', authenticationFunctions: ['Identity'] });
const sources = {
  idp: script({
    Account: ['ada', 'bert', 'cora', 'dan'].map(person),
    UserGroup: [{ id: 'ops', name: 'ops' }],
    AssignedApplication: [
      { id: 'app', name: 'Cloud', authenticationRequirements: { authenticationKeys: [key] } },
      { id: 'other', name: 'Other', authenticationRequirements: { authenticationKeys: ['other'] } },
    ],
    EntityManagedViaObject: [membership(['Account', 'bert'], ['UserGroup', 'ops'])],
    EntityAssignedAccessToObject: [
      assignment(['Account', 'ada'], ['AssignedApplication', 'app']),
      assignment(['UserGroup', 'ops'], ['AssignedApplication', 'app']),
      assignment(['Account', 'cora'], ['AssignedApplication', 'other']),
      assignment(['Account', 'dan'], ['AssignedApplication', 'app'], { type: 'Denial' }),
    ],
  }),
  code: script({
    Account: [{ id: 'repo:acme/web', alias: 'repo:acme/web', name: 'web', type: 'Machine', subType: 'Workload' }],
    Authenticator: [{ id: 'actions', name: 'Actions', isActive: true, authenticationKeys: [workflows] }],
  }),
  cloud: script({
    IntegratedApplication: [{ id: 'cloud', key: 'cloud', name: 'Cloud' }],
    Authenticator: [{ id: 'provider', name: 'Okta', isActive: true, authenticationKeys: [key] }],
    Role: [{ id: 'deployer', name: 'deployer', type: 'Custom', isCustom: true }],
    ResourceClass: [{ id: 'store', name: 'Store' }],
    ResourceInstance: [{ id: 'bucket', name: 'bucket', displayName: 'bucket', resourceClass: 'store' }],
    EntityManagedViaObject: [
      membership(['Authenticator', 'provider'], ['Role', 'deployer']),
      membership(['Account', 'repo:acme/web'], ['Role', 'deployer'], {
        federationSpecification: { isFederated: true, connectionType: 'Source', sourceAuthenticationKey: workflows },
      }),
    ],
    EntityAssignedAccessToObject: [assignment(['Role', 'deployer'], ['ResourceInstance', 'bucket'])],
  }),
};

let test: TestService;
beforeAll(async () => {
  test = await startService({ sources, synced: true });
});
afterAll(() => test?.close());

async function idsOf(collection: string): Promise<Map<string, Item>> {
  const items = await test.everyItem(`/v1/${collection}?pageSize=100`);
  return new Map(items.map((item: Item) => [item.name, item]));
}

it('reaches what the authenticator opens, for those who are assigned the application and for workflows', async () => {
  const accounts = await idsOf('accounts');
  const reached = async (name: string) =>
    (await test.everyItem(`/v1/accounts/${accounts.get(name)!.globalId}/access?pageSize=100`)).map(
      (item: Item) => item.objectName,
    );
  expect(await reached('ada')).toEqual(expect.arrayContaining(['bucket']));
  expect(await reached('bert')).toEqual(expect.arrayContaining(['bucket']));
  expect(await reached('web')).toEqual(['deployer', 'bucket']);
  expect(await reached('cora')).not.toContain('bucket');
  expect(await reached('dan')).not.toContain('bucket');
});

it('is explained by the assignment and the authenticator', async () => {
  const [ada, bucket] = [(await idsOf('accounts')).get('ada')!, (await idsOf('resource-instances')).get('bucket')!];
  const { body } = await test.get(`/v1/accounts/${ada.globalId}/access/${bucket.globalId}/paths`);
  expect(body.paths).toHaveLength(1);
  expect(body.paths[0].steps.map(({ kind, to }: Item) => [kind, to.objectName])).toEqual([
    ['Membership', 'Okta'],
    ['Membership', 'deployer'],
    ['Grant', 'bucket'],
  ]);
});
