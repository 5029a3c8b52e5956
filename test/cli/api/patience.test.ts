// Commands against a service that refuses requests for a while: they wait as long as it asks, and say so.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mostPatienceMs, retryAfterMs } from '../../../src/cli/api/patience.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import { pagesOf } from '../../support/scripted-source.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { refuse, type ScriptedApi, startScriptedApi } from '../../support/service/scripted-api.ts';
import { startService } from '../../support/service/service.ts';

const lines = (text: string) => text.split('\n').filter(Boolean);

it('`get --all` takes a whole list from a service whose rate limit is less', async () => {
  const accounts = Array.from({ length: 12 }, (_, index) => ({ id: `a${index}`, alias: `a${index}`, type: 'User' }));
  const test = await startService({
    sources: { app: { Account: pagesOf(accounts) } },
    settings: { rate_limit: { per_minute: 6, burst: 5 } },
  });
  await test.sync();
  const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const owner = { tenant: test.service.tenant().name, name: 'dev', scopes: ['read' as const], createdBy: 'test' };
  const { client, clientSecret } = await addClient(test.service.database, owner);
  const rolecall = commandLine({ url, clientId: client.client_id, clientSecret });
  const { stdout, stderr, code } = await rolecall.run(['get', '--all', '/v1/accounts?pageSize=2']);
  expect({ code, rows: lines(stdout).length }).toEqual({ code: 0, rows: 12 });
  expect(stderr).toMatch(/^too many requests \(429\): waiting \d+ s, as the service asks\n/);
  rolecall.remove();
  await test.close();
});

describe('against a service that answers as the test says', () => {
  let api: ScriptedApi;
  let rolecall: CommandLine;
  beforeAll(async () => {
    api = await startScriptedApi();
    rolecall = commandLine({ url: api.url, clientId: 'id', clientSecret: 'secret' });
  });
  afterEach(() => api.answer(() => ({})));
  afterAll(async () => {
    rolecall.remove();
    await api.close();
  });

  /** Refuse the first requests, then answer. */
  const refusing = (times: number, retryAfter: string, answer: object) => {
    let left = times;
    api.answer((_, response) => {
      left -= 1;
      if (left < 0) return answer;
      response.setHeader('retry-after', retryAfter);
      return refuse(response, 429, { code: 'TOO_MANY_REQUESTS', message: 'slow down' });
    });
  };

  it.each([
    ['seconds', '0'],
    ['a date', new Date(0).toUTCString()],
  ])('a request is made again, however often, after %s', async (_, retryAfter) => {
    refusing(4, retryAfter, { items: [{ n: 1 }] });
    const { stdout, stderr, code } = await rolecall.run(['get', '--all', '/v1/accounts']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"n":1}\n' });
    expect(lines(stderr)).toEqual(['too many requests (429): waiting 1 s, as the service asks']);
    expect(api.asked).toHaveLength(5);
  });

  it('a query is asked again with the same body', async () => {
    refusing(1, '0', { columns: [{ name: 'n', type: 'INTEGER' }], rows: [[1]], elapsed_ms: 1, warehouse_version: '1' });
    const { stdout, code } = await rolecall.run(['query', '--format', 'ndjson', 'SELECT 1 AS n']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"n":1}\n' });
    expect(api.asked[1]!.body).toEqual(api.asked[0]!.body);
  });

  it('a wait that is longer than the command’s patience is an error at once', async () => {
    refusing(1, String(mostPatienceMs / 1000 + 1), {});
    expect(await rolecall.run(['get', '--all', '/v1/accounts'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'rolecall: /v1/accounts: 429 TOO_MANY_REQUESTS: slow down\n',
    });
    expect(api.asked).toHaveLength(1);
  });
});

it.each([
  ['3', 3000],
  ['0', 100],
  ['Thu, 01 Jan 1970 00:00:05 GMT', 4000],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After: %s', (header, expected) => expect(retryAfterMs(header, 1000)).toBe(expected));
