// rolecall queries against the real service: saving by hand, and export and import of files.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseQueryFile, queryFileNames, queryFileText } from '../../../src/cli/queries/query-file.ts';
import { queryPack } from '../../../src/queries/pack.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import { sendAs } from '../../support/send.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const api = '/v1/query/saved-queries';
let test: TestService;
let rolecall: CommandLine;

beforeAll(async () => {
  test = await startService();
  const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { client, clientSecret } = await addClient(test.service.database, {
    tenant: test.service.tenant().name,
    name: 'development client',
    scopes: ['read', 'write'],
    createdBy: 'operator',
  });
  rolecall = commandLine({ url, clientId: client.client_id, clientSecret });
});
afterAll(async () => {
  rolecall.remove();
  await test.close();
});
beforeEach(async () => {
  const send = sendAs(test, await test.token());
  for (const { query_id } of await test.everyItem(api)) await send('DELETE', `${api}/${query_id}`);
});

const saved = () => test.everyItem(api);
const file = (name: string, text?: string | Buffer) => {
  const full = path.join(rolecall.folder, name);
  if (text !== undefined) {
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text);
  }
  return full;
};
const lines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));

describe('a saved query', () => {
  it('is saved from an argument, a file and standard input, to the byte', async () => {
    const text = '\ufeffSELECT 1;\r\n-- \0 é 🙂\t';
    expect(await rolecall.run(['queries', 'save', 'a', '--sql', 'SELECT 1', '--description', 'one'])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^saved as [0-9a-f-]{36}, version 1\n$/),
    });
    expect(await rolecall.run(['queries', 'save', 'b', file('b.sql', text)])).toMatchObject({ code: 0 });
    expect(await rolecall.run(['queries', 'save', 'c'], text)).toMatchObject({ code: 0 });
    expect((await saved()).map(query => [query.name, query.query_string, query.description])).toEqual([
      ['a', 'SELECT 1', 'one'],
      ['b', text, undefined],
      ['c', text, undefined],
    ]);
    expect((await rolecall.run(['queries', 'show', 'B'])).stdout).toBe(text);
    expect(lines((await rolecall.run(['queries'])).stdout)).toEqual(await saved());
  });

  it('is replaced only on request, and then keeps its description', async () => {
    await rolecall.run(['queries', 'save', 'one', '--sql', 'SELECT 1', '--description', 'kept']);
    const refused = await rolecall.run(['queries', 'save', 'ONE', '--sql', 'SELECT 2']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('409 NAME_CONFLICT') });
    expect((await rolecall.run(['queries', 'save', 'ONE', '--sql', 'SELECT 2', '--replace'])).code).toBe(0);
    expect(await saved()).toMatchObject([{ name: 'ONE', query_string: 'SELECT 2', description: 'kept', version: 2 }]);
  });

  it('is deleted by name; an unknown name gets a suggestion', async () => {
    await rolecall.run(['queries', 'save', 'Dormant keys', '--sql', 'x']);
    expect(await rolecall.run(['queries', 'delete', 'dormant kyes'])).toEqual({
      stdout: '',
      stderr: 'rolecall: there is no saved query `dormant kyes`; did you mean `Dormant keys`?\n',
      code: 1,
    });
    expect(await rolecall.run(['queries', 'delete', 'dormant KEYS'])).toMatchObject({ code: 0 });
    expect(await saved()).toEqual([]);
  });

  it('that is not UTF-8 is refused before it is sent', async () => {
    const bent = file('bent.sql', Buffer.from([0xff, 0xfe, 0x53]));
    expect((await rolecall.run(['queries', 'save', 'x', bent])).stderr).toBe(`rolecall: ${bent}: is not UTF-8 text\n`);
  });
});

describe('export and import', () => {
  it('restore queries to the byte, and do not touch equal ones', async () => {
    const send = sendAs(test, await test.token());
    const queries = [
      { name: 'Who is it? / ../x', query_string: '-- name: other\r\nSELECT 1\n', description: 'Line\nbreak "quoted"' },
      { name: 'who-is-it x', query_string: '-- saved-query: {}\nSELECT 2' },
      { name: '???', query_string: '\ufeff\0\r' },
    ];
    for (const query of queries) await send('POST', api, query);
    const before = await saved();
    const folder = file('exported');
    const exported = lines((await rolecall.run(['queries', 'export', folder])).stdout);
    expect(exported.map(row => path.relative(folder, row.file)).toSorted()).toEqual([
      'query.sql',
      'who-is-it-x-2.sql',
      'who-is-it-x.sql',
    ]);
    const results = async (...options: string[]) =>
      lines((await rolecall.run(['queries', 'import', folder, ...options])).stdout).map(row => row.result);
    expect(await results()).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(await saved()).toEqual(before);
    for (const { query_id } of before) await send('DELETE', `${api}/${query_id}`);
    expect(await results()).toEqual(['created', 'created', 'created']);
    const text = ({ name, description, model, query_string }: (typeof before)[number]) => ({
      name,
      description,
      model,
      query_string,
    });
    expect((await saved()).map(text)).toEqual(before.map(text));

    const [first] = await saved();
    const { query_id, name, model } = first;
    await send('PUT', `${api}/${query_id}`, { name, model, query_string: 'changed', version: 1 });
    expect((await results('--keep')).toSorted()).toEqual(['kept', 'unchanged', 'unchanged']);
    expect((await results()).toSorted()).toEqual(['unchanged', 'unchanged', 'updated']);
    expect((await saved()).map(text)).toEqual(before.map(text));
    expect((await saved())[0].version).toBe(3);
  });

  it('import the queries of the service, and export them as the same files', async () => {
    const results = async (...args: string[]) =>
      new Set(lines((await rolecall.run(['queries', 'import', ...args])).stdout).map(row => row.result));
    const packed = queryPack()
      .map(query => query.query_string)
      .toSorted();
    expect(packed.length).toBeGreaterThan(30);
    expect(await results()).toEqual(new Set(['created']));
    expect((await saved()).map(query => query.query_string).toSorted()).toEqual(packed);
    expect(await results()).toEqual(new Set(['unchanged']));
    const folder = file('pack');
    expect((await rolecall.run(['queries', 'export', folder])).code).toBe(0);
    const exported = fs.readdirSync(folder).map(name => fs.readFileSync(path.join(folder, name), 'utf8'));
    expect(exported.toSorted()).toEqual(packed);
    expect(await results(folder)).toEqual(new Set(['unchanged']));
  });

  it('never overwrite a file that is something else', async () => {
    await rolecall.run(['queries', 'save', 'mine', '--sql', 'x']);
    const own = file('notes/mine.sql', 'SELECT 1 -- my own\n');
    const refused = await rolecall.run(['queries', 'export', path.dirname(own)]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${own} is there already`) });
    expect(fs.readFileSync(own, 'utf8')).toBe('SELECT 1 -- my own\n');
  });

  it('report all problems of files before anything is imported', async () => {
    file('bad/1.sql', queryFileText({ name: 'same', query_string: 'x' }));
    file('bad/2.sql', queryFileText({ name: 'SAME', query_string: 'y' }));
    file('bad/3.sql', '-- saved-query: {"nam": 1}\nx');
    const { stderr, code } = await rolecall.run(['queries', 'import', file('bad'), file('nowhere.sql')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/3\.sql:1: the line must be -- saved-query: /);
    expect(stderr).toMatch(/nowhere\.sql: there is no such file/);
    expect(stderr).toMatch(/2\.sql: has the name `SAME`, and so has .*1\.sql/);
    expect(await saved()).toEqual([]);
  });

  it('continue after a query that the service refuses, and report it', async () => {
    file('mixed/1.sql', queryFileText({ name: 'empty', query_string: '' }));
    file('mixed/2.sql', queryFileText({ name: 'fine', query_string: 'x' }));
    const { stdout, stderr, code } = await rolecall.run(['queries', 'import', file('mixed')]);
    expect(lines(stdout)).toMatchObject([
      { name: 'empty', result: 'failed', error: expect.stringContaining('query_string: must have 1 to') },
      { name: 'fine', result: 'created' },
    ]);
    expect([code, stderr]).toEqual([1, 'rolecall: 1 of 2 queries were not imported\n']);
  });
});

describe('a query file', () => {
  const word = fc.string({ unit: 'binary' });
  it('holds any query to the byte', () => {
    fc.assert(
      fc.property(
        fc.record(
          { name: word, description: word, model: word, query_string: word },
          { requiredKeys: ['name', 'query_string'] },
        ),
        query => {
          const read = Buffer.from(queryFileText(query)).toString('utf8');
          expect(parseQueryFile(read, 'x.sql')).toEqual({ file: 'x.sql', ...query });
        },
      ),
    );
  });

  it('that a person wrote has its name and description in its first comments, and is kept whole', () => {
    const text =
      '-- name: Old keys \r\n-- tags: keys\r\n-- description:  Older than a year\r\nSELECT 1 -- name: no\r\n';
    expect(parseQueryFile(text, 'x.sql')).toEqual({
      file: 'x.sql',
      name: 'Old keys',
      description: 'Older than a year',
      query_string: text,
    });
    expect(parseQueryFile('-- name: a', 'x.sql')).toMatchObject({ name: 'a', description: undefined });
    const said = { name: 'Old keys', description: 'Older than a year', model: 'service_identity', query_string: text };
    expect(queryFileText(said)).toBe(text);
    for (const other of [{ name: 'x' }, { description: undefined }, { model: 'x' }]) {
      const written = queryFileText({ ...said, ...other });
      expect(written).not.toBe(text);
      expect(parseQueryFile(written, 'x.sql')).toEqual({ file: 'x.sql', ...said, ...other });
    }
    for (const nameless of ['', 'SELECT 1\n-- name: a', '-- name:\n-- description: b', '-- name: \n']) {
      expect(() => parseQueryFile(nameless, 'x.sql')).toThrow('x.sql:1: the file must begin with comments');
    }
  });

  it('has a unique name that is valid on every system', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word), names => {
        const files = [...queryFileNames(names).values()];
        expect(new Set(files).size).toBe(names.length);
        for (const name of files) expect(name).toMatch(/^[a-z0-9][a-z0-9-]*\.sql$/);
      }),
    );
  });
});
