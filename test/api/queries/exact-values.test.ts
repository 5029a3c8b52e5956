// Values that JSON or JavaScript would change on the way: large numbers, rows without names, deep nesting.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
let token: string;
beforeAll(async () => {
  test = await startService({ sources: { app: {} } });
  await test.sync();
  token = await test.token();
});
afterAll(() => test.close());

/** @param body as text, because JavaScript would round its numbers */
async function execute(body: string, headers: Record<string, string> = {}) {
  const { statusCode, body: answer } = await test.app.inject({
    method: 'POST',
    url: '/v1/query/execute',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload: body,
  });
  return { status: statusCode, text: answer };
}

describe('a parameter', () => {
  it.each([
    ['9007199254740993', 'BIGINT'],
    ['-9223372036854775808', 'BIGINT'],
    ['9223372036854775808', 'HUGEINT'],
    ['170141183460469231731687303715884105727', 'HUGEINT'],
  ])('%s keeps all its digits', async (number, type) => {
    const query = 'SELECT :n::VARCHAR AS digits, typeof(:n) AS type, :n IN :list AS is_found';
    const { text } = await execute(
      `{"query_string": ${JSON.stringify(query)}, "parameters": {"n": ${number}, "list": [1, ${number}]}}`,
    );
    expect(JSON.parse(text).rows).toEqual([[number, type, true]]);
  });

  it.each(['1e200', '170141183460469231731687303715884105728', '1e400'])('%s is refused', async number => {
    const { status, text } = await execute(`{"query_string": "SELECT :n", "parameters": {"n": ${number}}}`);
    expect([status, JSON.parse(text).reasons?.[0].code]).toEqual([400, 'TYPE_ERROR']);
  });

  it('with more digits of a fraction than a DOUBLE has is the nearest DOUBLE', async () => {
    const { text } = await execute('{"query_string": "SELECT :n", "parameters": {"n": 0.12345678901234567890}}');
    expect(JSON.parse(text).rows).toEqual([[0.12345678901234568]]);
  });
});

describe('a result', () => {
  it('keeps all digits of numbers in JSON values', async () => {
    const { text } = await execute(`{"query_string": "SELECT '{\\"id\\": 9007199254740993}'::JSON"}`);
    expect(text).toContain('{"id":9007199254740993}');
  });

  it.each(['row(1, 2)', '[row(1, 2)]', "{'a': row(1, 2)}", "map {'a': row(1, 2)}"])(
    'with %s says that JSON cannot show it',
    async expression => {
      const body = JSON.stringify({ query_string: `SELECT 1 AS one, ${expression} AS pair` });
      const { status, text } = await execute(body);
      expect([status, JSON.parse(text)]).toEqual([
        400,
        expect.objectContaining({
          message: expect.stringContaining('the column `pair` holds rows whose values have no names'),
          details: { line: 1, column: 1, hint: expect.stringContaining("{'a': 1, 'b': 2}") },
        }),
      ]);
      expect((await execute(body, { accept: 'text/csv' })).text).toMatch(/1,.*1.*2/);
    },
  );

  it.each([100, 20_000])('with JSON of %i levels is shown or refused', async levels => {
    const query = `SELECT (repeat('[', ${levels}) || repeat(']', ${levels}))::JSON AS deep`;
    const { status, text } = await execute(JSON.stringify({ query_string: query }));
    if (levels === 100) expect(text).toContain('['.repeat(levels));
    else expect([status, JSON.parse(text).reasons?.[0].code]).toEqual([400, 'TYPE_ERROR']);
  });
});

it.each([
  'application/json; charset=utf-8',
  'application/json;charset="utf-8";q=0.9, */*;q=0.1',
  'text/plain, application/json; profile="a,b;c"',
])('takes the header Accept: %s', async accept => {
  const { status, text } = await execute('{"query_string": "SELECT 1"}', { accept });
  expect([status, JSON.parse(text).rows]).toEqual([200, [[1]]]);
});
