// Changes on a machine in a folder, made with the real tools and checked with a real login (su).
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { host } from '../../../connectors/host/index.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import { type Actor, openActor, refusalOf } from '../../conformance/acting.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { faultsThroughService } from '../../support/actions/through-service.ts';
import {
  linesIn,
  logsIn,
  makeLoginRoot,
  passwordHash,
  passwordStatus,
  whyNoTools,
  writeBelow,
} from './login-chroot.ts';
import { readHost } from './reading.ts';

const hostile = 'o\'dd;$(id)`"';
const files = {
  'etc/passwd': `root:x:0:0:root:/:/bin/sh
ann:x:1000:1000:Ann:/:/bin/sh
toor:x:0:0::/:/bin/sh
keys:x:1001:1001::/:/bin/sh
open:x:1002:1002::/:/bin/sh
closed:x:1003:1003::/:/usr/sbin/nologin
late:x:1004:1004::/:/bin/sh
old:${passwordHash}:1005:1005::/:/bin/sh
bare:x:1006:1006::/:/bin/sh
${hostile}:x:1007:1007::/:/bin/sh
`,
  'etc/shadow': `root:*:19000:0:99999:7:::
ann:${passwordHash}:19000:0:99999:7::99999:
toor:*:19000:0:99999:7:::
keys:*:19000:0:99999:7:::
open::19000:0:99999:7:::
closed:${passwordHash}:19000:0:99999:7:::
late:${passwordHash}:100:0:10:7:5::
${hostile}:${passwordHash}:19000:0:99999:7:::
`,
  'etc/group': `root:x:0:
ann:x:1000:
keys:x:1001:
staff:x:2000:keys
one:x:3000:
same:x:3000:
twice:x:3001:
twice:x:3002:
`,
  'etc/gshadow': 'root:*::\nann:!::\nkeys:!::\nstaff:!::keys\none:!::\nsame:!::\ntwice:!::\n',
};

const accountFiles = Object.keys(files);
const account = (name: string) => ({ accountId: `user:${name}` });
const member = (name: string, group: string) => ({ ...account(name), groupId: `group:${group}` });

const reason = whyNoTools();
const noMounts = spawnSync('unshare', ['--mount', 'true']).status !== 0;

describe.skipIf(reason)(`changes on a host${reason ? `; skipped: ${reason}` : ''}`, () => {
  let root: string;
  let actor: Actor;
  const settings = (changes: object = {}) => ({ root, sudoers_owner: 0, change_accounts: true, ...changes });
  const contents = () => accountFiles.map(path => `${path}\n${linesIn(root, path).join('\n')}`);
  let former: string[];
  beforeAll(() => {
    root = makeLoginRoot();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  beforeEach(async () => {
    for (const name of readdirSync(join(root, 'etc'))) if (/[-.](?:lock)?$/.test(name)) rmSync(join(root, 'etc', name));
    writeBelow(root, { ...files, 'etc/nsswitch.conf': 'passwd: files\ngroup: files\nshadow: files\n' });
    actor = await openActor(host, settings());
    former = contents();
  });
  afterEach(() => actor.close());

  it('are made and reverted by the service, as the files of the machine show', async () => {
    const changes = {
      DisableAccount: account('ann'),
      EnableAccount: account('ann'),
      AddGroupMember: member('ann', 'staff'),
      RemoveGroupMember: member('keys', 'staff'),
      CreateUserGroup: { groupName: 'made' },
    };
    expect(await faultsThroughService(host, settings(), changes, contents)).toEqual([]);
    expect(contents()).toEqual(former);
  });

  it('keep the rules of the contract', async () => {
    const changes = {
      DisableAccount: account('ann'),
      EnableAccount: account('keys'),
      ActivateAccount: account('ann'),
      AddGroupMember: member('ann', 'staff'),
      RemoveGroupMember: member('keys', 'staff'),
      CreateUserGroup: { groupName: '"*)(uid=*' },
    };
    expect(await brokenRules(host, settings(), '/', changes)).toEqual([]);
    expect(contents()).toEqual(former);
  });

  it('disable an account so that neither password nor key logs in, and restore lock and expiry exactly', async () => {
    expect([logsIn(root, 'ann', 'password'), logsIn(root, 'ann', 'key')]).toEqual([true, true]);
    const disabled = await actor.act('DisableAccount', account('ann'));
    expect([logsIn(root, 'ann', 'password'), logsIn(root, 'ann', 'key')]).toEqual([false, false]);
    expect(passwordStatus(root, 'ann')).toMatch(/^ann L /);
    expect((await actor.act('DisableAccount', account('ann'))).wasApplied).toBe(false);

    const enabled = await actor.act('EnableAccount', account('ann'), disabled.before);
    expect(contents()).toEqual(former);
    expect(logsIn(root, 'ann', 'password')).toBe(true);
    await enabled.undo();
    expect(logsIn(root, 'ann', 'key')).toBe(false);
    await disabled.undo();
    expect(contents()).toEqual(former);
  });

  it('change accounts without password, without a usable one, and with a hostile name', async () => {
    for (const name of ['open', 'keys', hostile]) {
      const disabled = await actor.act('DisableAccount', account(name));
      expect(logsIn(root, name, 'key'), name).toBe(false);
      await disabled.undo();
      expect(logsIn(root, name, 'key'), name).toBe(true);
    }
    expect(contents()).toEqual(former);
  });

  it('enable and activate what others have disabled', async () => {
    spawnSync('usermod', ['--root', root, '--lock', '--expiredate', '0', 'ann']);
    const closed = contents();
    // A lock that this service has not put on stays, unless the account is activated.
    const enabled = await actor.act('EnableAccount', account('ann'));
    expect([logsIn(root, 'ann', 'password'), logsIn(root, 'ann', 'key')]).toEqual([false, true]);
    const activated = await actor.act('ActivateAccount', account('ann'));
    expect(logsIn(root, 'ann', 'password')).toBe(true);
    await activated.undo();
    await enabled.undo();
    expect(contents()).toEqual(closed);
  });

  it('add and remove members, and create groups', async () => {
    const added = await actor.act('AddGroupMember', member('ann', 'staff'));
    expect(linesIn(root, 'etc/group')).toContain('staff:x:2000:keys,ann');
    expect(linesIn(root, 'etc/gshadow')).toContain('staff:!::keys,ann');
    expect((await actor.act('AddGroupMember', member('ann', 'staff'))).wasApplied).toBe(false);
    expect((await actor.act('AddGroupMember', member('ann', 'ann'))).wasApplied).toBe(false);
    await added.undo();
    const removed = await actor.act('RemoveGroupMember', member('keys', 'staff'));
    expect(linesIn(root, 'etc/group')).toContain('staff:x:2000:');
    await removed.undo();
    const created = await actor.act('CreateUserGroup', { groupName: 'née' });
    expect(created.createdId).toBe('group:née');
    expect(linesIn(root, 'etc/group').at(-1)).toMatch(/^née:x:\d+:$/);
    spawnSync('gpasswd', ['--root', root, '--add', 'ann', 'née']);
    expect(await refusalOf(created.undo())).toBe('née has members by now, so it is not deleted: ann');
    spawnSync('gpasswd', ['--root', root, '--delete', 'ann', 'née']);
    await created.undo();
    expect(contents()).toEqual(former);
  });

  it('are not undone over what somebody else has changed meanwhile', async () => {
    const disabled = await actor.act('DisableAccount', account('ann'));
    spawnSync('chage', ['--root', root, '--expiredate', '2', 'ann']);
    await expect(disabled.undo()).rejects.toThrow('changed meanwhile: {"expirationDay":2,"password":"locked"}');
    const added = await actor.act('AddGroupMember', member('ann', 'staff'));
    writeFileSync(join(root, 'etc/passwd'), files['etc/passwd'].replace(/^ann:.*\n/m, ''));
    expect(await refusalOf(added.undo())).toBe('/etc/passwd has no account ann any more');
  });

  it('wait while another program holds the files', async () => {
    const lock = join(root, 'etc/passwd.lock');
    writeFileSync(lock, String(process.pid));
    const error = await actor.act('DisableAccount', account('ann')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SourceUnavailable);
    expect((error as Error).message).toMatch(/cannot lock \/etc\/passwd/);
    rmSync(lock);
    await (await actor.act('DisableAccount', account('ann'))).undo();
    expect(contents()).toEqual(former);
  });

  it('are refused with the reason, before anything runs', async () => {
    const disable = (name: string) => refusalOf(actor.act('DisableAccount', account(name)));
    expect(await disable('root')).toMatch(/^root is root \(user id 0\)/);
    expect(await disable('toor')).toMatch(/^toor is root \(user id 0\)/);
    expect(await disable('from-ldap')).toBe('/etc/passwd has no account from-ldap any more');
    expect(await disable('old')).toMatch(/^the password of old is in \/etc\/passwd; /);
    expect(await disable('bare')).toMatch(/^\/etc\/shadow has no line for bare; /);
    expect(await refusalOf(actor.act('DisableAccount', { accountId: 'ssh-key:ann:x' }))).toMatch(/is not an account/);
    expect(await refusalOf(actor.act('EnableAccount', account('closed')))).toMatch(/^the shell of closed is /);
    expect(await refusalOf(actor.act('ActivateAccount', account('late')))).toMatch(/^the password of late expired/);
    const add = (group: string) => refusalOf(actor.act('AddGroupMember', member('ann', group)));
    expect(await add('same')).toBe('the groups one, same have the same group id 3000');
    expect(await add('twice:3002')).toMatch(/^\/etc\/group has several lines for twice/);
    expect(await add('gone')).toMatch(/has no group with the id group:gone any more/);
    expect(await refusalOf(actor.act('RemoveGroupMember', member('ann', 'ann')))).toMatch(/^ann is the primary group/);
    for (const groupName of [
      '',
      'a b',
      'a\n',
      'a:b',
      'a,b',
      '/a',
      '-a',
      '+a',
      '~a',
      '#a',
      '123',
      '..',
      'x'.repeat(33),
      'é'.repeat(17),
      '\ud800',
      '"; drop role',
    ]) {
      expect(await refusalOf(actor.act('CreateUserGroup', { groupName })), groupName).toMatch(/^the name /);
    }
    const switchedOff = await openActor(host, settings({ change_accounts: false }));
    expect(await refusalOf(switchedOff.act('DisableAccount', account('ann')))).toMatch(/: set change_accounts in its/);
    expect(contents()).toEqual(former);
    expect(readdirSync(join(root, 'etc')).filter(name => name.endsWith('-'))).toEqual([]);
  });

  it.skipIf(noMounts)('reach the machine itself, whose /etc is that of the test here', () => {
    const passwd = `${files['etc/passwd']}only-in-this-test:x:1099:1099::/:/bin/sh\n`;
    writeBelow(root, { 'etc/passwd': passwd });
    const script = join(import.meta.dirname, 'own-machine.ts');
    const command = `mount --bind '${root}/etc' /etc && exec '${process.execPath}' '${script}'`;
    const own = ['--mount', '--propagation', 'private', 'sh', '-c', command];
    const said = execFileSync('unshare', own, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    expect(JSON.parse(said)).toEqual([
      'ann P 2022-01-08 0 99999 7 -1 99999',
      'ann L 2022-01-08 0 99999 7 -1 1',
      'ann P 2022-01-08 0 99999 7 -1 99999',
      'ann new',
      'ann',
    ]);
  });

  it('are refused, and found by a check, when the service does not run as root', async () => {
    process.seteuid!(65534);
    onTestFinished(() => process.seteuid!(0));
    expect(await refusalOf(actor.act('DisableAccount', account('ann')))).toMatch(/^only root may change accounts/);
    const { problems } = await readHost(root, { change_accounts: true });
    expect(problems).toContainEqual(expect.objectContaining({ place: 'change_accounts', severity: 'warning' }));
  });

  it('are refused where a tool refuses', async () => {
    // The tool finds no account at all.
    writeFileSync(join(root, 'etc/nsswitch.conf'), 'passwd: none\ngroup: files\n');
    const said = await refusalOf(actor.act('AddGroupMember', member('ann', 'staff')));
    expect(said).toMatch(/^gpasswd: Cannot determine your user name/);
    expect(contents()).toEqual(former);
  });
});
