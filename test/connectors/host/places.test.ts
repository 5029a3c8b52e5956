// Files that a machine uses besides those in /etc: defaults of the distribution in /usr/etc, other name services, other places of sudo
// rules. What cannot be read is a gap with missing objects, so that nothing looks deleted.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ed25519Key, type HostReading, readHost, temporaryRoot } from './reading.ts';

const people = 'root:x:0:0::/root:/bin/sh\nann:x:5001:100::/home/ann:/bin/sh\nold:x:1500:100::/:/bin/sh\n';
const group = 'root:x:0:\nusers:x:100:\n';
const gapsOf = (reading: HostReading, type: string) => reading.of(type).gaps.map(gap => [gap.subject, gap.missing]);
const read = async (files: Readonly<Record<string, string>>, settings?: object) =>
  readHost(await temporaryRoot({ '/etc/passwd': people, '/etc/group': group, ...files }), settings);
const administrators = (reading: HostReading) =>
  reading
    .of('Account')
    .records.filter(account => account['isAdmin'])
    .map(({ id }) => id);

describe('/usr/etc', () => {
  const vendor = {
    '/usr/etc/sudoers': '@includedir /usr/etc/sudoers.d\n@includedir /etc/sudoers.d\n',
    '/usr/etc/sudoers.d/50-vendor': 'ann ALL=(ALL) ALL\n',
    '/etc/sudoers.d/60-local': 'old ALL=(ann) NOPASSWD: /usr/sbin/reboot\n',
    '/usr/etc/login.defs': 'UID_MIN 5000\n',
    '/usr/etc/nsswitch.conf': 'passwd: files ldap\n',
  };

  it('counts where /etc has no file', async () => {
    const reading = await read(vendor);
    expect(administrators(reading)).toEqual(['user:root', 'user:ann']);
    const rules = reading.of('Role').records.filter(role => role['applicationRoleType'] === 'sudo-rule');
    expect(rules.map(role => role['sourceTag'])).toEqual([
      '/usr/etc/sudoers.d/50-vendor:1',
      '/etc/sudoers.d/60-local:1',
    ]);
    expect(reading.get('Account', 'user:old')['type']).toBe('Machine');
    expect(gapsOf(reading, 'Account')).toEqual([['/usr/etc/nsswitch.conf:1', 'objects']]);
  });

  it('does not count where /etc has the file', async () => {
    const reading = await read({
      ...vendor,
      '/etc/sudoers': 'root ALL=(ALL) ALL\n',
      '/etc/login.defs': 'UID_MIN 1000\n',
      '/etc/nsswitch.conf': 'passwd: files\n',
    });
    expect(administrators(reading)).toEqual(['user:root']);
    expect(reading.get('Account', 'user:old')['type']).toBe('User');
    expect(gapsOf(reading, 'Account')).toEqual([]);
  });

  it('and /etc may add to login.defs', async () => {
    const reading = await read({
      '/usr/etc/login.defs': 'UID_MIN 1000\n',
      '/usr/etc/login.defs.d/50.defs': 'UID_MIN 1100\n',
      '/etc/login.defs.d/50.defs': 'UID_MIN 5000\n',
    });
    expect(reading.get('Account', 'user:old')['type']).toBe('Machine');
  });
});

describe('sudo rules that are not read', () => {
  const types = ['Role', 'EntityManagedViaObject', 'EntityAssignedAccessToObject', 'ResourceInstance'];
  it.each([
    ['a folder of rules without a sudoers file', { '/etc/sudoers.d/web': 'ann ALL=ALL\n' }, '/etc/sudoers.d'],
    ['a folder in /usr/etc', { '/usr/etc/sudoers.d/web': 'ann ALL=ALL\n' }, '/usr/etc/sudoers.d'],
    ['the file of sudo-rs', { '/etc/sudoers-rs': 'ann ALL=ALL\n' }, '/etc/sudoers-rs'],
    ['rules of doas', { '/etc/doas.conf': 'permit ann\n' }, '/etc/doas.conf'],
    [
      'another policy plugin',
      { '/etc/sudo.conf': '# rules\nPlugin python_policy python_plugin.so\n', '/etc/sudoers': 'ann ALL=ALL\n' },
      '/etc/sudo.conf:2',
    ],
    ['rules in a directory service', { '/etc/nsswitch.conf': 'sudoers: files sss\n' }, '/etc/nsswitch.conf:1'],
  ])('%s', async (_, files, subject) => {
    const reading = await read(files);
    expect(reading.of('Role').records.map(({ id }) => id)).toEqual(['root-equivalent:root']);
    for (const type of types) expect(gapsOf(reading, type), type).toContainEqual([subject, 'objects']);
    expect(gapsOf(reading, 'Account')).toContainEqual([subject, 'fields']);
    expect(reading.problems).toContainEqual(expect.objectContaining({ severity: 'warning', place: subject }));
  });

  it('a sudoers file that the settings name and that is not there', async () => {
    expect(gapsOf(await read({}, { sudoers_file: '/etc/other' }), 'Role')).toEqual([['/etc/other', 'objects']]);
  });
});

describe('sudo.conf', () => {
  it('names the sudoers file and its owner', async () => {
    const root = await temporaryRoot({
      '/etc/sudo.conf': `Plugin sudoers_policy sudoers.so sudoers_file=/etc/none:/srv/rules \\\n sudoers_uid=${process.getuid!()}\n`,
      '/srv/rules': 'ann ALL=(ALL) ALL\n',
      '/etc/sudoers': 'nobody ALL=(ALL) ALL\n',
    });
    expect(administrators(await readHost(root))).toEqual(['user:root', 'user:ann']);
  });

  it('with plugins that decide nothing changes nothing', async () => {
    const reading = await read({
      '/etc/sudo.conf':
        'Plugin sudoers_policy sudoers.so\nPlugin sudoers_io sudoers.so\nPlugin audit_json audit_json.so\n',
      '/etc/sudoers': 'ann ALL=(ALL) ALL\n',
    });
    expect(administrators(reading)).toContain('user:ann');
    expect(reading.problems).toEqual([]);
  });

  it('that everybody may write is refused, and sudoers counts', async () => {
    const root = await temporaryRoot({
      '/etc/sudo.conf': 'Plugin sample_policy sample_plugin.so\n',
      '/etc/sudoers': 'ann ALL=(ALL) ALL\n',
    });
    await chmod(join(root, 'etc/sudo.conf'), 0o666);
    const reading = await readHost(root);
    expect(administrators(reading)).toContain('user:ann');
    expect(gapsOf(reading, 'Role')).toEqual([['/etc/sudo.conf', 'fields']]);
  });
});

describe('nsswitch.conf', () => {
  it.each(['userdb', 'sss', 'ldap', 'winbind', 'nis', 'nisplus', 'db', 'hesiod', 'extrausers'])(
    'a name service %s may bring accounts, groups and passwords',
    async word => {
      const line = `/etc/nsswitch.conf`;
      const files = { '/etc/nsswitch.conf': `passwd: files ${word}\ngroup: ${word} files\nshadow: files ${word}\n` };
      const reading = await read(files);
      expect(gapsOf(reading, 'Account')).toContainEqual([`${line}:1`, 'objects']);
      expect(gapsOf(reading, 'UserGroup')).toEqual([[`${line}:2`, 'objects']]);
      expect(gapsOf(reading, 'AuthenticatorEnrollment')).toContainEqual([`${line}:3`, 'objects']);
      expect(gapsOf(reading, 'EntityManagedViaObject')).toContainEqual([`${line}:2`, 'objects']);
      expect(reading.get('Account', 'user:ann')['alias']).toBe('ann');
      const accepted = await read(files, { accepted_name_services: [word] });
      expect(accepted.problems).toEqual([]);
    },
  );

  it('reads the accounts and groups of altfiles after those of /etc', async () => {
    const reading = await read({
      '/etc/nsswitch.conf': 'passwd: files altfiles\ngroup: files [SUCCESS=merge] altfiles\n',
      '/etc/group': 'wheel:x:10:ann\n',
      '/usr/lib/passwd': 'root:x:0:0::/other:/bin/sh\ncore:x:1000:10::/home/core:/bin/sh\n',
      '/usr/lib/group': 'wheel:x:10:core\nvideo:x:44:\n',
    });
    expect(reading.of('Account').gaps).toEqual([]);
    expect(reading.of('Account').rejected).toEqual([]);
    expect(reading.of('Account').records.map(({ id }) => id)).toEqual([
      'user:root',
      'user:ann',
      'user:old',
      'user:core',
    ]);
    expect(reading.of('UserGroup').records.map(({ id }) => id)).toEqual(['group:wheel', 'group:video']);
    const members = reading.of('EntityManagedViaObject').records.filter(r => r['managedViaObjectId'] === 'group:wheel');
    expect(members.map(record => record['entityId'])).toEqual(['user:core', 'user:ann']);
  });

  it('asks nobody after an action that ends the search', async () => {
    const files = { '/etc/nsswitch.conf': 'passwd: files [NOTFOUND=return] sss # ldap\n' };
    expect((await read(files)).problems).toEqual([]);
    const goesOn = { '/etc/nsswitch.conf': 'passwd: files [!NOTFOUND=return] sss\n' };
    expect(gapsOf(await read(goesOn), 'Account')).toEqual([['/etc/nsswitch.conf:1', 'objects']]);
  });

  it('counts + and - lines only with compat', async () => {
    const lines = { '/etc/passwd': `${people}+@staff::::::\n`, '/etc/group': 'root:x:0:\n+:::\n' };
    expect(gapsOf(await read(lines), 'Account')[0]).toEqual(['/etc/passwd:4', 'fields']);
    const compat = await read({ ...lines, '/etc/nsswitch.conf': 'passwd: compat\ngroup: compat\n' });
    expect(gapsOf(compat, 'Account')).toContainEqual(['/etc/passwd:4', 'objects']);
    expect(gapsOf(compat, 'UserGroup')).toEqual([['/etc/group:2', 'objects']]);
  });

  it('with systemd is a gap where there are records or services of users', async () => {
    const files = { '/etc/nsswitch.conf': 'passwd: files systemd\n' };
    expect((await read(files)).problems).toEqual([]);
    const record = await read({ ...files, '/etc/userdb/eve.user': '{"userName":"eve"}' });
    expect(gapsOf(record, 'Account')).toContainEqual(['/etc/userdb', 'objects']);
    const home = await read({ ...files, '/var/lib/systemd/home/eve.identity': '{}' });
    expect(gapsOf(home, 'Account')).toContainEqual(['/var/lib/systemd/home', 'objects']);
    const service = await read({ ...files, '/run/systemd/userdb/com.example.Users': '' });
    expect(gapsOf(service, 'Account')).toContainEqual(['/run/systemd/userdb/com.example.Users', 'objects']);
  });
});

describe('what is no regular file', () => {
  const makers: Readonly<Record<string, (path: string) => unknown>> = {
    FIFO: path => execFileSync('mkfifo', [path]),
    folder: path => mkdir(path),
    socket: path =>
      execFileSync('perl', [
        '-MSocket',
        '-e',
        'socket(S,AF_UNIX,SOCK_STREAM,0);bind(S,sockaddr_un($ARGV[0]))or die',
        path,
      ]),
    'circle of links': path => symlink(`./${path.split('/').at(-1)}`, path),
    ...(process.getuid!() === 0 && { device: (path: string) => execFileSync('mknod', [path, 'c', '1', '5']) }),
  };
  const places: [string, string][] = [
    ['/etc/sudoers', 'Role'],
    ['/etc/ssh/sshd_config', 'Account'],
    ['/etc/group', 'UserGroup'],
    ['/etc/shadow', 'AuthenticatorEnrollment'],
    ['/etc/nsswitch.conf', 'Account'],
  ];
  for (const [kind, make] of Object.entries(makers)) {
    it.each(places)(`a ${kind} at %s is a gap of %s`, async (path, type) => {
      const root = await temporaryRoot({ '/etc/ssh/other': '', '/etc/passwd': people });
      await rm(join(root, path), { force: true });
      await make(join(root, path));
      expect(gapsOf(await readHost(root), type)).toContainEqual([path, 'objects']);
    });

    it(`a ${kind} at the keys of an account is a gap: sshd refuses it too`, async () => {
      const root = await temporaryRoot({ '/home/ann/.ssh/other': ed25519Key, '/etc/passwd': people });
      await make(join(root, '/home/ann/.ssh/authorized_keys'));
      expect(gapsOf(await readHost(root), 'Account')).toEqual([['/home/ann/.ssh/authorized_keys', 'fields']]);
    });
  }

  it.each(Object.entries(makers))('a %s at passwd is refused', async (_, make) => {
    const root = await temporaryRoot();
    await rm(join(root, 'etc/passwd'));
    await make(join(root, 'etc/passwd'));
    await expect(readHost(root)).rejects.toThrow(/etc\/passwd: (It is not a regular file|Symbolic links)/);
  });

  it('in the place of a folder of rules is a gap', async () => {
    const root = await temporaryRoot({ '/etc/sudoers': '@includedir /etc/sudoers.d\n' });
    execFileSync('mkfifo', [join(root, 'etc/sudoers.d')]);
    expect(gapsOf(await readHost(root), 'Role')).toEqual([['/etc/sudoers.d', 'objects']]);
  });
});

describe('paths that cannot be opened', () => {
  it('with a NUL are a gap, because programs of the machine see another path', async () => {
    const reading = await read({
      '/etc/passwd': `${people}eve:x:5002:100::/home/eve\0/x:/bin/sh\n`,
      '/home/other': '',
    });
    expect(gapsOf(reading, 'Account')).toContainEqual(['/home/eve\0/x/.ssh/authorized_keys', 'objects']);
  });

  it('that are too long for the machine too lack nothing', async () => {
    const reading = await read({ '/etc/passwd': `${people}eve:x:5002:100::/${'h'.repeat(300)}:/bin/sh\n` });
    const gap = { reason: 'failed', message: expect.stringContaining('too long'), missing: 'fields' };
    expect(reading.of('Account').gaps).toMatchObject([gap, gap]);
  });

  it('that are too long only below the root folder are a gap', async () => {
    const folder = 'd'.repeat(200);
    const home = `${`/${folder}`.repeat(20)}/${'d'.repeat(49)}`;
    const root = await temporaryRoot({ '/etc/passwd': `${people}eve:x:5002:100::${home}:/bin/sh\n` });
    const script = 'cd "$1" && for folder in $(seq 20); do mkdir "$2" && cd "$2" || exit 1; done; mkdir "$3"';
    execFileSync('bash', ['-c', script, 'bash', root, folder, 'd'.repeat(49)]);
    onTestFinished(() => void execFileSync('rm', ['-r', join(root, folder)]));
    const gaps = (await readHost(root)).of('Account').gaps.filter(gap => gap.message.includes('too long'));
    expect(gaps.map(gap => gap.missing)).toEqual(['objects', 'objects']);
    expect(gaps.every(gap => gap.subject.length <= 200)).toBe(true);
  });
});
