// OpenLDAP, read by its changes: whatever changes, the result is that of a full read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, type Slapd, slapdMissing, startSlapd, suffix } from '../../support/directories/slapd.ts';
import { isLong } from '../../support/long-tests.ts';
import { type IncrementalService, startIncrementalService } from './incremental.ts';
import { group, groups, organisation, people, person } from './organisation.ts';

const change = (dn: string, ...lines: string[]) => [`dn: ${dn}`, ...lines, '', ''].join('\n');
const add = (ldif: string) => ldif.replace('\n', '\nchangetype: add\n');

const changes = {
  'a changed account': [change(`uid=alice,${people}`, 'changetype: modify', 'replace: title', 'title: Chief')],
  'a new account, and one that a group already names': [
    add(person('uid=new', { uid: 'new', cn: 'New' })),
    add(person('uid=gone', { uid: 'gone', cn: 'Gone before' })),
  ],
  'a deleted account, which its groups still name': [change(`uid=nul,${people}`, 'changetype: delete')],
  'a renamed account, which its groups name by its old DN': [
    change(`cn=Plus+uid=plus,${people}`, 'changetype: modrdn', 'newrdn: cn=Minus', 'deleteoldrdn: 0'),
  ],
  'a member that joins, and one that leaves': [
    change(
      `cn=engineers,${groups}`,
      ...['changetype: modify', 'add: member', `member: uid=locked,${people}`],
      ...['-', 'delete: member', `member: uid=alice,${people}`],
    ),
  ],
  'a new group with members, and a deleted one': [
    add(group('fresh', [`uid=alice,${people}`, `cn=cycle,${groups}`])),
    change(`cn=round,${groups}`, 'changetype: delete'),
  ],
  'a lock, and an unlock': [
    change(`uid=locked,${people}`, 'changetype: modify', 'delete: pwdAccountLockedTime'),
    change(
      `cn=Smith\\2C Jane,${people}`,
      ...['changetype: modify', 'replace: pwdAccountLockedTime', 'pwdAccountLockedTime: 000001010000Z'],
    ),
  ],
  'other occupants of a role': [
    change(
      `cn=operator,ou=Services,${suffix}`,
      ...['changetype: modify', 'delete: roleOccupant', `roleOccupant: uid=alice,${people}`],
    ),
  ],
  'an account that becomes a group': [
    change(`uid=backup,ou=Services,${suffix}`, 'changetype: delete'),
    add(group('backup', [`uid=alice,${people}`], `ou=Services,${suffix}`)),
  ],
  'a new unit with an entry': [
    add(`dn: ou=New,${people}\nobjectClass: organizationalUnit\nou: New\n\n`),
    add(person('uid=inside', { uid: 'inside', cn: 'Inside' }, `ou=New,${people}`)),
  ],
  'groups of Unix': [
    change(`cn=wheel,${groups}`, 'changetype: modify', 'add: memberUid', 'memberUid: shadow'),
    change(`uid=posix,${people}`, 'changetype: modify', 'replace: gidNumber', 'gidNumber: 6001'),
  ],
  'a renamed unit, whose entries have not changed themselves': [
    change(`ou=Engineering,${people}`, 'changetype: modrdn', 'newrdn: ou=Research', 'deleteoldrdn: 1'),
  ],
} satisfies Record<string, readonly string[]>;

/** In the short form, changes that are found in the same way come together. */
type Step = readonly [string, readonly (readonly string[])[]];
const names = Object.keys(changes) as (keyof typeof changes)[];
const apart = names.map((name): Step => [name, [changes[name]]]);
const together = [names.slice(0, 10), names.slice(10, 11), names.slice(11)].map(
  (some): Step => [some.join('; '), some.map(name => changes[name])],
);

describe.skipIf(slapdMissing)(`changes of OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;
  let test: IncrementalService;

  beforeAll(async () => {
    slapd = await startSlapd({ ldif: organisation });
    test = await startIncrementalService({ url: slapd.url, ...admin });
    await test.syncAndCompare();
  });
  afterAll(async () => {
    await test?.close();
    await slapd?.stop();
  });

  it('reads nothing again when nothing changed', async () => {
    await test.syncAndCompare();
    const reads = await test.newestReads();
    // Accounts that are locked are read again, because the password policy unlocks them without a trace.
    expect(reads['Account']).toMatchObject({ rows: 2, unchanged: 11, status: 'Complete' });
    expect(reads['UserGroup']).toMatchObject({ rows: 0, unchanged: 9 });
    expect(reads['EntityManagedViaObject']).toMatchObject({ status: 'Complete', unchanged: 17 });
  });

  it.each(isLong ? apart : together)('finds %s', async (_, steps) => {
    await slapd.modify(steps.flat().join(''));
    await test.syncAndCompare();
  });
});
