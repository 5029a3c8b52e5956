// A domain of Samba from end to end: what is served equals what ldapsearch and samba-tool print.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guidText, sidText } from '../../../../connectors/ldap/values/identifiers.ts';
import { bytesOf, first, type LdifEntry } from '../../../support/directories/ldif.ts';
import { domainAdmin, domainDn, type Samba, sambaMissing, startSamba } from '../../../support/directories/samba.ts';
import { type Item, queryRows } from '../../../support/service/service.ts';
import { type IncrementalService, startIncrementalService } from '../incremental.ts';
import { metadataOf } from '../reading.ts';
import { delegationDescriptor, domain, platform, staff, teams, user } from './domain.ts';
import { describeDomainActions } from './domain-actions.ts';
import { domainChanges } from './domain-changes.ts';
import { itSurvivesTheDomain } from './domain-killed.ts';

describe.skipIf(sambaMissing)(`a domain of Samba${sambaMissing ? `; skipped: ${sambaMissing}` : ''}`, () => {
  let samba: Samba;
  let test: IncrementalService;
  let accounts: Map<string, Item>;
  let groups: Map<string, Item>;
  /** All users, computers and groups. */
  let entries: LdifEntry[];
  let domainSid: string;

  const idOf = (entry: LdifEntry) => guidText(bytesOf(entry, 'objectGUID')[0]!)!;
  const sidOf = (entry: LdifEntry) => sidText(bytesOf(entry, 'objectSid')[0]!)!;
  const nameOf = (entry: LdifEntry) => first(entry, 'sAMAccountName')!;
  const isGroup = (entry: LdifEntry) => bytesOf(entry, 'groupType').length > 0;
  const entryNamed = (name: string) => entries.find(entry => nameOf(entry) === name) ?? expect.fail(`no ${name}`);
  const account = (name: string) => accounts.get(idOf(entryNamed(name)));
  const named = (ids: Iterable<string>) =>
    [...ids]
      .map(id => entries.find(entry => idOf(entry) === id))
      .map(entry => (entry ? nameOf(entry) : 'another'))
      .toSorted();

  beforeAll(async () => {
    samba = await startSamba();
    await samba.modify(domain);
    const [helper] = await samba.search('(sAMAccountName=svc-app)', ['objectSid']);
    await samba.modifyAsSystem(
      `CN=WEB1,CN=Computers,${domainDn}`,
      'msDS-AllowedToActOnBehalfOfOtherIdentity',
      delegationDescriptor(bytesOf(helper!, 'objectSid')[0]!),
    );
    const [primary] = await samba.search('(sAMAccountName=primary)', ['objectSid']);
    await samba.modify(
      `dn: CN=expired,${staff}\nchangetype: modify\nreplace: primaryGroupID\nprimaryGroupID: ${sidOf(primary!).split('-').at(-1)}\n\n`,
    );
    test = await startIncrementalService({ url: samba.url, ...domainAdmin });
    const { runs, build } = await test.sync();
    expect(runs).toMatchObject([{ status: 'Landed', error: null }]);
    expect(build).toMatchObject({ status: 'Published' });
    accounts = await test.served('/v1/accounts');
    groups = await test.served('/v1/user-groups');
    const attributes = ['sAMAccountName', 'objectGUID', 'objectSid', 'groupType', 'member', 'primaryGroupID'];
    entries = await samba.search('(|(objectClass=user)(objectClass=group))', attributes);
    domainSid = sidOf(entryNamed('Domain Admins')).replace(/-512$/, '');
  });
  afterAll(async () => {
    await test?.close();
    await samba?.stop();
  });

  it('serves every account and group under its objectGUID', async () => {
    const users = (await samba.tool('user', 'list')).trim().split('\n');
    const computers = (await samba.tool('computer', 'list')).trim().split('\n');
    expect([...accounts.values()].map(({ alias }) => alias).toSorted()).toEqual([...users, ...computers].toSorted());
    expect(new Set(accounts.keys())).toEqual(new Set(entries.filter(entry => !isGroup(entry)).map(idOf)));
    const listed = (await samba.tool('group', 'list')).trim().split('\n');
    expect(listed.toSorted()).toEqual(entries.filter(isGroup).map(nameOf).toSorted());
    const own = [...groups.values()].filter(({ type }) => type !== 'Modeled');
    expect(new Set(own.map(({ id }) => id))).toEqual(new Set(entries.filter(isGroup).map(idOf)));
    expect([...groups.values()].filter(({ type }) => type === 'Modeled').map(({ name }) => name)).toContain(
      'Authenticated Users',
    );
  });

  it('serves what an entry says of its holder', () => {
    expect(account('alice')).toMatchObject({
      alias: 'alice',
      displayName: 'Alice Example',
      email: 'alice@corp.example.org',
      alternateEmails: ['a.example@corp.example.org'],
      type: 'User',
      department: 'Engineering',
      title: 'Engineer',
      employeeNumber: '1001',
      countryCode: 'DE',
      isAdmin: false,
      hasAPIAccess: true,
    });
    expect(account('jane')).toMatchObject({ name: 'Smith, Jane (Jürgen)', displayName: 'Jane "Jürgen" Smith' });
    expect(account('svc-web')).toMatchObject({ type: 'Machine', subType: 'ServiceAccount' });
    expect(account('WEB1$')).toMatchObject({ type: 'Machine', subType: 'Workload', accountRole: 'computer' });
    expect(account('krbtgt')).toMatchObject({ type: 'Machine', enabled: false });
    expect(account('Guest')).toMatchObject({ type: 'User', subType: 'Guest' });
    expect(account('smartcard')).toMatchObject({ mfaRequirements: 'Required' });
    expect(metadataOf(account('alice'))).toMatchObject({ objectSid: sidOf(entryNamed('alice')) });
  });

  it('knows which accounts cannot be used', async () => {
    const disabled = await samba.search('(&(objectClass=user)(userAccountControl:1.2.840.113556.1.4.803:=2))', [
      'objectGUID',
    ]);
    const served = [...accounts.values()].filter(({ enabled }) => !enabled).map(({ id }) => id);
    expect(new Set(served)).toEqual(new Set([...disabled.map(idOf), idOf(entryNamed('expired'))]));
    expect(account('expired')).toMatchObject({ expirationDate: '2020-01-01T00:00:00Z' });
    expect(account('alice').expirationDate, 'never').toBeUndefined();
  });

  it('serves every direct membership, that of primary groups too', async () => {
    const byDn = new Map(entries.map(entry => [first(entry, 'dn'), entry]));
    const expected = entries.flatMap(entry => [
      ...bytesOf(entry, 'member').flatMap(dn => {
        const member = byDn.get(dn.toString('utf8'));
        return member ? [`${idOf(member)} > ${idOf(entry)}`] : [];
      }),
      ...bytesOf(entry, 'primaryGroupID').map(rid => {
        const group = entries.find(each => sidOf(each) === `${domainSid}-${rid.toString('utf8')}`)!;
        return `${idOf(entry)} > ${idOf(group)}`;
      }),
    ]);
    const served = [...(await test.memberships())].filter(text =>
      text.split(' > ').every(id => entries.some(entry => idOf(entry) === id)),
    );
    expect(new Set(served)).toEqual(new Set(expected));
    for (const name of ['Domain Users', 'outer', 'primary']) {
      const listed = (await samba.tool('group', 'listmembers', name)).trim().split('\n');
      const members = served
        .filter(text => text.endsWith(` > ${idOf(entryNamed(name))}`))
        .map(text => text.split(' > ')[0]!);
      expect(named(members)).toEqual(listed.toSorted());
    }
  });

  it('finds the same groups behind each account as the domain controller does (tokenGroups)', async () => {
    const bySid = new Map(entries.filter(isGroup).map(entry => [sidOf(entry), nameOf(entry)]));
    const rows = await queryRows(
      test,
      // tokenGroups has only groups for access, not those for mail.
      `SELECT a.id, g.id FROM service_identity.memberships AS m
       JOIN service_identity.accounts AS a ON a.global_id = m.member_id
       JOIN service_identity.user_groups AS g ON g.global_id = m.container_id
       WHERE g.type <> 'Distribution' GROUP BY ALL`,
    );
    for (const [id, { alias }] of accounts) {
      const dn = first(entryNamed(alias), 'dn')!;
      const [shown] = await samba.search('(objectClass=*)', ['tokenGroups'], ['-s', 'base', '-b', dn]);
      const expected = bytesOf(shown!, 'tokenGroups').map(sid => bySid.get(sidText(sid)!) ?? sidText(sid)!);
      expect(named(rows.filter(row => row[0] === id).map(row => String(row[1]))), alias).toEqual(expected.toSorted());
    }
  });

  it('finds the same members of a group as the rule for chains does', async () => {
    const chain = await samba.search(`(&(objectClass=user)(memberOf:1.2.840.113556.1.4.1941:=CN=outer,${teams}))`, [
      'sAMAccountName',
    ]);
    const rows = await queryRows(
      test,
      "SELECT DISTINCT member_name FROM service_identity.group_members WHERE group_name = 'outer' AND member_type = 'Account'",
    );
    expect(rows.flat().toSorted()).toEqual(chain.map(nameOf).toSorted());
    expect(rows.flat().toSorted()).toEqual(['alice', 'bob', 'jane']);
  });

  it('serves privileged groups as roles, and knows the administrators', async () => {
    const roles = await test.served('/v1/roles');
    expect([...roles.values()].map(({ name, type }) => `${type} ${name}`)).toEqual(
      expect.arrayContaining([
        'Standard Domain Admins',
        'Standard Administrators',
        'Standard Domain Controllers',
        'Standard Enterprise Admins',
      ]),
    );
    const rows = await queryRows(
      test,
      "SELECT DISTINCT member_name FROM service_identity.role_members WHERE role_name = 'Domain Admins' AND member_type = 'Account'",
    );
    expect(rows.flat().toSorted()).toEqual(['Administrator', 'svc-web']);
    const administrators = [...accounts.values()].filter(({ isAdmin }) => isAdmin).map(({ alias }) => alias);
    expect(administrators.toSorted()).toEqual(['Administrator', 'svc-web']);
  });

  it('serves services and delegation as entitlements', async () => {
    const items = await test.everyItem('/v1/entity-assigned-access-to-object?pageSize=200');
    const of = (name: string) =>
      items
        .filter(({ entityId }) => entityId === idOf(entryNamed(name)))
        .map(({ assignedObjectId, entitlementSpecification }) => [
          assignedObjectId,
          entitlementSpecification.reasonSpecificData.permissions.fineGrainedSpecifiers[0],
        ]);
    expect(of('svc-web').toSorted()).toEqual([
      ['spn:http/web', 'servicePrincipalName'],
      ['spn:http/web.corp.example.org', 'servicePrincipalName'],
    ]);
    expect(of('svc-app').toSorted()).toEqual([
      [`computer:${idOf(entryNamed('WEB1$'))}`, 'delegation:resource-based'],
      ['spn:http/app.corp.example.org', 'servicePrincipalName'],
      ['spn:http/web.corp.example.org', 'delegation:protocol-transition'],
      ['spn:mssqlsvc/db.corp.example.org:1433', 'delegation:protocol-transition'],
    ]);
    expect(of('DC1$')).toContainEqual([`domain:${domainDn.toLowerCase()}`, 'delegation:unconstrained']);
    const ofRoles = items.filter(({ id }) => id.includes(' administers '));
    expect(ofRoles.length).toBeGreaterThan(8);
    for (const { entitlementSpecification } of ofRoles) {
      const { name, appliesToContents } = entitlementSpecification.reasonSpecificData;
      expect(appliesToContents, name).toBe(name === 'administer' ? undefined : false);
    }
    const resources = await test.served('/v1/resource-instances');
    for (const { assignedObjectId } of items) expect(resources.has(assignedObjectId), assignedObjectId).toBe(true);
    expect(resources.get('spn:host/web1.corp.example.org')).toMatchObject({
      parentId: `computer:${idOf(entryNamed('WEB1$'))}`,
      resourceClass: 'service-principal-name',
    });
    const edges = await test.everyItem('/v1/resource-instance-contains-resource-instance?pageSize=200');
    expect(edges).toHaveLength(resources.size - 1);
  });

  it('serves the domain, its units and itself', async () => {
    const directories = await test.served('/v1/object-directories');
    const units = await samba.search('(objectClass=organizationalUnit)', ['objectGUID', 'ou']);
    const served = [...directories.values()].filter(({ type }) => type === 'OrganizationalUnit');
    expect(new Set(served.map(({ id }) => id))).toEqual(new Set(units.map(idOf)));
    expect(directories.get(account('jane').objectDirectoryContainerId)).toMatchObject({ path: platform });
    expect([...(await test.served('/v1/directory-providers')).values()]).toMatchObject([
      { type: 'ActiveDirectory', vendorName: 'Samba', domains: ['corp.example.org'] },
    ]);
  });

  describe('read by its changes', () => {
    it('reads nothing again when nothing changed', async () => {
      await test.syncAndCompare();
      expect(await test.newestReads()).toMatchObject({
        Account: { rows: 0, unchanged: accounts.size, status: 'Complete' },
        UserGroup: { rows: 0, unchanged: groups.size },
        EntityManagedViaObject: { rows: 0 },
        EntityAssignedAccessToObject: { rows: 0 },
      });
    });

    it.each(domainChanges)('finds %s', async (_, changes, isIncremental) => {
      await samba.modify(changes.join(''));
      await test.syncAndCompare();
      const { Account: read } = await test.newestReads();
      expect(read!.unchanged !== undefined && read!.unchanged > 0).toBe(isIncremental);
    });

    it('finds what was deleted where bind_dn may not see deleted objects', async () => {
      await samba.modify(user('reader'));
      await samba.tool('user', 'setpassword', 'reader', '--newpassword=Rolecall!23');
      await samba.modify(
        `dn: CN=reader,${staff}\nchangetype: modify\nreplace: userAccountControl\nuserAccountControl: 512\n\n`,
      );
      const bind = { bind_dn: 'reader@corp.example.org', bind_password: 'Rolecall!23' };
      const limited = await startIncrementalService({ url: samba.url, ...bind });
      try {
        await limited.syncAndCompare();
        await samba.modify(`dn: CN=disabled,${staff}\nchangetype: delete\n\n`);
        await limited.syncAndCompare();
        expect((await limited.newestReads())['Account']!.unchanged).toBeGreaterThan(0);
      } finally {
        await limited.close();
      }
    });
  });

  describeDomainActions(() => samba);

  // Last, because the domain is gone after it.
  itSurvivesTheDomain(() => samba);
});
