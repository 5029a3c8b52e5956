// A mounted image from end to end: the records that land from it.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { debianImage, type HostReading, linkedDebianImage, readHost } from './reading.ts';

let image: HostReading;
beforeAll(async () => {
  const root = await linkedDebianImage();
  image = await readHost(root);
  return () => rm(root, { recursive: true });
});

const account = (name: string) => image.get('Account', `user:${name}`);
const facts = (name: string) =>
  Object.fromEntries(
    (account(name)['profileMetadata'] as { name: string; value: unknown }[]).map(i => [i.name, i.value]),
  );
const via = (id: string) =>
  image
    .of('EntityManagedViaObject')
    .records.filter(r => r['entityId'] === id)
    .map(r => r['managedViaObjectId']);
const rule = (start: string) =>
  image.of('Role').records.find(role => String(role['name']).startsWith(start)) ?? expect.fail(`no rule ${start}`);
const grants = (id: string) =>
  image
    .of('EntityAssignedAccessToObject')
    .records.filter(r => r['entityId'] === id)
    .map(r => ({
      object: r['assignedObjectId'],
      ...((r['entitlementSpecification'] as { reasonSpecificData: Record<string, unknown> }).reasonSpecificData as {
        type: string;
        enabled: boolean;
        accessControlMetadata: { name: string; value: unknown }[];
        permissions: { isPrivileged: boolean; fineGrainedSpecifiers: string[]; owners: unknown };
      }),
    }));

describe('accounts', () => {
  it('distinguishes people from system accounts by the ranges of login.defs', () => {
    expect(account('alice')).toMatchObject({ type: 'User', alias: 'alice', email: 'alice@roll-1.example.org' });
    expect(account('alice')['name']).toBe('Alice Example');
    expect(account('bob')['name']).toBe('Bob Bob Sons');
    expect(account('oracle')).toMatchObject({ type: 'Machine', subType: 'ServiceAccount' });
    expect(account('nobody')).toMatchObject({ type: 'Machine' });
    expect(account('root')).toMatchObject({ type: 'User', subType: 'Admin', isAdmin: true, accountRole: 'superuser' });
  });

  it('counts expired and closed accounts as disabled, but not locked passwords', () => {
    expect(account('carol')).toMatchObject({ enabled: false, expirationDate: '2024-10-04T00:00:00.000Z' });
    expect(account('erin')['enabled']).toBe(false);
    expect(account('frank')['enabled'], 'password expired beyond its inactivity period').toBe(false);
    expect(account('bob')['enabled']).toBe(true);
    expect(facts('bob')['passwordStatus']).toBe('locked');
    expect(facts('oracle')['passwordStatus']).toBe('neverSet');
    expect(facts('dave')).toMatchObject({ passwordStatus: 'none', mustChangeAtLogin: true });
    expect(account('alice')['lastPasswordChangedDate']).toBe('2026-09-04T00:00:00.000Z');
  });

  it('finds who can become root, and why', () => {
    expect(facts('alice')['administratorBecause']).toEqual(['sudo rule at /etc/sudoers:13']);
    expect(facts('bob')['administratorBecause']).toEqual(['member of docker']);
    expect(account('backup')['isAdmin'], 'may run two programs as root, and no others').toBe(false);
    expect(account('www-data')['isAdmin']).toBe(false);
    expect(account('carol')['isAdmin'], 'her rule has run out, and DBAS may only become oracle').toBe(false);
    expect(account('oracle')['isAdmin']).toBe(false);
  });

  it('lands no password hash, no salt and no secret of a unit file', () => {
    const everything = JSON.stringify(
      ['Account', 'AuthenticatorEnrollment', 'ResourceInstance', 'EntityAssignedAccessToObject'].map(t => image.of(t)),
    );
    expect(everything).not.toMatch(/fixturesalt|fixturehash|\$y\$|\$6\$|s3cret/);
  });

  it('lands an enrollment for each existing password', () => {
    const states = image.of('AuthenticatorEnrollment').records.map(r => [r['accountKey'], r['enrollmentStatus']]);
    expect(states).toEqual([
      ['user:alice', 'Active'],
      ['user:bob', 'Suspended'],
      ['user:carol', 'Inactive'],
      ['user:frank', 'Inactive'],
    ]);
  });
});

describe('SSH keys', () => {
  const tokens = () => image.of('Account').records.filter(record => record['type'] === 'Token');

  it('are token accounts that share a fingerprint with their owner', () => {
    expect(tokens()).toHaveLength(8);
    for (const token of tokens()) {
      const [{ permissions }] = grants(token.id) as [ReturnType<typeof grants>[number]];
      const [{ objectId }] = permissions.owners as [{ objectId: string }];
      const owner = image.get('Account', objectId);
      expect(owner['hashIdentifiers']).toContain((token['hashIdentifiers'] as string[])[0]);
    }
  });

  it('in two files are two tokens with one fingerprint', () => {
    const shared = tokens().filter(token => token['name'] === 'shared deploy key');
    expect(shared.map(token => token.id.split(':')[1])).toEqual(['alice', 'bob']);
    expect(shared[0]!['hashIdentifiers']).toEqual(shared[1]!['hashIdentifiers']);
  });

  it('carry their restrictions', () => {
    const key = tokens().find(token => token.id.startsWith('ssh-key:alice') && token['name'] === 'shared deploy key')!;
    expect(key).toMatchObject({
      enabled: false,
      isAdmin: false,
      expirationDate: '2020-01-01T00:00:00.000Z',
      authorizedLocations: {
        policy: {
          allowAll: false,
          authorizedLocations: [
            {
              typeSpecificData: {
                ipAddressInclusions: ['10.0.0.0/8'],
                ipAddressExclusions: ['10.1.1.1'],
                supplementaryInformation: { additionalLocationMetadata: [{ value: ['*.example.org'] }] },
              },
            },
          ],
        },
      },
    });
    expect(grants(key.id)[0]!.permissions.fineGrainedSpecifiers).toEqual(['command:/usr/bin/rsync --server "x y"']);
  });

  it('on a second line without restriction are not restricted', () => {
    const key = tokens().find(token => token.id.startsWith('ssh-key:root'))!;
    expect(key['authorizedLocations']).toBeUndefined();
    expect(key).toMatchObject({ isAdmin: true, enabled: true });
  });

  it('of authorities, DSA and security keys, and below absolute patterns, are understood', () => {
    expect(tokens().find(token => token['accountRole'] === 'ssh-certificate-authority')).toMatchObject({
      name: 'Example CA',
      subType: 'Certificate',
    });
    expect(tokens().find(token => token['name'] === 'old')!['enabled']).toBe(false);
    const hardware = tokens().find(token => token['name'] === 'alice security key')!;
    expect(hardware['profileMetadata']).toContainEqual(expect.objectContaining({ name: 'isHardwareKey', value: true }));
    expect(tokens().some(token => token.id.startsWith('ssh-key:dave:'))).toBe(true);
  });
});

describe('groups and sudo rules', () => {
  it('joins accounts to primary and further groups', () => {
    expect(via('user:alice')).toEqual(['group:alice', 'group:adm', 'group:sudo']);
    expect(image.get('UserGroup', 'group:docker')['description']).toMatch(/as good as root/i);
    expect(via('group:docker')).toEqual(['root-equivalent:docker']);
  });

  it('gives a rule to its group, or to the accounts that an exclusion leaves', () => {
    expect(via('group:sudo')).toEqual([rule('%sudo').id]);
    expect(via('user:carol')).toContain(rule('DBAS HERE').id);
    expect(via('user:dave')).not.toContain(rule('DBAS HERE').id);
    expect(grants(rule('DBAS HERE').id)).toMatchObject([
      { object: 'host:roll-1.example.org', type: 'Grant', permissions: { isPrivileged: false } },
    ]);
    expect(grants(rule('DBAS HERE').id)[0]!.permissions.fineGrainedSpecifiers).toContain('impersonate:user:oracle');
  });

  it('keeps a rule for other hosts, without granting it', () => {
    const other = rule('DBAS THERE');
    expect(other['description']).toMatch(/does not apply to roll-1/);
    expect(grants(other.id)).toEqual([]);
    expect(via('user:carol')).not.toContain(other.id);
  });

  it('reads aliases, tags, denials, dates and Defaults', () => {
    const commands = grants(rule('%www-data').id);
    expect(commands.map(({ object }) => object)).toEqual([
      'command:/usr/bin/systemctl restart web',
      'command:/usr/bin/systemctl',
      'command:/usr/bin/systemctl status web',
      'command:/usr/bin/systemctl',
    ]);
    const isPasswordRequired = (name: string) =>
      grants(rule(name).id).map(g => g.accessControlMetadata.find(item => item.name === 'passwordRequired')!.value);
    expect(isPasswordRequired('%www-data')).toEqual([false, false, false, false]);
    expect(isPasswordRequired('backup')).toEqual([false, false, true, true]);
    expect(isPasswordRequired('carol'), 'Defaults:carol !authenticate').toEqual([false]);
    expect(isPasswordRequired('dave')).toEqual([true, true, true]);
    expect(grants(rule('dave').id).map(({ type, permissions }) => [type, permissions.isPrivileged])).toEqual([
      ['Grant', true],
      ['Denial', false],
      ['Denial', false],
    ]);
    expect(grants(rule('carol').id)).toMatchObject([{ enabled: false }]);
    expect(rule('%www-data')).toMatchObject({ sourceTag: '/etc/sudoers.d/web:1', type: 'Custom', isCustom: true });
  });

  it('skips files in sudoers.d with a dot or a final ~', () => {
    expect(
      image
        .of('Role')
        .records.map(r => r['sourceTag'])
        .join(),
    ).not.toMatch(/disabled|~/);
  });

  it('reports what only other systems can resolve', () => {
    expect(image.of('EntityManagedViaObject').gaps).toMatchObject([
      { reason: 'unsupported', subject: '/etc/sudoers:18', missing: 'fields' },
    ]);
  });
});

describe('systemd services', () => {
  it('belong to the account that they run as, drop-ins and templates included', () => {
    expect(facts('www-data')['units']).toEqual(['web.service']);
    expect(facts('nobody')['units']).toBeUndefined();
    expect(facts('alice')['units']).toEqual(['worker@alice.service']);
    expect(facts('root')['units']).toEqual(['fsck.service']);
  });

  it('make an account only where passwd has none', () => {
    expect(image.get('Account', 'unit-user:metrics')).toMatchObject({ accountRole: 'dynamic-user', type: 'Machine' });
    expect(image.get('Account', 'unit-user:ghostly')).toMatchObject({ accountRole: 'unit-user' });
    expect(image.of('Account').records.filter(r => r.id.startsWith('unit-user:'))).toHaveLength(2);
  });

  it('leave out masked units and aliases', () => {
    const units = image.of('ResourceInstance').records.filter(r => r['resourceClass'] === 'systemd-unit');
    expect(units.map(unit => unit['name'])).toEqual([
      'fsck.service',
      'ghost.service',
      'metrics.service',
      'web.service',
      'worker@.service',
      'worker@alice.service',
    ]);
  });
});

describe('what cannot be used', () => {
  it('is rejected with file, line and reason', () => {
    const places = (type: string) => image.of(type).rejected.map(({ place }) => place);
    expect(places('Account')).toEqual([
      '/etc/passwd:14',
      '/etc/passwd:15',
      '/home/alice/.ssh/authorized_keys:5',
      '/home/alice/.ssh/authorized_keys:6',
    ]);
    expect(places('UserGroup')).toEqual(['/etc/group:17']);
    expect(places('Role')).toEqual(['/etc/sudoers:20:12']);
    expect(places('EntityManagedViaObject')).toEqual(['/etc/passwd:10', '/etc/group:6', '/etc/sudoers:19']);
  });

  it('is among the problems of a check, sudoers with line and column', () => {
    const problem = image.problems.find(({ place }) => place === '/etc/sudoers:20:12')!;
    expect(problem).toMatchObject({ severity: 'error', message: expect.stringContaining('fully qualified path') });
  });

  it('never repeats the line itself, which may hold a secret', async () => {
    const keys = await readFile(join(debianImage, 'home/alice/.ssh/authorized_keys'), 'utf8');
    const broken = keys.split('\n')[4]!.split(' ')[1]!;
    expect(JSON.stringify(image.of('Account').rejected)).not.toContain(broken);
  });
});
