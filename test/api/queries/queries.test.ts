// Running SQL over the API: results, parameters, errors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueriedService, startQueriedService } from '../../support/service/queried-service.ts';

let queried: QueriedService;
beforeAll(async () => {
  queried = await startQueriedService();
});
afterAll(() => queried.test.close());

describe('a result', () => {
  it('has column names, a row count and the version that it read', async () => {
    const { status, body } = await queried.execute({
      query_string: 'SELECT alias, enabled FROM accounts ORDER BY alias LIMIT 2',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      columns: [
        { name: 'alias', type: 'VARCHAR' },
        { name: 'enabled', type: 'BOOLEAN' },
      ],
      rows: [
        ['alias 0', true],
        ['alias 1', false],
      ],
      row_count: 2,
      elapsed_ms: expect.any(Number),
      warehouse_version: expect.stringMatching(/^\d+$/),
    });
  });

  it.each([
    ['1::TINYINT', 1],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['170141183460469231731687303715884105727::HUGEINT', '170141183460469231731687303715884105727'],
    ['1.50::DECIMAL(10,2)', 1.5],
    ['1234567890.123456789::DECIMAL(30,9)', '1234567890.123456789'],
    ['0.1::DOUBLE', 0.1],
    ["'nan'::DOUBLE", 'NaN'],
    ["'inf'::DOUBLE", 'Infinity'],
    ['true', true],
    ['NULL', null],
    ["'é\u2028😀\"'", 'é\u2028😀"'],
    ["TIMESTAMP '2024-02-29 10:11:12.5'", '2024-02-29T10:11:12.5Z'],
    ["TIMESTAMPTZ '2024-02-29 10:00:00+02'", '2024-02-29T08:00:00Z'],
    ["DATE '2024-02-29'", '2024-02-29'],
    ["TIME '10:11:12'", '10:11:12'],
    ['INTERVAL 3 DAY', '3 days'],
    ["'11111111-2222-3333-4444-555555555555'::UUID", '11111111-2222-3333-4444-555555555555'],
    ['[1, NULL, 3]', [1, null, 3]],
    ["{'a': 1, 'b': [TIMESTAMP '2024-01-01']}", { a: 1, b: ['2024-01-01T00:00:00Z'] }],
    ["MAP {'k': 1}", [{ key: 'k', value: 1 }]],
    [`'{"a": [1, null]}'::JSON`, { a: [1, null] }],
  ])('shows %s', async (sql, value) => {
    expect(await queried.rowsOf(`SELECT ${sql} AS v`)).toEqual([[value]]);
  });

  it('may be empty, but may not have two columns of one name', async () => {
    expect((await queried.execute({ query_string: 'SELECT 1 AS a, 2 AS a' })).body.columns).toHaveLength(2);
    expect(await queried.rowsOf('SELECT alias FROM accounts WHERE false')).toEqual([]);
  });
});

describe('parameters', () => {
  it.each([
    ['a text', 'SELECT count(*) FROM accounts WHERE alias = :alias', { alias: 'alias 7' }, 1],
    ['a number', 'SELECT :n + 1', { n: 41 }, 42],
    ['a fraction', 'SELECT :n * 2', { n: 0.5 }, 1],
    ['a large number', 'SELECT :n', { n: 4294967297 }, 4294967297],
    [
      'a truth value',
      'SELECT count(*) FROM accounts WHERE enabled = :on AND alias LIKE :like',
      { on: true, like: 'alias 1_' },
      5,
    ],
    ['null', 'SELECT :x IS NULL', { x: null }, true],
    [
      'a list of texts',
      'SELECT count(*) FROM accounts WHERE alias IN (:list)',
      { list: ['alias 1', 'alias 2', 'x'] },
      2,
    ],
    ['a list without parentheses', 'SELECT count(*) FROM accounts WHERE alias in :list', { list: ['alias 1'] }, 1],
    [
      'a list beside a like name',
      'SELECT count(*) FROM range(9) t(i) WHERE i IN (:x) OR i = :x_0',
      { x: [1, 2], x_0: 7 },
      3,
    ],
    ['an empty list', 'SELECT count(*) FROM accounts WHERE alias IN (:list)', { list: [] }, 0],
    ['a negated empty list', 'SELECT count(*) FROM roles WHERE name NOT IN (:list)', { list: [] }, 20],
    ['a list of numbers', 'SELECT count(*) FROM range(10) t(i) WHERE i IN (:list)', { list: [1, 2.0, 99] }, 2],
    ['a list as a value', 'SELECT len(:list)', { list: ['a', 'b', null] }, 3],
    ['a timestamp', "SELECT TIMESTAMP '2024-06-01' > :since", { since: '2024-05-31T00:00:00Z' }, true],
    ['days', "SELECT TIMESTAMP '2024-06-11' - to_days(:days) = TIMESTAMP '2024-06-01'", { days: 10 }, true],
    ['an interval', "SELECT DATE '2024-06-11' - INTERVAL (:days) DAY = DATE '2024-06-01'", { days: 10 }, true],
    ['a limit', 'SELECT count(*) FROM (SELECT 1 FROM accounts LIMIT :n)', { n: 7 }, 7],
    ['twice the same', 'SELECT :n + :n', { n: 2 }, 4],
    ['in any case', 'SELECT :Name || :NAME', { nAme: 'x' }, 'xx'],
    ['named as a function', 'SELECT :count + :now', { count: 1, now: 2 }, 3],
    ['named in Greek', 'SELECT :όνομα', { όνομα: 1 }, 1],
    ['beside a cast', 'SELECT :n::VARCHAR', { n: 5 }, '5'],
    ['beside a slice', 'SELECT [1, 2, 3][1:2][2] + :n', { n: 5 }, 7],
    ['within a slice', 'SELECT len(range(10)[(:a):(:b)])', { a: 2, b: 4 }, 3],
    ['within a struct', "SELECT {'k': :v, x: 2}.k", { v: 9 }, 9],
    ['within a map', "SELECT MAP {:k: :v}['a']", { k: 'a', v: 3 }, 3],
    ['within a lambda', 'SELECT list_sum(list_transform([1, 2], lambda x: x + :n))', { n: 1 }, 5],
    ['within a list', 'SELECT list_sum([:a, :b])', { a: 1, b: 2 }, 3],
    ['not within a string', "SELECT ':a' || :b", { b: 'x' }, ':ax'],
    ['not within a name', 'SELECT ":a" + :b FROM (SELECT 1 AS ":a")', { b: 1 }, 2],
    ['not within comments', 'SELECT /* :a */ :b -- :c', { b: 1 }, 1],
    ['not within dollar quotes', 'SELECT $q$:a$q$ || :b', { b: 'x' }, ':ax'],
    ['not in a column of a slice', 'SELECT [1, 2, 3][a:b][1] FROM (SELECT 2 AS a, 3 AS b)', {}, 2],
    ['after a keyword', 'SELECT CASE WHEN :a THEN :b ELSE :c END', { a: true, b: 1, c: 2 }, 1],
    ['between', 'SELECT count(*) FROM range(10) t(i) WHERE i BETWEEN :a AND :b', { a: 2, b: 4 }, 3],
  ])('may be %s', async (_what, sql, parameters, answer) => {
    expect(await queried.rowsOf(sql, parameters)).toEqual([[answer]]);
  });

  it('have the values that the first comments give, unless others are given', async () => {
    const sql = "-- name: X\n-- parameter Days: 365  age\r\n-- parameter who: 'O''Neill'  name\nSELECT :days, :who";
    expect(await queried.rowsOf(sql)).toEqual([[365, "O'Neill"]]);
    expect(await queried.rowsOf(sql, { days: 90 })).toEqual([[90, "O'Neill"]]);
    expect((await queried.rowsOf(`EXPLAIN ${sql}`)).length).toBe(1);
    const later = 'SELECT 1\n-- parameter days: 365  age\n, :days';
    expect(await queried.execute({ query_string: later })).toMatchObject({ status: 400 });
  });

  it('are all reported when they are missing, unknown or of a wrong type', async () => {
    const wrong = async (query_string: string, parameters: Record<string, unknown>) => {
      const { body } = await queried.execute({ query_string, parameters });
      return body.reasons.map(({ code, message }: { code: string; message: string }) => `${code} ${message}`);
    };
    expect(await wrong('SELECT :alias, :b', { alais: 1, b: 2 })).toEqual([
      'MISSING_PARAMETER the placeholder :alias has no value in parameters',
      'UNKNOWN_PARAMETER the query has no placeholder :alais; did you mean `alias`?',
    ]);
    expect(await wrong('SELECT :a', { a: {} })).toEqual([expect.stringMatching(/^TYPE_ERROR the value of :a must be/)]);
    expect(await wrong('SELECT :a', { a: [1, 'x'] })).toEqual([expect.stringMatching(/^TYPE_ERROR/)]);
    expect(await wrong('SELECT :a', { a: 1, A: 2 })).toEqual([expect.stringMatching(/^UNKNOWN_PARAMETER .*twice/)]);
  });
});

describe('an error', () => {
  it.each([
    ['SELECT alais FROM accounts', 'UNKNOWN_COLUMN', 1, 8, 'alias'],
    ['SELECT a.alais FROM accounts a', 'UNKNOWN_COLUMN', 1, 8, 'alias'],
    ['SELECT\n  alais\nFROM accounts', 'UNKNOWN_COLUMN', 2, 3, 'alias'],
    ['SELECT\r\n  alais\r\nFROM accounts', 'UNKNOWN_COLUMN', 2, 3, 'alias'],
    ["SELECT 'é😀', alais FROM accounts", 'UNKNOWN_COLUMN', 1, 14, 'alias'],
    ["SELECT 'é😀' AS a,\n '😀', alais FROM accounts", 'UNKNOWN_COLUMN', 2, 7, 'alias'],
    ['SELECT * FROM acounts', 'UNKNOWN_TABLE', 1, 15, 'accounts'],
    [
      'SELECT a.connector FROM accounts a JOIN application_instances USING (source_id)',
      'UNKNOWN_COLUMN',
      1,
      8,
      'it is a column of `application_instances`',
    ],
    ["SELECT '😀' FROM acounts", 'UNKNOWN_TABLE', 1, 17, 'accounts'],
    ['SELECT cuont(*) FROM accounts', 'FUNCTION_NOT_ALLOWED', 1, 8, 'count'],
    ["SELECT '😀' FRM accounts", 'SYNTAX_ERROR', 1, 16, '`FROM` instead of `FRM`'],
    ['SELECT alias FROM accounts GRUOP BY alias', 'SYNTAX_ERROR', 1, 34, '`GROUP` instead of `GRUOP`'],
    ['SELECT count(* FROM accounts', 'SYNTAX_ERROR', 1, 16, 'closing parenthesis'],
    [`SELECT ${'('.repeat(30)}1 FRM accounts`, 'SYNTAX_ERROR', 1, 40, undefined],
    ['SELECT * FROM accounts WHERE alias IN (:list) AND alais = 1', 'UNKNOWN_COLUMN', 1, 51, 'alias'],
    ['EXPLAIN SELECT alais FROM accounts', 'UNKNOWN_COLUMN', 1, 16, 'alias'],
  ])('in %j is %s at line %i, column %i', async (query_string, code, line, column, hint) => {
    const parameters = query_string.includes(':list') ? { list: ['a', 'b', 'c'] } : {};
    const { status, body } = await queried.execute({ query_string, parameters });
    expect(status).toBe(400);
    expect(body.code).toBe('QUERY_PARSE_ERROR');
    expect(body.reasons[0].code).toBe(code);
    expect(body.details).toMatchObject({
      line,
      column,
      ...(hint !== undefined && { hint: expect.stringContaining(hint) }),
    });
  });
});

describe('a page', () => {
  it('of more than 64 MiB is refused and names the page limit, although the result limit is higher', async () => {
    const { status, body } = await queried.execute({ query_string: "SELECT repeat('x', 1000000) FROM range(100)" });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'QUERY_LIMIT_EXCEEDED', details: { limit: 'result', allowed: '64 MiB' } },
    });
    expect(body.message).toContain('64 MiB');
  });
});

describe('/v1/schema/models', () => {
  it('takes no query parameter', async () => {
    expect(await queried.test.get('/v1/schema/models?x=1')).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: { parameter: 'x' } },
    });
  });
});

describe('saved queries', () => {
  it('run by id, with parameters', async () => {
    const query_string = 'SELECT count(*) AS n FROM accounts WHERE alias = :alias';
    const saved = await queried.send('POST', '/v1/query/saved-queries', { name: 'One account', query_string });
    const { body } = await queried.execute({ query_id: saved.body.query_id, parameters: { alias: 'alias 3' } });
    expect(body.rows).toEqual([[1]]);
    expect((await queried.execute({ query_id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect((await queried.execute({ query_id: saved.body.query_id, query_string })).status).toBe(400);
    expect((await queried.execute({})).status).toBe(400);
    expect((await queried.execute({ query_string, model: 'nothing' })).body.message).toContain('service_identity');
  });
});
