// A container that cannot be read, such as a group, keeps what could lie in it as it was. What else a read does not bring is gone.
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { defineConnector, type Gap, type SourceRecord } from '../../src/connector/contract.ts';
import { startService } from '../support/service/service.ts';

let test: Awaited<ReturnType<typeof startService>>;
afterEach(() => test.close());

const membership = (account: string, group: string): SourceRecord => ({
  id: `${account} via ${group}`,
  entityId: account,
  entityType: 'Account',
  managedViaObjectId: group,
  managedViaObjectType: 'UserGroup',
});

const account = (id: string): SourceRecord => ({
  ...{
    id,
    alias: id,
    accountRole: 'user',
    authenticationFunctions: ['ApplicationAccount'],
    email: `${id}@example.org`,
  },
  ...{ enabled: true, hasAPIAccess: false, isAdmin: false, mfaRequirements: 'Unknown', ssoRequirements: 'Unknown' },
  ...{ subType: 'Unknown', type: 'User' },
});

async function readTwice(gaps: readonly Gap[], later: readonly SourceRecord[] = []): Promise<unknown[]> {
  let isFirst = true;
  const groups = ['g1', 'g10', 'g2'];
  const all = groups.flatMap(group => ['ann', 'ben'].map(name => membership(name, group)));
  const connector = defineConnector({
    ...{ type: 'scripted', title: 'Scripted', description: 'Scripted.', settings: z.strictObject({}) },
    open: async () => ({}),
    check: async () => [],
    reads: () => [
      {
        lands: 'Account',
        async *pages() {
          yield { records: ['ann', 'ben'].map(account) };
        },
      },
      {
        lands: 'UserGroup',
        async *pages() {
          yield { records: groups.map(id => ({ id, name: id })) };
        },
      },
      {
        lands: 'EntityManagedViaObject',
        async *pages() {
          yield { records: isFirst ? all : later, ...(!isFirst && { gaps }) };
        },
      },
    ],
  });
  test = await startService({
    connectors: [connector],
    work: ['extract', 'build'],
    settings: { sources: [{ id: 'app', connector: 'scripted', settings: {} }], hold_back: { gone_percent: 100 } },
  });
  await test.sync();
  isFirst = false;
  await test.sync();
  const { items } = (await test.get('/v1/entity-managed-via-object')).body;
  return items.map((item: { id: string }) => item.id).toSorted();
}

const gap = { reason: 'forbidden', subject: 'group', message: 'may not be read', missing: 'objects' } as const;

it('by a value of a field', async () => {
  const left = await readTwice(
    [{ ...gap, within: { field: 'managedViaObjectId', is: ['g1'] } }],
    [membership('ben', 'g2')],
  );
  expect(left).toEqual(['ann via g1', 'ben via g1', 'ben via g2']);
});

it('by the beginning of a field, and several containers', async () => {
  const within = (startsWith: string): Gap => ({ ...gap, within: { field: 'id', startsWith: [startsWith] } });
  expect(await readTwice([within('ann via g1'), within('ben via g2')])).toEqual([
    'ann via g1',
    'ann via g10',
    'ben via g2',
  ]);
});

it('drops nothing where another gap may be anywhere', async () => {
  expect(await readTwice([{ ...gap, within: { field: 'managedViaObjectId', is: ['g1'] } }, gap])).toHaveLength(6);
});
