// The prompt of rolecall query, with typed input.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient } from '../../../src/cli/api/api-client.ts';
import { historyFile } from '../../../src/cli/queries/query-history.ts';
import { runPrompt } from '../../../src/cli/queries/query-prompt.ts';
import { endsStatement } from '../../../src/cli/queries/statement-end.ts';
import { refuse, type ScriptedApi, startScriptedApi } from '../../support/service/scripted-api.ts';
import { temporaryFolder } from '../../support/service/service.ts';

let api: ScriptedApi;
const folder = temporaryFolder();

beforeAll(async () => {
  api = await startScriptedApi();
});
afterAll(async () => {
  await api.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const models = {
  items: [
    {
      name: 'service_identity',
      tables: [
        {
          name: 'accounts',
          description: 'Every account',
          columns: [
            { name: 'alias', type: 'VARCHAR', description: 'Sign-in name' },
            { name: 'methods', type: 'STRUCT("type" VARCHAR, description VARCHAR)[]', description: 'How it signs in' },
          ],
        },
        { name: 'roles', description: 'Every role', columns: [] },
      ],
    },
  ],
};
const result = (value: unknown) => ({
  columns: [{ name: 'n', type: 'INTEGER' }],
  rows: [[value]],
  row_count: 1,
  elapsed_ms: 1,
  warehouse_version: '7',
});

/** A prompt on streams; `shows` waits until a text is printed after the previously awaited text. */
async function prompt(history = path.join(folder, `history-${randomUUID()}`)) {
  const input = new PassThrough();
  const out = new PassThrough();
  const client = {
    base_url: api.url,
    token_url: `${api.url}/oauth2/token`,
    client_id: 'dev',
    client_secret: 'secret',
    origin: 'the test',
    remedy: 'mend the test',
  };
  const ended = runPrompt({
    api: await apiClient(client),
    input,
    out,
    notes: out,
    history,
    format: 'table',
    parameters: {},
    width: () => 80,
  });
  let printed = '';
  out.on('data', chunk => {
    printed += chunk;
  });
  return {
    history,
    ended,
    type: (text: string) => input.write(text),
    async shows(text: string) {
      while (!printed.includes(text)) await once(out, 'data');
      printed = printed.slice(printed.indexOf(text) + text.length);
    },
  };
}

describe('the prompt', () => {
  it('runs statements of several lines up to their semicolon, and keeps them as history', async () => {
    api.answer(({ body }) => result(body.query_string.length));
    const { type, shows, ended, history } = await prompt();
    type("SELECT ';'\r");
    await shows('... ');
    type('FROM accounts;\r');
    await shows(' N\n25\n1 row, 1 ms, version 7\n');
    type('\\q\r');
    await ended;
    expect(api.asked.map(({ body }) => body.query_string)).toEqual(["SELECT ';'\nFROM accounts;"]);
    expect(fs.readFileSync(history, 'utf8')).toBe("SELECT ';'\nFROM accounts;\n\\q\n");
    expect(fs.statSync(history).mode & 0o777).toBe(0o600);
    const again = await prompt(history);
    again.type('\u001b[A\u001b[A');
    await again.shows('FROM accounts;');
    again.type('\u0004\u0015\u0004');
    await again.ended;
  });

  it('lists tables and columns, and completes their names', async () => {
    api.answer(() => models);
    const { type, shows, ended } = await prompt();
    type('\\d\r');
    await shows('TABLE     DESCRIPTION\naccounts  Every account\nroles     Every role\n');
    type('\\d accounts\r');
    await shows('alias    VARCHAR   Sign-in name\nmethods  STRUCT[]  How it signs in\n');
    type('\\d nothing\r');
    await shows('there is no table nothing; \\d lists them');
    type('\\d acounts\r');
    await shows('there is no table acounts; did you mean `accounts`?');
    type('SELECT ali\t');
    await shows('alias');
    type(' FROM acc\t');
    await shows('accounts');
    type('\u0003');
    await shows('^C');
    type('\u0004');
    await ended;
  });

  it('greets, helps, sets parameters, runs saved queries, and shows one value a line', async () => {
    const saved = { query_id: 'q-1', name: 'Old keys', query_string: 'SELECT :Days', description: 'Keys\nmore' };
    api.answer(({ url }) => (url.startsWith('/v1/query/saved') ? { items: [saved] } : result(1)));
    const { type, shows, ended } = await prompt();
    await shows('a statement ends with ;\n\\d lists the tables');
    await shows('help all commands, and exit ends.\n');
    type('help\r');
    await shows('\\run NAME        runs a saved query');
    type('\\l\r');
    await shows('NAME      DESCRIPTION\nOld keys  Keys\n');
    type('\\l KEYS\r');
    await shows('Old keys  Keys\n');
    type('\\l roles\r');
    await shows('none of the 1 has `roles` in its name or description');
    type('\\set days 90\r\\set :name = O’Neill\r\\set DAYS 91\r\\set\r');
    await shows('name = O’Neill\nDAYS = 91\n');
    type('\\run old keys\r');
    await shows('1 row');
    type('SELECT 2;\r');
    await shows('1 row');
    type('\\unset days\r\\run Old keys\r');
    await shows('1 row');
    type('\\unset days\r');
    await shows('the parameter days is not set');
    type('\\run Old kezs\r');
    await shows('did you mean `Old keys`?');
    type('\\run Old\r');
    await shows('there are: Old keys');
    type('\\x\rSELECT 3;\r');
    await shows('– row 1 –\nn  1\n');
    type('\\nonsense\r');
    await shows('there is no command \\nonsense; help lists all');
    type('exit\r');
    await ended;
    expect(api.asked.filter(({ url }) => url === '/v1/query/execute').map(({ body }) => body)).toMatchObject([
      { query_id: 'q-1', parameters: { DAYS: 91 } },
      { query_string: 'SELECT 2;' },
      { query_id: 'q-1' },
      { query_string: 'SELECT 3;' },
    ]);
    expect(api.asked.filter(({ body }) => body?.parameters)).toHaveLength(1);
  });

  it('shows the error of a statement, and continues', async () => {
    api.answer(({ body }, response) =>
      body.query_string === 'SELECT 2;'
        ? result(2)
        : refuse(response, 400, {
            code: 'QUERY_PARSE_ERROR',
            message: 'no',
            details: { line: 1, column: 3, hint: 'h' },
          }),
    );
    const { type, shows, ended } = await prompt();
    type('SELEC;\r');
    await shows('QUERY_PARSE_ERROR: no\n1 | SELEC;\n  |   ^\nhint: h\n');
    type('SELECT 2;\r');
    await shows('1 row');
    type('\\q\r');
    await ended;
  });

  it('cancels the running query on Ctrl-C and prompts again; without a query it empties the line', async () => {
    const { type, shows, ended } = await prompt();
    const closed = new Promise<void>(resolve => {
      api.answer((_asked, response) => {
        response.once('close', resolve);
        type('\u0003');
      });
    });
    type('SELECT 1;\r');
    await closed;
    await shows('cancelled');
    api.answer(() => result(2));
    type('SELECT never\r');
    await shows('... ');
    type('nor this\u0003');
    await shows('^C');
    type('SELECT 2;\r');
    await shows('1 row');
    type('\\q\r');
    await ended;
    expect(api.asked.map(({ body }) => body.query_string)).toEqual(['SELECT 2;']);
  });
});

describe('the history', () => {
  it('is kept in the user’s state folder', () => {
    expect(historyFile({ XDG_STATE_HOME: '/state' })).toBe('/state/rolecall/query-history');
    expect(historyFile({ XDG_STATE_HOME: 'relative' })).toMatch(/\/\.local\/state\/rolecall\/query-history$/);
  });
});

describe('a statement', () => {
  it.each([
    ['SELECT 1;', true],
    ['SELECT 1; -- done', true],
    ['SELECT 1; /* done */ \n', true],
    ['SELECT 1', false],
    ["SELECT ';", false],
    ["SELECT ';'", false],
    ["SELECT 'it''s;';", true],
    ['SELECT ";"', false],
    ['SELECT $$;$$', false],
    ['SELECT $a$ ; $$ ; $a$;', true],
    ["-- it’s; '", false],
    ['SELECT 1 /* ;', false],
    ['SELECT 1 -- ;', false],
    [';', true],
  ])('%j ends: %s', (sql, ends) => expect(endsStatement(sql)).toBe(ends));
});
