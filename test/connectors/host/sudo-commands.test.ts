// Commands of sudo rules are compared by the files that they lead to, as sudo does.
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readHost, temporaryRoot } from './reading.ts';
import { administrators, factsOf, group, passwd } from './sudo-machine.ts';

const isRoot = process.getuid!() === 0;

/** A machine whose /bin is a link, with a link of the same name as a command and one of another name. */
async function machine(sudoers: string): Promise<string> {
  const root = await temporaryRoot({
    '/etc/passwd': `${passwd.join('\n')}\n`,
    '/etc/group': `${group.join('\n')}\n`,
    '/etc/sudoers': `${sudoers}\n`,
    '/usr/bin/q': '',
    '/usr/bin/sh': '',
    '/usr/bin/p': '',
    '/usr/bin/.h': '',
  });
  await symlink('usr/bin', join(root, 'bin'));
  await mkdir(join(root, 'opt/l'), { recursive: true });
  await symlink('/usr/bin/q', join(root, 'opt/l/q'));
  await symlink('/usr/bin/q', join(root, 'opt/l/other'));
  await symlink('/usr/bin/sh', join(root, 'opt/l/shell'));
  return root;
}

describe('Defaults for a command', () => {
  const cases: [string, string, boolean][] = [
    ['/bin/q', '/usr/bin/q', false],
    ['/usr/bin/q', '/bin/q', false],
    ['/opt/l/q', '/usr/bin/q', false],
    ['/opt/l/other', '/usr/bin/q', true],
    ['/bin/', '/usr/bin/q', false],
    ['/bin/*', '/opt/l/q', false],
    ['/bin/*', '/opt/l/other', true],
    ['/opt/*/', '/bin/q', false],
    ['/opt/*/', '/bin/p', true],
    ['/*/[a-q]', '/opt/l/q', false],
    ['/bin/?h', '/usr/bin/.h', true],
    ['/bin/.?', '/usr/bin/.h', false],
    ['/bin/none', '/usr/bin/none', true],
    ['/bin/none', '/bin/none', false],
  ];
  it.each(cases)('%s, and a rule for %s: a password is asked for: %s', async (command, other, passwordRequired) => {
    const reading = await readHost(await machine(`Defaults!${command} !authenticate\nann ALL = ${other}`));
    expect(factsOf(reading, 'passwordRequired')).toEqual([passwordRequired]);
  });
});

it('a denied command takes the grant of the same file back', async () => {
  const admins = async (sudoers: string) => administrators(await readHost(await machine(sudoers)));
  expect(await admins('ann ALL = /bin/sh, !/usr/bin/sh')).not.toContain('ann');
  expect(await admins('ann ALL = /bin/sh -i, !/usr/bin/sh -i')).not.toContain('ann');
  expect(await admins('ann ALL = /bin/sh, !/usr/bin/sh x')).toContain('ann');
  expect(await admins('ann ALL = /bin/sh, !/opt/l/shell')).toContain('ann');
});

it('the file that a command leads to is landed', async () => {
  const reading = await readHost(await machine('ann ALL = /bin/q x, /usr/bin/q, /opt/l/other, /bin/none, /bin/, ALL'));
  expect(factsOf(reading, 'commandFile')).toEqual([
    '/usr/bin/q',
    undefined,
    '/usr/bin/q',
    undefined,
    undefined,
    undefined,
  ]);
});

it.skipIf(!isRoot)('a command that cannot be seen is compared by its path, and is a gap (root only)', async () => {
  const root = await machine('Defaults!/bin/q !authenticate\nann ALL = /usr/bin/q, /bin/q');
  await chmod(root, 0o755);
  await chmod(join(root, 'usr'), 0o700);
  process.seteuid!(65534);
  onTestFinished(() => process.seteuid!(0));
  const reading = await readHost(root, { sudoers_owner: 0 });
  process.seteuid!(0);
  expect(factsOf(reading, 'passwordRequired')).toEqual([true, false]);
  const gaps = reading.of('Role').gaps.filter(({ subject }) => !subject.startsWith('/usr/etc/'));
  expect(gaps).toMatchObject([
    { reason: 'forbidden', subject: '/usr/bin/q', message: expect.stringContaining('2 commands'), missing: 'fields' },
  ]);
});
