// Errors of refused queries: each has a place, a hint and the right reason.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueriedService, startQueriedService } from '../../support/service/queried-service.ts';

let queried: QueriedService;
beforeAll(async () => {
  queried = await startQueriedService();
});
afterAll(() => queried.test.close());

describe('a refused query', () => {
  it.each<[sql: string, code: string, hint: RegExp, parameters?: object]>([
    [' ', 'SYNTAX_ERROR', /SELECT/],
    ['/* nothing */', 'SYNTAX_ERROR', /SELECT/],
    ['-- nothing', 'SYNTAX_ERROR', /SELECT/],
    ['SHOW TABLES', 'FUNCTION_NOT_ALLOWED', /./],
    ["SELECT error('x')", 'TYPE_ERROR', /./],
    ['SELECT 1 UNION SELECT 1, 2', 'TYPE_ERROR', /./],
    ['SELECT get_type(1)', 'TYPE_ERROR', /VARCHAR/],
    ['SELECT [get_type(alias)] AS types FROM accounts', 'TYPE_ERROR', /VARCHAR/],
    ['SELECT 1', 'UNKNOWN_PARAMETER', /parameters/, { days: 1 }],
    ['SELECT :days', 'MISSING_PARAMETER', /days/],
    ['DELETE FROM accounts', 'MUTATION_NOT_ALLOWED', /SELECT/],
    ['SELECT 1; SELECT 2', 'MULTIPLE_STATEMENTS', /one statement/],
    ['SELECT b.alias FROM accounts a', 'UNKNOWN_TABLE', /^did you mean `a`\?|tables/],
    ['SELECT acount.alias FROM accounts account', 'UNKNOWN_TABLE', /did you mean `account`\?/],
    ['SELEC 1', 'SYNTAX_ERROR', /SELECT/],
    ['PIVOT accounts ON type USING count(*)', 'FUNCTION_NOT_ALLOWED', /IN \('User'/],
    ['SELECT * FROM (PIVOT accounts ON type USING count(*))', 'FUNCTION_NOT_ALLOWED', /IN \('User'/],
  ])('%j is %s, with place and hint', async (query_string, code, hint, parameters = {}) => {
    const { status, body } = await queried.execute({ query_string, parameters });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'QUERY_PARSE_ERROR' });
    expect(body.reasons[0].code).toBe(code);
    expect(body.details).toEqual({
      line: expect.any(Number),
      column: expect.any(Number),
      hint: expect.stringMatching(hint),
    });
  });

  it.each(['text/csv', 'application/vnd.apache.arrow.stream'])('is refused as %s, too', async accept => {
    await expect(queried.streamed('SELECT get_type(1)', accept)).rejects.toThrow('"TYPE_ERROR"');
    await queried.streamed('SELECT get_type(1)::VARCHAR', accept);
  });

  it('gets suggestions for a column only from the tables that it names', async () => {
    const hintOf = async (query_string: string) => (await queried.execute({ query_string })).body.details.hint;
    expect(await hintOf('SELECT employment_statu FROM employees')).toBe('did you mean `employment_status`?');
    expect(await hintOf('SELECT person_id FROM accounts')).toBe('did you mean `enriched_person_id`?');
    expect(await hintOf('SELECT employment_statu FROM roles')).not.toContain('employment_status');
  });

  it('may use PIVOT if it names the values', async () => {
    const sql = "SELECT * FROM (SELECT type FROM accounts) PIVOT (count(*) FOR type IN ('User', 'Machine'))";
    expect((await queried.execute({ query_string: sql })).status).toBe(200);
  });

  it('gets an error that names page_token when the token is wrong', async () => {
    const { status, body } = await queried.execute({ query_string: 'SELECT 1', page_token: 'nonsense' });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { details: { parameter: 'page_token', reason: 'INVALID_PAGE_TOKEN' } },
    });
    expect(body.message).toMatch(/^page_token: /);
  });
});
