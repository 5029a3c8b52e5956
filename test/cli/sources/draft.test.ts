// rolecall sources draft http: the address of a list becomes a source that a check accepts, without its credentials.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ApiAnswer, type ApiRequest, scriptedApi } from '../../connectors/custom-application/scripted-api.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';

let command: CommandLine;
beforeAll(() => {
  // The variables that the drafts name.
  for (const id of Object.keys(lists)) process.env[`${id.toUpperCase()}_X_TOKEN`] = 's3cret-value';
  command = commandLine({ url: '', clientId: '', clientSecret: '' });
});
beforeEach(() => fs.writeFileSync(path.join(command.folder, 'rolecall.yaml'), 'sources: []\n'));
afterAll(() => {
  for (const id of Object.keys(lists)) delete process.env[`${id.toUpperCase()}_X_TOKEN`];
  command.remove();
});

const read = (file: string) => fs.readFileSync(path.join(command.folder, file), 'utf8');

const users = Array.from({ length: 23 }, (_, index) => ({
  id: 9007199254740000 + index,
  userName: `user${index}`,
  profile: { email: `user${index}@one.example`, fullName: `User ${index}` },
  status: index % 2 === 0 ? 'active' : 'suspended',
  groups: [{ name: 'core' }],
}));
const page = (from: number) => users.slice(from, from + 10);
const from = ({ query }: ApiRequest, name: string) => Number(query.get(name) ?? 0);

/** Ways in which an API gives the list, and the pagination that the draft finds. */
const lists: Record<string, [(request: ApiRequest, url: string) => ApiAnswer, object | undefined]> = {
  link: [
    request => ({
      body: page(from(request, 'o')),
      ...(from(request, 'o') < 20 && { headers: { link: `<?o=${from(request, 'o') + 10}>; rel="next"` } }),
    }),
    { link: true },
  ],
  next: [
    (request, url) => ({
      body: {
        data: page(from(request, 'o')),
        links: { next: from(request, 'o') < 20 ? `${url}/users?o=${from(request, 'o') + 10}` : null },
      },
    }),
    { next: 'links.next' },
  ],
  cursor: [
    request => ({
      body: {
        users: page(from(request, 'after')),
        meta: { nextCursor: from(request, 'after') < 20 ? `${from(request, 'after') + 10}` : '' },
      },
    }),
    { cursor: { path: 'meta.nextCursor', parameter: 'after' } },
  ],
  offset: [request => ({ body: { total: 23, items: page(from(request, 'skip')) } }), { offset: { parameter: 'skip' } }],
  page: [
    request => ({ body: page((Number(request.query.get('page') ?? 1) - 1) * 10) }),
    { page: { parameter: 'page' } },
  ],
  whole: [() => ({ body: { people: users } }), undefined],
};

describe('a list of an API', () => {
  it.each(Object.entries(lists))('that is given by %s becomes a source', async (id, [answer, paging]) => {
    const api = await scriptedApi(request => {
      if (request.headers['x-token'] !== 's3cret-value') return { status: 401, body: { message: 'no token' } };
      return request.path === 'users' ? answer(request, api.url) : undefined;
    });
    const drafted = await command.run([
      'sources',
      'draft',
      'http',
      `${api.url}/users`,
      '--id',
      id,
      '--header',
      'X-Token: s3cret-value',
    ]);
    expect(drafted).toMatchObject({ code: 0, stdout: expect.stringContaining(`Set ${id.toUpperCase()}_X_TOKEN`) });
    const text = read(`sources/${id}/config/${id}.yaml`);
    expect(parse(text).requests.users.paging).toEqual(paging);
    expect(text + read('rolecall.yaml') + drafted.stdout).not.toContain('s3cret');
    const checked = await command.run(['sources', 'check', id, '-n', '1']);
    expect(checked.stderr).toBe('');
    const { problems, previews } = JSON.parse(checked.stdout);
    expect(problems).toEqual([]);
    const accounts = previews.find(({ type }: { type: string }) => type === 'Account');
    expect(accounts.counts).toMatchObject({ mapped: 23, rejected: 0 });
    expect(accounts.from).toMatch(/^users \(\d+ requests?\)$/);
    expect(accounts.rows[0]).toMatchObject({
      id: '9007199254740000',
      alias: 'user0',
      email: 'user0@one.example',
      name: 'User 0',
      enabled: true,
    });
  });

  it('finds a field by what a nested name is about', async () => {
    const people = [1, 2].map(id => ({
      id,
      handle: `user${id}`,
      mail: { primary: `user${id}@one.example`, backup: null },
      name: { first: 'User', last: `${id}` },
      manager: { name: 'Boss', email: 'boss@one.example' },
      department: { name: 'Core' },
    }));
    const api = await scriptedApi(() => ({ body: { people } }));
    const drafted = await command.run(['sources', 'draft', 'http', `${api.url}/people`, '--id', 'nested']);
    expect(drafted.code).toBe(0);
    const { fields } = parse(read('sources/nested/config/nested.yaml')).objects.Account;
    expect(fields).toMatchObject({
      ...{ id: 'id', alias: 'handle', email: 'mail.primary', name: { template: '{name.first} {name.last}' } },
      ...{ department: 'department.name' },
    });
    expect(JSON.stringify(fields.managerEmails)).toContain('manager.email');
  });

  it('tells people apart by what never changes, not by an address', async () => {
    const people = [1, 2].map(number => ({
      contact: { mail: `user${number}@one.example` },
      uid: `p-${number}`,
      createdMs: 1_650_000_000_000 + number,
    }));
    const api = await scriptedApi(() => ({ body: { people } }));
    expect((await command.run(['sources', 'draft', 'http', `${api.url}/people`, '--id', 'uids'])).code).toBe(0);
    expect(parse(read('sources/uids/config/uids.yaml')).objects.Account.fields).toMatchObject({
      ...{ id: 'uid', email: 'contact.mail', createdDate: { column: 'createdMs', format: 'epoch-millis' } },
    });
  });

  it.each([
    ['file:///etc/passwd', /is no http or https address; |is no http or https address \(/],
    ['nonsense', /is no http or https address/],
    ['{url}/missing', /404: no such list/],
    ['{url}/text', /the answer is a string and not a list/],
  ])('%s: says what is wrong, and writes nothing', async (address, says) => {
    const api = await scriptedApi(request => (request.path === 'text' ? { body: '"text"' } : undefined));
    const { code, stderr } = await command.run([
      'sources',
      'draft',
      'http',
      address.replace('{url}', api.url),
      '--id',
      'wrong',
    ]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(says) });
    expect(fs.existsSync(path.join(command.folder, 'sources/wrong'))).toBe(false);
  });

  it('a header that is none', async () => {
    const { code, stderr } = await command.run([
      'sources',
      'draft',
      'http',
      'http://127.0.0.1:1/users',
      '--header',
      'token',
    ]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('a header is written as `name: value`'),
    });
  });
});

describe('a file of JSON', () => {
  it.each([
    ['people.json', JSON.stringify({ meta: [], data: { people: users } })],
    ['people.jsonl', users.map(user => JSON.stringify(user)).join('\n')],
  ])('%s becomes a source', async (file, content) => {
    const id = file.replace('.', '-');
    fs.writeFileSync(path.join(command.folder, file), content);
    expect(await command.run(['sources', 'add', id, '--from', path.join(command.folder, file)])).toMatchObject({
      code: 0,
    });
    const { problems, previews } = JSON.parse((await command.run(['sources', 'check', id, '-n', '1'])).stdout);
    expect(problems).toEqual([]);
    const accounts = previews.find(({ type }: { type: string }) => type === 'Account');
    expect(accounts.counts).toMatchObject({ mapped: 23, rejected: 0 });
    expect(accounts.rows[0]).toMatchObject({ id: '9007199254740000', email: 'user0@one.example' });
  });

  it.each([
    ['cut.json', '[{"id": 1}, {"id"', /cut\.json: is not JSON/],
    ['text.json', '"text"', /is a string and not a list/],
    ['book.xlsx', 'PK', /no description is guessed from files of the format xlsx/],
  ])('%s: says why there is no guess', async (file, content, says) => {
    fs.writeFileSync(path.join(command.folder, file), content);
    const { code, stderr } = await command.run(['sources', 'add', 'wrong', '--from', path.join(command.folder, file)]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(says) });
    expect(fs.existsSync(path.join(command.folder, 'sources/wrong'))).toBe(false);
  });
});
