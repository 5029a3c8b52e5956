// The blast radius of a machine or token account: counts, chains with their evidence, and what a limited client sees.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, impersonating, membership } from '../../impersonation/records.ts';
import { pagesOf } from '../../support/scripted-source.ts';
import { type Item, instanceOf, startService, type TestService } from '../../support/service/service.ts';

describe('the blast radius', () => {
  let test: TestService;
  let ids: Map<string, string>;
  let radiusOf: (id: string, token?: string) => Promise<Item>;
  beforeAll(async () => {
    test = await startService({
      sources: {
        hosts: {
          Account: pagesOf([
            account('deploy-key', { type: 'Token', hashIdentifiers: ['SHA256:abc'] }),
            account('deploy', { hashIdentifiers: ['SHA256:abc'] }),
            account('root'),
            ...Array.from({ length: 150 }, (_, index) => account(`user-${index}`)),
            account('robot', { type: 'Machine' }),
            account('idle', { type: 'Machine' }),
          ]),
          UserGroup: pagesOf([{ id: 'wheel', name: 'wheel', type: 'Security' }]),
          Role: pagesOf([{ id: 'sudo', name: 'sudo ALL', type: 'Custom' }]),
          EntityManagedViaObject: pagesOf([
            membership('deploy', 'wheel'),
            membership('wheel', 'sudo', 'Role', 'UserGroup'),
          ]),
          EntityAssignedAccessToObject: pagesOf([{ ...impersonating('sudo', '*'), entityType: 'Role' }]),
        },
        // The same key opens an account there.
        shop: {
          Account: pagesOf([
            account('shop-deploy', {
              type: 'Machine',
              hashIdentifiers: ['SHA256:abc'],
              isAdmin: true,
              hasAPIAccess: true,
            }),
            account('shop-owner', { isAdmin: true }),
            account('shop-user'),
          ]),
        },
        // It brings no access assignments, so nobody knows whom its account can act as.
        crm: { Account: pagesOf([account('crm-robot', { type: 'Machine' })]) },
      },
    });
    await test.sync();
    const accounts: Item[] = await test.everyItem('/v1/accounts');
    ids = new Map(accounts.map(item => [item.id, item.globalId]));
    radiusOf = async (id, token) =>
      (await test.get(`/v1/non-human-identities/${ids.get(id)}/blast-radius`, token)).body;
  });
  afterAll(() => test?.close());

  it('counts by instance and type, as the field of the account does', async () => {
    const { id, count, counts } = await radiusOf('deploy-key');
    const [hosts, shop] = [instanceOf(test, 'hosts'), instanceOf(test, 'shop')];
    expect(id).toBe(ids.get('deploy-key'));
    expect(count).toBe(157);
    expect(counts[0]).toEqual({ applicationInstanceId: hosts, type: 'User', count: 152 });
    expect(counts.slice(1)).toHaveLength(3);
    expect(counts.slice(1)).toEqual(
      expect.arrayContaining([
        { applicationInstanceId: hosts, type: 'Machine', count: 2 },
        { applicationInstanceId: shop, type: 'User', count: 2 },
        { applicationInstanceId: shop, type: 'Machine', count: 1 },
      ]),
    );
    const item = (await test.get(`/v1/non-human-identities/${id}`)).body;
    expect(item.analyticsImpersonatableAccountsCount).toBe(count);
  });

  it('says no number where it is not known, and lists such accounts last in both orders', async () => {
    expect(await radiusOf('crm-robot')).toEqual({ id: ids.get('crm-robot'), counts: [], chains: [] });
    expect(await radiusOf('idle')).toMatchObject({ count: 0 });
    const aliases = async (query: string) =>
      (await test.everyItem(`/v1/non-human-identities${query}`)).map(({ alias }) => alias);
    const plain = await aliases('?pageSize=2');
    expect(plain.at(-1)).toBe('crm-robot');
    const known = encodeURIComponent(
      JSON.stringify([{ dataType: 'string', field: 'alias', filterType: 'isNotNull', values: [] }]),
    );
    expect(await aliases(`?pageSize=2&filter=${known}`)).toEqual(plain);
  });

  it('shows chains with the reason and the evidence of each step, spread over instances and types', async () => {
    const { chains } = await radiusOf('deploy-key');
    expect(chains).toHaveLength(100);
    const chainTo = (name: string) =>
      chains
        .find((chain: Item[]) => chain.at(-1).objectName === name)
        ?.map(({ reason, objectType, objectName, evidence }: Item) => [reason, objectType, objectName, evidence]);
    expect(chainTo('deploy')).toEqual([['Key', 'Account', 'deploy', 'SHA256:abc']]);
    expect(chainTo('robot')).toEqual([
      ['Key', 'Account', 'deploy', 'SHA256:abc'],
      ['Membership', 'UserGroup', 'wheel', undefined],
      ['Membership', 'Role', 'sudo ALL', undefined],
      ['Impersonation', 'ApplicationInstance', 'hosts', 'impersonate:*'],
      ['Content', 'Account', 'robot', undefined],
    ]);
    expect(chainTo('shop-owner')).toEqual([
      ['Key', 'Account', 'shop-deploy', 'SHA256:abc'],
      ['Administration', 'ApplicationInstance', 'shop', 'isAdmin and hasAPIAccess'],
      ['Content', 'Account', 'shop-owner', undefined],
    ]);
    const steps: Item[] = chains.flat();
    const membershipStep = steps.find(step => step.reason === 'Membership');
    const rightStep = steps.find(step => step.reason === 'Impersonation');
    const relation = (await test.get(`/v1/entity-managed-via-object/${membershipStep.evidenceId}`)).body;
    expect(relation.globalManagedViaObjectId).toBe(membershipStep.objectId);
    const granted = (await test.get(`/v1/entity-assigned-access-to-object/${rightStep.evidenceId}`)).body;
    expect(granted.entityId).toBe('sudo');
  });

  it('is empty for an account that can act as nobody', async () => {
    expect(await radiusOf('idle')).toEqual({ id: ids.get('idle'), count: 0, counts: [], chains: [] });
  });

  it('shows a limited client nothing that leads through other instances', async () => {
    const onlyHosts = await test.token({ instances: [instanceOf(test, 'hosts')] });
    const radius = await radiusOf('deploy-key', onlyHosts);
    expect(radius.count).toBe(154);
    expect(JSON.stringify(radius)).not.toContain(instanceOf(test, 'shop'));
    const onlyShop = await test.token({ instances: [instanceOf(test, 'shop')] });
    expect((await test.get(`/v1/non-human-identities/${ids.get('deploy-key')}/blast-radius`, onlyShop)).status).toBe(
      404,
    );
    expect((await radiusOf('shop-deploy', onlyShop)).count).toBe(2);
  });

  it('is there for machine and token accounts, and among all accounts for those of people too', async () => {
    expect((await test.get(`/v1/non-human-identities/${ids.get('root')}/blast-radius`)).status).toBe(404);
    const people = (await test.everyItem('/v1/accounts')).filter(({ type }: Item) => type === 'User');
    const acting = people.filter(account => account['analyticsImpersonatableAccountsCount'] > 0);
    expect(acting.length).toBeGreaterThan(0);
    for (const account of acting.slice(0, 3)) {
      const { status, body } = await test.get(`/v1/accounts/${account.globalId}/blast-radius`);
      expect([status, body.count]).toEqual([200, account['analyticsImpersonatableAccountsCount']]);
      expect(body.chains.length).toBeGreaterThan(0);
    }
    const machine = `${ids.get('deploy-key')}/blast-radius`;
    expect((await test.get(`/v1/accounts/${machine}`)).body).toEqual(
      (await test.get(`/v1/non-human-identities/${machine}`)).body,
    );
    const onlyShop = await test.token({ instances: [instanceOf(test, 'shop')] });
    expect((await test.get(`/v1/accounts/${ids.get('root')}/blast-radius`, onlyShop)).status).toBe(404);
    expect((await test.get('/v1/non-human-identities/x/blast-radius')).status).toBe(400);
  });
});
