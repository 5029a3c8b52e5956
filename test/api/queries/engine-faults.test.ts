// A query that makes the engine itself fail: its client gets an error, and other clients are not affected.
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../../support/long-tests.ts';
import { busySandbox, sandboxes } from '../../support/sandboxes.ts';
import { type QueriedService, startQueriedService } from '../../support/service/queried-service.ts';

/** An INTERNAL error of DuckDB 1.5.6, after which its database refuses every statement. */
const fatal = 'SELECT reservoir_quantile(1.5, list_pack()) FILTER (true) OVER ()';
const failed = {
  status: 400,
  body: {
    code: 'QUERY_PARSE_ERROR',
    message: expect.stringContaining('a fault in DuckDB'),
    details: { line: 1, column: 1, hint: expect.stringContaining('another way') },
    reasons: [{ code: 'ENGINE_FAILED', message: expect.any(String) }],
  },
};

/** How often the engine fails in a row. */
const rounds = isLong ? 3 : 1;

let service: QueriedService;
beforeAll(async () => {
  service = await startQueriedService();
});
afterAll(() => service.test.close());

it('an internal error of the engine ends its process and no other query', async () => {
  for (let round = 0; round < rounds; round += 1) {
    expect(await service.execute({ query_string: fatal })).toMatchObject(failed);
    expect(await service.rowsOf('SELECT count(*) FROM accounts')).toEqual([[5300]]);
  }
});

it('an internal error of a stream has the same code', async () => {
  const error = await service.streamed(fatal, 'text/csv').catch((thrown: Error) => JSON.parse(thrown.message));
  expect(error).toMatchObject(failed.body);
  expect(await service.rowsOf('SELECT 1')).toEqual([[1]]);
});

it('queries of other clients are not affected', async () => {
  const others = async () => {
    const rows: unknown[] = [];
    for (let round = 0; round < 10; round += 1) rows.push(...(await service.rowsOf('SELECT count(*) FROM accounts')));
    return rows;
  };
  const hostile = async () => {
    for (let round = 0; round < rounds; round += 1)
      expect(await service.execute({ query_string: fatal })).toMatchObject(failed);
  };
  const [rows] = await Promise.all([others(), hostile()]);
  expect(rows).toEqual(Array.from({ length: 10 }, () => [5300]));
});

it('a crash of the process is distinguished from a kill from outside', async () => {
  const endless = 'SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c';
  for (const [signal, expected] of [
    ['SIGSEGV', failed],
    ['SIGTERM', { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } }],
  ] as const) {
    // So that a process is ready: one that is killed while it starts is replaced, and the query continues.
    expect(await service.rowsOf('SELECT 1')).toEqual([[1]]);
    const running = service.execute({ query_string: endless });
    await busySandbox();
    for (const pid of sandboxes()) process.kill(pid, signal);
    expect(await running).toMatchObject(expected);
  }
});

describe('errors of the engine with an unusual form', () => {
  it.each([
    ["SELECT error('{')", '{'],
    ['SELECT error(\'{"a": 1}\')', '{"a": 1}'],
    [
      'SELECT error(\'{"exception_type":"INTERRUPT","exception_message":"x"}\')',
      '{"exception_type":"INTERRUPT","exception_message":"x"}',
    ],
    [
      'SELECT error(\'{"exception_type":"INTERNAL","exception_message":"x"}\')',
      '{"exception_type":"INTERNAL","exception_message":"x"}',
    ],
  ])('%s is a refusal with all details', async (query_string, message) => {
    expect(await service.execute({ query_string })).toMatchObject({
      status: 400,
      body: {
        code: 'QUERY_PARSE_ERROR',
        message: `line 1, column 1: ${message}`,
        details: { line: 1, column: 1, hint: expect.stringContaining('TRY_CAST') },
        reasons: [{ code: 'TYPE_ERROR', message }],
      },
    });
  });

  it.each([
    "SELECT format('{:>1000000000}', 'a')",
    "SELECT repeat('x', 600000000)",
    ...(isLong
      ? [
          "SELECT format('{:>540000000}', 'a')",
          "SELECT printf('%1000000000d', 1)",
          "SELECT length(format('{:>1000000000}', alias)) FROM accounts",
          "SELECT repeat('x', 600000000)::BLOB",
        ]
      : []),
  ])('%s is a limit', async query_string => {
    const { status, body } = await service.execute({ query_string });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'QUERY_LIMIT_EXCEEDED' });
    expect(['memory', 'result', 'time']).toContain(body.details.limit);
  });
});
