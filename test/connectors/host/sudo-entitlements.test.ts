// The accounts that sudo rules run as, when sudo asks for a password, and what sudo ignores.
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HostReading, readHost, temporaryRoot } from './reading.ts';
import { administrators, factsOf, holders, read } from './sudo-machine.ts';

/** How the commands of sudo rules run, entitlement by entitlement. */
const waysOf = (reading: HostReading) =>
  reading
    .of('EntityAssignedAccessToObject')
    .records.filter(record => String(record['entityId']).startsWith('sudo-rule:'))
    .map(record => {
      const { reasonSpecificData } = record['entitlementSpecification'] as {
        reasonSpecificData: { permissions: { fineGrainedSpecifiers: string[] } };
      };
      const { fineGrainedSpecifiers } = reasonSpecificData.permissions;
      return fineGrainedSpecifiers.filter(text => /^(run-as|impersonate|requires)/.test(text));
    });

describe('run-as lists', () => {
  const specifiers = (reading: HostReading) => waysOf(reading).flat();
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

describe('aliases beside run-as groups', () => {
  const cases: [string, string, string[][]][] = [
    ['R = ben', '(R : docker)', [['run-as:ben'], ['run-as:the caller', 'run-as-group:docker']]],
    [
      'R = ben',
      '(ALL, !R : docker)',
      [
        ['run-as:ALL', 'run-as:!ben'],
        ['run-as:the caller', 'run-as-group:docker'],
        ['run-as:ALL', 'run-as-group:docker', 'requires-group'],
      ],
    ],
    [
      'R = ALL, !ben',
      '(ALL, R : docker)',
      [
        ['run-as:ALL', 'run-as:!ben'],
        ['run-as:the caller', 'run-as-group:docker'],
        ['run-as:ALL', 'run-as:!ben', 'run-as-group:docker', 'requires-group'],
      ],
    ],
    ['R = docker', '(ben : R)', [['run-as:ben'], ['run-as:the caller', 'run-as-group:docker']]],
    ['R = docker', '(: R)', [['run-as:the caller', 'run-as-group:docker']]],
    ['R = ben', '(R)', [['run-as:ben']]],
    ['R = R', '(: R)', []],
    ['R = R', '(ben : R)', [['run-as:ben']]],
  ];
  it.each(cases)('%s and %s', async (alias, list, expected) => {
    // sudo 1.9.13 allows -u ben and -g docker here, but not both at once.
    expect(waysOf(await read(`Runas_Alias ${alias}\ncat ALL = ${list} /bin/q`))).toEqual(expected);
  });
});

describe('runas_default', () => {
  const exceptions = (reading: HostReading) => factsOf(reading, 'runAsExceptions');
  const cases: [string, string, string[][]][] = [
    ['Defaults runas_default=ben', '/bin/q', [['run-as:ben', 'run-as-group:*']]],
    ['Defaults runas_default=ben\nDefaults !runas_default', '/bin/q', [['run-as:ben', 'run-as-group:*']]],
    ['Defaults!/bin/q runas_default=ben', '/bin/q', [['run-as:ben', 'run-as-group:*']]],
    ['Defaults!/bin/q runas_default=ben', '/bin/p', [['run-as:root', 'run-as-group:*']]],
    // `sudo` alone runs as ben; -u root and -u ben are refused; -u root with -g is not.
    [
      'Defaults>root runas_default=ben',
      '/bin/q',
      [['run-as:ben'], ['run-as:root', 'run-as-group:*', 'requires-group']],
    ],
  ];
  it.each(cases)('%s, and %s', async (defaults, command, expected) => {
    const reading = await read(`${defaults}\nann ALL = ${command}`);
    expect(waysOf(reading)).toEqual(expected);
    expect(exceptions(reading).every(value => value === undefined)).toBe(true);
  });

  it('for some of the commands is an exception', async () => {
    const reading = await read('Defaults!/bin/q runas_default=app\nann ALL = /bin/');
    expect(exceptions(reading)).toEqual([['app command:/bin/q']]);
    expect(administrators(reading)).toContain('ann');
  });

  it('for some of the callers makes parts of the rule', async () => {
    const reading = await read('Defaults:ann runas_default=cat\nann, ben, cat ALL = /bin/q');
    const rules = Map.groupBy(
      reading.of('EntityManagedViaObject').records.filter(edge => /sudo-rule/.test(edge.id)),
      edge => String(edge['managedViaObjectId']),
    );
    expect([...rules.values()].map(edges => edges.map(edge => edge['entityId']))).toEqual([
      ['user:ann'],
      ['user:ben', 'user:cat'],
    ]);
    expect(waysOf(reading)).toEqual([
      ['run-as:cat', 'run-as-group:*'],
      ['run-as:root', 'run-as-group:*'],
    ]);
  });
});

describe('passwords', () => {
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
    const reading = await read(`${defaults}\nann, ben ALL = ${command}`);
    expect(factsOf(reading, 'passwordRequired')).toEqual([passwordRequired]);
    expect(factsOf(reading, 'passwordExceptions')).toEqual([exceptions]);
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

describe('the password of another account', () => {
  const isAdmin = async (sudoers: string) => administrators(await read(sudoers)).includes('ann');
  const cases: [string, string, boolean][] = [
    ['Defaults targetpw', 'ann ALL = (ALL) ALL', false],
    ['Defaults rootpw', 'ann ALL = (ALL) ALL', false],
    ['Defaults runaspw', 'ann ALL = (ALL) ALL', false],
    ['Defaults targetpw', 'ALL ALL = (ALL) ALL', false],
    ['Defaults targetpw', 'ann ALL = (ALL) NOPASSWD: ALL', true],
    ['Defaults targetpw, !authenticate', 'ann ALL = (ALL) ALL', true],
    ['Defaults targetpw\nDefaults:ann !authenticate', 'ann ALL = (ALL) ALL', true],
    ['Defaults targetpw\nDefaults exempt_group=ops', 'ann ALL = (ALL) ALL', true],
    ['Defaults targetpw\nDefaults !targetpw', 'ann ALL = (ALL) ALL', true],
    ['Defaults:ann targetpw', 'ann, ben ALL = (ALL) ALL', false],
    ['Defaults:ben targetpw', 'ann, ben ALL = (ALL) ALL', true],
    ['Defaults:%ops targetpw', '%ops ALL = (ALL) ALL', false],
    ['Defaults@other targetpw', 'ann ALL = (ALL) ALL', true],
    ['Defaults>root targetpw', 'ann ALL = (root) ALL', false],
    ['Defaults>ben targetpw', 'ann ALL = (ALL) ALL', true],
    ['Defaults!/bin/sh rootpw', 'ann ALL = /bin/sh', false],
    ['Defaults!/bin/q rootpw', 'ann ALL = /bin/sh', true],
    ['Defaults!/bin/q rootpw', 'ann ALL = ALL', true],
    // Any other command asks for the own password; for root's by a second line.
    ['Defaults rootpw\nDefaults!/bin/q !rootpw', 'ann ALL = ALL', true],
    ['Defaults runaspw, runas_default=ann', 'ann ALL = (root) ALL', true],
    ['Defaults runaspw, runas_default=ben', 'ann ALL = (root) ALL', false],
    // sudo -g docker runs as the caller, and so asks for the caller's own password.
    ['Defaults targetpw', 'ann ALL = (ALL : ALL) ALL', true],
    ['Defaults rootpw', 'ann ALL = (ALL : ALL) ALL', false],
    // The last rule decides, also about the password.
    ['Defaults targetpw', 'ann ALL = (ALL) NOPASSWD: ALL\nALL ALL = (ALL) ALL', false],
    ['Defaults targetpw', 'ALL ALL = (ALL) ALL\nann ALL = (ALL) NOPASSWD: ALL', true],
  ];
  it.each(cases)('%s, and %s: an administrator: %s', async (defaults, rule, expected) => {
    expect(await isAdmin(`${defaults}\n${rule}`)).toBe(expected);
  });

  it('is named, and gives no power over the account', async () => {
    const reading = await read('Defaults targetpw\nann ALL = (ALL) ALL');
    expect(factsOf(reading, 'passwordOf')).toEqual(['the run-as account']);
    expect(factsOf(reading, 'passwordSettings')).toEqual([['targetpw']]);
    const [rule] = reading.of('EntityAssignedAccessToObject').records.filter(({ id }) => id.startsWith('sudo-rule:'));
    expect(JSON.stringify(rule)).toContain('"isPrivileged":false');
    expect(JSON.stringify(rule)).not.toContain('impersonate:');
  });
});
