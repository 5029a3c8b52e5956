// rolecall query against a scripted service that follows the interface: the requests, and the output for each answer.
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { refuse, type ScriptedApi, startScriptedApi } from '../../support/service/scripted-api.ts';

let api: ScriptedApi;
let rolecall: CommandLine;

beforeAll(async () => {
  api = await startScriptedApi();
  rolecall = commandLine({ url: api.url, clientId: 'dev', clientSecret: 'secret' });
});
afterAll(async () => {
  rolecall.remove();
  await api.close();
});

const columns = [
  { name: 'name', type: 'VARCHAR' },
  { name: 'age_days', type: 'BIGINT' },
  { name: 'owner', type: 'STRUCT(id VARCHAR)' },
];
const page = (rows: unknown[][], more: Record<string, unknown> = {}) => ({
  columns,
  rows,
  row_count: rows.length,
  elapsed_ms: 12.4,
  warehouse_version: '3',
  ...more,
});

describe('a query', () => {
  it('is shown as an aligned table, numbers to the right, without control characters', async () => {
    api.answer(() =>
      page([
        ['alice', 7, { id: 'a' }],
        ['日本', 1234, null],
        ['\u001b[2J\u202e', null, null],
      ]),
    );
    expect(await rolecall.run(['query', 'SELECT 1', '--format', 'table'])).toEqual({
      stdout: [
        'NAME                 AGE_DAYS  OWNER',
        'alice                       7  {"id":"a"}',
        '日本                     1234  –',
        '<U+001B>[2J<U+202E>         –  –',
        '',
      ].join('\n'),
      stderr: '3 rows, 12 ms, version 3\n',
      code: 0,
    });
    expect(api.asked).toMatchObject([
      { method: 'POST', url: '/v1/query/execute', body: { query_string: 'SELECT 1', page_size: 1000 } },
    ]);
    expect(Object.keys(api.asked[0]!.body)).toEqual(['query_string', 'page_size']);
  });

  it('goes through a pipe as the CSV that the service streams', async () => {
    api.answer((_asked, response) => response.setHeader('content-type', 'text/csv').end('a,b\r\n1,2\r\n') && undefined);
    expect(await rolecall.run(['query', 'SELECT 1'])).toEqual({ stdout: 'a,b\r\n1,2\r\n', stderr: '', code: 0 });
    expect(api.asked[0]).toMatchObject({ headers: { accept: 'text/csv' }, body: { query_string: 'SELECT 1' } });
  });

  it('is cut to a number of CSV records, line breaks in quotes not counted, and the rest is not read', async () => {
    let closed: Promise<unknown> | undefined;
    api.answer((_asked, response) => {
      closed = once(response, 'close');
      response.setHeader('content-type', 'text/csv').write('a,b\r\n"x\r\n""\n",2\r\n');
      response.write('3,4\r\n5,6\r\n');
    });
    const ended = await rolecall.run(['query', 'SELECT 1', '--limit', '2']);
    expect(ended).toEqual({ stdout: 'a,b\r\n"x\r\n""\n",2\r\n3,4\r\n', stderr: '', code: 0 });
    await closed;
  });

  it('is one JSON object a line, page after page up to the limit, with equal names made distinct', async () => {
    const same = [{ name: 'id' }, { name: 'id' }].map(column => ({ ...column, type: 'INTEGER' }));
    api.answer(({ body }) =>
      body.page_token ? page([[3, 4]], { columns: same }) : page([[1, 2]], { columns: same, nextPageToken: 'next' }),
    );
    expect((await rolecall.run(['query', 'SELECT 1', '--format', 'ndjson'])).stdout).toBe(
      '{"id":1,"id_2":2}\n{"id":3,"id_2":4}\n',
    );
    expect(api.asked.map(({ body }) => [body.page_size, body.page_token])).toEqual([
      [10_000, undefined],
      [10_000, 'next'],
    ]);
    api.asked.length = 0;
    const limited = await rolecall.run(['query', 'SELECT 1', '--format', 'table', '--limit', '1']);
    expect(limited.stderr).toBe('1 row shown, there are more, 12 ms, version 3\n');
    expect(api.asked.map(({ body }) => body.page_size)).toEqual([1]);
  });

  it('is one JSON array, a Markdown table, or one value a line', async () => {
    api.answer(({ body }) =>
      body.page_token ? page([['bob', 2, null]]) : page([['a|b', 1, null]], { nextPageToken: 'next' }),
    );
    const as = async (...args: string[]) => (await rolecall.run(['query', 'SELECT 1', ...args])).stdout;
    const json = await as('--format', 'json');
    expect(JSON.parse(json)).toEqual([
      { name: 'a|b', age_days: 1, owner: null },
      { name: 'bob', age_days: 2, owner: null },
    ]);
    expect(await as('--format', 'markdown')).toBe(
      '| name | age_days | owner |\n| --- | ---: | --- |\n| a\\|b | 1 |  |\n| bob | 2 |  |\n',
    );
    expect(await as('--format', 'table', '-x', '--limit', '1')).toBe(
      '– row 1 –\nname      a|b\nage_days  1\nowner     –\n',
    );
    api.answer(() => page([]));
    expect(await as('--format', 'json')).toBe('[]\n');
  });

  it('comes from a file, standard input, or a saved query, with parameters as JSON or text', async () => {
    const query = { query_id: 'q-1', name: 'Old keys', query_string: 'SELECT :days', model: 'm', version: 1 };
    const answer = ({ url }: { url: string }) => (url.startsWith('/v1/query/saved') ? { items: [query] } : page([]));
    const sent = async (args: string[], input?: string) => {
      api.answer(answer);
      expect((await rolecall.run(['query', '--format', 'json', ...args], input)).stderr).toBe('');
      const { page_size, ...body } = api.asked.at(-1)!.body;
      return body;
    };
    const file = path.join(rolecall.folder, 'x.sql');
    fs.writeFileSync(file, 'SELECT\n2');
    expect(await sent(['--file', file])).toEqual({ query_string: 'SELECT\n2' });
    expect(await sent([], 'SELECT 3')).toEqual({ query_string: 'SELECT 3' });
    expect(await sent(['SELECT 4', '--explain'])).toEqual({ query_string: 'EXPLAIN SELECT 4' });
    const parameters = ['days=90', 'name=O\u2019Neill', 'list=["a"]', 'none=null', 'big=12345678901234567890', 'x=a=b'];
    expect(await sent(['--saved', 'old KEYS', ...parameters.flatMap(text => ['--param', text])])).toEqual({
      query_id: 'q-1',
      parameters: { days: 90, name: 'O\u2019Neill', list: ['a'], none: null, big: '12345678901234567890', x: 'a=b' },
    });
  });

  it('may be a command of the prompt; a file that is none says why', async () => {
    const query = { query_id: 'q-1', name: 'Old keys', query_string: 'SELECT :days', model: 'm', version: 1 };
    const tables = [{ name: 'accounts', description: 'Every account', columns: [] }];
    api.answer(({ url }) => {
      if (url === '/v1/schema/models') return { items: [{ name: 'm', tables }] };
      return url.startsWith('/v1/query/saved') ? { items: [query] } : page([]);
    });
    const { stdout } = await rolecall.run(['query', '\\d']);
    expect(stdout).toBe('TABLE     DESCRIPTION\naccounts  Every account\n');
    await rolecall.run(['query', '\\run old keys', '--param', 'days=9', '--format', 'json']);
    expect(api.asked.at(-1)!.body).toMatchObject({ query_id: 'q-1', parameters: { days: 9 } });
    const refused = async (file: string) => (await rolecall.run(['query', '--file', file])).stderr;
    expect(await refused('nix.sql')).toBe('rolecall: nix.sql: there is no such file\n');
    expect(await refused('.')).toBe('rolecall: .: is a folder\n');
  });

  it('that is refused is shown with the place of the error, and ends with exit code 1', async () => {
    api.answer((_asked, response) =>
      refuse(response, 400, {
        code: 'QUERY_PARSE_ERROR',
        message: 'there is no column nmae',
        details: { line: 2, column: 8, hint: 'did you mean `name`?' },
        reasons: [{ code: 'UNKNOWN_COLUMN', message: 'there is no column nmae' }],
      }),
    );
    expect(await rolecall.run(['query'], '-- who\nSELECT nmae FROM accounts')).toEqual({
      stdout: '',
      stderr: [
        'rolecall: QUERY_PARSE_ERROR: there is no column nmae',
        '2 | SELECT nmae FROM accounts',
        '  |        ^',
        'hint: did you mean `name`?',
        '',
      ].join('\n'),
      code: 1,
    });
  });

  it('that is interrupted is cancelled by closing its connection', async () => {
    const cancelled = new Promise<void>(resolve => {
      api.answer((_asked, response) => {
        response.once('close', resolve);
        child.kill('SIGINT');
      });
    });
    const child = rolecall.start(['query', 'SELECT 1', '--format', 'csv']);
    const exited = once(child, 'exit');
    await cancelled;
    expect((await exited)[0]).toBe(130);
  });

  it('ends quietly when its reader closes the pipe', async () => {
    api.answer((_asked, response) => {
      response.setHeader('content-type', 'text/csv');
      const more = () => {
        while (response.write('1,2\r\n'.repeat(1000)));
      };
      response.on('drain', more);
      more();
    });
    const child = rolecall.start(['query', 'SELECT 1']);
    const exited = once(child, 'exit');
    let errors = '';
    child.stderr.on('data', chunk => {
      errors += chunk;
    });
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect([(await exited)[0], errors]).toEqual([0, '']);
  });

  it.each(['csv', 'json', 'ndjson'])('whose answer breaks off as %s fails', async format => {
    api.answer((_asked, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"a', () => response.destroy());
    });
    const ended = await rolecall.run(['query', 'SELECT 1', '--format', format]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^rolecall: the answer broke off: /) });
  });

  it.each([
    [['query', 'SELECT 1', '--file', 'x.sql'], 'give SQL or a file, not both'],
    [['query', 'SELECT 1', '--saved', 'x'], 'give SQL, --file or --saved, one of them'],
    [['query', 'SELECT 1', '--param', 'days'], '--param days: must be name=value'],
    [['query', 'SELECT 1', '--format', 'xml'], '--format xml: must be one of table, csv, json, ndjson, markdown'],
  ])('%j says what would be right', async (args, message) => {
    api.answer(() => ({ items: [] }));
    expect(await rolecall.run(args)).toEqual({ stdout: '', stderr: `rolecall: ${message}\n`, code: 1 });
  });
});
