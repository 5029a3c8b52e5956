// Attributes that decide the result of a change and that bind_dn may change, but not see: no change says that there is nothing to do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { first } from '../../support/directories/ldif.ts';
import { type Slapd, slapdMissing } from '../../support/directories/slapd.ts';
import { policy, startChangeableDirectory, writer } from './changeable-organisation.ts';
import { changingSource } from './changing-source.ts';
import { groups, people } from './organisation.ts';

const hidden = ['pwdAccountLockedTime', 'pwdEndTime', 'pwdPolicySubentry', 'member', 'memberUid'];

describe.skipIf(slapdMissing)(
  `hidden attributes of OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`,
  () => {
    let slapd: Slapd;
    let actor: Actor;

    beforeAll(async () => {
      slapd = await startChangeableDirectory([], hidden);
      actor = await openActor(ldap, { url: slapd.url, ...writer, lockout_policy: policy, groups_container: groups });
    });
    afterAll(async () => {
      await actor?.close();
      await slapd?.stop();
    });

    const idOf = async (dn: string) =>
      first((await slapd.search('(objectClass=*)', ['entryUUID'], ['-s', 'base', '-b', dn]))[0]!, 'entryUUID')!;
    const account = async (uid: string) => ({ accountId: await idOf(`uid=${uid},${people}`) });
    const inGroup = async (uid: string, cn: string) => ({
      ...(await account(uid)),
      groupId: await idOf(`cn=${cn},${groups}`),
    });
    const hides = (...names: string[]) => new RegExp(`bind_dn may not read and search ${names.join(', ')} of `);

    it('leave it open whether accounts are disabled', async () => {
      const source = changingSource({ url: slapd.url, ...writer });
      await source.read({}, ['Account']);
      const accounts = [...source.landed.get('Account')!.values()];
      const enabled = (alias: string) => accounts.find(record => record['alias'] === alias)!['enabled'];
      // shadowExpire, which is not hidden, disables an account.
      expect(['alice', 'locked', 'ended'].map(enabled)).toEqual([undefined, undefined, false]);
      expect(source.gaps('Account').map(({ subject, reason }) => [subject, reason])).toEqual([
        ['pwdAccountLockedTime', 'forbidden'],
        ['pwdEndTime', 'forbidden'],
      ]);
    });

    it('refuse each change of an account whose result they decide', async () => {
      expect(await actor.refusal('EnableAccount', await account('locked'))).toMatch(hides('pwdAccountLockedTime'));
      expect(await actor.refusal('ActivateAccount', await account('ended'))).toMatch(
        hides('pwdAccountLockedTime', 'pwdEndTime'),
      );
      expect(await actor.refusal('DisableAccount', await account('user'))).toMatch(hides('pwdPolicySubentry'));
    });

    it('refuse changes of members', async () => {
      expect(await actor.refusal('RemoveGroupMember', await inGroup('alice', 'engineers'))).toMatch(hides('member'));
      expect(await actor.refusal('AddGroupMember', await inGroup('user', 'engineers'))).toMatch(hides('member'));
      expect(await actor.refusal('RemoveGroupMember', await inGroup('posix', 'wheel'))).toMatch(hides('memberUid'));
    });

    it('keep a created group that may have members by now', async () => {
      const done = await actor.act('CreateUserGroup', { groupName: 'made' });
      await expect(done.undo()).rejects.toThrow(hides('member'));
      expect(await idOf(`cn=made,${groups}`)).toBe(done.createdId);
    });
  },
);
