// Machine accounts and keys whose owner does not exist.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page, SourceRecord } from '../../src/connector/contract.ts';
import { pagesOf, type Script } from '../support/scripted-source.ts';
import { startService, type TestService } from '../support/service/service.ts';

const account = (id: string, type: string, createdBy?: string): SourceRecord => ({
  ...{ id, alias: id, type, enabled: true },
  ...(createdBy !== undefined && { createdBy }),
});
const accounts = [
  account('ann', 'User'),
  account('bot', 'Machine', 'ghost'),
  account('key', 'Token', 'ghost'),
  account('robot', 'Machine', 'ann'),
];
const gap = { reason: 'forbidden', subject: 'accounts', message: '403', missing: 'objects' } as const;
/** A read that did not see everything. */
const partial: Script = {
  *Account(): Generator<Page> {
    yield { records: accounts, gaps: [gap] };
  },
};

let test: TestService;
beforeAll(async () => {
  test = await startService({ sources: { app: {} } });
});
afterAll(() => test?.close());

/** The local ids of the accounts that are reported to have no owner, after a sync. */
async function ownerless(script: Script): Promise<string[]> {
  test.scripts.set('app', script);
  expect((await test.sync()).build).toMatchObject({ status: 'Published', error: null });
  const violations = await test.everyItem('/v1/risk-violations');
  const rules = /^(machine_account|key)_without_owner$/;
  const open = violations.filter(item => rules.test(item.riskDefinitionId) && item.status === 'Open');
  return open.map(({ entityId }) => entityId).sort();
}

it('are reported once all accounts were read, and stay reported while not all are', async () => {
  expect(await ownerless(partial)).toEqual([]);
  expect(await ownerless({ Account: pagesOf(accounts) })).toEqual(['bot', 'key']);
  const served = new Map((await test.everyItem('/v1/accounts')).map(item => [item.id, item]));
  const owners = [...served.values()].flatMap(item => item.enrichedOwnerAccountIds ?? []);
  expect(served.get('robot')!.enrichedOwnerAccountIds).toEqual([served.get('ann')!.globalId]);
  expect(owners).toHaveLength(1);
  expect(await ownerless(partial)).toEqual(['bot', 'key']);
});
