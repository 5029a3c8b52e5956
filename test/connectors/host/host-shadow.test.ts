// A machine whose /etc/shadow cannot be read for a while: what was known about its accounts is kept.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { host } from '../../../connectors/host/index.ts';
import { maxAccountFileBytes } from '../../../connectors/host/limits.ts';
import { startService, type TestService, temporaryFolder } from '../../support/service/service.ts';

let test: TestService;
afterEach(() => test.close());

it('keeps disabled accounts disabled, and flags accounts about which nothing was known', async () => {
  const folder = temporaryFolder();
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, 'machine', file)), { recursive: true });
    fs.writeFileSync(path.join(folder, 'machine', file), text);
  };
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA ann\n';
  const passwd = ['root:x:0:0::/root:/bin/sh', 'ann:x:1000:0::/home/ann:/bin/sh', 'ben:x:1001:0::/home/ben:/bin/sh'];
  write('etc/hostname', 'box\n');
  write('etc/group', 'root:x:0:\n');
  write('etc/passwd', `${passwd.join('\n')}\n`);
  write('etc/shadow', 'ann:$6$salt$hash:19000::::: 1:\nben:$6$salt$hash:19000::::::\n'.replace(' ', ''));
  write('home/ann/.ssh/authorized_keys', key);
  const sources = [{ id: 'box', connector: 'host', settings: { root: 'machine' } }];
  test = await startService({ folder, connectors: [host], settings: { sources } });
  const enabled = async () =>
    Object.fromEntries(
      (await test.everyItem('/v1/accounts')).map(item => [item.id.split(':').slice(0, 2).join(':'), item.enabled]),
    );
  await test.sync();
  const known = { 'user:root': true, 'user:ann': false, 'user:ben': true, 'ssh-key:ann': false };
  expect(await enabled()).toEqual(known);

  // Root can read files of any mode, but a file that is too large is never read.
  fs.truncateSync(path.join(folder, 'machine/etc/shadow'), maxAccountFileBytes + 1);
  write('etc/passwd', `${[...passwd, 'new:x:1002:0::/home/new:/bin/sh'].join('\n')}\n`);
  for (const _ of [1, 2]) {
    const { runs } = await test.sync();
    expect(runs).toMatchObject([{ status: 'Landed', error: expect.stringContaining('/etc/shadow') }]);
    expect(await enabled()).toEqual({ ...known, 'user:new': true });
  }
  for (const alias of ['ann', 'new']) {
    const account = (await test.everyItem('/v1/accounts')).find(item => item.alias === alias);
    expect(account.profileMetadata).toContainEqual(expect.objectContaining({ name: 'isEnabledKnown', value: false }));
  }
  const [source] = await test.operator.sources({});
  expect(source!.reads.find(read => read.type === 'Account')!.gaps).toMatchObject([
    { subject: '/etc/shadow', missing: 'fields' },
  ]);
});
