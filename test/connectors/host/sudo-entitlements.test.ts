// The accounts that sudo rules run as, when sudo asks for a password, and what sudo ignores.
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HostReading, readHost, temporaryRoot } from './reading.ts';
import { administrators, holders, read } from './sudo-machine.ts';

describe('run-as lists', () => {
  const specifiers = (reading: HostReading) =>
    reading
      .of('EntityAssignedAccessToObject')
      .records.filter(record => String(record['entityId']).startsWith('sudo-rule:'))
      .flatMap(record => {
        const { reasonSpecificData } = record['entitlementSpecification'] as {
          reasonSpecificData: { permissions: { fineGrainedSpecifiers: string[] } };
        };
        return reasonSpecificData.permissions.fineGrainedSpecifiers.filter(text => /^(run-as|impersonate)/.test(text));
      });
  const cases: [string, string[]][] = [
    ['(%ops)', ['run-as:%ops', 'impersonate:user:ann', 'impersonate:user:ben']],
    ['(%#500)', ['run-as:%#500', 'impersonate:user:app']],
    ['(ops)', ['run-as:ops']],
    ['(#1001)', ['run-as:#1001', 'impersonate:user:ben']],
    ['(BEN)', ['run-as:ben', 'impersonate:user:ben']],
    ['(ALL)', ['run-as:ALL', 'impersonate:*']],
    [
      '(ALL, !root, !%ops)',
      ['run-as:ALL', 'run-as:!root', 'run-as:!%ops', 'impersonate:user:cat', 'impersonate:user:app'],
    ],
    ['(ben : docker)', ['run-as:ben', 'run-as-group:docker', 'impersonate:user:ben']],
  ];
  it.each(cases)('%s', async (list, expected) => {
    expect(specifiers(await read(`cat ALL = ${list} ALL`))).toEqual(expected);
  });
});

describe('passwords', () => {
  const demands = (reading: HostReading) =>
    reading
      .of('EntityAssignedAccessToObject')
      .records.filter(record => String(record['entityId']).startsWith('sudo-rule:'))
      .map(record => {
        const { reasonSpecificData } = record['entitlementSpecification'] as {
          reasonSpecificData: { accessControlMetadata: { name: string; value: unknown }[] };
        };
        const fact = (name: string) => reasonSpecificData.accessControlMetadata.find(item => item.name === name)?.value;
        return [fact('passwordRequired'), fact('passwordExceptions')];
      });
  const cases: [string, string, unknown, unknown][] = [
    ['Defaults!/usr/bin/q !authenticate', '/usr/bin/q', false, undefined],
    ['Defaults!/usr/bin/q !authenticate', '/usr/bin/q -x', false, undefined],
    ['Defaults!/usr/bin/q !authenticate', '/usr/bin/p', true, undefined],
    ['Defaults!/usr/bin/q !authenticate', 'ALL', true, ['NOPASSWD command:/usr/bin/q']],
    ['Defaults!/usr/bin/* !authenticate\nDefaults authenticate', '/usr/bin/q', false, undefined],
    ['Cmnd_Alias Q = /usr/bin/q x\nDefaults!Q !authenticate', '/usr/bin/q', true, ['NOPASSWD command:/usr/bin/q x']],
    ['Defaults>ben !authenticate', '(ben) ALL', false, undefined],
    ['Defaults>ben !authenticate', '(ben, app) ALL', true, ['NOPASSWD run-as:ben']],
    ['Defaults>ben !authenticate', '(app) ALL', true, undefined],
    ['Defaults>ben !authenticate\nDefaults authenticate', '(ben) ALL', true, undefined],
    ['Defaults:ann !authenticate', 'ALL', true, ['NOPASSWD user:ann']],
    ['Defaults:%ops !authenticate', 'ALL', false, undefined],
    ['Defaults:ANN,ben !authenticate', 'PASSWD: ALL', true, undefined],
    ['Defaults exempt_group=ops', 'PASSWD: ALL', false, undefined],
    ['Defaults@box !authenticate', 'ALL', false, undefined],
    ['Defaults@other !authenticate', 'ALL', true, undefined],
    ['Defaults !authenticate', 'PASSWD: /bin/p', true, undefined],
  ];
  it.each(cases)('%s, and %s: %s', async (defaults, command, passwordRequired, exceptions) => {
    expect(demands(await read(`${defaults}\nann, ben ALL = ${command}`))).toEqual([[passwordRequired, exceptions]]);
  });
});

describe('what sudo ignores', () => {
  const granted = async (sudoers: string) => administrators(await read(sudoers));
  const lines = [
    'ann ALL = /bin/\\"q',
    'ann ALL = /bin/q "\\"x"',
    'ann ALL = /bin/q\r',
    'ann ALL = (:%docker) ALL',
    'ann ALL = /bin/ x',
    'ann ALL = UNDEFINED',
  ];
  it.each(lines)('%j grants nothing and is a finding', async line => {
    const reading = await read(line);
    expect(administrators(reading)).toEqual(['root', 'app']);
    expect(reading.problems).toContainEqual(
      expect.objectContaining({ place: expect.stringMatching(/^\/etc\/sudoers:1/) }),
    );
  });

  it('does not include lines that end with a carriage return where sudo accepts one', async () => {
    expect(await granted('ann ALL = ALL\r\nUser_Alias B = ben\r\nB ALL = \\\r\n ALL\r')).toEqual([
      'root',
      'ann',
      'ben',
      'app',
    ]);
  });

  it('is everything when the file ends inside a line; the open line of an included file continues instead', async () => {
    expect(await granted('ann ALL = ALL\nben ALL = ALL \\')).toEqual(['root', 'app']);
    const include = '@include /etc/more\n, cat ALL = ALL\nben ALL = ALL\n';
    const reading = await read(include, { '/etc/more': 'ann \\\n' });
    expect(holders(reading)).toEqual(['user:ann', 'user:cat', 'user:ben']);
  });

  const refused: [string, number, RegExp][] = [
    ['/etc/sudoers', 0o646, /everybody may write/],
    ['/etc/sudoers.d', 0o757, /everybody may write/],
    ['/etc/sudoers.d/rules', 0o442, /everybody may write/],
  ];
  it.each(refused)('is %s with mode %o', async (path, mode, message) => {
    const root = await temporaryRoot({
      '/etc/sudoers': '@includedir /etc/sudoers.d\n',
      '/etc/sudoers.d/rules': 'ann ALL = ALL\n',
    });
    expect(administrators(await readHost(root))).toEqual(['root', 'ann']);
    await chmod(join(root, path), mode);
    const reading = await readHost(root);
    expect(administrators(reading)).toEqual(['root']);
    expect(reading.of('Role').gaps).toMatchObject([
      { subject: path, message: expect.stringMatching(message), missing: 'fields' },
    ]);
    expect(reading.problems).toMatchObject([
      { severity: 'warning', place: path, fix: expect.stringContaining('chmod') },
    ]);
  });

  it('is a file that belongs to another account', async () => {
    const root = await temporaryRoot({ '/etc/sudoers': 'ann ALL = ALL\n' });
    const reading = await readHost(root, { sudoers_owner: process.getuid!() + 1 });
    expect(administrators(reading)).toEqual(['root']);
    expect(reading.problems).toMatchObject([{ message: expect.stringContaining('owned by user id') }]);
  });
});
