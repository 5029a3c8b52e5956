// Hostile queries: each statement is refused for the right reason, a query above a limit ends with the name of the limit, and
// afterwards the service is unchanged.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileStatements } from '../../queries/hostile-statements.ts';
import { residentBytes, sandboxes } from '../../support/sandboxes.ts';
import { everyType } from '../../support/scripted-source.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const limits = { time: '60s', memory_mb: 256, disk_mb: 64, result_mb: 64, processes: 2 };

let test: TestService;
/** The same service with a shorter time limit. */
let hurried: TestService;
let send: Send;
let sendHurried: Send;
let checksum: string;

async function start(query: Record<string, unknown>): Promise<TestService> {
  const started = await startService({ sources: { one: everyType(50) }, settings: { query }, synced: true });
  return started;
}

beforeAll(async () => {
  test = await start(limits);
  hurried = await start({ ...limits, time: '1s' });
  send = sendAs(test, await test.token());
  sendHurried = sendAs(hurried, await hurried.token());
  checksum = checksumOfData();
});
afterAll(async () => {
  await test.close();
  await hurried.close();
});

const run = (query_string: string, parameters: Record<string, unknown> = {}) =>
  send('POST', '/v1/query/execute', { query_string, parameters });

function checksumOfData(): string {
  const folder = test.service.tenant().catalogue.current()!.folder;
  const digest = createHash('sha256');
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) digest.update(fs.readFileSync(path.join(entry.parentPath, entry.name)));
  }
  return digest.digest('hex');
}

describe('hostile statements', () => {
  it('are many', () => {
    expect(Object.values(hostileStatements).flat().length).toBeGreaterThan(700);
  });

  for (const [reason, statements] of Object.entries(hostileStatements)) {
    it(`are refused with ${reason}`, async () => {
      const wrong: unknown[] = [];
      for (const statement of statements) {
        const { status, body } = await run(statement);
        const codes = body?.reasons?.map(({ code }: { code: string }) => code) ?? [];
        if (status !== 400 || body.code !== 'QUERY_PARSE_ERROR' || !codes.includes(reason)) {
          wrong.push({ statement: statement.slice(0, 100), status, code: body?.code, message: body?.message, codes });
        }
      }
      expect(wrong).toEqual([]);
    });
  }
});

describe('a query above a limit', () => {
  const limited = async (query_string: string, by = send) => {
    const { status, body } = await by('POST', '/v1/query/execute', { query_string });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'QUERY_LIMIT_EXCEEDED' });
    return body.details.limit;
  };

  it.each([
    'SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c',
    'WITH RECURSIVE r AS (SELECT 1 i UNION ALL SELECT 1 FROM r) SELECT count(*) FROM r',
    "SELECT count(*) FROM range(1000000000) WHERE sha256(range::VARCHAR) LIKE '%x%'",
    'SELECT count(*) FROM accounts a, accounts b, accounts c, accounts d, accounts e, accounts f, accounts g',
  ])('of time is ended: %s', async sql => {
    expect(await limited(sql, sendHurried)).toBe('time');
  });

  it('of memory is ended', async () => {
    expect(await limited('SELECT list(i) FROM range(200000000) t(i)')).toBe('memory');
    expect(await limited("SELECT string_agg(repeat('z', 1000)) FROM range(10000000)")).toBe('memory');
    expect(await limited("SELECT repeat('x', 1000000000)")).toBe('memory');
  });

  it('of memory is ended while its text is parsed', async () => {
    // Each column adds a grouping set of all columns before it.
    const columns = Array.from({ length: 7000 }, (_, index) => `c${index}`).join(',');
    expect(await limited(`SELECT 1 FROM accounts GROUP BY ROLLUP (${columns})`)).toBe('memory');
    expect((await run('SELECT 1')).body.rows).toEqual([[1]]);
  });

  it('of disk is ended', async () => {
    const sql = 'SELECT md5(i::VARCHAR) || sha256(i::VARCHAR) AS v FROM range(5000000) t(i) ORDER BY v';
    expect(['disk', 'time']).toContain(await limited(sql));
  });

  it('of result is ended', async () => {
    expect(await limited("SELECT repeat('x', 1000000) FROM range(100)")).toBe('result');
  });

  it('does not affect a client that reads a list', async () => {
    const greedy = [
      'SELECT list(i) FROM range(200000000) t(i)',
      "SELECT string_agg(repeat('z', 1000)) FROM range(10000000)",
    ];
    const [listed, ...limits] = await Promise.all([
      test.everyItem('/v1/accounts?pageSize=1'),
      ...greedy.map(sql => limited(sql)),
    ]);
    expect(listed).toHaveLength(50);
    expect(limits).toEqual(['memory', 'memory']);
  });

  it('in its text or parameters is refused', async () => {
    expect((await run(`SELECT 1 -- ${'x'.repeat(100_000)}`)).body.code).toBe('BAD_REQUEST');
    expect((await run(`SELECT '${'x'.repeat(99_000)}' AS text`)).status).toBe(200);
    const parameters = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, index]));
    const { body } = await run('SELECT 1', parameters);
    expect(body.code).toBe('QUERY_PARSE_ERROR');
    expect(body.reasons[0].code).toBe('UNKNOWN_PARAMETER');
    const sum = Object.keys(parameters).map(name => `:${name}`);
    expect((await run(`SELECT list_sum([${sum.join(', ')}])`, parameters)).body.rows).toEqual([[49_995_000]]);
  });
});

describe('an unusual query', () => {
  it.each([
    ['writes in strings', "SELECT 'DROP TABLE accounts; --' AS s", [['DROP TABLE accounts; --']]],
    ['writes in comments', 'SELECT 1 /* ; DROP TABLE accounts */ -- ; DELETE FROM accounts', [[1]]],
    ['names of functions', 'SELECT read_csv FROM (SELECT 1 AS read_csv)', [[1]]],
    ['names of hidden tables', 'WITH "Account" AS (SELECT 1 AS a) SELECT * FROM "Account"', [[1]]],
    ['a table expression named as a setting', 'WITH duckdb_settings AS (SELECT 2) FROM duckdb_settings', [[2]]],
    ['a table expression that hides a table', 'WITH accounts AS (SELECT 3) FROM accounts', [[3]]],
    ['semicolons at both ends', ';; SELECT 1 ;;', [[1]]],
    ['dollar quotes', 'SELECT $x$ it; is \' " fine $x$ AS s', [[' it; is \' " fine ']]],
    ['nothing to see', 'SELECT * FROM accounts WHERE false', []],
    ['files as text', "SELECT '/etc/passwd' AS f", [['/etc/passwd']]],
  ])('may have %s', async (_what, sql, rows) => {
    expect((await run(sql)).body.rows).toEqual(rows);
  });
});

it('the service is unchanged afterwards', async () => {
  expect(checksumOfData()).toBe(checksum);
  expect(fs.existsSync('/tmp/rolecall-stolen.csv')).toBe(false);
  expect((await run('SELECT count(*) FROM accounts')).body.rows).toEqual([[50]]);
  expect((await test.get('/v1/accounts?pageSize=1')).status).toBe(200);
  // Idle processes have released the memory that the queries took.
  for (const pid of sandboxes()) expect(residentBytes(pid)).toBeLessThan(500 * 1024 * 1024);
});
