// A domain of Samba, after random changes: an incremental read brings what a full one brings, primary groups included.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sidText } from '../../../../connectors/ldap/values/identifiers.ts';
import { bytesOf, first } from '../../../support/directories/ldif.ts';
import { domainAdmin, domainDn, type Samba, sambaMissing, startSamba } from '../../../support/directories/samba.ts';
import { createRandom } from '../../../support/random.ts';
import { type ChangingSource, changingSource } from '../changing-source.ts';
import { added, domainGroup, fileTime, staff, teams, user } from '../samba/domain.ts';
import { memberChanges, modify, move, type RandomChange } from './changes.ts';

const users = `CN=Users,${domainDn}`;
const unit = (dn: string) => added(dn, { objectClass: 'organizationalUnit' });
const domain = [
  ...[unit(staff), unit(teams)],
  ...[0, 1, 2, 3, 4, 5].map(index => user(`p${index}`)),
  domainGroup('inner', [`CN=p0,${staff}`, `CN=p1,${staff}`]),
  domainGroup('outer', [`CN=inner,${teams}`, `CN=p2,${staff}`]),
  domainGroup('third', [`CN=p0,${staff}`, `CN=p3,${staff}`, `CN=p4,${staff}`]),
].join('');

const builtIn = [`CN=Domain Admins,${users}`, `CN=Domain Users,${users}`];

const changes: readonly RandomChange[] = [
  ...memberChanges,
  (random, _entries, number) => modify(random.of(builtIn), 'replace: description', `description: ${number}`),
  (random, { accounts }) => modify(builtIn[0]!, 'add: member', `member: ${random.of(accounts)}`),
  (random, { accounts }) => modify(builtIn[0]!, 'delete: member', `member: ${random.of(accounts)}`),
  (random, _entries, number) => user(`new${number}`, {}, random.of([staff, users])),
  (random, { accounts }, number) => move(random.of(accounts), `CN=moved${number}`, random.of([staff, teams])),
  (random, { groups }, number) => move(random.of(groups), `CN=renamed${number}`),
  (random, { accounts, groups }, number) => domainGroup(`group${number}`, [random.of(accounts), random.of(groups)]),
  (random, { accounts }) =>
    modify(random.of(accounts), 'replace: userAccountControl', `userAccountControl: ${random.of([544, 546])}`),
  (random, { accounts }) =>
    modify(
      random.of(accounts),
      'replace: accountExpires',
      `accountExpires: ${fileTime(Date.UTC(2020 + random.below(100), 0))}`,
    ),
  (random, { accounts }, number) =>
    modify(random.of(accounts), 'replace: servicePrincipalName', `servicePrincipalName: HTTP/host${number}`),
];

describe.skipIf(sambaMissing)(`random changes of Samba${sambaMissing ? `; skipped: ${sambaMissing}` : ''}`, () => {
  let samba: Samba;
  let source: ChangingSource;

  beforeAll(async () => {
    samba = await startSamba();
    await samba.modify(domain);
    source = changingSource({ url: samba.url, ...domainAdmin });
    await source.readAndCompare('at first');
  });
  afterAll(async () => {
    await samba?.stop();
  });

  const membersOf = async (group: string) => (await samba.tool('group', 'listmembers', group)).trim().split('\n');
  const dnsOf = async (filter: string) =>
    (await samba.search(filter, ['1.1']))
      .map(entry => first(entry, 'dn')!)
      .filter(dn => dn.endsWith(staff) || dn.endsWith(teams) || builtIn.includes(dn))
      .toSorted();
  const ridOf = async (dn: string) => {
    const [entry] = await samba.search('(objectClass=*)', ['objectSid'], ['-s', 'base', '-b', dn]);
    return sidText(bytesOf(entry!, 'objectSid')[0]!)!.split('-').at(-1)!;
  };
  /** What a domain accepts as the primary group is a group that lists the account. */
  async function setPrimaryGroup(account: string, group: string): Promise<void> {
    await samba.modify(modify(group, 'add: member', `member: ${account}`)).catch(() => {});
    await samba.modify(modify(account, 'replace: primaryGroupID', `primaryGroupID: ${await ridOf(group)}`));
  }
  /** As samba-tool prints them: the names by which the accounts sign in. */
  function landedMembers(groupName: string): string[] {
    const group = [...source.landed.get('UserGroup')!.values()].find(({ name }) => name === groupName)!;
    const named = (id: unknown) =>
      source.landed.get('Account')!.get(String(id))?.['alias'] ??
      source.landed.get('UserGroup')!.get(String(id))!['name'];
    return [...source.landed.get('EntityManagedViaObject')!.values()]
      .filter(record => record['managedViaObjectId'] === group.id)
      .map(record => String(named(record['entityId'])))
      .toSorted();
  }

  it('of the description of a primary group leave its members in it', async () => {
    // The entry of this group lists nobody.
    await samba.modify(modify(builtIn[1]!, 'replace: description', 'description: changed before'));
    await source.readAndCompare('after the first other description');
    await setPrimaryGroup(`CN=p5,${staff}`, builtIn[0]!);
    await source.readAndCompare('after another primary group');
    await samba.modify(builtIn.map(dn => modify(dn, 'replace: description', 'description: changed')).join(''));
    await source.readAndCompare('after other descriptions');
    for (const name of ['Domain Admins', 'Domain Users'])
      expect(landedMembers(name)).toEqual((await membersOf(name)).toSorted());
    expect(landedMembers('Domain Admins')).toContain('p5');
    await samba.modify(modify(builtIn[0]!, 'add: member', `member: CN=p1,${staff}`));
    await source.readAndCompare('after another member');
    expect(landedMembers('Domain Admins')).toEqual((await membersOf('Domain Admins')).toSorted());
  });

  it.each([1, 2, 3])('are found by an incremental read (seed %i)', async seed => {
    const random = createRandom(seed);
    let made = 0;
    const steps = 100;
    for (let step = 0; step < steps; step += 1) {
      const entries = { accounts: await dnsOf('(objectClass=user)'), groups: await dnsOf('(objectClass=group)') };
      const isPrimary = random.below(8) === 0;
      const ldif = random.of(changes)(random, entries, seed * 1000 + step);
      if (ldif === undefined) continue;
      const change = isPrimary
        ? setPrimaryGroup(random.of(entries.accounts), random.of([...entries.groups, ...builtIn]))
        : samba.modify(ldif);
      // Some changes are refused, because the entry is like that already.
      const isMade = await change.then(
        () => true,
        () => false,
      );
      if (isMade) made += 1;
      if (isMade && random.below(2) === 0)
        await source.readAndCompare(`after step ${step}: ${isPrimary ? 'a primary group' : ldif}`);
    }
    await source.readAndCompare('at the end');
    expect(made).toBeGreaterThan(steps / 2);
  });
});
