// Running SQL as an analyst's program does: results, parameters, pages, streams, limits of sight, and what becomes of
// other requests when a query ends badly.
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { tableFromIPC } from 'apache-arrow';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../../src/resources/account.ts';
import { everyType, pagesOf, sampleRecord } from '../support/scripted-source.ts';
import { as, type Send, sendAs } from '../support/send.ts';
import { type Answer, instanceOf, startService, type TestService } from '../support/service.ts';

const accounts = (count: number, change: (index: number) => Record<string, unknown> = () => ({})) =>
  pagesOf(
    Array.from({ length: count }, (_, index) => ({
      ...sampleRecord(account, index),
      enabled: index % 2 === 0,
      ...change(index),
    })),
  );

const formulas = [
  '=1+1',
  '+cmd|x',
  '-2',
  '-2+3',
  '@SUM(A1)',
  '\tx',
  '\rx',
  'fine',
  'a "quoted", one',
  'two\nlines',
  'é😀',
];

let test: TestService;
let send: Send;
let token: string;

beforeAll(async () => {
  test = await startService({
    sources: {
      one: { ...everyType(20), Account: accounts(5000, index => ({ name: formulas[index % formulas.length] })) },
      two: { Account: accounts(300, index => ({ alias: `hidden ${index}`, email: `secret${index}@two.example` })) },
    },
    settings: { query: { memory_mb: 512, processes: 2 } },
  });
  await test.sync();
  token = await test.token();
  send = sendAs(test, token);
});
afterAll(() => test.close());

const execute = (body: Record<string, unknown>, headers: Record<string, string> = {}, by = send) =>
  by('POST', '/v1/query/execute', body, headers);
const rowsOf = async (query_string: string, parameters: Record<string, unknown> = {}, by = send) => {
  const answer = await execute({ query_string, parameters }, {}, by);
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body.rows;
};

/** The whole result in another form than JSON. */
async function streamed(
  query_string: string,
  accept: string,
  bearer = token,
): Promise<{ headers: Answer['headers']; bytes: Buffer }> {
  const response = await test.app.inject({
    method: 'POST',
    url: '/v1/query/execute',
    headers: { ...as(bearer), accept },
    payload: { query_string },
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  return { headers: response.headers, bytes: response.rawPayload };
}

describe('a result', () => {
  it('names its columns, counts its rows and says which version it read', async () => {
    const { status, body } = await execute({
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
    expect(await rowsOf(`SELECT ${sql} AS v`)).toEqual([[value]]);
  });

  it('may have no column name twice, or no rows', async () => {
    expect((await execute({ query_string: 'SELECT 1 AS a, 2 AS a' })).body.columns).toHaveLength(2);
    expect(await rowsOf('SELECT alias FROM accounts WHERE false')).toEqual([]);
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
    expect(await rowsOf(sql, parameters)).toEqual([[answer]]);
  });

  it('are all named when they are missing, unknown or of a wrong kind', async () => {
    const wrong = async (query_string: string, parameters: Record<string, unknown>) => {
      const { body } = await execute({ query_string, parameters });
      return body.reasons.map(({ code, message }: { code: string; message: string }) => `${code} ${message}`);
    };
    expect(await wrong('SELECT :alias, :b', { alais: 1, b: 2 })).toEqual([
      'MISSING_PARAMETER the placeholder :alias has no value in parameters',
      'UNKNOWN_PARAMETER the query has no placeholder :alais; did you mean alias?',
    ]);
    expect(await wrong('SELECT :a', { a: {} })).toEqual([expect.stringMatching(/^TYPE_ERROR the value of :a must be/)]);
    expect(await wrong('SELECT :a', { a: [1, 'x'] })).toEqual([expect.stringMatching(/^TYPE_ERROR/)]);
    expect(await wrong('SELECT :a', { a: 1, A: 2 })).toEqual([expect.stringMatching(/^UNKNOWN_PARAMETER .*twice/)]);
  });
});

describe('an error', () => {
  it.each([
    ['SELECT alais FROM accounts', 'UNKNOWN_COLUMN', 1, 8, 'alias'],
    ['SELECT\n  alais\nFROM accounts', 'UNKNOWN_COLUMN', 2, 3, 'alias'],
    ['SELECT\r\n  alais\r\nFROM accounts', 'UNKNOWN_COLUMN', 2, 3, 'alias'],
    ["SELECT 'é😀', alais FROM accounts", 'UNKNOWN_COLUMN', 1, 14, 'alias'],
    ["SELECT 'é😀' AS a,\n '😀', alais FROM accounts", 'UNKNOWN_COLUMN', 2, 7, 'alias'],
    ['SELECT * FROM acounts', 'UNKNOWN_TABLE', 1, 15, 'accounts'],
    ["SELECT '😀' FROM acounts", 'UNKNOWN_TABLE', 1, 17, 'accounts'],
    ['SELECT cuont(*) FROM accounts', 'FUNCTION_NOT_ALLOWED', 1, 8, 'count'],
    ["SELECT '😀' FRM accounts", 'SYNTAX_ERROR', 1, 16, undefined],
    ['SELECT * FROM accounts WHERE alias IN (:list) AND alais = 1', 'UNKNOWN_COLUMN', 1, 51, 'alias'],
    ['EXPLAIN SELECT alais FROM accounts', 'UNKNOWN_COLUMN', 1, 16, 'alias'],
  ])('in %j is %s at line %i, column %i', async (query_string, code, line, column, hint) => {
    const parameters = query_string.includes(':list') ? { list: ['a', 'b', 'c'] } : {};
    const { status, body } = await execute({ query_string, parameters });
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

describe('pages', () => {
  const walk = async (query_string: string, page_size: number) => {
    const rows: unknown[] = [];
    let page_token: string | undefined;
    do {
      const { status, body } = await execute({ query_string, page_size, ...(page_token && { page_token }) });
      if (status !== 200) throw new Error(body.message);
      rows.push(...body.rows.map((row: unknown) => JSON.stringify(row)));
      page_token = body.nextPageToken;
    } while (page_token !== undefined);
    return rows;
  };

  it.each([
    'SELECT alias FROM accounts',
    'SELECT a.alias, b.name FROM accounts a JOIN roles b ON a.enabled = b.is_custom OR true WHERE length(a.alias) < 8',
    'SELECT alias, count(*) FROM accounts GROUP BY alias',
    'SELECT DISTINCT email FROM accounts',
    'SELECT alias FROM accounts ORDER BY enabled',
    'SELECT alias, row_number() OVER (PARTITION BY type) FROM accounts',
  ])('of %s hold each row once', async sql => {
    const whole = JSON.parse(
      (
        await test.app.inject({
          method: 'POST',
          url: '/v1/query/execute',
          headers: as(token),
          payload: { query_string: sql, page_size: 10_000 },
        })
      ).body,
    );
    const rows = await walk(sql, 777);
    const sorted = (texts: unknown[]) => texts.toSorted();
    if (whole.nextPageToken === undefined) {
      expect(sorted(rows)).toEqual(sorted(whole.rows.map((row: unknown) => JSON.stringify(row))));
    }
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('stay on the version that the first one read', async () => {
    const query = { query_string: 'SELECT alias FROM accounts ORDER BY alias', page_size: 3000 };
    const first = await execute(query);
    await test.sync(['two']);
    const second = await execute({ ...query, page_token: first.body.nextPageToken });
    expect(second.body.warehouse_version).toBe(first.body.warehouse_version);
    expect(first.body.row_count + second.body.row_count).toBe(5300);
    expect(Number((await execute(query)).body.warehouse_version)).toBeGreaterThan(Number(first.body.warehouse_version));
  });

  it('belong to one query, its parameters and its client’s tenant', async () => {
    const query = {
      query_string: 'SELECT alias FROM accounts WHERE alias <> :a',
      parameters: { a: 'x' },
      page_size: 10,
    };
    const { nextPageToken: page_token } = (await execute(query)).body;
    for (const other of [{ query_string: 'SELECT 1' }, { ...query, parameters: { a: 'y' } }]) {
      const { status, body } = await execute({ ...other, page_token });
      expect({ status, reason: body.details.reason }).toEqual({ status: 400, reason: 'INVALID_PAGE_TOKEN' });
    }
    const altered = await execute({ ...query, page_token: `${page_token.slice(0, -2)}AA` });
    expect(altered.body.details.reason).toBe('INVALID_PAGE_TOKEN');
  });
});

describe('a stream', () => {
  it('of CSV holds the whole result, opens in a spreadsheet and runs nothing there', async () => {
    const { headers, bytes } = await streamed('SELECT alias, name, enabled, created_date FROM accounts', 'text/csv');
    expect(headers['content-type']).toContain('text/csv');
    expect(headers['warehouse-version']).toMatch(/^\d+$/);
    const rows = parse(bytes, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(5300);
    const cells = new Set(rows.map(row => row.name));
    for (const [raw, cell] of [
      ['=1+1', "'=1+1"],
      ['+cmd|x', "'+cmd|x"],
      ['-2', '-2'],
      ['-2+3', "'-2+3"],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['\tx', "'\tx"],
      ['fine', 'fine'],
      ['a "quoted", one', 'a "quoted", one'],
      ['two\nlines', 'two\nlines'],
    ]) {
      expect(cells, raw).toContain(cell);
    }
  });

  it('of Arrow holds the same rows', async () => {
    const sql = `SELECT alias, enabled, 1.5::DOUBLE AS d, 7::BIGINT AS n, TIMESTAMP '2024-01-01' AS t, [1, 2] AS l, {'a': 'x'} AS s,
      NULL::VARCHAR AS nothing, MAP {'k': 1} AS m FROM accounts ORDER BY alias, application_instance_id`;
    const { headers, bytes } = await streamed(sql, 'application/vnd.apache.arrow.stream');
    expect(headers['content-type']).toBe('application/vnd.apache.arrow.stream');
    const table = tableFromIPC(bytes);
    expect(table.numRows).toBe(5300);
    const row = table.get(0)!.toJSON();
    expect(row).toMatchObject({ enabled: true, d: 1.5, n: 7n, nothing: null, m: '[{"key":"k","value":1}]' });
    expect([...row.l]).toEqual([1, 2]);
    expect(row.s.toJSON()).toEqual({ a: 'x' });
    expect(new Date(Number(row.t)).toISOString()).toBe('2024-01-01T00:00:00.000Z');
    expect(
      tableFromIPC((await streamed('SELECT 1 AS a WHERE false', 'application/vnd.apache.arrow.stream')).bytes).numRows,
    ).toBe(0);
  });

  it('that fails before its first byte is an error like any other', async () => {
    await expect(streamed('SELECT nothing FROM accounts', 'text/csv')).rejects.toThrow('UNKNOWN_COLUMN');
    await expect(streamed('SELECT alias::INT FROM accounts', 'text/csv')).rejects.toThrow('TYPE_ERROR');
    await expect(streamed('SELECT 1', 'image/png')).rejects.toThrow('NOT_ACCEPTABLE');
  });
});

describe('a client that may see one application instance', () => {
  let limited: string;
  let by: Send;
  beforeAll(async () => {
    limited = await test.token({ instances: [instanceOf(test, 'one')] });
    by = sendAs(test, limited);
  });

  it('finds nothing of another in any table', async () => {
    expect(await rowsOf('SELECT DISTINCT application_instance_id FROM accounts', {}, by)).toEqual([
      [instanceOf(test, 'one')],
    ]);
    expect(await rowsOf('SELECT count(*) FROM accounts', {}, by)).toEqual([[5000]]);
    const { bytes } = await streamed('SELECT * FROM accounts', 'text/csv', limited);
    expect(bytes.includes('secret')).toBe(false);
    const models = (await test.get('/v1/schema/models')).body.items[0].tables as {
      name: string;
      columns: { name: string }[];
    }[];
    for (const { name, columns } of models) {
      if (!columns.some(column => column.name === 'application_instance_id')) continue;
      const sql = `SELECT count(*) FROM ${name} WHERE application_instance_id = :hidden`;
      expect(await rowsOf(sql, { hidden: instanceOf(test, 'two') }, by), name).toEqual([[0]]);
    }
  });

  it('cannot make a hidden row speak through an error', async () => {
    // Were the condition tried on hidden rows, it would fail with their text in the message.
    const sql = "SELECT count(*) FROM accounts WHERE CASE WHEN alias LIKE 'hidden%' THEN email::INT ELSE 1 END = 1";
    await expect(rowsOf(sql)).rejects.toThrow('secret');
    expect(await rowsOf(sql, {}, by)).toEqual([[5000]]);
  });
});

describe('saved queries', () => {
  it('run by id, with parameters', async () => {
    const query_string = 'SELECT count(*) AS n FROM accounts WHERE alias = :alias';
    const saved = await send('POST', '/v1/query/saved-queries', { name: 'One account', query_string });
    const { body } = await execute({ query_id: saved.body.query_id, parameters: { alias: 'alias 3' } });
    expect(body.rows).toEqual([[1]]);
    expect((await execute({ query_id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect((await execute({ query_id: saved.body.query_id, query_string })).status).toBe(400);
    expect((await execute({})).status).toBe(400);
    expect((await execute({ query_string, model: 'nothing' })).body.message).toContain('service_identity');
  });
});

describe('a query that ends badly', () => {
  const endless = { query_string: 'SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c' };

  it('is ended with its client', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    // As many as there are processes: were they to go on, nobody else would get an answer.
    const clients = [1, 2].map(async () => {
      const leaving = new AbortController();
      const answer = fetch(`http://127.0.0.1:${port}/v1/query/execute`, {
        method: 'POST',
        headers: { ...as(token), 'content-type': 'application/json' },
        body: JSON.stringify(endless),
        signal: leaving.signal,
      });
      await busySandbox();
      leaving.abort();
      await expect(answer).rejects.toThrow('aborted');
    });
    await Promise.all(clients);
    expect(await rowsOf('SELECT 1')).toEqual([[1]]);
  });

  it('loses nothing but itself when its process is killed by hand', async () => {
    const doomed = execute(endless);
    const [walked] = await Promise.all([
      test.walk('/v1/accounts?pageSize=200'),
      busySandbox().then(() => {
        for (const pid of sandboxes()) process.kill(pid, 'SIGKILL');
      }),
    ]);
    expect(walked).toHaveLength(5300);
    const { status, headers, body } = await doomed;
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(headers['retry-after']).toBeDefined();
    expect(await rowsOf('SELECT 1')).toEqual([[1]]);
  });
});

/** Process ids of the query processes of this service. */
function sandboxes(): number[] {
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        const parent = / \S (\d+) /.exec(fs.readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\)/, ''))?.[1];
        return (
          Number(parent) === process.pid &&
          fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('queries/sandbox.ts')
        );
      } catch {
        return false;
      }
    });
}

/** Resolves when a query process is at work. */
async function busySandbox(): Promise<void> {
  const usedBy = (pid: number) => {
    try {
      const fields = fs
        .readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /, '')
        .split(' ');
      return Number(fields[11]) + Number(fields[12]);
    } catch {
      return 0;
    }
  };
  const before = new Map(sandboxes().map(pid => [pid, usedBy(pid)]));
  for (;;) {
    // More processor time than starting takes.
    if (sandboxes().some(pid => usedBy(pid) - (before.get(pid) ?? 0) > 150)) return;
    await new Promise(resolve => setImmediate(resolve));
  }
}
