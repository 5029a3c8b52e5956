// Changes of many accounts over one connection: what is asked at the same time becomes one search.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { type Actor, openActor, refusalOf } from '../../conformance/acting.ts';
import { ldifOf } from '../../support/directories/ldif.ts';
import { admin, type Slapd, slapdMissing, startSlapd, suffix } from '../../support/directories/slapd.ts';

const people = `ou=People,${suffix}`;
const lockout = `cn=policy,${suffix}`;
const users = Array.from({ length: 120 }, (_, index) => `user${index}`);

describe.skipIf(slapdMissing)(`joined reads${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;
  let actor: Actor;
  let ids: string[];

  beforeAll(async () => {
    const top = ldifOf(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' });
    const unit = ldifOf(people, { objectClass: 'organizationalUnit', ou: 'People' });
    const entries = users.map(uid =>
      ldifOf(`uid=${uid},${people}`, { objectClass: 'inetOrgPerson', uid, cn: uid, sn: uid }),
    );
    const locking = { cn: 'policy', pwdAttribute: 'userPassword', pwdLockout: 'TRUE' };
    const policy = ldifOf(lockout, { objectClass: ['device', 'pwdPolicy'], ...locking });
    slapd = await startSlapd({ ldif: [top, unit, policy, ...entries].join(''), policy: lockout, logsRequests: true });
    actor = await openActor(ldap, { url: slapd.url, ...admin, lockout_policy: lockout });
    const found = await slapd.search('(uid=*)', ['uid', 'entryUUID']);
    const byUid = new Map(found.map(entry => [String(entry.get('uid')![0]), String(entry.get('entryuuid')![0])]));
    ids = users.map(uid => byUid.get(uid)!);
  });
  afterAll(async () => {
    await actor?.close();
    await slapd?.stop();
  });

  const observe = (accountId: string) => actor.observe('DisableAccount', { accountId });

  it('need two searches for a hundred accounts, and refuse only what does not exist', async () => {
    const before = slapd.searches();
    const nobody = refusalOf(observe('nobody'));
    const images = await Promise.all(ids.map(observe));
    expect(images).toEqual(users.map(() => ({ pwdAccountLockedTime: null })));
    expect(await nobody).toBe('the directory has no account with the id nobody; it may have been deleted');
    // There are more than a hundred: two for what the entries show, and two for what they surely do not have.
    expect(slapd.searches() - before).toBe(4);
  });

  it('change each account, and do not answer with what was read before', async () => {
    const locked = users.slice(0, 30);
    await Promise.all(ids.slice(0, 30).map(accountId => actor.act('DisableAccount', { accountId })));
    const found = await slapd.search('(pwdAccountLockedTime=*)', ['uid']);
    expect(found.map(entry => String(entry.get('uid')![0])).toSorted()).toEqual(locked.toSorted());
    expect(await observe(ids[0]!)).toEqual({ pwdAccountLockedTime: '000001010000Z' });
    expect(await observe(ids[30]!)).toEqual({ pwdAccountLockedTime: null });
  });
});
