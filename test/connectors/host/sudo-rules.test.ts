// What sudo rules mean: their holders, the accounts that they run as, and whether they make an administrator.
import { describe, expect, it } from 'vitest';
import type { HostReading } from './reading.ts';
import { administrators, group, holders, passwd, read } from './sudo-machine.ts';

describe('users', () => {
  const cases: [string, string[]][] = [
    ['ann, #1001 ALL = ALL', ['user:ann', 'user:ben']],
    ['%ops, %#1002 ALL = ALL', ['group:ops', 'group:cat']],
    ['"ann" ALL = ALL', ['user:ann']],
    ['%ops, !ben ALL = ALL', ['user:ann']],
    ['ALL, !%ops ALL = ALL', ['user:root', 'user:cat', 'user:app']],
    ['User_Alias A = ann, ben\nUser_Alias B = A, !ben\nB ALL = ALL', ['user:ann']],
    ['User_Alias A = %ops\nALL, !A ALL = ALL', ['user:root', 'user:cat', 'user:app']],
    ['User_Alias A = ann, !ALL, ann\nA ALL = ALL', ['user:ann']],
    ['ann, !ann ALL = ALL', []],
    ['!!ann ALL = ALL', ['user:ann']],
  ];
  it.each(cases)('%s', async (sudoers, expected) => {
    expect(holders(await read(sudoers))).toEqual(expected);
  });
});

describe('names', () => {
  const cases: [string, string[]][] = [
    ['ANN, %OPS ALL = ALL', ['user:ann', 'group:ops']],
    ['Defaults !case_insensitive_user\nANN, ben ALL = ALL', ['user:ben']],
    ['Defaults !case_insensitive_group\n%OPS, %docker ALL = ALL', ['group:docker']],
    ['Defaults@other !case_insensitive_user\nANN ALL = ALL', ['user:ann']],
  ];
  it.each(cases)('%s', async (sudoers, expected) => {
    expect(holders(await read(sudoers))).toEqual(expected);
  });

  it('of accounts that share a user id are those of the first', async () => {
    const files = { '/etc/passwd': `${passwd.join('\n')}\ndup:x:1000:1000::/:/bin/sh\n` };
    expect(holders(await read('ann ALL = ALL', files))).toEqual(['user:ann', 'user:dup']);
    const reading = await read('dup ALL = ALL', files);
    expect(holders(reading)).toEqual([]);
    expect(reading.problems).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('sees as ann') }),
    );
  });
});

describe('groups', () => {
  const withGroups = (...lines: string[]) => ({ '/etc/group': `${[...group, ...lines].join('\n')}\n` });
  const members = (reading: HostReading, id: string) =>
    reading
      .of('EntityManagedViaObject')
      .records.filter(record => record['managedViaObjectId'] === id)
      .map(record => record['entityId']);

  it('on several lines have the members of all of them', async () => {
    const reading = await read('%sudo ALL = ALL', withGroups('sudo:x:27:ann', 'sudo:x:27:ben'));
    expect(members(reading, 'group:sudo')).toEqual(['user:ann', 'user:ben']);
    expect(administrators(reading)).toEqual(['root', 'ann', 'ben', 'app']);
    expect(reading.problems).toContainEqual(expect.objectContaining({ severity: 'warning', place: '/etc/group:9' }));
    expect(reading.of('UserGroup').rejected).toEqual([]);
  });

  it('on several lines with different group ids are two for the kernel, and one name for sudo', async () => {
    const reading = await read('%docker ALL = (cat) ALL', withGroups('docker:x:701:ben'));
    expect(holders(reading)).toEqual(['group:docker', 'group:docker:701']);
    expect(members(reading, 'group:docker:701')).toEqual(['user:ben']);
    expect(administrators(reading), 'only group id 700 is that of the Docker socket').toEqual(['root', 'app']);
  });

  it('that share a group id are one, under the first name', async () => {
    const files = withGroups('wheel:x:10:', 'wheel2:x:10:cat', 'disk:x:6:', 'harmless:x:6:ben');
    const reading = await read('%wheel ALL = ALL', files);
    expect(members(reading, 'group:wheel')).toEqual(['user:cat']);
    expect(administrators(reading)).toEqual(['root', 'ben', 'cat', 'app']);
    expect(reading.get('Role', 'root-equivalent:harmless')['type']).toBe('Modeled');
    const second = await read('%wheel2 ALL = ALL', files);
    expect(holders(second), 'sudo turns group id 10 into the name wheel').toEqual([]);
    expect(holders(await read('Defaults match_group_by_gid\n%wheel2 ALL = ALL', files))).toEqual(['group:wheel']);
  });
});

describe('hosts', () => {
  const applying = [
    'box',
    'BOX',
    'b*',
    '10.1.2.3',
    '10.0.0.0/8',
    '10.1.0.0/255.255.0.0',
    'ALL, !other',
    'fd00::/8',
    'box.example.org',
    '*.ORG',
  ];
  const others = [
    'b*g',
    'other',
    '10.1.2.4',
    '10.2.0.0/16',
    '!box',
    'ALL, !box',
    '10.0.0.0/255.0.255.0',
    '10.0.0.0/99',
    '+net',
    'fe80::1',
  ];
  const settings = { host_name: 'box.example.org', host_addresses: ['10.1.2.3', 'fd00::1'] };
  it.each(applying)('%s means this host', async hosts => {
    expect(holders(await read(`ann ${hosts} = ALL`, {}, settings))).toEqual(['user:ann']);
  });
  it.each(others)('%s does not', async hosts => {
    const reading = await read(`ann ${hosts} = ALL`, {}, settings);
    expect(holders(reading)).toEqual([]);
    expect(reading.of('Role').records.some(role => role['applicationRoleType'] === 'sudo-rule')).toBe(true);
    expect(reading.get('Account', 'user:ann')['isAdmin']).toBe(false);
  });

  it('named by address are reported when no address is known', async () => {
    const { gaps } = (await read('ann 10.0.0.0/8 = ALL')).of('EntityManagedViaObject');
    expect(gaps).toMatchObject([{ reason: 'unsupported', message: expect.stringContaining('host_addresses') }]);
  });
});

describe('administrators', () => {
  const cases: [string, boolean][] = [
    ['ann ALL = /bin/sh', true],
    ['ann ALL = /bin/ls', false],
    ['ann ALL = /usr/bin/', true],
    ['ann ALL = /usr/bin/, !/bin/bash', true],
    ['ann ALL = /opt/tools/', false],
    ['ann ALL = /usr/bin/*', true],
    ['ann ALL = /usr/bin/ls*', false],
    ['ann ALL = /usr/bin/bash /opt/job', false],
    ['ann ALL = /usr/bin/bash -c *', true],
    ['ann ALL = /usr/bin/su -', true],
    ['ann ALL = /usr/bin/su - ben', false],
    ['ann ALL = /usr/bin/su ""', true],
    ['ann ALL = ^/usr/bin/.*$', true],
    ['ann ALL = ^/usr/bin/(ls|cat)$', false],
    ['ann ALL = ^/usr/bin/(ls|bash)$', true],
    ['ann ALL = sudoedit', true],
    ['ann ALL = sudoedit /etc/*', true],
    ['ann ALL = sudoedit /etc/motd', false],
    ['ann ALL = list', false],
    ['ann ALL = (ben) ALL', false],
    ['ann ALL = (ALL, !root) /bin/sh', true],
    ['ann ALL = (ALL, !root, !app) /bin/sh', false],
    ['ann ALL = (app) /bin/sh', true],
    ['ann ALL = (#0) /bin/sh', true],
    ['ann ALL = (%root) /bin/sh', true],
    ['ann ALL = (:ops) /bin/sh', false],
    ['ann ALL = (:docker) /bin/sh', true],
    ['ann ALL = () /bin/sh', false],
    // sudo -u ben -g root: without a run-as list any group may be chosen.
    ['Defaults runas_default=ben\nann ALL = /bin/sh', true],
    ['Defaults runas_default=ben\nann ALL = (ben) /bin/sh', false],
    ['ann ALL = !/bin/sh', false],
    ['ann ALL = ALL, !ALL', false],
    ['ann ALL = (ALL) ALL\nann ALL = (ben) !ALL', true],
    ['ann ALL = (root) ALL\nann ALL = (ALL) !ALL', false],
    ['ann ALL = NOTBEFORE=20990101000000Z ALL', false],
    ['ann ALL = NOTAFTER=20990101000000Z ALL', true],
    ['Runas_Alias R = root\nann ALL = (R) ALL', true],
    // sudo -u root -g docker
    ['ann ALL = (ALL : ALL) ALL\nann ALL = (root) !ALL', true],
    ['ann ALL = (ALL : ALL) ALL\nann ALL = (root : docker) !ALL', true],
    ['ann ALL = (root : ALL) ALL\nann ALL = (root : ALL) !ALL', false],
    // sudo -u root -g root
    ['ann ALL = (root) ALL\nann ALL = (root : !root) !ALL', true],
  ];
  it.each(cases)('%s: %s', async (sudoers, isAdmin) => {
    expect((await read(sudoers)).get('Account', 'user:ann')['isAdmin']).toBe(isAdmin);
  });

  it('are root, the members of groups like docker, and nobody else by default', async () => {
    expect(administrators(await read(''))).toEqual(['root', 'app']);
  });
});

describe('files', () => {
  it('are included by relative path, %h, quotes and folder, in order', async () => {
    const reading = await read('@include sudoers.%h\n#include "/etc/with blank"\n@includedir rules.d', {
      '/etc/sudoers.box': 'ann ALL = /bin/a\n',
      '/etc/with blank': 'ben ALL = /bin/b\n',
      '/etc/rules.d/20': 'cat ALL = /bin/d\n',
      '/etc/rules.d/10': 'app ALL = /bin/c\n',
    });
    expect(holders(reading)).toEqual(['user:ann', 'user:ben', 'user:app', 'user:cat']);
  });

  it('that repeat a rule make one role with both places', async () => {
    const reading = await read('ann ALL = ALL\n@include /etc/again', { '/etc/again': '\nann  ALL = ALL # again\n' });
    const [role] = reading.of('Role').records;
    expect(role!['sourceTag']).toBe('/etc/sudoers:1, /etc/again:2');
  });

  it('keep a rule’s id when lines move', async () => {
    const id = async (sudoers: string) => (await read(sudoers)).of('Role').records.map(role => role.id);
    expect(await id('# one\n\nann ALL = ALL')).toEqual(await id('ann   ALL = ALL'));
  });

  it('with mistakes are named with line and column, and what sudo can read still counts', async () => {
    const reading = await read('ann ALL = ALL\nben ALL = \\\n   bin/ls\nUser_Alias x = y\ncat ALL = /bin/ls');
    expect(reading.problems.map(({ place }) => place)).toEqual(['/etc/sudoers:3:4', '/etc/sudoers:4:12']);
    expect(holders(reading)).toEqual(['user:ann', 'user:cat']);
  });
});
