// Invalid filters and sorts: each refusal says where the error is and what would be right.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportRecords } from '../support/export-records.ts';
import { type Exporting, exportsAs, rowsOf } from '../support/exports.ts';
import { startService, type TestService } from '../support/service/service.ts';

let test: TestService;
let exporting: Exporting;

beforeAll(async () => {
  test = await startService({ sources: { app: exportRecords() }, synced: true });
  exporting = exportsAs(test, await test.token());
});
afterAll(() => test.close());

describe('with invalid filters', () => {
  const refused = async (params: unknown) => {
    const { status, body } = await exporting.create('accessInventoryAccounts', params as object);
    expect(status).toBe(400);
    expect(body.code).toBe('BAD_REQUEST');
    return body.message as string;
  };
  const filter = (dataType: unknown, field: unknown, filterType: unknown, ...values: unknown[]) => ({
    filterBy: [{ dataType, field, filterType, values }],
  });

  it.each([
    [
      'an unknown field',
      filter('string', 'emial', 'eq', 'x'),
      /filterBy\[0\]\.field: accessInventoryAccounts has no field "emial"; did you mean `email`\? known are applicationInstanceId, /,
    ],
    [
      'another type',
      filter('number', 'email', 'eq', 1),
      /filterBy\[0\]\.dataType: email is of type string, not number/,
    ],
    [
      'no type',
      filter('text', 'email', 'eq', 'x'),
      /filterBy\[0\]\.dataType: "text" is not known; known are string, number, boolean, timestamp, enum|did you mean/,
    ],
    [
      'an operator of another type',
      filter('boolean', 'enabled', 'gt', true),
      /filterType: gt is not possible for a boolean \(enabled\); possible are eq, ne, isNull, isNotNull/,
    ],
    ['no operator', filter('string', 'email', 'like', 'x'), /filterType: "like" is not known; .*contains/],
    [
      'too few values',
      filter('timestamp', 'createdDate', 'between', '2026-01-01'),
      /values: between takes 2 values, not 1/,
    ],
    ['too many values', filter('string', 'email', 'eq', 'a', 'b'), /values: eq takes 1 value, not 2/],
    ['values that nobody wants', filter('string', 'email', 'isNull', 'x'), /values: isNull takes no values, not 1/],
    ['an empty list', filter('string', 'email', 'in'), /values: in takes 1 to 1000 values, not 0/],
    ['a value of another type', filter('string', 'email', 'eq', 7), /values\[0\]: 7 is not a string/],
    ['a number as text', filter('boolean', 'enabled', 'eq', 'true'), /values\[0\]: "true" is not true or false/],
    [
      'a value that is an object',
      filter('string', 'email', 'eq', {}),
      /values\[0\]: must be a string or a number or true or false, not /,
    ],
    [
      'a value that is null',
      filter('string', 'email', 'eq', null),
      /values\[0\]: must be a string or a number or true or false, not /,
    ],
    [
      'a value that the enumeration lacks',
      filter('enum', 'type', 'eq', 'user'),
      /values\[0\]: "user" is not known; did you mean `User`\? known are User, Machine, Token/,
    ],
    [
      'a day that no month has',
      filter('timestamp', 'createdDate', 'gt', '2026-02-30'),
      /values\[0\]: "2026-02-30" is not a date or an instant in ISO 8601/,
    ],
    ['a date as a person writes it', filter('timestamp', 'createdDate', 'gt', '1/2/2026'), /ISO 8601/],
    [
      'a span without a unit',
      filter('timestamp', 'createdDate', 'last', '7'),
      /values\[0\]: "7" is not a span of time such as 7d or 24h/,
    ],
    ['a span of nonsense', filter('timestamp', 'createdDate', 'last', 'P7D'), /is not a span of time/],
    [
      'an expression that is none',
      filter('string', 'email', 'matches', '('),
      /values\[0\]: is not a regular expression that RE2 takes: missing \)/,
    ],
    [
      'an expression that explodes',
      filter('string', 'email', 'matches', '((a{1000}){1000}){1000}'),
      /values\[0\]: is not a regular expression that RE2 takes: /,
    ],
    ['a long expression', filter('string', 'email', 'matches', 'a'.repeat(1001)), /has 1001 characters; at most 1000/],
    [
      'a thousand filters',
      { filterBy: Array.from({ length: 1000 }, () => filter('string', 'email', 'isNull').filterBy[0]) },
      /filterBy: has 1000 filters; at most 100 are possible/,
    ],
    [
      'a sort by an unknown field',
      { sortBy: [{ field: 'nmae', sortType: 'asc' }] },
      /sortBy\[0\]\.field: .*did you mean `name`/,
    ],
    [
      'a sort by one field twice',
      {
        sortBy: [
          { field: 'name', sortType: 'asc' },
          { field: 'name', sortType: 'desc' },
        ],
      },
      /sortBy\[1\]\.field: name is in the list already/,
    ],
    [
      'a sort that is neither',
      { sortBy: [{ field: 'name', sortType: 'up' }] },
      /sortBy\[0\]\.sortType: "up" is not known; .*known are asc, desc/,
    ],
    ['another format', { format: 'xlsx' }, /params\.format: "xlsx" is not known; .*csv, parquet, jsonl/],
    ['an unknown member', { filters: [] }, /params\.filters: unknown field; .*filterBy/],
  ])('%s is refused with what would be right', async (_what, params, message) => {
    expect(await refused(params)).toMatch(message);
  });

  it('every problem is reported at once', async () => {
    const message = await refused({
      ...filter('string', 'nobody', 'eq', 'x'),
      sortBy: [{ field: 'nowhere', sortType: 'asc' }],
    });
    expect(message).toMatch(/"nobody".*"nowhere"/);
  });

  it('an unknown context lists the known ones', async () => {
    const { status, body } = await exporting.create('accessInventoryIdentities');
    expect(status).toBe(400);
    expect(body.message).toMatch(
      /context: .*did you mean `accessInventoryIdentitiesV2`\? known are .*activityAnalysis/,
    );
  });

  it('a reversed range matches no row', async () => {
    const params = filter('timestamp', 'lastPasswordChangedDate', 'between', '2026-01-01', '2020-01-01');
    expect(await exporting.stream('accessInventoryAccounts', params).then(({ bytes }) => rowsOf(bytes))).toEqual([]);
  });

  it('an expression that other engines backtrack on ends at once', async () => {
    const params = filter('string', 'alias', 'matches', '^(([a-z])+.)+[A-Z]([a-z])+$');
    expect(await exporting.stream('accessInventoryAccounts', params).then(({ bytes }) => rowsOf(bytes))).toEqual([]);
  });
});
