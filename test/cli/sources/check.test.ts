// rolecall sources check, as a process: whatever is wrong with a source is a problem with a remedy, and the others are checked.
import fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';

let command: CommandLine;
beforeAll(async () => {
  command = commandLine({ url: '', clientId: '', clientSecret: '' });
  const port = await freePort();
  const settings = {
    ldap: { url: `ldap://127.0.0.1:${port}`, bind_dn: 'cn=reader', bind_password: 'hidden' },
    mysql: { host: '127.0.0.1', port, user: 'reader' },
    postgres: { host: '127.0.0.1', port, user: 'reader' },
    scim: { url: `http://127.0.0.1:${port}`, authentication: { bearer_token: 'hidden' } },
  };
  const sources = Object.entries(settings).map(([connector, given]) => ({
    id: connector,
    connector,
    settings: given,
  }));
  write('rolecall.yaml', JSON.stringify({ sources }));
});
afterAll(() => command.remove());

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(command.folder, file)), { recursive: true });
  fs.writeFileSync(path.join(command.folder, file), text);
}

it('names each source that does not answer, and what to check', async () => {
  const { stdout, stderr, code } = await command.runApart(['sources', 'check']);
  const checked = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(checked.map(({ source }) => source)).toEqual(['ldap', 'mysql', 'postgres', 'scim']);
  for (const { problems } of checked) {
    expect(problems).toEqual([
      expect.objectContaining({ severity: 'error', message: expect.stringContaining('ECONNREFUSED') }),
    ]);
    expect(problems[0].fix).toContain('check its address');
  }
  expect({ stderr, code }).toEqual({ stderr: 'rolecall: 4 errors found\n', code: 1 });
});

it('ends after the stated time where a server accepts connections and never answers', async () => {
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const silent = createServer(() => {}).listen(0, '127.0.0.1', resolve);
  await listening;
  const { port } = silent.address() as AddressInfo;
  const sources = [
    { id: 'directory', connector: 'ldap', settings: { url: `ldap://127.0.0.1:${port}` } },
    {
      id: 'scim',
      connector: 'scim',
      settings: { url: `http://127.0.0.1:${port}`, authentication: { bearer_token: 'x' } },
    },
    { id: 'postgres', connector: 'postgres', settings: { host: '127.0.0.1', port, user: 'reader' } },
    { id: 'mysql', connector: 'mysql', settings: { host: '127.0.0.1', port, user: 'reader' } },
  ];
  write('silent.yaml', JSON.stringify({ sources }));
  const { stdout, stderr, code } = await command.runApart([
    '--config',
    'silent.yaml',
    'sources',
    'check',
    '--timeout',
    '1',
  ]);
  silent.close();
  const checked = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(checked.map(({ source, problems }) => [source, problems[0].message])).toEqual(
    sources.map(({ id }) => [id, expect.stringContaining('has not ended within 1 seconds')]),
  );
  expect(checked[0].problems[0].fix).toContain('--timeout');
  expect({ stderr, code }).toEqual({ stderr: 'rolecall: 4 errors found\n', code: 1 });
});

it('goes on after a source with a mistake, and shows what each entry of a mapping brings', async () => {
  const fields =
    '{ id: login, alias: login, type: { constant: User }, createdDate: { column: joined, format: dd/MM/yyyy } }';
  const account = `{ file: users.csv, where: { kind: user }, fields: ${fields} }`;
  write('good/config/x.yaml', `application: { name: X }\nobjects:\n  Account: ${account}\n`);
  const broken = ['login', 'usr', 'login'].map((column, index) => {
    return `    - { file: ${index === 2 ? 'nix' : 'users'}.csv, fields: { id: ${column}, name: login } }\n`;
  });
  write('broken/config/x.yaml', `application: { name: X }\nobjects:\n  Department:\n${broken.join('')}`);
  const users = 'login,kind,joined\nada,user,31/12/2025\nbob,user,31.12.2025\neve,user,01.01.2026\nbot,robot,\n';
  const unread = (file: string) =>
    `    - { file: ${file}, distinct: true, fields: { id: { column: login }, name: login } }\n`;
  write(
    'unread/config/x.yaml',
    `application: { name: X }\nfiles: { users.csv: { delimiter: ";" } }\nobjects:\n  Department:\n${unread('u_*.csv').repeat(2)}${unread('users.csv').repeat(2)}`,
  );
  const slip = '{ file: users.csv, distint: true, fields: { id: { colum: login }, alais: login } }';
  write('slips/config/x.yaml', `application: { name: X }\nobjects:\n  Account: ${slip}\n`);
  for (const folder of ['unread', 'slips', 'good', 'broken']) write(`${folder}/rawdata/users.csv`, users);
  write('throws/index.js', throwing);
  write(
    'mixed.yaml',
    JSON.stringify({
      connectors: ['./throws'],
      sources: [
        { id: 'broken', connector: 'custom-application', settings: { folder: 'broken' } },
        { id: 'misspelt', connector: 'custom-application', settings: { foldr: 'good' } },
        { id: 'unread', connector: 'custom-application', settings: { folder: 'unread' } },
        { id: 'slips', connector: 'custom-application', settings: { folder: 'slips' } },
        { id: 'throws', connector: 'throws', settings: {} },
        { id: 'good', connector: 'custom-application', settings: { folder: 'good' } },
      ],
    }),
  );
  const { stdout, stderr, code } = await command.runApart(['--config', 'mixed.yaml', 'sources', 'check', '-n', '1']);
  const checked = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(checked.map(({ source, problems }) => [source, problems.map(shown)])).toEqual([
    ['broken', ['config/x.yaml:5:40: column `usr` is not in users.csv', 'rawdata/nix.csv: there is no such file']],
    [
      'misspelt',
      [
        'mixed.yaml: source misspelt: settings.folder is missing',
        'mixed.yaml: source misspelt: settings: unknown key `foldr`; did you mean `folder`?',
      ],
    ],
    [
      'unread',
      ['rawdata/u_*.csv: no file has such a name', 'users.csv: the header is one column, `login,kind,joined`'],
    ],
    [
      'slips',
      [
        'config/x.yaml:3:31: unknown key `distint`',
        expect.stringContaining('colum'),
        expect.stringContaining('`alais`'),
        expect.stringContaining('`alias`'),
        expect.stringContaining('`type`'),
      ],
    ],
    ['throws', ['connector throws: failed: bad luck']],
    [
      'good',
      [
        'users.csv:3: `createdDate` from column `joined`: `31.12.2025` is not a date written as dd/MM/yyyy (2 rows like this one, which is the first)',
      ],
    ],
  ]);
  const [broke, , unreadable, , , good] = checked;
  expect(unreadable.problems[1].fix).toBe('set `delimiter: ","` of the file under `files`');
  expect(broke.previews.map(({ from, counts }: Preview) => [from, counts?.mapped])).toEqual([
    ['application', 1],
    ['users.csv', 4],
    ['users.csv', 0],
    ['nix.csv', 0],
  ]);
  expect(good.previews[1]).toEqual({
    type: 'Account',
    from: 'users.csv',
    place: 'config/x.yaml:3:12',
    counts: { mapped: 1, rejected: 2, leftOut: 1, repeated: 0 },
    rows: [{ id: 'ada', alias: 'ada', type: 'User', createdDate: '2025-12-31T00:00:00.000Z' }],
    rejected: [],
    gaps: [],
  });
  expect({ stderr, code }).toEqual({ stderr: 'rolecall: 13 errors found\n', code: 1 });
});

type Preview = { from: string; counts?: { mapped: number } };

const shown = ({ place, message }: { place: string; message: string }) => `${place}: ${message}`;

const throwing = `import { defineConnector, z } from 'rolecall/connector';
export default defineConnector({
  type: 'throws', title: 'Throws', description: 'Has a fault.', settings: z.strictObject({}),
  declares: [{ types: ['Account'], incremental: false, rights: 'none' }],
  open: async () => ({}), check: async () => { throw new TypeError('bad luck'); },
  reads: () => [],
});
`;
