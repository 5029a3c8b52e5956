// rolecall sources add: a CSV file becomes a source that check accepts.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withSourceAdded } from '../../../src/config/add-source.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';

let command: CommandLine;
beforeAll(() => {
  command = commandLine({ url: '', clientId: '', clientSecret: '' });
  write('rolecall.yaml', configuration);
});
afterAll(() => command.remove());

const configuration =
  '# ours\nsources:\n  # the first\n  - { id: own, connector: host, settings: { root: / } }\n\n# the end\n';
const write = (file: string, text: string | Buffer) => fs.writeFileSync(path.join(command.folder, file), text);
const read = (file: string) => fs.readFileSync(path.join(command.folder, file), 'utf8');

interface Preview {
  readonly type: string;
  readonly rows: Record<string, unknown>[];
  readonly counts: { readonly mapped: number; readonly rejected: number };
}

async function check(id: string): Promise<{ problems: unknown[]; previews: Preview[] }> {
  return JSON.parse((await command.run(['sources', 'check', id, '-n', '5'])).stdout);
}

const addedCode = async (id: string) =>
  (await command.run(['sources', 'add', id, '--from', path.join(command.folder, `${id}.csv`)])).code;

it('guesses a mapping: format of dates, texts that mean nothing, states, groups', async () => {
  write(
    'people.csv',
    Buffer.from(
      [
        'User id;User name;email;User status;Added to org;Org role;Last seen in Tracker;Groups;Shoe size',
        'u:1;Ada Noë;ada@corp.example;Active;15 Jan 2024;Org admin;30 Oct 2026;users|admins;37',
        'u:2;Bob Lee;bob@corp.example;Suspended;3 Mar 2024;User;Never accessed;users;44',
        'u:3;Eve Old;N/A;Pending;4 Mar 2024;User;N/A;;',
      ].join('\r\n'),
      'latin1',
    ),
  );
  const { code, stdout } = await command.runApart(['sources', 'add', 'tracker', '--from', 'people.csv']);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('guessed from the columns') });
  expect(read('rolecall.yaml').split('\n').slice(0, 4).join('\n')).toBe(
    configuration.split('\n').slice(0, 4).join('\n'),
  );
  expect(read('rolecall.yaml')).toMatch(/id: tracker\n(.*\n)*# the end\n$/);
  const mapping = read('sources/tracker/config/tracker.yaml');
  expect(mapping).toContain('say true or false where there is null');
  expect(mapping).toContain('Shoe size: 37, 44');
  const { problems, previews } = await check('tracker');
  expect(problems).toEqual([]);
  expect(previews.map(({ type, counts }) => [type, counts.mapped, counts.rejected])).toEqual([
    ['IntegratedApplication', 1, 0],
    ['Account', 3, 0],
    ['Role', 2, 0],
    ['UserGroup', 2, 0],
    ['EntityManagedViaObject', 3, 0],
    ['EntityManagedViaObject', 3, 0],
  ]);
  expect(previews[1]!.rows).toEqual([
    {
      id: 'u:1',
      alias: 'u:1',
      email: 'ada@corp.example',
      name: 'Ada Noë',
      createdDate: '2024-01-15T00:00:00.000Z',
      lastActivityDate: '2026-10-30T00:00:00.000Z',
      type: 'User',
      enabled: true,
      isAdmin: true,
      accountRole: 'Org admin',
    },
    expect.objectContaining({ id: 'u:2', enabled: false }),
    {
      id: 'u:3',
      alias: 'u:3',
      name: 'Eve Old',
      createdDate: '2024-03-04T00:00:00.000Z',
      type: 'User',
      isAdmin: false,
      accountRole: 'User',
    },
  ]);
});

async function previewsOf(...ids: string[]): Promise<Map<string, { problems: unknown[]; previews: Preview[] }>> {
  const { stdout } = await command.run(['sources', 'check', ...ids, '-n', '5']);
  const lines = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  return new Map(lines.map(({ source, ...checked }) => [source, checked]));
}

it('adds a source of a connector, with the settings that it requires as variables', async () => {
  const before = read('rolecall.yaml');
  const added = await command.run(['sources', 'add', 'gitlab']);
  expect({ ...added, text: read('rolecall.yaml') }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Added the source gitlab .*\nSet GITLAB_TOKEN here .*: Personal, .*\nNext: rolecall sources check gitlab\n$/,
    ),
    text: expect.stringMatching(
      / {2}- id: gitlab\n {4}connector: gitlab\n {4}settings:\n {6}token: \$\{GITLAB_TOKEN\}\n/,
    ),
  });
  write('rolecall.yaml', before);
  expect((await command.run(['sources', 'add', 'git-two', '--connector', 'gitlab'])).stdout).toContain('GIT_TWO_TOKEN');
  write('rolecall.yaml', before);
  expect(await command.run(['sources', 'add', 'gitlap'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/there is no connector `gitlap`; .*`gitlab`.*--from FILE/),
  });
  expect(read('rolecall.yaml')).toBe(before);
});

it('guesses what a row is: an account, one of its memberships, an employee', async () => {
  // As Slack exports its members; one row is there twice.
  const chat = [
    'username,email,status,userid,fullname',
    'ada,ADA@corp.example,Primary Owner,U1,Ada Noë',
    'bob,bob@corp.example,Deactivated,U2,Bob Lee',
    'bob,bob@corp.example,Deactivated,U2,Bob Lee',
  ];
  // As GitLab exports the members of a group.
  const forge = [
    'Name,Username,Email,Path,Role,User Group,Access granted',
    'Ada Noë,ada,,core,Owner,"All Staff, Sales",2025-12-13T04:04:00Z',
    'Ada Noë,ada,,web,Guest,"All Staff, Sales",2025-12-14T04:04:00Z',
    'Bob Lee,bob,,web,Guest,All Staff,2025-12-15T04:04:00Z',
  ];
  // As Data Loader exports assignments of permission sets from Salesforce.
  const sales = [
    '"ID","ASSIGNEE.ID","ASSIGNEE.USERNAME","ASSIGNEE.EMAIL","ASSIGNEE.ISACTIVE","ASSIGNEE.PROFILE.NAME","PERMISSIONSET.LABEL"',
    '"0Pa1","0051","ada@corp.example.prod","ada@corp.example","true","System Administrator","CPQ User"',
    '"0Pa2","0051","ada@corp.example.prod","ADA@corp.example","true","System Administrator","Sales Ops, EMEA"',
    '"0Pa3","0052","bob@corp.example.prod","bob@corp.example","false","Standard User","CPQ User"',
  ];
  // As Zoom exports its users.
  const calls = [
    'Email,First Name,Last Name,Role,User Status',
    'ada@corp.example,Ada,Noë,"Member, Recording Admin",Active',
    'bob@corp.example,Bob,Lee,Member,Active',
  ];
  const staff = [
    'Employee ID;Full Name;Work Email;Employment Status;Hire Date;Termination Date;Manager ID',
    'E1;Noë, Ada;ada@corp.example;Active;15/08/2022;;',
    'E2;Lee, Bob;bob@corp.example;Terminated;20/01/2026;31/10/2026;E1',
  ];
  for (const [id, lines] of Object.entries({ chat, calls, forge, sales, staff })) {
    write(`${id}.csv`, `${lines.join('\r\n')}\r\n`);
    expect(await addedCode(id)).toBe(0);
  }
  const checked = await previewsOf('chat', 'calls', 'forge', 'sales', 'staff');
  const rowsOf = (id: string, type: string) =>
    checked
      .get(id)!
      .previews.filter(preview => preview.type === type)
      .flatMap(({ rows }) => rows);
  const members = (id: string) =>
    rowsOf(id, 'EntityManagedViaObject').map(row => `${row['entityId']} ${row['managedViaObjectId']}`);
  expect([...checked.values()].flatMap(({ problems }) => problems)).toEqual([]);
  expect(rowsOf('chat', 'Account')).toEqual([
    expect.objectContaining({ id: 'U1', alias: 'ada', accountRole: 'Primary Owner', isAdmin: true }),
    expect.objectContaining({ id: 'U2', alias: 'bob', enabled: false, isAdmin: false }),
  ]);
  expect(rowsOf('calls', 'Account')).toEqual([
    expect.objectContaining({ alias: 'ada@corp.example', name: 'Ada Noë', isAdmin: true }),
    expect.objectContaining({ alias: 'bob@corp.example', isAdmin: false }),
  ]);
  expect(rowsOf('calls', 'Role').map(({ id }) => id)).toEqual(['Member', 'Recording Admin']);
  expect(members('chat')).toEqual(['U1 Primary Owner', 'U2 Deactivated']);
  expect(rowsOf('forge', 'Account')).toEqual([
    { id: 'ada', alias: 'ada', name: 'Ada Noë', type: 'User' },
    { id: 'bob', alias: 'bob', name: 'Bob Lee', type: 'User' },
  ]);
  expect(members('forge')).toEqual([
    'ada Owner',
    'ada Guest',
    'bob Guest',
    'ada All Staff',
    'ada Sales',
    'bob All Staff',
  ]);
  expect(rowsOf('sales', 'Account')).toEqual([
    expect.objectContaining({ id: '0051', alias: 'ada@corp.example.prod', email: 'ada@corp.example', isAdmin: true }),
    expect.objectContaining({ id: '0052', enabled: false, isAdmin: false }),
  ]);
  expect(rowsOf('sales', 'Role').map(({ id }) => id)).toEqual([
    'System Administrator',
    'Standard User',
    'CPQ User',
    'Sales Ops, EMEA',
  ]);
  expect(rowsOf('staff', 'Employee')).toEqual([
    expect.objectContaining({ id: 'E1', name: 'Noë, Ada', employmentStatus: 'Active' }),
    expect.objectContaining({ id: 'E2', terminationDate: '2026-10-31T00:00:00.000Z', managerEmployeeId: 'E1' }),
  ]);
  expect(read('sources/sales/config/sales.yaml')).toContain('distinct: true # several rows have the same ASSIGNEE.ID');
  expect(read('sources/chat/config/chat.yaml')).not.toContain('#   userid');
});

it.each([
  ['numbers', 'Employee,Login,Name', ['="0001",amy,Amy Abel', '="0002",bo,Bo Bird'], '0001', '0001', 'amy'],
  ['numbers with a name', 'Login,Personnel No,Name', ['amy,K1,Amy Abel', 'bo,K2,Bo Bird'], 'K1', 'K1', 'amy'],
  ['names', 'Employee,Login,Country', ['Amy Abel,amy,DE', 'Bo Bird,bo,AT'], 'amy', undefined, 'amy'],
  ['an id beside them', 'User ID,Employee,Login', ['u1,7,amy', 'u2,8,bo'], 'u1', '7', 'amy'],
  ['repeated numbers', 'Employee,Login,Name', ['7,amy,Amy Abel', '7,amy-admin,Amy Abel', '8,bo,Bo'], 'amy', '7', 'amy'],
  ['missing numbers', 'Employee,Login,Name', ['7,amy,Amy Abel', ',bo,Bo Bird'], 'amy', '7', 'amy'],
])('takes numbers of employees for ids before names that may change: %s', async (name, header, rows, ...expected) => {
  const source = name.replaceAll(' ', '-');
  write(`${source}.csv`, `${[header, ...rows].join('\n')}\n`);
  expect(await addedCode(source)).toBe(0);
  const { problems, previews } = await check(source);
  expect(problems).toEqual([]);
  const [first] = previews.find(({ type }) => type === 'Account')!.rows;
  expect([first!['id'], first!['employeeNumber'], first!['alias']]).toEqual(expected);
});

it('tells a column with numbers of employees from one with their names', async () => {
  write('numbered-staff.csv', 'Employee,Worker,Hire date\n0007,Amy Abel,2024-01-02\n0008,Bo Bird,2024-02-03\n');
  expect(await addedCode('numbered-staff')).toBe(0);
  const { previews } = await check('numbered-staff');
  const [first] = previews.find(({ type }) => type === 'Employee')!.rows;
  expect(first).toMatchObject({ id: '0007', employeeNumber: '0007', name: 'Amy Abel' });
});

it('says which fields it took from columns because of their values', async () => {
  write('personal.csv', 'Kennung,Vollname,Kontakt\nada,Ada Abel,ada@one.example\nbob,Bob Bird,bob@one.example\n');
  const { code, stdout } = await command.run([
    'sources',
    'add',
    'personal',
    '--from',
    `${command.folder}/personal.csv`,
  ]);
  expect(code).toBe(0);
  const confirmed = [
    ...stdout.matchAll(/^Confirm there: (\w+) is taken from the column (\w+), because its values fit\.$/gm),
  ];
  expect(confirmed.map(([, field, column]) => `${field} ${column}`).toSorted()).toEqual([
    'alias Kennung',
    'email Kontakt',
    'id Kennung',
    'name Vollname',
  ]);
  const { problems, previews } = await check('personal');
  expect(problems).toEqual([]);
  expect(previews.find(({ type }) => type === 'Account')!.rows).toEqual([
    { id: 'ada', alias: 'ada', email: 'ada@one.example', name: 'Ada Abel', type: 'User' },
    { id: 'bob', alias: 'bob', email: 'bob@one.example', name: 'Bob Bird', type: 'User' },
  ]);
});

it('uses an example whose columns the file has, and says what is wrong', async () => {
  const example = path.join(import.meta.dirname, '../../../examples/mappings/okta-users/rawdata/users.csv');
  const { stdout } = await command.run(['sources', 'add', 'okta', '--from', example]);
  expect(stdout).toContain('the file has the columns of the example okta-users');
  expect(parse(read('sources/okta/config/okta.yaml'))).toMatchObject({ application: { name: 'Okta' } });
  expect((await check('okta')).problems).toEqual([]);
  const refused = async (...args: string[]) => (await command.run(['sources', 'add', ...args])).stderr;
  expect(await refused('okta', '--from', example)).toBe('rolecall: there is a source `okta` already\n');
  expect(await refused('Okta', '--from', example)).toContain('an id has lowercase letters');
  expect(await refused(example)).toContain(
    `; a file is given behind an id: rolecall sources add users --from ${example}\n`,
  );
  expect(await refused('new', '--from', 'nowhere.csv')).toBe(
    'rolecall: nowhere.csv: does not exist (name a CSV file)\n',
  );
  expect(await refused('new', '--from', '.')).toBe('rolecall: .: is a folder (name a CSV file)\n');
  expect(await refused('new', '--from', example, '--mapping', 'okta-user')).toContain('nearest: `okta-users`');
});

describe('a source in the text of a configuration', () => {
  const source = { id: 'new', connector: 'custom-application', settings: { folder: 'a: b' } };
  it.each([
    ['', undefined, ['new']],
    ['tenant: x\n', undefined, ['new']],
    ['sources:\n- id: a\n  connector: host\n# end', undefined, ['a', 'new']],
    ['sources:\n    - id: a\n      connector: host\nlisten: {}\n', undefined, ['a', 'new']],
    ['sources: [] # none yet\nlisten: {}\n', undefined, ['new']],
    ['sources: []', undefined, ['new']],
    ['tenants:\n  y:\n    sources: []\n  x: {}\n', 'y', ['new']],
    ['tenants:\n  x:\n    sources:\n      - id: a\n  y:\n    sources: []\n', 'x', ['a', 'new']],
  ])('%j', (text, tenant, ids) => {
    const changed = withSourceAdded(text, source, tenant)!;
    const parsed = parse(changed);
    const { sources } = tenant === undefined ? parsed : parsed.tenants[tenant];
    expect(sources.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(sources.at(-1)).toEqual(source);
    for (const line of text.replaceAll(' []', '').split('\n')) expect(changed).toContain(line);
  });

  it.each(['sources: [{ id: a }]\n', '{ sources: [] }\n', '- x\n'])('is not put into %j', text => {
    expect(withSourceAdded(text, source)).toBeUndefined();
  });
});

it.each([
  ['User principal name', (row: number) => `user${row}@one.example`],
  ['E-mail', (row: number) => `user${row}@one.example`],
  ['ID', (row: number) => `u-${row}`],
  ['Employee number', (row: number) => `${7000 + row}`],
  ['Login', (row: number) => `user${row}`],
])(
  'takes no display name as the id where few rows lack the %s: these are rejected, named and counted',
  async (head, idOf) => {
    const id = `lacking-${head.toLowerCase().replaceAll(/\W/g, '-')}`;
    const rowsOf = (lacking: readonly number[], count: number) =>
      Array.from(
        { length: count },
        (_, row) => `${lacking.includes(row) ? '' : idOf(row)},Ada Lovelace ${'i'.repeat(row)}`,
      );
    const columns = `${head},Display name`;
    write(`${id}.csv`, `${[columns, ...rowsOf([2, 7], 20)].join('\n')}\n`);
    expect(await addedCode(id)).toBe(0);
    const mapping = read(`sources/${id}/config/${id}.yaml`);
    expect(mapping).toContain(`      id: ${head} # must never change, and be different in every row. 2 rows have none`);
    const { problems, previews } = await check(id);
    expect(problems).toEqual([
      {
        severity: 'warning',
        place: `${id}.csv:4`,
        message: `\`id\` is empty: the row has nothing in the column \`${head}\` (2 rows like this one, which is the first)`,
        fix: `fill \`${head}\` in this row, or map \`id\` to a column that every row fills`,
      },
    ]);
    expect(previews.find(({ type }) => type === 'Account')!.counts).toMatchObject({ mapped: 18, rejected: 2 });
    // One of four is a slip of the hand, too. Half of the rows are none: nothing is lost without an error.
    for (const [count, lacking, severity] of [
      [4, [1], 'warning'],
      [20, [1, 2, 3, 4, 5, 6], 'error'],
    ] as const) {
      write(`sources/${id}/rawdata/${id}.csv`, `${[columns, ...rowsOf(lacking, count)].join('\n')}\n`);
      expect((await check(id)).problems).toEqual([expect.objectContaining({ severity })]);
    }
    write(`${id}-often.csv`, `${[columns, ...rowsOf([1, 2, 3, 4, 5, 6], 20)].join('\n')}\n`);
    await addedCode(`${id}-often`);
    expect(read(`sources/${id}-often/config/${id}-often.yaml`)).toContain('id: Display name # from its values');
  },
);
