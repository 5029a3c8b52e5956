// Results larger than one answer: pages and streams, the rows that a limited client sees, and the effect of failed queries on
// other requests.
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { type Data, tableFromIPC, type Utf8 } from 'apache-arrow';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { busySandbox, sandboxes } from '../../support/sandboxes.ts';
import { as, type Send, sendAs } from '../../support/send.ts';
import { type QueriedService, startQueriedService } from '../../support/service/queried-service.ts';
import { instanceOf } from '../../support/service/service.ts';

let queried: QueriedService;
beforeAll(async () => {
  queried = await startQueriedService();
});
afterAll(() => queried.test.close());

describe('pages', () => {
  const allRows = async (query_string: string, page_size: number) => {
    const rows: unknown[] = [];
    let page_token: string | undefined;
    do {
      const { status, body } = await queried.execute({ query_string, page_size, ...(page_token && { page_token }) });
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
        await queried.test.app.inject({
          method: 'POST',
          url: '/v1/query/execute',
          headers: as(queried.token),
          payload: { query_string: sql, page_size: 10_000 },
        })
      ).body,
    );
    const rows = await allRows(sql, 777);
    const sorted = (texts: unknown[]) => texts.toSorted();
    // On several threads, rows that a window does not order get other numbers than on the one thread of pages.
    const isDetermined = !sql.includes('PARTITION BY');
    if (whole.nextPageToken === undefined && isDetermined) {
      expect(sorted(rows)).toEqual(sorted(whole.rows.map((row: unknown) => JSON.stringify(row))));
    }
    expect(new Set(rows).size).toBe(rows.length);
    expect(await allRows(sql, 2000)).toEqual(rows);
  });

  it('stay on the version that the first one read', async () => {
    const query = { query_string: 'SELECT alias FROM accounts ORDER BY alias', page_size: 3000 };
    const first = await queried.execute(query);
    await queried.test.sync(['two']);
    const second = await queried.execute({ ...query, page_token: first.body.nextPageToken });
    expect(second.body.warehouse_version).toBe(first.body.warehouse_version);
    expect(first.body.row_count + second.body.row_count).toBe(5300);
    expect(Number((await queried.execute(query)).body.warehouse_version)).toBeGreaterThan(
      Number(first.body.warehouse_version),
    );
  });

  it('are valid only for their query, its parameters and the tenant of the client', async () => {
    const query = {
      query_string: 'SELECT alias FROM accounts WHERE alias <> :a',
      parameters: { a: 'x' },
      page_size: 10,
    };
    const { nextPageToken: page_token } = (await queried.execute(query)).body;
    for (const other of [{ query_string: 'SELECT 1' }, { ...query, parameters: { a: 'y' } }]) {
      const { status, body } = await queried.execute({ ...other, page_token });
      expect({ status, reason: body.details.reason }).toEqual({ status: 400, reason: 'INVALID_PAGE_TOKEN' });
    }
    const other = page_token.replace(/^./, (first: string) => (first === 'A' ? 'B' : 'A'));
    const altered = await queried.execute({ ...query, page_token: other });
    expect(altered.body.details.reason).toBe('INVALID_PAGE_TOKEN');
  });
});

describe('a stream', () => {
  it('of CSV has no formulas as names of columns', async () => {
    const { bytes } = await queried.streamed(`SELECT 1 AS "=1+1", 2 AS "-2", 3 AS "＝x", 4 AS "it's"`, 'text/csv');
    expect(bytes.toString()).toBe("'=1+1,-2,'＝x,it's\r\n1,2,3,4\r\n");
  });

  it('of CSV holds the whole result, and a spreadsheet opens it without running formulas', async () => {
    const { headers, bytes } = await queried.streamed(
      'SELECT alias, name, enabled, created_date FROM accounts',
      'text/csv',
    );
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
      ['\n=x', "'\n=x"],
      ['＝1+1', "'＝1+1"],
      ['＋1+1', "'＋1+1"],
      ['－1+1', "'－1+1"],
      ['＠SUM(A1)', "'＠SUM(A1)"],
      ["'=1+1", "''=1+1"],
      ["it's", "it's"],
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
    const { headers, bytes } = await queried.streamed(sql, 'application/vnd.apache.arrow.stream');
    expect(headers['content-type']).toBe('application/vnd.apache.arrow.stream');
    const table = tableFromIPC(bytes);
    expect(table.numRows).toBe(5300);
    const row = table.get(0)!.toJSON();
    expect(row).toMatchObject({ enabled: true, d: 1.5, n: 7n, nothing: null, m: '[{"key":"k","value":1}]' });
    expect([...row.l]).toEqual([1, 2]);
    expect(row.s.toJSON()).toEqual({ a: 'x' });
    expect(new Date(Number(row.t)).toISOString()).toBe('2024-01-01T00:00:00.000Z');
    expect(
      tableFromIPC((await queried.streamed('SELECT 1 AS a WHERE false', 'application/vnd.apache.arrow.stream')).bytes)
        .numRows,
    ).toBe(0);
  });

  it('of Arrow keeps a byte order mark at the beginning of a text, as a page of JSON does', async () => {
    const texts = ['\ufeffshort', `\ufeff${'long '.repeat(10)}`, '\ufeff', '\ufeff\ufeffx', 'x\ufeff'];
    const sql = `SELECT unnest([${texts.map(text => `'${text}'`).join()}]) AS t, [t] AS l, {'k': t} AS s, MAP {t: t} AS m`;
    const { bytes } = await queried.streamed(sql, 'application/vnd.apache.arrow.stream');
    // The JavaScript reader of Arrow drops the byte order mark, so look at the bytes.
    const [{ values, valueOffsets }] = tableFromIPC(bytes).getChild('t')!.data as [Data<Utf8>];
    const read = texts.map((_, row) => Buffer.from(values.subarray(valueOffsets[row], valueOffsets[row + 1])));
    expect(read.map(text => text.toString('utf8'))).toEqual(texts);
    expect(await queried.rowsOf(sql)).toEqual(
      texts.map(text => [text, [text], { k: text }, [{ key: text, value: text }]]),
    );
    const parameters = { text: texts[0] };
    expect(await queried.rowsOf('SELECT :text AS t, length(:text) AS n', parameters)).toEqual([[texts[0], 6]]);
  });

  it('accepts everything that can stand in FROM', async () => {
    for (const [sql, lines] of [
      ['FROM accounts LIMIT 3', 4],
      ['VALUES (1), (2)', 3],
      ['DESCRIBE accounts', 80],
      ['SUMMARIZE SELECT alias FROM accounts', 2],
      ['WITH a AS (SELECT 1 AS n) SELECT * FROM a -- no more', 2],
      ['SELECT 1 AS a, 2 AS a;', 2],
    ] as const) {
      const { bytes } = await queried.streamed(sql, 'text/csv');
      expect(bytes.toString().trimEnd().split('\r\n').length, sql).toBeGreaterThanOrEqual(lines);
    }
  });

  it('that fails before its first byte is an error like any other', async () => {
    await expect(queried.streamed('SELECT nothing FROM accounts', 'text/csv')).rejects.toThrow('UNKNOWN_COLUMN');
    await expect(queried.streamed('SELECT alias::INT FROM accounts', 'text/csv')).rejects.toThrow('TYPE_ERROR');
    await expect(queried.streamed("SELECT 'é',\n alias::INT FROM accounts", 'text/csv')).rejects.toThrow(
      'line 2, column 7',
    );
    await expect(queried.streamed('EXPLAIN SELECT 1', 'text/csv')).rejects.toThrow('SYNTAX_ERROR');
    await expect(queried.streamed('SELECT 1', 'image/png')).rejects.toThrow('NOT_ACCEPTABLE');
  });
});

describe('a client that may see one application instance', () => {
  let limited: string;
  let by: Send;
  beforeAll(async () => {
    limited = await queried.test.token({ instances: [instanceOf(queried.test, 'one')] });
    by = sendAs(queried.test, limited);
  });

  it('finds no rows of another instance in any table', async () => {
    expect(await queried.rowsOf('SELECT DISTINCT application_instance_id FROM accounts', {}, by)).toEqual([
      [instanceOf(queried.test, 'one')],
    ]);
    expect(await queried.rowsOf('SELECT count(*) FROM accounts', {}, by)).toEqual([[5000]]);
    const { bytes } = await queried.streamed('SELECT * FROM accounts', 'text/csv', limited);
    expect(bytes.includes('secret')).toBe(false);
    const models = (await queried.test.get('/v1/schema/models')).body.items[0].tables as {
      name: string;
      columns: { name: string }[];
    }[];
    for (const { name, columns } of models) {
      if (!columns.some(column => column.name === 'application_instance_id')) continue;
      const sql = `SELECT count(*) FROM ${name} WHERE application_instance_id = :hidden`;
      expect(await queried.rowsOf(sql, { hidden: instanceOf(queried.test, 'two') }, by), name).toEqual([[0]]);
    }
  });

  it('cannot learn from a plan how many rows are hidden', async () => {
    expect(await queried.rowsOf('EXPLAIN ANALYZE SELECT * FROM accounts')).toHaveLength(1);
    await expect(queried.rowsOf('EXPLAIN SELECT * FROM accounts', {}, by)).rejects.toThrow('EXPLAIN');
    await expect(queried.rowsOf('EXPLAIN ANALYZE SELECT * FROM accounts', {}, by)).rejects.toThrow('EXPLAIN');
  });

  it('cannot read a hidden row through an error', async () => {
    // If the condition ran on hidden rows, it would fail with their text in the message.
    const sql = "SELECT count(*) FROM accounts WHERE CASE WHEN alias LIKE 'hidden%' THEN email::INT ELSE 1 END = 1";
    await expect(queried.rowsOf(sql)).rejects.toThrow('secret');
    expect(await queried.rowsOf(sql, {}, by)).toEqual([[5000]]);
  });
});

describe('a query that does not finish', () => {
  const endless = { query_string: 'SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c' };

  it('ends when its client disconnects', async () => {
    await queried.test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = queried.test.app.server.address() as AddressInfo;
    // As many queries as there are processes: if they continued, no other client would get an answer.
    const clients = [1, 2].map(async () => {
      const leaving = new AbortController();
      const answer = fetch(`http://127.0.0.1:${port}/v1/query/execute`, {
        method: 'POST',
        headers: { ...as(queried.token), 'content-type': 'application/json' },
        body: JSON.stringify(endless),
        signal: leaving.signal,
      });
      await busySandbox();
      leaving.abort();
      await expect(answer).rejects.toThrow('aborted');
    });
    await Promise.all(clients);
    expect(await queried.rowsOf('SELECT 1')).toEqual([[1]]);
  });

  it('affects no other query when its process is killed', async () => {
    const doomed = queried.execute(endless);
    const [listed] = await Promise.all([
      queried.test.everyItem('/v1/accounts?pageSize=200'),
      busySandbox().then(() => {
        for (const pid of sandboxes()) process.kill(pid, 'SIGKILL');
      }),
    ]);
    expect(listed).toHaveLength(5300);
    const { status, headers, body } = await doomed;
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(headers['retry-after']).toBeDefined();
    expect(await queried.rowsOf('SELECT 1')).toEqual([[1]]);
  });
});
