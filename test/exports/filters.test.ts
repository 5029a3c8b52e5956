// The grammar of filters and sorts: each operator of each type, against the same condition in JavaScript.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterTypes } from '../../src/exports/filters.ts';
import { accountCount, exportRecords, hostileTexts } from '../support/export-records.ts';
import { type Exporting, exportsAs, rowsOf } from '../support/exports.ts';
import { isLong } from '../support/long-tests.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';
import { compare, type Filter, holds, type Value } from './filter-oracle.ts';

/** Export processes have the lowest priority, so they may be slow. */
const manyRequestsMs = 600_000;

let test: TestService;
let exporting: Exporting;
/** Context → the objects of its rows, as in the API. */
let objects: Record<string, readonly Item[]>;
/** The time when the version was made. */
let asOf: number;

beforeAll(async () => {
  test = await startService({ sources: { app: exportRecords() }, synced: true });
  exporting = exportsAs(test, await test.token());
  objects = {
    accessInventoryAccounts: await test.everyItem('/v1/accounts?pageSize=200'),
    identities: await test.everyItem('/v1/persons?pageSize=200'),
  };
  asOf = Date.parse(test.service.tenant().catalogue.current()!.manifest.generatedAt);
});
afterAll(() => test.close());

/** The ids of the rows of an export, in its order. */
async function exported(context: string, params: object): Promise<string[]> {
  const { status, bytes } = await exporting.stream(context, params);
  expect(status, bytes.toString().slice(0, 500)).toBe(200);
  return rowsOf(bytes).map(row => row[context === 'identities' ? 'personId' : 'accountId']!);
}

const texts = fc.oneof(
  fc.constantFrom(
    ...hostileTexts,
    'Finance',
    'finance',
    'svc-',
    'user 7',
    "'; DROP TABLE x; --",
    '$f0_0',
    '%',
    '_',
    '\0',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const instants = fc.oneof(
  fc
    .integer({ min: 0, max: accountCount })
    .map(index => new Date(Date.UTC(2025, 0, 1) + index * 86_400_000 + (index % 5) * 1001).toISOString()),
  fc.constantFrom('2025-02-01', '2025-02-01T00:00:00Z', '2025-03-01T12:00:00+02:00', '2026-01-01T00:00Z', '0001-01-01'),
);

/** Fields of each type, with their values; where a field may be absent, some rows lack it. */
const fields = [
  { context: 'accessInventoryAccounts', dataType: 'string', names: ['name', 'department', 'alias'], values: texts },
  {
    context: 'accessInventoryAccounts',
    dataType: 'enum',
    names: ['type'],
    values: fc.constantFrom('User', 'Machine', 'Token'),
  },
  { context: 'accessInventoryAccounts', dataType: 'boolean', names: ['enabled', 'isAdmin'], values: fc.boolean() },
  { context: 'accessInventoryAccounts', dataType: 'timestamp', names: ['lastPasswordChangedDate'], values: instants },
  {
    context: 'identities',
    dataType: 'number',
    names: ['analyticsAccountCount', 'analyticsEnabledAccountCount'],
    values: fc.oneof(fc.integer({ min: -1, max: 12 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  },
  {
    context: 'identities',
    dataType: 'enum',
    names: ['employmentStatus'],
    values: fc.constantFrom('Active', 'Leave', 'Terminated', 'Unknown'),
  },
] as const;

const patterns = fc.constantFrom('[0-9]', '^svc-', 'user 1?1$', '[é🧑]', '^$', '^[=+@-]', '(a|b)+c?', 'break');
const spans = fc.constantFrom('1d', '24h', '700d', '99999d', '0h');

/** The number of values of operators that do not take exactly one. */
const lengths: Readonly<Record<string, readonly [number, number]>> = {
  between: [2, 2],
  in: [1, 6],
  notIn: [1, 6],
  isNull: [0, 0],
  isNotNull: [0, 0],
};

/** An operator without values has one filter for each field; the others take random values. */
const runsOf = ({ names }: (typeof fields)[number], filterType: string) =>
  lengths[filterType]?.[1] === 0 ? names.length : isLong ? 20 : 3;

/** A filter with one operator. */
function filterWith({ dataType, names, values }: (typeof fields)[number], filterType: string): fc.Arbitrary<Filter> {
  const value: fc.Arbitrary<Value> = filterType === 'matches' ? patterns : filterType === 'last' ? spans : values;
  const [minLength, maxLength] = lengths[filterType] ?? [1, 1];
  return fc.record({
    dataType: fc.constant(dataType),
    field: fc.constantFrom<string>(...names),
    filterType: fc.constant(filterType),
    values: fc.array(value, { minLength, maxLength }),
  });
}

const cases = fields.flatMap(field =>
  filterTypes[field.dataType].map(filterType => [field.context, field.dataType, filterType, field] as const),
);

describe.each(cases)('%s: %s %s', (context, _dataType, filterType, field) => {
  it(
    'keeps the rows for which the condition holds',
    async () => {
      const agree = fc.asyncProperty(filterWith(field, filterType), async filter => {
        const wanted = objects[context]!.filter(item => holds(filter, item, asOf)).map(item => item.globalId);
        expect((await exported(context, { filterBy: [filter] })).sort()).toEqual(wanted.sort());
      });
      await fc.assert(agree, { numRuns: runsOf(field, filterType) });
    },
    manyRequestsMs,
  );
});

describe('a date alone', () => {
  const changedOn = (day: number) =>
    objects['accessInventoryAccounts']!.filter(item =>
      String(item.lastPasswordChangedDate).startsWith(new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10)),
    ).map(item => item.globalId);
  const ids = (filterType: string, ...values: string[]) =>
    exported('accessInventoryAccounts', {
      filterBy: [{ dataType: 'timestamp', field: 'lastPasswordChangedDate', filterType, values }],
    });

  it('as the upper bound of `between` includes that day', async () => {
    // On 9 January the account of the day changed its password 3 s after midnight.
    expect(changedOn(9)).toHaveLength(1);
    expect(await ids('between', '2025-01-09', '2025-01-09')).toEqual(changedOn(9));
    expect((await ids('between', '2025-01-08', '2025-01-09')).toSorted()).toEqual(
      [...changedOn(8), ...changedOn(9)].toSorted(),
    );
    expect(await ids('between', '2025-01-09', '2025-01-09T00:00:00Z')).toEqual([]);
    expect(await ids('between', '9999-12-31', '9999-12-31')).toEqual([]);
  });

  it('in `lte` includes that day, and in `lt` does not', async () => {
    const [until, before] = [await ids('lte', '2025-01-09'), await ids('lt', '2025-01-09')];
    expect(until.filter(id => !before.includes(id))).toEqual(changedOn(9));
  });
});

it(
  'combines any filters with AND and sorts by any fields',
  async () => {
    const filters = fc.array(
      fc.oneof(
        ...fields.slice(0, 4).flatMap(field => filterTypes[field.dataType].map(type => filterWith(field, type))),
      ),
      { maxLength: 3 },
    );
    const sorts = fc.uniqueArray(
      fc.record({
        field: fc.constantFrom('name', 'department', 'enabled', 'type', 'lastPasswordChangedDate', 'alias'),
        sortType: fc.constantFrom('asc', 'desc'),
      }),
      { maxLength: 3, selector: sort => sort.field },
    );
    const agree = fc.asyncProperty(filters, sorts, async (filterBy, sortBy) => {
      const wanted = objects['accessInventoryAccounts']!.filter(item =>
        filterBy.every(filter => holds(filter, item, asOf)),
      );
      const order = [...sortBy, { field: 'globalId', sortType: 'asc' }];
      const sorted = wanted.toSorted((a, b) => order.reduce((found, sort) => found || compare(a, b, sort), 0));
      expect(await exported('accessInventoryAccounts', { filterBy, sortBy })).toEqual(
        sorted.map(item => item.globalId),
      );
    });
    await fc.assert(agree, { numRuns: isLong ? 200 : 15 });
  },
  manyRequestsMs,
);
