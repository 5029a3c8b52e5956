// Changes of a domain, made by an account that has only the rights in the connector's README, and compared with what ldapsearch and
// samba-tool print, and with binds that succeed or fail.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../../connectors/ldap/index.ts';
import { guidText, sidText } from '../../../../connectors/ldap/values/identifiers.ts';
import { type Actor, openActor } from '../../../conformance/acting.ts';
import { brokenRules } from '../../../conformance/broken-rules.ts';
import { faultsThroughService } from '../../../support/actions/through-service.ts';
import { bytesOf, first, type LdifEntry } from '../../../support/directories/ldif.ts';
import { domainAdmin, domainDn, realm, type Samba } from '../../../support/directories/samba.ts';
import { domainGroup, fileTime, staff, teams, user } from './domain.ts';

const delegate = { bind_dn: `rolecall@${realm}`, bind_password: 'Rolecall!23' };
const password = 'Sesame!23 open';
const domainUsers = `CN=Users,${domainDn}`;

/** Ids of the schema: of the classes user and group, and of the attributes that are changed (README.md, Least rights). */
const schema = {
  ...{ user: 'bf967aba-0de6-11d0-a285-00aa003049e2', group: 'bf967a9c-0de6-11d0-a285-00aa003049e2' },
  ...{ userAccountControl: 'bf967a68-0de6-11d0-a285-00aa003049e2', member: 'bf9679c0-0de6-11d0-a285-00aa003049e2' },
  ...{ lockoutTime: '28630ebf-41d5-11d1-a9c1-0000f80367c1', accountExpires: 'bf967915-0de6-11d0-a285-00aa003049e2' },
};

/** @param running the domain, when it has started */
export function describeDomainActions(running: () => Samba): void {
  describe('changed by its owner', () => {
    let samba: Samba;
    let actor: Actor;
    const settings = () => ({ url: samba.url, ...delegate });

    beforeAll(async () => {
      samba = running();
      await samba.tool('user', 'create', 'rolecall', delegate.bind_password);
      await samba.tool('user', 'create', 'owner', password);
      const sid = sidText(bytesOf(await named('rolecall'), 'objectSid')[0]!);
      const allow = (dn: string, ...entries: string[]) =>
        promisify(execFile)('samba-tool', [
          ...['dsacl', 'set', '-H', samba.url, '-U', `${domainAdmin.bind_dn}%${domainAdmin.bind_password}`],
          ...[`--objectdn=${dn}`, `--sddl=${entries.map(entry => `(OA;${entry};${sid})`).join('')}`],
        ]);
      const { userAccountControl, lockoutTime, accountExpires, member } = schema;
      await allow(
        domainDn,
        ...[userAccountControl, lockoutTime, accountExpires].map(attribute => `CIIO;WP;${attribute};${schema.user}`),
        `CIIO;WP;${member};${schema.group}`,
      );
      await allow(domainUsers, `;CCDC;${schema.group};`);
      await samba.modify([user('other'), domainGroup('club', [`CN=other,${staff}`])].join(''));
      await replace('owner', 'userAccountControl', '66048');
      actor = await openActor(ldap, settings());
    });
    afterAll(() => actor?.close());

    const named = async (name: string, ...more: string[]): Promise<LdifEntry> =>
      (await samba.search(`(sAMAccountName=${name})`, ['*', ...more]))[0] ?? expect.fail(`no ${name}`);
    const idOf = async (name: string) => guidText(bytesOf(await named(name), 'objectGUID')[0]!)!;
    const account = async (name: string) => ({ accountId: await idOf(name) });
    const inGroup = async (name: string, group: string) => ({ ...(await account(name)), groupId: await idOf(group) });
    const membersOf = async (group: string) =>
      (await samba.search(`(memberOf=${first(await named(group), 'dn')})`, ['sAMAccountName']))
        .map(entry => first(entry, 'sAMAccountName'))
        .toSorted();
    const groupsNamed = (name: string) => samba.search(`(&(objectClass=group)(sAMAccountName=${name}))`, ['1.1']);
    const changeMember = async (operation: 'add' | 'delete', name: string, group: string) => {
      const [dn, member] = [await named(group), await named(name)].map(entry => first(entry, 'dn'));
      await samba.modify(`dn: ${dn}\nchangetype: modify\n${operation}: member\nmember: ${member}\n\n`);
    };
    const contentOf = async (name: string) =>
      [...(await named(name))]
        .filter(([attribute]) => !/^(usnchanged|whenchanged|badpasswordtime|badpwdcount|lastlogon)/.test(attribute))
        .map(([attribute, values]) => [attribute, values.map(value => value.toString('hex')).toSorted()])
        .toSorted();
    const replace = async (name: string, attribute: string, value: string) =>
      samba.modify(
        `dn: ${first(await named(name), 'dn')}\nchangetype: modify\nreplace: ${attribute}\n${attribute}: ${value}\n\n`,
      );
    /** Why the domain refuses the bind of the owner (`data …`). */
    const bind = (word = password) =>
      promisify(execFile)('ldapsearch', [
        ...['-x', '-H', samba.url, '-D', `owner@${realm}`, '-w', word, '-s', 'base', '-b', '', '1.1'],
      ]).then(
        () => 'bound',
        ({ stderr }) => /data [0-9a-f]+/.exec(stderr)?.[0] ?? stderr,
      );

    it('disables an account and enables it, with all other flags as they were', async () => {
      const target = await account('owner');
      const before = await contentOf('owner');
      const disabled = await actor.act('DisableAccount', target);
      expect(disabled.after).toEqual({ accountDisabled: true });
      expect(await bind()).toBe('data 533');
      expect(first(await named('owner'), 'userAccountControl')).toBe('66050');
      expect((await samba.tool('user', 'show', 'owner')).match(/userAccountControl: (\d+)/)?.[1]).toBe('66050');
      // Another flag was changed meanwhile, and stays so.
      await replace('owner', 'userAccountControl', '514');
      await disabled.undo();
      expect(first(await named('owner'), 'userAccountControl')).toBe('512');
      await replace('owner', 'userAccountControl', '66050');
      const enabled = await actor.act('EnableAccount', target);
      expect(await bind()).toBe('bound');
      await enabled.undo();
      expect(await bind()).toBe('data 533');
      await actor.act('EnableAccount', target);
      expect(await contentOf('owner')).toEqual(before);
    });

    it('activates an account: not locked by the domain, not expired', async () => {
      await samba.tool('domain', 'passwordsettings', 'set', '--account-lockout-threshold=3');
      for (let attempt = 0; attempt < 3; attempt += 1) await bind('wrong');
      expect(await bind()).toBe('data 775');
      await replace('owner', 'accountExpires', fileTime(Date.UTC(2020, 0, 1)));
      await replace('owner', 'userAccountControl', '66050');
      const before = await contentOf('owner');
      const done = await actor.act('ActivateAccount', await account('owner'));
      expect(done.after).toEqual({ accountDisabled: false, lockoutTime: '0', accountExpires: '9223372036854775807' });
      expect(await bind()).toBe('bound');
      await done.undo();
      expect(await bind()).toMatch(/^data (533|775|701)$/);
      expect(await contentOf('owner')).toEqual(before);
      await actor.act('ActivateAccount', await account('owner'));
    });

    it('adds one member and removes it, and others survive', async () => {
      const target = await inGroup('owner', 'club');
      const added = await actor.act('AddGroupMember', target);
      expect(await membersOf('club')).toEqual(['other', 'owner']);
      await changeMember('add', 'bob', 'club');
      await added.undo();
      expect(await membersOf('club')).toEqual(['bob', 'other']);
      const removed = await actor.act('RemoveGroupMember', await inGroup('other', 'club'));
      expect(await membersOf('club')).toEqual(['bob']);
      await changeMember('delete', 'bob', 'club');
      await removed.undo();
      expect(await membersOf('club')).toEqual(['other']);
      await added.undo();
    });

    it('does not take an account out of its primary group', async () => {
      const target = await inGroup('owner', 'Domain Users');
      expect((await actor.act('AddGroupMember', target)).before).toEqual({ listedIn: ['primaryGroupID'] });
      expect(await actor.refusal('RemoveGroupMember', target)).toMatch(
        /CN=Domain Users.* is the primary group of CN=owner.*give it another primary group first/,
      );
    });

    it('assigns the role of a privileged group, and takes it', async () => {
      const admins = await membersOf('Domain Admins');
      const sid = sidText(bytesOf(await named('Domain Admins'), 'objectSid')[0]!);
      const target = { ...(await account('owner')), roleId: `role:${sid}` };
      const done = await actor.act('AssignRole', target);
      expect(await membersOf('Domain Admins')).toEqual([...admins, 'owner'].toSorted());
      await actor.act('RemoveRole', target);
      expect(await membersOf('Domain Admins')).toEqual(admins);
      await done.undo();
      for (const roleId of ['role:S-1-5-32-545', `role:${sid}>`, 'role:*', await idOf('Domain Admins')])
        expect(await actor.refusal('AssignRole', { ...target, roleId })).toMatch(/the domain has no role with the id/);
    });

    it('finds what was renamed and moved', async () => {
      const target = await inGroup('other', 'club');
      const removed = await actor.act('RemoveGroupMember', target);
      const dn = first(await named('other'), 'dn');
      const move = `dn: ${dn}\nchangetype: modrdn\nnewrdn: CN=o\\, "t"\\+h\\=er\ndeleteoldrdn: 1\nnewsuperior: ${teams}\n\n`;
      await samba.modify(move.replaceAll('"', '\\"'));
      await removed.undo();
      expect(await membersOf('club')).toEqual(['other']);
      await actor.act('DisableAccount', target);
      expect(first(await named('other'), 'userAccountControl')).toBe('546');
      await actor.act('EnableAccount', target);
    });

    it.each(['Grüße & (x) 100% #1', "'DROP TABLE' --", '#hash', 'Zoë @ 🦊'])(
      'creates a group with the name %j, and deletes it again',
      async groupName => {
        const done = await actor.act('CreateUserGroup', { groupName });
        const all = await samba.search('(objectClass=group)', ['cn', 'sAMAccountName', 'objectGUID', 'groupType']);
        const found = all.find(entry => guidText(bytesOf(entry, 'objectGUID')[0]!) === done.createdId)!;
        expect([first(found, 'cn'), first(found, 'sAMAccountName')]).toEqual([groupName, groupName]);
        expect(first(found, 'groupType')).toBe('-2147483646');
        const added = await actor.act('AddGroupMember', { ...(await account('owner')), groupId: done.createdId! });
        await expect(done.undo()).rejects.toThrow(/changed meanwhile/);
        await added.undo();
        await done.undo();
        expect((await samba.search('(objectClass=group)', ['cn'])).length).toBe(all.length - 1);
      },
    );

    it.each([
      ['*)(uid=*', /accepts no group name with the character \*/],
      ['a,b=c+d"', /with the character ,/],
      ['x\ny', /with a control character/],
      ['ends.', /ends with a full stop/],
      ['n'.repeat(65), /64 characters at most; this one has 65/],
      ['OWNER', /another account or group of the domain.* has this name already/],
      ['Club', /there is a group "club" already, and the server does not distinguish case/],
    ])('refuses to create a group with the name %j', async (groupName, reason) => {
      expect(await actor.refusal('CreateUserGroup', { groupName })).toMatch(reason);
    });

    it('says what is gone, and what bind_dn may not change', async () => {
      await samba.modify(user('leaver'));
      const target = await inGroup('leaver', 'club');
      const done = await actor.act('AddGroupMember', target);
      await samba.modify(`dn: CN=leaver,${staff}\nchangetype: delete\n\n`);
      await expect(done.undo()).rejects.toThrow(/has no account with the id .* may have been deleted/);
      const owner = await openActor(ldap, { url: samba.url, bind_dn: `owner@${realm}`, bind_password: password });
      expect(await owner.refusal('DisableAccount', await account('other'))).toMatch(
        /bind_dn may not change userAccountControl of .*README/,
      );
      expect(await owner.refusal('AddGroupMember', await inGroup('owner', 'club'))).toMatch(/may not change member of/);
      expect(await owner.refusal('CreateUserGroup', { groupName: 'x' })).toMatch(/may not change CN=x/);
      await owner.close();
      expect(await actor.refusal('DisableAccount', await account('rolecall'))).toMatch(/is the account of bind_dn/);
    });

    it('keeps the rules of the contract, for reads and changes', async () => {
      const target = await inGroup('owner', 'club');
      const { accountId } = target;
      const role = { accountId, roleId: 'role:S-1-5-32-551' };
      await changeMember('add', 'bob', 'Backup Operators');
      const broken = await brokenRules(ldap, settings(), '/', {
        ...{ DisableAccount: { accountId }, EnableAccount: { accountId }, ActivateAccount: { accountId } },
        ...{ AddGroupMember: target, RemoveGroupMember: await inGroup('other', 'club'), AssignRole: role },
        ...{ RemoveRole: { ...role, ...(await account('bob')) }, CreateUserGroup: { groupName: 'Grüße & (x)' } },
      });
      expect(broken).toEqual([]);
      const changes = {
        ...{ DisableAccount: { accountId }, EnableAccount: { accountId }, AssignRole: role },
        ...{ AddGroupMember: target, CreateUserGroup: { groupName: 'Made' } },
      };
      const look = async () => [await contentOf('owner'), await membersOf('club'), await groupsNamed('Made')];
      expect(await faultsThroughService(ldap, settings(), changes, look)).toEqual([]);
    });
  });
}
