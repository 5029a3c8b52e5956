// Queries in other dialects of SQL: each is refused with a hint that runs here.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowedFunctions } from '../../../src/queries/allowed-functions.ts';
import { constructs } from '../../../src/queries/equivalents.ts';
import { functionEquivalents, functionHint } from '../../../src/queries/function-hints.ts';
import { type QueriedService, startQueriedService } from '../../support/service/queried-service.ts';

let queried: QueriedService;
beforeAll(async () => {
  queried = await startQueriedService();
});
afterAll(() => queried.test.close());

const answer = (query_string: string) => queried.execute({ query_string, parameters: {} });

it('runs every equivalent', async () => {
  const expressions = [...functionEquivalents.values()].map(each => `SELECT ${each} FROM accounts`);
  for (const sql of [...expressions, ...constructs.map(({ example }) => example)]) {
    const { status, body } = await answer(sql);
    expect({ sql, status, message: body.message }).toEqual({ sql, status: 200, message: undefined });
  }
});

it.each<[sql: string, word: string, hint: RegExp]>([
  ["SELECT alias FROM accounts WHERE alias ~* '^adm'", '~*', /regexp_matches/],
  ["SELECT alias FROM accounts WHERE email ILIKE ANY (ARRAY['%@a.example'])", 'ILIKE', /list_bool_or/],
  ['SELECT TOP 10 alias FROM accounts', 'TOP', /LIMIT 10/],
  ["SELECT alias, ISNULL(email, '-') AS email FROM accounts", 'ISNULL', /ifnull/],
  ["SELECT alias, NVL(email, '-') AS email FROM accounts", 'NVL', /ifnull/],
  ['SELECT [alias] FROM [accounts]', '[accounts]', /"alias"/],
  ['SELECT `alias` FROM `accounts` LIMIT 5', '`alias`', /"alias"/],
  ['SELECT alias FROM accounts LIMIT 5, 10', 'LIMIT', /LIMIT 10 OFFSET 5/],
  ["SELECT alias FROM accounts WHERE email RLIKE 'gmail'", 'RLIKE', /regexp_matches/],
  ['SELECT alias FROM accounts MINUS SELECT alias FROM accounts WHERE enabled', 'MINUS', /EXCEPT/],
  ['SELECT a.alias FROM accounts a LEFT ANTI JOIN managed_via m ON m.entity_id = a.id', 'LEFT', /ANTI JOIN/],
  ['SELECT alias FROM accounts WHERE email = "amy@example.org"', '"amy', /'amy@example\.org'/],
  ['SELECT alias FROM accounts WHERE type = "User"', '"User"', /'User'/],
  ["SELECT to_char(created_date, 'YYYY') FROM accounts", 'to_char', /strftime/],
  ['SELECT alias.loweer() FROM accounts', 'alias', /did you mean `lower`/],
  ["SELECT alias + '@' FROM accounts", '+', /\|\|/],
  ['accounts | where enabled == true', 'accounts', /one SELECT is needed/],
  ['MATCH (a:accounts)-[:MEMBER_OF*1..]->(g) RETURN a.alias', 'MATCH', /one SELECT is needed/],
  ['search index=accounts | stats count', 'search', /one SELECT is needed/],
  ['SELECT', 'SELECT', /write one SELECT/],
  ['SELECT "alais" FROM accounts', '"alais"', /did you mean `alias`\? Or a text/],
])('leads from %j to its equivalent', async (sql, word, hint) => {
  for (const text of [sql, `${sql};`, sql.replaceAll(' ', '\n')]) {
    const { status, body } = await answer(text);
    expect({ text, status, hint: body.details?.hint }).toEqual({
      text,
      status: 400,
      hint: expect.stringMatching(hint),
    });
    const before = text.slice(0, text.indexOf(word)).split('\n');
    expect([text, body.details.line, body.details.column]).toEqual([text, before.length, before.at(-1)!.length + 1]);
  }
});

it.each([
  ["SELECT alias, email.split('@')[2].lower() AS domain FROM accounts LIMIT 1"],
  ["SELECT accounts.email.split('@')[1] FROM accounts LIMIT 1"],
  ['SELECT alternate_emails.list_filter(lambda each: each.length() > 3).len() FROM accounts LIMIT 1'],
])('calls functions as methods: %s', async sql => {
  const { status, body } = await answer(sql);
  expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
});

it.each([
  "SELECT 'x'.read_text()",
  'SELECT alias.getenv() FROM accounts',
  'SELECT accounts.alias.current_setting() FROM accounts',
  'FROM main.pg_catalog.read_csv(1)',
  "SELECT pg_catalog.current_setting('home_directory')",
  'FROM alias.range(3)',
])('refuses what is not on the list as a method too: %s', async sql => {
  const { status, body } = await answer(sql);
  expect([status, body.reasons?.[0]?.code ?? body.code, body.message]).toEqual([
    400,
    expect.anything(),
    expect.stringMatching(/is not one that queries may call|syntax error/),
  ]);
});

it('keeps true names in double quotes, even those of functions', async () => {
  expect((await answer('SELECT "alias" AS "user" FROM "accounts" ORDER BY "user" LIMIT 1')).status).toBe(200);
  expect((await answer('WITH c("user") AS (SELECT 1) SELECT "user" FROM c')).status).toBe(200);
  expect((await answer('SELECT t."user" FROM (SELECT 1 AS "user") t')).status).toBe(200);
});

it.each(['SELECT version()', 'SELECT random()'])('suggests no function of another meaning for %j', async sql => {
  const { status, body } = await answer(sql);
  expect([status, body.details.hint]).toEqual([400, expect.not.stringContaining('did you mean')]);
});

const hintOf = (name: string) => functionHint(name, allowedFunctions);

/** Of Snowflake, T-SQL, MySQL, Oracle, BigQuery and PostgreSQL; some are near to functions of DuckDB with another meaning. */
const withoutEquivalent =
  `version random uuid rand setseed nextval current_setting pg_sleep benchmark div0 current_account current_role
  current_user next_day convert_timezone regexp_instr contains_ci soundex hash_agg hll approx_top_k quotename db_name datename host_name
  scope_identity checksum makedate field insert elt conv instrb inet_aton crc32 password last_insert_id database lnnvl sys_context
  ora_hash rownum connect_by_root tz_offset stats_mode safe_divide generate_uuid farm_fingerprint json_extract_array json_value_array
  array_shuffle similarity ts_rank quote_ident width_bucket host masklen overlay has_table_privilege lo_get`
    .trim()
    .split(/\s+/);

it.each(withoutEquivalent)('gives no hint for %s', name => {
  expect(hintOf(name)).toBeUndefined();
});

it.each([
  ['lowwer', 'lower'],
  ['uper', 'upper'],
  ['COUTN', 'count'],
  ['coalese', 'coalesce'],
  ['date_truncc', 'date_trunc'],
  ['regex_matches', 'regexp_matches'],
  ['StartsWith', 'starts_with'],
  ['string_splitt_regx', 'string_split_regex'],
  ['row_numbr', 'row_number'],
])('takes %s for a slip of %s', (name, meant) => {
  expect(hintOf(name)).toBe(`did you mean \`${meant}\`?`);
});

it('has a hint for every function with one slip: that function, or another one within a slip', () => {
  const words = [...allowedFunctions].filter(name => /^[a-z0-9]{5,}$/.test(name));
  const slips = words.flatMap(name => [
    [name, `${name.slice(0, 2)}${name.slice(3)}`],
    [name, `${name.slice(0, 3)}${name[2]}${name.slice(3)}`],
    [name, `${name[0]}${name[2]}${name[1]}${name.slice(3)}`],
  ]);
  const strange = slips.filter(([, slip]) => !allowedFunctions.has(slip!) && !functionEquivalents.has(slip!));
  const wrong = strange.filter(([, slip]) => !hintOf(slip!)?.startsWith(`did you mean \`${slip![0]}`));
  expect(wrong.filter(([, slip]) => !withoutEquivalent.includes(slip!))).toEqual([]);
  expect(strange.filter(([name, slip]) => hintOf(slip!)?.includes(`\`${name}\``)).length).toBeGreaterThan(
    0.9 * strange.length,
  );
  expect(strange.length).toBeGreaterThan(300);
});
