// Lists with filter, sort and fields, and facets: compared with the plain list and the same conditions in JavaScript.
import fs from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterTypes } from '../../../src/exports/filters.ts';
import { listFields } from '../../../src/lookups/list-fields.ts';
import { createLookups } from '../../../src/lookups/lookups.ts';
import { mebibyte } from '../../../src/mebibytes.ts';
import { collections, resourceOf } from '../../../src/resources/registry.ts';
import { compare, type Filter, holds, type Value } from '../../exports/filter-oracle.ts';
import { exportRecords, hostileTexts } from '../../support/export-records.ts';
import { isLong } from '../../support/long-tests.ts';
import { everyType } from '../../support/scripted-source.ts';
import {
  type Item,
  instanceOf,
  startService,
  type TestService,
  temporaryFolder,
} from '../../support/service/service.ts';

let test: TestService;
let accounts: readonly Item[];
let asOf: number;

beforeAll(async () => {
  test = await startService({ sources: { app: exportRecords(), other: everyType(7) } });
  await test.sync();
  accounts = await test.everyItem('/v1/accounts?pageSize=200');
  asOf = Date.parse(test.service.tenant().catalogue.current()!.manifest.generatedAt);
});
afterAll(() => test.close());

function address(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `${path}?${new URLSearchParams(texts)}`;
}

async function selected(path: string, parameters: Readonly<Record<string, unknown>>, token?: string): Promise<Item[]> {
  return test.everyItem(address(path, parameters), token);
}

const ids = (items: readonly Item[]) => items.map(({ globalId }) => globalId);

const texts = fc.oneof(
  fc.constantFrom(...hostileTexts, 'Finance', 'svc-', 'user 7', "' OR 1=1 --", '$f0_0', '%', '\0'),
  fc.string(),
);
const instants = fc
  .integer({ min: 0, max: 120 })
  .map(index => new Date(Date.UTC(2025, 0, 1) + index * 86_400_000 + (index % 5) * 1001).toISOString());
const fields: readonly { dataType: keyof typeof filterTypes; names: readonly string[]; values: fc.Arbitrary<Value> }[] =
  [
    { dataType: 'string', names: ['name', 'department', 'alias', 'globalId'], values: texts },
    { dataType: 'enum', names: ['type'], values: fc.constantFrom('User', 'Machine', 'Token') },
    { dataType: 'enum', names: ['authenticationFunctions'], values: fc.constantFrom('Identity', 'MFA', 'Directory') },
    { dataType: 'string', names: ['managerEmails', 'approvedApplicationUsages', 'hashIdentifiers'], values: texts },
    { dataType: 'boolean', names: ['enabled', 'isAdmin'], values: fc.boolean() },
    { dataType: 'timestamp', names: ['lastPasswordChangedDate', 'createdDate'], values: instants },
    {
      dataType: 'number',
      names: ['analyticsRoleCount', 'analyticsImpersonatableAccountsCount'],
      values: fc.integer({ min: -1, max: 5 }),
    },
  ];
const lengths: Readonly<Record<string, readonly [number, number]>> = {
  between: [2, 2],
  in: [1, 6],
  notIn: [1, 6],
  isNull: [0, 0],
  isNotNull: [0, 0],
};
const patterns = fc.constantFrom('[0-9]', '^svc-', 'user 1?1$', '^$', '(a|b)+c?');

const anyFilter: fc.Arbitrary<Filter> = fc.oneof(
  ...fields.flatMap(({ dataType, names, values }) =>
    filterTypes[dataType].map(filterType => {
      const value: fc.Arbitrary<Value> =
        filterType === 'matches' ? patterns : filterType === 'last' ? fc.constantFrom('1d', '700d') : values;
      const [minLength, maxLength] = lengths[filterType] ?? [1, 1];
      return fc.record({
        dataType: fc.constant(dataType),
        field: fc.constantFrom(...names),
        filterType: fc.constant(filterType),
        values: fc.array(value, { minLength, maxLength }),
      });
    }),
  ),
);
const anySort = fc.uniqueArray(
  fc.record({
    field: fc.constantFrom('name', 'department', 'enabled', 'type', 'lastPasswordChangedDate', 'analyticsRoleCount'),
    sortType: fc.constantFrom('asc', 'desc'),
  }),
  { maxLength: 3, selector: sort => sort.field },
);
const sortText = (sorts: readonly { field: string; sortType: string }[]) =>
  sorts.map(({ field, sortType }) => `${sortType === 'desc' ? '-' : ''}${field}`).join();

describe('a list', () => {
  it('with any filters and sorts has the objects of the plain list for which they hold, on pages of any size', async () => {
    const agree = fc.asyncProperty(
      fc.array(anyFilter, { minLength: 1, maxLength: 3 }),
      anySort,
      fc.integer({ min: 20, max: 200 }),
      async (filters, sorts, pageSize) => {
        const parameters = { filter: filters, ...(sorts.length > 0 && { sort: sortText(sorts) }), pageSize };
        const wanted = accounts.filter(item => filters.every(filter => holds(filter, item, asOf)));
        const order = [...sorts, { field: 'globalId', sortType: 'asc' }];
        const sorted =
          sorts.length === 0
            ? wanted
            : wanted.toSorted((a, b) => order.reduce((found, sort) => found || compare(a, b, sort), 0));
        expect(await selected('/v1/accounts', parameters)).toEqual(sorted);
        const { body } = await test.get(address('/v1/accounts', { ...parameters, pageSize: 1 }));
        expect(body.totalCount).toBe(wanted.length);
      },
    );
    await fc.assert(agree, { numRuns: isLong ? 300 : 25 });
  });

  it('of every collection has the same objects in the same order as the plain list', async () => {
    for (const { resource, collection } of collections) {
      const plain = await test.everyItem(`${collection.path}?pageSize=200`);
      const filter = [{ field: 'globalId', filterType: 'isNotNull' }];
      expect(await selected(collection.path, { filter, pageSize: 5 }), collection.path).toEqual(plain);
      const names = listFields(resource).map(({ name }) => name);
      for (let start = 0; start < names.length; start += 5) {
        const sort = names.slice(start, start + 5).map(name => `-${name}`);
        const { status, body } = await test.get(address(collection.path, { sort: sort.join(), pageSize: 1 }));
        expect({ status, total: body.totalCount, sort }).toEqual({ status: 200, total: plain.length, sort });
      }
    }
  });

  it('shows only the chosen fields', async () => {
    const found = await selected('/v1/accounts', { fields: 'globalId,department', pageSize: 200 });
    expect(found).toEqual(
      accounts.map(({ globalId, department }) => ({ globalId, ...(department !== undefined && { department }) })),
    );
  });

  it('shows a limited client only objects of its application instances, and no counts of others', async () => {
    const instance = instanceOf(test, 'other');
    const token = await test.token({ instances: [instance] });
    const own = accounts.filter(item => item.objectMetadata.ApplicationInstanceId === instance);
    expect(await selected('/v1/accounts', { sort: '-name' }, token)).toHaveLength(own.length);
    expect((await test.get('/v1/accounts?sort=name&pageSize=1', token)).body.totalCount).toBe(own.length);
    const facets = await test.get('/v1/accounts/facets?field=objectMetadata.ApplicationInstanceId', token);
    expect(facets.body.facets[0].values).toEqual([{ value: instance, count: own.length }]);
    const hidden = instanceOf(test, 'app');
    for (const path of ['/v1/accounts?sort=name', '/v1/accounts/facets?field=name'])
      expect((await test.get(`${path}&applicationInstanceId=${hidden}`, token)).status).toBe(403);
    expect(ids(await selected('/v1/accounts', { sort: 'name', applicationInstanceId: instance })).sort()).toEqual(
      ids(own).sort(),
    );
  });

  it('continues in the version, filter, order and client that it began with', async () => {
    const first = await test.get('/v1/accounts?sort=name&pageSize=10');
    const rest = `pageToken=${first.body.nextPageToken}&pageSize=10`;
    await test.sync(['other']);
    const next = await test.get(`/v1/accounts?sort=name&${rest}`);
    expect(next.headers['warehouse-version']).toBe(first.headers['warehouse-version']);
    expect(next.body.totalCount).toBe(first.body.totalCount);
    for (const other of ['sort=-name', 'sort=name&filter=[]', 'fields=name', 'pageSize=10'])
      expect((await test.get(`/v1/accounts?${other}&pageToken=${first.body.nextPageToken}`)).status, other).toBe(400);
    const anotherClient = await test.get(`/v1/accounts?sort=name&${rest}`, await test.token());
    expect(anotherClient.body.details.parameter).toBe('pageToken');
  });
});

describe('facets', () => {
  it('count what the filter `eq` and `isNull` select, for every field of every resource', async () => {
    for (const { resource, collection } of collections) {
      const names = listFields(resource).map(({ name }) => name);
      for (let start = 0; start < names.length; start += 20) {
        const query = names.slice(start, start + 20).map(name => `field=${name}`);
        const { status, body } = await test.get(`${collection.path}/facets?${query.join('&')}&limit=100`);
        expect(status, body.message).toBe(200);
        for (const { values, distinctCount, missingCount } of body.facets) {
          const counted = values.reduce((sum: number, { count }: Item) => sum + count, missingCount);
          expect(values.length).toBe(Math.min(100, distinctCount));
          // An object counts for each element of a list.
          if (distinctCount <= 100) expect(counted).toBeGreaterThanOrEqual(body.totalCount);
        }
      }
    }
  });

  it('have values whose filter selects as many objects', async () => {
    const names = [
      'department',
      'type',
      'enabled',
      'lastPasswordChangedDate',
      'name',
      'authenticationFunctions',
      'managerEmails',
    ];
    const { body } = await test.get(`/v1/accounts/facets?${names.map(name => `field=${name}`).join('&')}&limit=40`);
    for (const { field, values, missingCount } of body.facets) {
      const absent = accounts.filter(item => item[field] === undefined || item[field].length === 0);
      expect(missingCount, field).toBe(absent.length);
      for (const { value, count } of values.slice(0, 10)) {
        const filter = [{ field, filterType: 'eq', values: [value] }];
        const found = await test.get(address('/v1/accounts', { filter, pageSize: 1 }));
        expect(found.body.totalCount, `${field} ${value}`).toBe(count);
      }
    }
  });
});

describe('what is refused', () => {
  const bad = (parameters: Readonly<Record<string, unknown>>, path = '/v1/accounts') =>
    test.get(address(path, parameters));
  const eq = (field: string, value: unknown) => [{ field, filterType: 'eq', values: [value] }];

  it.each([
    ['no JSON', { filter: '[{' }, /^filter: is not JSON/],
    ['no list', { filter: '{}' }, /^filter: must be an array/],
    [
      'an unknown field',
      { filter: eq('departmnet', 'x') },
      /filter\[0\]\.field: accounts has no field "departmnet"; did you mean `department`/,
    ],
    [
      'an unknown operator',
      { filter: [{ field: 'name', filterType: 'like', values: ['x'] }] },
      /filter\[0\]\.filterType: "like" is not known/,
    ],
    [
      'an operator of another type',
      { filter: [{ field: 'enabled', filterType: 'gt', values: [1] }] },
      /filter\[0\].filterType: gt is not possible for a boolean/,
    ],
    [
      'a value of another type',
      { filter: eq('enabled', 'yes') },
      /filter\[0\].values\[0\]: "yes" is not true or false/,
    ],
    ['an unknown value', { filter: eq('type', 'Usr') }, /"Usr" is not known; did you mean `User`/],
    [
      'a wrong expression',
      { filter: [{ field: 'name', filterType: 'matches', values: ['(a'] }] },
      /filter\[0\].values\[0\]: is not a regular expression that RE2 takes/,
    ],
    ['a deep filter', { filter: '['.repeat(6000) }, /^filter: /],
    ['a long filter', { filter: `[${' '.repeat(12_000)}]` }, /at most 12000/],
    [
      'many values',
      { filter: [{ field: 'name', filterType: 'in', values: Array(1001).fill('a') }] },
      /in takes 1 to 1000 values, not 1001/,
    ],
    ['many filters', { filter: Array(101).fill({ field: 'name', filterType: 'isNull' }) }, /at most 100/],
    ['an unknown order', { sort: 'nmae' }, /^sort: accounts has no field "nmae"; did you mean `name`/],
    ['an order twice', { sort: 'name,-name' }, /^sort: name is in the list twice/],
    ['an unknown chosen field', { fields: 'nmae' }, /^fields: accounts has no field "nmae"; did you mean `name`/],
  ])('%s', async (_, parameters, message) => {
    const { status, body } = await bad(parameters);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
    expect(body.code).toBe('BAD_REQUEST');
  });

  it('10,000 values, fields of texts, and facets without or with unknown fields', async () => {
    const many = [{ field: 'name', filterType: 'in', values: Array(10_000).fill('a') }];
    expect((await bad({ filter: many })).body.message).toMatch(/^filter: has \d+ characters/);
    const edge = collections.find(({ resource }) => resource.edge)!.collection.path;
    expect((await bad({ fields: 'globalId' }, edge)).body.message).toMatch(/^fields: the items of this list are texts/);
    expect((await test.get('/v1/accounts/facets')).body.message).toMatch(/^field: 0 are given/);
    expect((await test.get('/v1/accounts/facets?field=typ')).body.message).toMatch(/did you mean `type`/);
    expect((await test.get('/v1/accounts/facets?field=type&limit=101')).body.message).toMatch(/^limit: /);
  });

  it('every field of the interface has a type that can be filtered', () => {
    const account = listFields(resourceOf('Account')!);
    expect(account.find(({ name }) => name === 'objectMetadata.ApplicationInstanceId')?.dataType).toBe('string');
    for (const { dataType } of account) expect(filterTypes).toHaveProperty(dataType);
  });
});

it('the log has a lookup that takes too long, but none whose client has left', async () => {
  const folder = temporaryFolder();
  const { folder: versionFolder, manifest } = test.service.tenant().catalogue.current()!;
  const origin = { clientId: 'one', versionFolder, visible: undefined };
  const all = { collection: 'accounts', filters: [], applicationInstanceId: null, asOf: manifest.generatedAt };
  /** What the log has of a lookup that does not come to its end. */
  const warningsOf = async (timeMs: number, signal: AbortSignal) => {
    const warnings: string[] = [];
    const onWarning = (text: string) => void warnings.push(text);
    const lookups = createLookups({ processes: 1, timeMs, memoryBytes: 256 * mebibyte, folder, onWarning });
    const answer = lookups.facets(origin, { ...all, fields: ['type'], size: 1 }, signal);
    await expect(answer).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await lookups.close();
    return warnings;
  };
  const leaving = new AbortController();
  // The process of the lookup is being started then, so it cannot have answered.
  setImmediate(() => leaving.abort());
  expect(await warningsOf(60_000, leaving.signal)).toEqual([]);
  expect(await warningsOf(1, new AbortController().signal)).toEqual(['lookup of facets was ended: time']);
  fs.rmSync(folder, { recursive: true, force: true });
});
