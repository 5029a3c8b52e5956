// Changes of an OpenLDAP server, compared with what ldapsearch prints and with binds that succeed or fail.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { isTransient } from '../../../src/connector/transient.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { faultsThroughService } from '../../support/actions/through-service.ts';
import { startDroppingProxy } from '../../support/directories/dropping-proxy.ts';
import { first } from '../../support/directories/ldif.ts';
import { type Slapd, slapdMissing, suffix } from '../../support/directories/slapd.ts';
import { lax, password, policy, reader, startChangeableDirectory, writer } from './changeable-organisation.ts';
import { groups, people, person } from './organisation.ts';

describe.skipIf(slapdMissing)(`changes of OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;
  let actor: Actor;
  const settings = (more: object = {}) => ({
    ...{ url: slapd.url, ...writer, lockout_policy: policy, groups_container: groups },
    ...more,
  });

  beforeAll(async () => {
    slapd = await startChangeableDirectory(['overlay memberof']);
    actor = await openActor(ldap, settings());
  });
  afterAll(async () => {
    await actor?.close();
    await slapd?.stop();
  });

  const entryOf = async (dn: string) =>
    (await slapd.search('(objectClass=*)', ['*', '+'], ['-s', 'base', '-b', dn]))[0]!;
  const idOf = async (dn: string) => first(await entryOf(dn), 'entryUUID')!;
  const account = async (uid: string) => ({ accountId: await idOf(`uid=${uid},${people}`) });
  const inGroup = async (uid: string, cn: string) => ({
    ...(await account(uid)),
    groupId: await idOf(`cn=${cn},${groups}`),
  });
  const valuesOf = async (dn: string, attribute: string) =>
    ((await entryOf(dn)).get(attribute.toLowerCase()) ?? []).map(String).toSorted();
  /** Everything but times of changes. */
  const contentOf = async (dn: string) =>
    [...(await entryOf(dn))]
      .filter(([name]) => !['modifytimestamp', 'entrycsn', 'modifiersname', 'contextcsn'].includes(name))
      .map(([name, values]) => [name, values.map(String).toSorted()])
      .toSorted();
  /** What ldapwhoami says to the user's own password. */
  const bind = (uid: string) =>
    promisify(execFile)('ldapwhoami', ['-x', '-H', slapd.url, '-D', `uid=${uid},${people}`, '-w', password]).then(
      ({ stdout }) => stdout.trim(),
      ({ code }) => code,
    );

  it('reads single accounts again, and says which are gone', async () => {
    const id = await idOf(`uid=user,${people}`);
    const unused = '00000000-0000-4000-8000-00000000dead';
    const { records, gone } = await actor.accounts([id, unused, 'no UUID']);
    expect(records.map(({ id, alias }) => ({ id, alias }))).toEqual([{ id, alias: 'user' }]);
    expect(gone).toEqual([unused, 'no UUID']);
  });

  it('disables an account, so that it cannot bind, and enables it again', async () => {
    const target = await account('user');
    const before = await contentOf(`uid=user,${people}`);
    const done = await actor.act('DisableAccount', target);
    expect(await bind('user')).toBe(49);
    expect(await valuesOf(`uid=user,${people}`, 'pwdAccountLockedTime')).toEqual(['000001010000Z']);
    expect((await actor.act('DisableAccount', target)).before).toEqual(done.after);
    await done.undo();
    expect(await bind('user')).toBe(`dn:uid=user,${people}`);
    expect(await contentOf(`uid=user,${people}`)).toEqual(before);
    await actor.act('DisableAccount', target);
    const enabled = await actor.act('EnableAccount', target);
    expect(await bind('user')).toBe(`dn:uid=user,${people}`);
    await enabled.undo();
    expect(await bind('user')).toBe(49);
    await actor.act('EnableAccount', target);
  });

  it('activates an account: unlocked, and not expired', async () => {
    const target = await account('ended');
    const before = await contentOf(`uid=ended,${people}`);
    expect(await bind('ended')).toBe(49);
    const done = await actor.act('ActivateAccount', target);
    expect(await bind('ended')).toBe(`dn:uid=ended,${people}`);
    expect(done.after).toEqual({
      ...{ pwdAccountLockedTime: null, pwdStartTime: null, pwdEndTime: null, shadowExpire: null },
    });
    await done.undo();
    expect(await bind('ended')).toBe(49);
    expect(await contentOf(`uid=ended,${people}`)).toEqual(before);
  });

  it('disables nobody where a lock would not stop the bind', async () => {
    expect(await actor.refusal('DisableAccount', await account('lax'))).toMatch(
      /the password policy cn=lax.* lets locked accounts bind: its pwdLockout must be TRUE/,
    );
    const unknown = await openActor(ldap, settings({ lockout_policy: undefined }));
    expect(await unknown.refusal('DisableAccount', await account('user'))).toMatch(
      /not known which password policy applies to uid=user.*set lockout_policy/,
    );
    await unknown.close();
    expect(await valuesOf(`uid=lax,${people}`, 'pwdAccountLockedTime')).toEqual([]);
    const own = { accountId: await idOf(writer.bind_dn) };
    expect(await actor.refusal('DisableAccount', own)).toMatch(/is the account of bind_dn; disabled/);
  });

  it.each([
    ['engineers', 'posix', ['member']],
    ['unique', 'posix', ['uniqueMember']],
    ['wheel', 'shadow', ['gidNumber']],
    ['unique', 'alice', ["uniqueMember#'0101'B"]],
    ['engineers', 'alice', ['member']],
    ['posix', 'shadow', ['memberUid=shadow']],
  ])('adds to %s and removes from it: %s', async (cn, uid, listedIn) => {
    const target = await inGroup(uid, cn);
    const before = await contentOf(`cn=${cn},${groups}`);
    const added = await actor.act('AddGroupMember', target);
    expect(added.after).toEqual({ listedIn });
    if (listedIn[0] === 'gidNumber') {
      expect(await actor.refusal('RemoveGroupMember', target)).toMatch(/is the primary group of uid=shadow.*gidNumber/);
      return;
    }
    const removed = await actor.act('RemoveGroupMember', target);
    expect(removed.after).toEqual({ listedIn: [] });
    const others = (await slapd.search(`(&(cn=${cn})(|(member=uid=${uid},${people})(memberUid=${uid})))`)).length;
    expect(others).toBe(0);
    await removed.undo();
    await added.undo();
    expect(await contentOf(`cn=${cn},${groups}`)).toEqual(before);
  });

  it('assigns a role and takes it', async () => {
    const role = `cn=operator,ou=Services,${suffix}`;
    const target = { ...(await account('user')), roleId: await idOf(role) };
    const before = await valuesOf(role, 'roleOccupant');
    const done = await actor.act('AssignRole', target);
    expect(await valuesOf(role, 'roleOccupant')).toEqual([...before, `uid=user,${people}`].toSorted());
    await actor.act('RemoveRole', target);
    expect(await valuesOf(role, 'roleOccupant')).toEqual(before);
    await done.undo();
    expect(await actor.refusal('AssignRole', { ...target, roleId: target.accountId })).toMatch(/uid=user.* is no role/);
  });

  it('keeps what others did to the group meanwhile, and does not undo over it', async () => {
    const target = await inGroup('user', 'round');
    const done = await actor.act('AddGroupMember', target);
    await slapd.modify(`dn: cn=round,${groups}\nchangetype: modify\nadd: member\nmember: uid=alice,${people}\n\n`);
    await done.undo();
    expect(await valuesOf(`cn=round,${groups}`, 'member')).toEqual([`cn=cycle,${groups}`, `uid=alice,${people}`]);
    const again = await actor.act('AddGroupMember', target);
    await slapd.modify(`dn: cn=round,${groups}\nchangetype: modify\ndelete: member\nmember: uid=user,${people}\n\n`);
    await again.undo();
    const locked = await actor.act('DisableAccount', await account('user'));
    await slapd.modify(
      `dn: uid=user,${people}\nchangetype: modify\nreplace: pwdAccountLockedTime\npwdAccountLockedTime: 20260101000000Z\n\n`,
    );
    await expect(locked.undo()).rejects.toThrow(/changed meanwhile/);
    await actor.act('EnableAccount', await account('user'));
  });

  it('finds an account that was renamed, and not one that was deleted', async () => {
    await slapd.modify(person('uid=old', { uid: 'old', cn: 'Old' }).replace('\n', '\nchangetype: add\n'));
    const target = await inGroup('old', 'cycle');
    const disabled = await actor.act('DisableAccount', target);
    await slapd.modify(`dn: uid=old,${people}\nchangetype: modrdn\nnewrdn: cn=a\\, \\"b\\"\\+c=d\ndeleteoldrdn: 0\n\n`);
    const dn = (await slapd.search('(uid=old)')).map(entry => first(entry, 'dn'))[0]!;
    await disabled.undo();
    await actor.act('AddGroupMember', target);
    expect(await valuesOf(`cn=cycle,${groups}`, 'member')).toContain(dn);
    await actor.act('RemoveGroupMember', target);
    expect(await valuesOf(`cn=cycle,${groups}`, 'member')).not.toContain(dn);
    await slapd.modify(`dn: ${dn}\nchangetype: delete\n\n`);
    expect(await actor.refusal('DisableAccount', target)).toMatch(
      /has no account with the id .* may have been deleted/,
    );
    await expect(disabled.undo()).rejects.toThrow(/has no account with the id/);
  });

  it('refuses to empty a group whose class needs a member', async () => {
    expect(await actor.refusal('RemoveGroupMember', await inGroup('user', 'sole'))).toMatch(
      /the class of cn=sole.* needs one member at least; add another one first/,
    );
  });

  it.each([
    '*)(uid=*',
    'a,b=c+d"',
    '#x;<y>\\z',
    ' lead and trail ',
    'Zoë 🦊',
    'admin\u0000istrators',
    '(cn=*)',
    "'; DROP",
  ])('creates a group with the name %j, and deletes it again', async groupName => {
    const before = await slapd.search('(objectClass=*)', ['*']);
    const done = await actor.act('CreateUserGroup', { groupName });
    const found = (await slapd.search('(objectClass=groupOfNames)', ['cn', 'entryUUID'], ['-b', groups])).filter(
      entry => first(entry, 'entryUUID') === done.createdId,
    );
    expect(found.map(entry => entry.get('cn')!.map(String))).toEqual([[groupName]]);
    const member = { ...(await account('user')), groupId: done.createdId! };
    const added = await actor.act('AddGroupMember', member);
    await expect(done.undo()).rejects.toThrow(/changed meanwhile/);
    await added.undo();
    await done.undo();
    expect(await slapd.search('(objectClass=*)', ['*'])).toEqual(before);
  });

  it('creates no group where there is one, or no place for one', async () => {
    expect(await actor.refusal('CreateUserGroup', { groupName: 'ENGINEERS' })).toMatch(
      /there is a group "engineers" already, and the server does not distinguish case/,
    );
    const existing = await actor.act('CreateUserGroup', { groupName: 'engineers' });
    expect(existing.createdId).toBe(await idOf(`cn=engineers,${groups}`));
    await existing.undo();
    expect(await valuesOf(`cn=engineers,${groups}`, 'cn')).toEqual(['engineers']);
    expect(await actor.refusal('CreateUserGroup', { groupName: ' ' })).toMatch(/not blank/);
    expect(await actor.refusal('CreateUserGroup', { groupName: 'device' })).toMatch(
      /has an entry with this name .* no group/,
    );
    const refused = async (groups_container: string | undefined) => {
      const other = await openActor(ldap, settings({ groups_container }));
      const reason = await other.refusal('CreateUserGroup', { groupName: 'new' });
      await other.close();
      return reason;
    };
    expect(await refused(undefined)).toMatch(/set groups_container to the DN of a container/);
    expect(await refused('ou=Groups,dc=other')).toMatch(/groups_container .* is not below dc=example,dc=org/);
    expect(await refused(`ou=None,${suffix}`)).toMatch(/the container ou=None.* does not exist/);
    const client = await ldap.open(
      ldap.settings.parse(settings({ groups_container: `ou=None,${suffix}`, lockout_policy: lax })),
      { sourceId: 'check', applicationInstanceId: '', baseFolder: '/', signal: new AbortController().signal },
    );
    expect(await ldap.check(client)).toMatchObject([
      { place: 'groups_container', message: expect.stringContaining('no groups can be created') },
      { place: 'lockout_policy', message: expect.stringContaining('no accounts can be disabled') },
    ]);
    await ldap.close!(client);
  });

  it('says what bind_dn may not change', async () => {
    const limited = await openActor(ldap, settings(reader));
    expect(await limited.refusal('DisableAccount', await account('user'))).toMatch(
      /bind_dn may not change pwdAccountLockedTime of uid=user.*README/,
    );
    expect(await limited.refusal('AddGroupMember', await inGroup('user', 'engineers'))).toMatch(
      /bind_dn may not change member of cn=engineers/,
    );
    expect(await limited.refusal('CreateUserGroup', { groupName: 'new' })).toMatch(/bind_dn may not change CN=new/);
    await limited.close();
  });

  it('keeps the rules of the contract', async () => {
    const target = await inGroup('posix', 'engineers');
    const { accountId } = target;
    const role = { accountId, roleId: await idOf(`cn=operator,ou=Services,${suffix}`) };
    const broken = await brokenRules(ldap, settings(), '/', {
      ...{ DisableAccount: { accountId }, EnableAccount: { accountId }, ActivateAccount: { accountId } },
      ...{ AddGroupMember: target, RemoveGroupMember: await inGroup('posix', 'wheel'), AssignRole: role },
      ...{ RemoveRole: { ...role, ...(await account('alice')) }, CreateUserGroup: { groupName: 'a,b=c+d"' } },
    });
    expect(broken).toEqual([]);
    const changes = {
      ...{ DisableAccount: { accountId }, EnableAccount: { accountId }, AddGroupMember: target },
      CreateUserGroup: { groupName: 'a,b=c+d"' },
    };
    const look = async () => {
      const entries = await slapd.search('(objectClass=*)', ['*', 'pwdAccountLockedTime']);
      return entries.map(entry => [...entry].map(([name, values]) => [name, values.map(String).toSorted()]).toSorted());
    };
    expect(await faultsThroughService(ldap, settings(), changes, look)).toEqual([]);
  });

  it('can be asked again when the server was killed in mid-change', async () => {
    const proxy = await startDroppingProxy(slapd.port);
    const target = await account('user');
    const cut = await openActor(ldap, settings({ url: `ldap://127.0.0.1:${proxy.port}` }));
    const before = await cut.observe('DisableAccount', target);
    // The answer to the change is lost, whether or not it was made.
    proxy.dropAfter(1, () => slapd.kill());
    const failure = await cut.act('DisableAccount', target).catch((error: unknown) => error);
    expect(isTransient(failure)).toBe(true);
    await slapd.resume();
    const again = await openActor(ldap, settings());
    const done = await again.act('DisableAccount', target);
    expect(await bind('user')).toBe(49);
    expect(before).toEqual({ pwdAccountLockedTime: null });
    await done.undo();
    await again.act('EnableAccount', target);
    await Promise.all([cut.close(), again.close(), proxy.stop()]);
  });
});
