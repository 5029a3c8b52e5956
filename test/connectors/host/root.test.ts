// No path leads out of the root folder, and hostile files neither hang nor break a read.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { maxKeyFileBytes } from '../../../connectors/host/limits.ts';
import { SourceError } from '../../../src/connector/contract.ts';
import { ed25519Key, readHost, temporaryFolder, temporaryRoot } from './reading.ts';

const tokensOf = async (root: string, settings?: object) =>
  (await readHost(root, settings)).of('Account').records.filter(record => record['type'] === 'Token');

describe('links', () => {
  it('with absolute targets stay inside the root', async () => {
    const root = await temporaryRoot({ '/srv/keys/ann': `${ed25519Key} ann\n` });
    await mkdir(join(root, 'home/ann/.ssh'), { recursive: true });
    await symlink('/srv/keys/ann', join(root, 'home/ann/.ssh/authorized_keys'));
    expect(await tokensOf(root)).toHaveLength(1);
  });

  it('that climb out with .. or name a file of the reading machine find nothing there', async () => {
    const outside = await temporaryRoot({ '/keys': `${ed25519Key} outside\n` });
    const root = await temporaryRoot();
    await mkdir(join(root, 'home/ann/.ssh'), { recursive: true });
    await symlink(join(outside, 'keys'), join(root, 'home/ann/.ssh/authorized_keys'));
    await symlink(`../../../../../../../..${outside}/keys`, join(root, 'home/ann/.ssh/authorized_keys2'));
    const { records, gaps } = (await readHost(root)).of('Account');
    expect(records.filter(record => record['type'] === 'Token')).toEqual([]);
    expect(gaps).toEqual([]);
  });

  it('of folders on the way, and .. in a home folder, stay inside too', async () => {
    const outside = await temporaryRoot({ '/home/ann/.ssh/authorized_keys': `${ed25519Key} outside\n` });
    const root = await temporaryRoot({
      '/etc/passwd': `root:x:0:0::/root:/bin/sh\nann:x:1000:0::/home/ann:/bin/sh\neve:x:1001:0::/../../..${outside}/home/ann:/bin/sh\n`,
    });
    await symlink(join(outside, 'home'), join(root, 'home'));
    expect(await tokensOf(root)).toEqual([]);
  });

  it('in a cycle result in a gap', async () => {
    const root = await temporaryRoot();
    await mkdir(join(root, 'home/ann/.ssh'), { recursive: true });
    await symlink('authorized_keys', join(root, 'home/ann/.ssh/authorized_keys'));
    const { gaps } = (await readHost(root)).of('Account');
    expect(gaps).toMatchObject([{ reason: 'failed', message: expect.stringContaining('circle'), missing: 'fields' }]);
  });
});

describe('special files', () => {
  it('are refused without being opened', async () => {
    const root = await temporaryRoot();
    await mkdir(join(root, 'home/ann/.ssh/authorized_keys2'), { recursive: true });
    execFileSync('mkfifo', [join(root, 'home/ann/.ssh/authorized_keys'), join(root, 'etc/sudoers')]);
    const reading = await readHost(root);
    const subjects = reading.of('Account').gaps.map(({ subject, missing }) => [subject, missing]);
    expect(subjects).toContainEqual(['/home/ann/.ssh/authorized_keys', 'fields']);
    expect(subjects).toContainEqual(['/etc/sudoers', 'fields']);
  });

  it('larger than their limit are a gap with missing objects', async () => {
    const root = await temporaryRoot({ '/home/ann/.ssh/authorized_keys': `${ed25519Key}\n` });
    await truncate(join(root, 'home/ann/.ssh/authorized_keys'), maxKeyFileBytes + 1);
    const { gaps } = (await readHost(root)).of('Account');
    expect(gaps).toMatchObject([{ reason: 'failed', missing: 'objects', message: expect.stringContaining('limit') }]);
  });
});

describe('missing permission', () => {
  /** Root can read everything, so the test drops root's privileges for the read. */
  function withoutPrivilege(): void {
    if (process.geteuid!() !== 0) return;
    process.seteuid!(65534);
    onTestFinished(() => process.seteuid!(0));
  }

  it('is a forbidden gap: fields for shadow, objects for keys and sudo rules', async () => {
    const root = await temporaryRoot({
      '/etc/shadow': 'ann:$6$salt$hash:20000::::::\n',
      '/etc/sudoers': '@includedir /etc/sudoers.d\nann ALL=/bin/true\n',
      '/etc/sudoers.d/secret': 'ann ALL=ALL\n',
      '/home/ann/.ssh/authorized_keys': `${ed25519Key}\n`,
    });
    await chmod(root, 0o755);
    for (const path of ['etc/shadow', 'etc/sudoers.d/secret', 'home/ann/.ssh']) await chmod(join(root, path), 0);
    withoutPrivilege();
    const reading = await readHost(root);
    if (process.geteuid!() === 65534) process.seteuid!(0);
    await chmod(join(root, 'home/ann/.ssh'), 0o700);

    const gaps = (type: string) => reading.of(type).gaps.map(gap => [gap.reason, gap.subject, gap.missing]);
    expect(gaps('Account')).toEqual([
      ['forbidden', '/home/ann/.ssh/authorized_keys', 'objects'],
      ['forbidden', '/home/ann/.ssh/authorized_keys2', 'objects'],
      ['forbidden', '/etc/shadow', 'fields'],
      ['forbidden', '/etc/sudoers.d/secret', 'fields'],
    ]);
    expect(gaps('Role')).toEqual([['forbidden', '/etc/sudoers.d/secret', 'objects']]);
    expect(gaps('AuthenticatorEnrollment')).toEqual([['forbidden', '/etc/shadow', 'objects']]);
    expect(reading.of('UserGroup').gaps).toEqual([]);
    expect(reading.of('Role').records.map(role => role['sourceTag'])).toContain('/etc/sudoers:2');
    expect(JSON.stringify(reading.get('Account', 'user:ann'))).toContain('"value":"unknown"');
    expect(reading.problems.find(({ place }) => place === '/etc/shadow')).toMatchObject({
      severity: 'warning',
      fix: expect.stringContaining('as root, or accept'),
    });
  });
});

describe('a root that cannot be read', () => {
  const refusal = async (root: string, settings?: object) => {
    const error = await readHost(root, settings).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SourceError);
    return (error as SourceError).message;
  };

  it('is refused with what would be right', async () => {
    const empty = await temporaryFolder();
    expect(await refusal(join(empty, 'absent'))).toMatch(/no folder .*absent.*name the folder/);
    expect(await refusal(empty)).toMatch(/etc\/passwd: There is no such file \(root must be/);
    await writeFile(join(empty, 'file'), '');
    expect(await refusal(join(empty, 'file'))).toMatch(/is not a folder/);
  });

  it('without a host name asks for one', async () => {
    const root = await temporaryRoot({ '/etc/hostname': '# nothing\n' });
    expect(await refusal(root)).toMatch(/hostname: .*set host_name/);
    expect(await refusal(await temporaryRoot({ '/etc/hostname': 'a b\n' }))).toMatch(/not a host name/);
    const reading = await readHost(root, { host_name: 'given' });
    expect(reading.get('Account', 'user:root')['email']).toBe('root@given.invalid');
  });
});

describe('a bare machine', () => {
  it('without any optional file has no gaps', async () => {
    const reading = await readHost(await temporaryRoot());
    expect(reading.problems).toEqual([]);
    for (const type of ['Account', 'Role', 'ResourceInstance', 'EntityManagedViaObject']) {
      expect(reading.of(type).gaps).toEqual([]);
    }
    expect(reading.get('Account', 'user:ann')).toMatchObject({ enabled: true, isAdmin: false });
  });

  it('with many accounts is landed in pages of at most 1000', async () => {
    const lines = Array.from({ length: 2500 }, (_, index) => `u${index}:x:${index + 1000}:0::/:/bin/sh\n`);
    const root = await temporaryRoot({ '/etc/passwd': lines.join('') });
    expect((await readHost(root)).of('Account').pageSizes).toEqual([1000, 1000, 500]);
  });

  it('with Latin-1 in comments keeps the account; in names it rejects the line', async () => {
    const root = await temporaryRoot({
      '/etc/passwd': Buffer.from('jos:x:1000:0:Jos\xe9:/home/jos:/bin/sh\njos\xe9:x:1001:0::/:/bin/sh\n', 'latin1'),
    });
    const { records, rejected } = (await readHost(root)).of('Account');
    expect(records).toMatchObject([{ id: 'user:jos', name: 'José' }]);
    expect(rejected).toMatchObject([{ place: '/etc/passwd:2', reasons: [expect.stringContaining('UTF-8')] }]);
  });
});
