// OpenLDAP, after random changes: an incremental read brings what a full one brings. The groups are static ones, dynamic ones, those of
// Unix, and groups in groups, whose members the overlay dynlist lists too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../../connectors/ldap/index.ts';
import { openActor } from '../../../conformance/acting.ts';
import { first, ldifOf } from '../../../support/directories/ldif.ts';
import { admin, type Slapd, slapdMissing, startSlapd, suffix } from '../../../support/directories/slapd.ts';
import { isLong } from '../../../support/long-tests.ts';
import { createRandom } from '../../../support/random.ts';
import { type ChangingSource, changingSource } from '../changing-source.ts';
import { group, groups, people, person } from '../organisation.ts';
import { type Entries, memberChanges, modify, move, type RandomChange } from './changes.ts';

const unit = (dn: string, ou: string) => ldifOf(dn, { objectClass: 'organizationalUnit', ou });
const add = (ldif: string) => ldif.replace('\n', '\nchangetype: add\n');
const department = (number: number) => `ldap:///${people}??sub?(departmentNumber=${number})`;
const dynamic = (cn: string, number: number) =>
  ldifOf(`cn=${cn},${groups}`, { objectClass: 'groupOfURLs', cn, memberURL: department(number) });
const unixUser = (uid: string, number: number, gid: number) =>
  person(`uid=${uid}`, {
    objectClass: ['inetOrgPerson', 'posixAccount'],
    ...{ uid, cn: uid, uidNumber: number, gidNumber: gid, homeDirectory: '/' },
  });

const directory = [
  ldifOf(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
  ...[unit(people, 'People'), unit(`ou=One,${people}`, 'One'), unit(groups, 'Groups')],
  ...[0, 1, 2, 3, 4, 5].map(index =>
    person(`uid=p${index}`, { uid: `p${index}`, cn: `P${index}`, departmentNumber: String(index % 2) }),
  ),
  ...[unixUser('u0', 5000, 6000), unixUser('u1', 5001, 6000)],
  ...[dynamic('zero', 0), dynamic('one', 1)],
  group('static', [`uid=p0,${people}`, `uid=later0,${people}`]),
  group('above', [`cn=static,${groups}`, `cn=zero,${groups}`]),
  group('top', [`cn=above,${groups}`, `uid=u0,${people}`]),
  ldifOf(`cn=unix,${groups}`, { objectClass: 'posixGroup', cn: 'unix', gidNumber: 6000, memberUid: ['p1', 'u1'] }),
  ldifOf(`cn=operator,${groups}`, {
    objectClass: 'organizationalRole',
    cn: 'operator',
    roleOccupant: `uid=p2,${people}`,
  }),
].join('');

const inSearch = (entries: Entries, start: string) => entries.groups.filter(dn => dn.startsWith(`cn=${start}`));

const changes: readonly RandomChange[] = [
  ...memberChanges,
  (random, { accounts }) =>
    modify(random.of(accounts), 'replace: departmentNumber', `departmentNumber: ${random.below(3)}`),
  (random, _entries, number) =>
    add(person(`uid=later${random.below(3)}`, { uid: `later${number}`, cn: 'Later', departmentNumber: '1' })),
  (random, { accounts }, number) =>
    move(random.of(accounts), `uid=moved${number}`, random.of([people, `ou=One,${people}`])),
  (_random, _entries, number) => add(dynamic(`dynamic${number}`, number % 3)),
  (random, { accounts, groups: holders }, number) =>
    add(group(`new${number}`, [random.of(accounts), random.of(holders), `uid=later1,${people}`])),
  (random, entries) => {
    const some = [...inSearch(entries, 'dynamic'), ...inSearch(entries, 'zero')];
    return some.length === 0
      ? undefined
      : modify(random.of(some), 'replace: memberURL', `memberURL: ${department(random.below(3))}`);
  },
  (random, { accounts }) =>
    modify(random.of(accounts), 'replace: pwdAccountLockedTime', 'pwdAccountLockedTime: 000001010000Z'),
  (random, { accounts }) => modify(random.of(accounts), 'delete: pwdAccountLockedTime'),
  (random, { accounts }, number) =>
    modify(
      random.of(accounts),
      ...['add: objectClass', 'objectClass: posixAccount', '-', 'add: uidNumber', `uidNumber: ${number}`],
      ...['-', 'add: gidNumber', 'gidNumber: 6000', '-', 'add: homeDirectory', 'homeDirectory: /'],
    ),
  (random, { accounts }) =>
    modify(
      random.of(accounts),
      ...['delete: objectClass', 'objectClass: posixAccount', '-', 'delete: uidNumber', '-', 'delete: gidNumber'],
      ...['-', 'delete: homeDirectory'],
    ),
  (random, _entries) =>
    modify(`cn=unix,${groups}`, 'add: memberUid', `memberUid: ${random.of(['p2', 'p3', 'u0', 'later1'])}`),
  (random, { groups: holders }, number) => move(random.of(holders), `cn=renamed${number}`),
  (random, { accounts }) =>
    modify(`cn=operator,${groups}`, 'add: roleOccupant', `roleOccupant: ${random.of(accounts)}`),
];

describe.skipIf(slapdMissing)(`random changes of OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;
  let source: ChangingSource;

  beforeAll(async () => {
    slapd = await startSlapd({
      global: ['moduleload dynlist'],
      database: ['overlay dynlist', 'dynlist-attrset groupOfURLs memberURL member+memberOf@groupOfNames*'],
      ldif: directory,
    });
    source = changingSource({ url: slapd.url, ...admin });
    await source.readAndCompare('at first');
  });
  afterAll(async () => {
    await slapd?.stop();
  });

  const dnsOf = async (filter: string) =>
    (await slapd.search(filter, ['1.1'])).map(entry => first(entry, 'dn')!).toSorted();

  it('of a person change the dynamic groups, and no action removes from them', async () => {
    const members = () => {
      const groupId = [...source.landed.get('UserGroup')!.values()].find(({ name }) => name === 'one')!.id;
      const edges = [...source.landed.get('EntityManagedViaObject')!.values()];
      const ids = edges.filter(edge => edge['managedViaObjectId'] === groupId).map(edge => String(edge['entityId']));
      return { groupId, aliases: ids.map(id => source.landed.get('Account')!.get(id)!['alias']).toSorted() };
    };
    expect(members().aliases).toEqual(['p1', 'p3', 'p5']);
    await slapd.modify(
      [0, 1]
        .map(n => modify(`uid=p${n},${people}`, 'replace: departmentNumber', `departmentNumber: ${1 - n}`))
        .join(''),
    );
    await source.readAndCompare('after other departments');
    const { groupId, aliases } = members();
    expect(aliases).toEqual(['p0', 'p3', 'p5']);
    const actor = await openActor(ldap, { url: slapd.url, ...admin });
    try {
      for (const alias of ['p0', 'p1']) {
        const { id: accountId } = [...source.landed.get('Account')!.values()].find(
          record => record['alias'] === alias,
        )!;
        expect(await actor.refusal('RemoveGroupMember', { accountId, groupId })).toMatch(
          /the server itself decides who belongs to cn=one,.*groupOfURLs/,
        );
      }
    } finally {
      await actor.close();
    }
  });

  it.each(isLong ? [1, 2, 3, 4, 5] : [1])('are found by an incremental read (seed %i)', async seed => {
    const random = createRandom(seed);
    let made = 0;
    const steps = isLong ? 150 : 40;
    for (let step = 0; step < steps; step += 1) {
      const entries = {
        accounts: await dnsOf('(objectClass=person)'),
        groups: await dnsOf('(|(objectClass=groupOfNames)(objectClass=groupOfURLs))'),
      };
      const ldif = random.of(changes)(random, entries, seed * 1000 + step);
      if (ldif === undefined) continue;
      // Some changes are refused, because the entry is like that already.
      const isMade = await slapd.modify(ldif).then(
        () => true,
        () => false,
      );
      if (isMade) made += 1;
      if (isMade && random.below(2) === 0) await source.readAndCompare(`after step ${step}: ${ldif}`);
    }
    await source.readAndCompare('at the end');
    expect(made).toBeGreaterThan(steps / 2);
  });
});
