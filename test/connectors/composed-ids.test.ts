// Ids of relationships that connectors compose from both ends: different ends give different ids, also in a version's tables.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composedId } from '../../connectors/custom-application/mapping/landing-fields.ts';
import { relationId } from '../../connectors/host/records/ids.ts';
import { managedVia } from '../../src/resources/managed-via.ts';
import { openModels } from '../support/model-database.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { startService } from '../support/service/service.ts';

interface Ends {
  readonly entityId: string;
  readonly entityType: string;
  readonly managedViaObjectId: string;
  readonly managedViaObjectType: string;
}

const idOf = composedId(managedVia);
const textOf = (pieces: fc.Arbitrary<string>) =>
  fc.array(pieces, { minLength: 1, maxLength: 5 }).map(all => all.join(''));

/** Ids made from the same pieces as composed ids. */
const hostileId = textOf(fc.constantFrom('a', '>', '>>', 'UserGroup', ':', '>UserGroup:', '>>Role:', '>Account:b'));
const ends: fc.Arbitrary<Ends> = fc.record({
  entityId: hostileId,
  entityType: fc.constantFrom('Account', 'UserGroup'),
  managedViaObjectId: hostileId,
  managedViaObjectType: fc.constantFrom('UserGroup', 'Role'),
});
const keyOf = (record: object) => JSON.stringify(Object.values(record));
const many = (seed: number, numRuns: number) => [
  ...new Map(fc.sample(ends, { seed, numRuns }).map(record => [keyOf(record), record])).values(),
];

describe('an id that the custom-application connector composes', () => {
  const record = (entityId: string, managedViaObjectId: string): Ends => ({
    entityId,
    entityType: 'Account',
    managedViaObjectId,
    managedViaObjectType: 'UserGroup',
  });

  it('differs when the ends differ', () => {
    expect(idOf(record('a>UserGroup:b', 'c') as never)).not.toBe(idOf(record('a', 'b>UserGroup:c') as never));
    const records = many(3, 60_000);
    expect(records.length).toBeGreaterThan(30_000);
    expect(new Set(records.map(ends => idOf(ends as never))).size).toBe(records.length);
  });

  it('stays the same as in former releases where it already distinguished the ends', () => {
    for (const [from, to] of [
      ['17', 'admin'],
      ['a>b', 'c>'],
      ['>', ':'],
      ['a:b', '>c'],
      ['a>UserGroup', ':b'],
    ] as const)
      expect(idOf(record(from, to) as never)).toBe(`Account:${from}>UserGroup:${to}`);
  });

  it('makes one relationship of each pair of ends in a version', async () => {
    const records = many(5, 4000).map(ends => ({ id: idOf(ends as never), ...ends }));
    const test = await startService({ sources: { app: { EntityManagedViaObject: pagesOf(records) } } });
    await test.sync();
    const models = await openModels(test);
    const [counted] = await models.rows(
      `SELECT count(*) AS rows, count(DISTINCT global_id) AS ids, count(DISTINCT (entity_id, entity_type,
         managed_via_object_id, managed_via_object_type)) AS pairs FROM managed_via`,
    );
    const all = String(records.length);
    expect(counted).toEqual({ rows: all, ids: all, pairs: all });
    models.close();
    await test.close();
  });
});

describe('an id that the host connector composes', () => {
  const name = textOf(fc.constantFrom('a', ' ', '  ', 'via', ' via ', 'group:', ' via group:', '  via  user:b'));
  const via = (from: string, to: string) => relationId(`user:${from}`, 'via', `group:${to}`);

  it('differs when the ends differ', () => {
    expect(via('a via group:b', 'c')).not.toBe(via('a', 'b via group:c'));
    const pairs = new Map(
      fc.sample(fc.tuple(name, name), { seed: 7, numRuns: 40_000 }).map(pair => [JSON.stringify(pair), pair]),
    );
    const ids = [...pairs.values()].map(([from, to]) => via(from, to));
    expect(new Set(ids).size).toBe(pairs.size);
  });

  it('stays the same as in former releases for names without such a text', () => {
    expect(via('domain users', 'g')).toBe('user:domain users via group:g');
    expect(relationId('sudo-rule:1', 'as root: runs', 'command:/bin/ls -l')).toBe(
      'sudo-rule:1 as root: runs command:/bin/ls -l',
    );
  });
});
