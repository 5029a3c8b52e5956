// Names that are not UTF-8: the machine has these accounts and groups, so they are no deletions.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { host } from '../../../connectors/host/index.ts';
import { startService } from '../../support/service/service.ts';
import { readHost, temporaryRoot } from './reading.ts';

const latin1 = (...lines: string[]) => Buffer.from(`${lines.join('\n')}\n`, 'latin1');
const root = 'root:x:0:0::/root:/bin/sh';

describe('a name that is not UTF-8', () => {
  it('in passwd is a rejection that names the account, and nothing that depends on accounts is complete', async () => {
    const passwd = latin1(root, 'Ren\u00e9:x:1000:1000::/home/rene:/bin/sh', 'ann:x:1001:1001::/home/\u00e9:/bin/sh');
    const reading = await readHost(await temporaryRoot({ '/etc/passwd': passwd }));
    expect(reading.of('Account').rejected).toEqual([
      { place: '/etc/passwd:2', reasons: ['The name is not UTF-8'], harmless: false, id: 'user:Ren\\xe9' },
      { place: '/etc/passwd:3', reasons: ['The home folder or shell is not UTF-8'], harmless: false, id: 'user:ann' },
    ]);
    expect(reading.of('Account').gaps).toEqual([]);
    for (const type of ['AuthenticatorEnrollment', 'EntityManagedViaObject', 'EntityAssignedAccessToObject']) {
      const gaps = reading.of(type).gaps.filter(({ missing }) => missing === 'objects');
      expect(
        gaps.map(({ subject }) => subject),
        type,
      ).toEqual(['/etc/passwd:2', '/etc/passwd:3']);
    }
    expect(reading.problems.map(({ place }) => place)).toContain('/etc/passwd:2');
  });

  it('of a group is a rejection that names the group', async () => {
    const group = latin1('root:x:0:', 'caf\u00e9:x:50:ann');
    const reading = await readHost(await temporaryRoot({ '/etc/group': group }));
    const rejection = { place: '/etc/group:2', reasons: ['The name is not UTF-8'] };
    expect(reading.of('UserGroup').rejected).toEqual([{ ...rejection, harmless: false, id: 'group:caf\\xe9' }]);
    const gap = { reason: 'failed', subject: '/etc/group:2', message: 'The name is not UTF-8' };
    expect(reading.of('EntityManagedViaObject').gaps).toContainEqual({ ...gap, missing: 'objects' });
    expect(reading.of('Account').gaps).toContainEqual({ ...gap, missing: 'fields' });
  });

  it('of a member leaves the group and its other members', async () => {
    const group = latin1('root:x:0:', 'ann:x:1000:', 'ops:x:50:Ren\u00e9,ann');
    const reading = await readHost(await temporaryRoot({ '/etc/group': group }));
    expect(reading.of('UserGroup').rejected).toEqual([]);
    const { records, rejected } = reading.of('EntityManagedViaObject');
    expect(records.map(({ id }) => id)).toContain('user:ann via group:ops');
    expect(rejected).toContainEqual({
      place: '/etc/group:3',
      reasons: ['Member Ren\\xe9 is not UTF-8'],
      harmless: false,
      id: 'user:Ren\\xe9 via group:ops',
    });
  });

  it('does not keep valid UTF-8 on the same line from being read', async () => {
    const passwd = Buffer.concat([
      Buffer.from(`${root}\nren\u00e9e:x:1000:0:`),
      Buffer.from([0xe9]),
      Buffer.from('::\n'),
    ]);
    const reading = await readHost(await temporaryRoot({ '/etc/passwd': passwd }));
    expect(reading.of('Account').rejected).toEqual([]);
    expect(reading.get('Account', 'user:ren\u00e9e')['name']).toBe('\u00e9');
  });
});

describe('a line that glibc skips', () => {
  it('is harmless', async () => {
    const passwd = `${root}\nann:x:many:1000::/:/bin/sh\n`;
    const reading = await readHost(await temporaryRoot({ '/etc/passwd': passwd }));
    expect(reading.of('Account').rejected).toMatchObject([{ place: '/etc/passwd:2', harmless: true }]);
    expect(reading.of('EntityAssignedAccessToObject').gaps).toEqual([]);
  });
});

it('an account whose line cannot be landed any more stays, with its memberships', async () => {
  const group = 'root:x:0:\nops:x:50:ann,ben\n';
  const users = (annsHome: string) => [root, `ann:x:1000:0::${annsHome}:/bin/sh`, 'ben:x:1001:0::/home/ben:/bin/sh'];
  const machine = await temporaryRoot({ '/etc/passwd': latin1(...users('/home/ann')), '/etc/group': group });
  const sources = [{ id: 'box', connector: 'host', settings: { root: machine } }];
  const test = await startService({ connectors: [host], settings: { sources } });
  onTestFinished(() => test.close());
  const ids = async (path: string) => (await test.everyItem(path)).map(({ id }) => id);
  await test.sync();
  const accounts = await ids('/v1/accounts');
  const memberships = await ids('/v1/entity-managed-via-object');
  expect(accounts).toContain('user:ann');
  expect(memberships.join()).toContain('user:ann via group:ops');
  await writeFile(join(machine, 'etc/passwd'), latin1(...users('/home/\u00e9')));
  await test.sync();
  expect(await ids('/v1/accounts')).toEqual(accounts);
  expect(await ids('/v1/entity-managed-via-object')).toEqual(memberships);
});
