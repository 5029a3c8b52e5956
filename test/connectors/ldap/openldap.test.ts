// OpenLDAP from end to end: what is served equals what ldapsearch prints.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { bytesOf, first, type LdifEntry, ldifOf } from '../../support/directories/ldif.ts';
import { admin, type Slapd, slapdMissing, startSlapd, suffix } from '../../support/directories/slapd.ts';
import type { Item } from '../../support/service/service.ts';
import { readInFull } from './incremental.ts';
import { groups, organisation, people } from './organisation.ts';
import { type LdapService, metadataOf, startLdapService } from './reading.ts';

describe.skipIf(slapdMissing)(`a directory of OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;
  let test: LdapService;
  let accounts: Map<string, Item>;
  /** What the connector asked for. */
  let asked: string[];
  /** DN as the server prints it → entryUUID. */
  let ids: Map<string, string>;
  const idOf = (dn: string) => ids.get(dn) ?? expect.fail(`no ${dn}`);
  const account = (rdn: string) => accounts.get(idOf(`${rdn},${people}`));

  beforeAll(async () => {
    slapd = await startSlapd({ ldif: organisation, logsRequests: true });
    test = await startLdapService({ url: slapd.url, ...admin });
    const { runs, build } = await test.sync();
    expect(runs).toMatchObject([{ status: 'Landed', error: null }]);
    expect(build).toMatchObject({ status: 'Published' });
    asked = slapd.askedAttributes();
    accounts = await test.served('/v1/accounts');
    const entries = await slapd.search('(objectClass=*)', ['entryUUID']);
    ids = new Map(entries.map(entry => [first(entry, 'dn')!, first(entry, 'entryUUID')!]));
  });
  afterAll(async () => {
    await test?.close();
    await slapd?.stop();
  });

  it('is read by the rules of the contract', async () => {
    expect(await brokenRules(ldap, { url: slapd.url, ...admin })).toEqual([]);
  });

  it('serves every account, under the id that the server gave it', async () => {
    const entries = await slapd.search('(|(objectClass=person)(objectClass=account))', ['entryUUID', 'uid', 'cn']);
    expect(new Set(accounts.keys())).toEqual(new Set(entries.map(entry => first(entry, 'entryUUID'))));
    for (const entry of entries) {
      const uid = first(entry, 'uid');
      if (uid !== undefined) expect(accounts.get(first(entry, 'entryUUID')!)!.alias).toBe(uid);
    }
  });

  it('serves what an entry says of its holder', () => {
    expect(account('uid=alice')).toMatchObject({
      alias: 'alice',
      name: 'Alice Example',
      displayName: 'Alice',
      email: 'alice@example.org',
      alternateEmails: ['a.example@example.org'],
      type: 'User',
      subType: 'Contractor',
      userType: 'Contractor',
      title: 'Engineer',
      department: 'R&D',
      employeeNumber: '1001',
      enabled: true,
      authenticationFunctions: ['Directory'],
    });
    expect(accounts.get(idOf(`uid=backup,ou=Services,${suffix}`))).toMatchObject({
      type: 'Machine',
      subType: 'ServiceAccount',
    });
  });

  it('serves names with commas, umlauts and NUL, and an entry without a name', () => {
    expect(account('cn=Smith\\2C Jane')).toMatchObject({ alias: 'jane', name: 'Smith, Jane' });
    expect([...accounts.values()].find(({ alias }) => alias === 'juergen')).toMatchObject({ name: 'Jürgen Groß' });
    expect(account('uid=nul')).toMatchObject({ name: 'before\0after' });
    expect(account('cn=zero\\00byte')).toMatchObject({ alias: 'zero1', name: 'zero\0byte' });
    expect(account('cn=zero')).toMatchObject({ alias: 'zero2', name: 'zero' });
    expect(account('sn=Nameless')).toMatchObject({ alias: 'Nameless', name: 'Nameless' });
  });

  it('knows which accounts cannot be used, and why', () => {
    expect(account('uid=locked')).toMatchObject({ enabled: false });
    expect(metadataOf(account('uid=locked'))).toMatchObject({ disabledBecause: ['pwdAccountLockedTime'] });
    expect(account('uid=shadow')).toMatchObject({
      enabled: false,
      expirationDate: '1970-01-02T00:00:00Z',
      lastPasswordChangedDate: '2024-10-04T00:00:00Z',
    });
    expect(account('uid=posix')).toMatchObject({ enabled: true });
  });

  it('serves every membership that the groups have, however the DNs are written', async () => {
    const member = (rdn: string, holder: string) => `${idOf(rdn)} > ${idOf(`cn=${holder}`)}`;
    const inGroups = (name: string) => `${name},${groups}`;
    const juergen = [...accounts.values()].find(({ alias }) => alias === 'juergen').id;
    expect(await test.memberships()).toEqual(
      new Set([
        member(`uid=alice,${people}`, inGroups('engineers')),
        member(`cn=Smith\\2C Jane,${people}`, inGroups('engineers')),
        member(inGroups('cn=engineers'), inGroups('all staff')),
        `${juergen} > ${idOf(`cn=all staff,${groups}`)}`,
        member(inGroups('cn=all staff'), inGroups('cycle')),
        member(inGroups('cn=round'), inGroups('cycle')),
        member(inGroups('cn=cycle'), inGroups('round')),
        member(`cn=zero\\00byte,${people}`, inGroups('zero')),
        member(`cn=zero\\00Other,${people}`, inGroups('zero')),
        member(`cn=Plus+uid=plus,${people}`, inGroups('strangers')),
        member(`uid=nul,${people}`, inGroups('unique')),
        member(`uid=alice,${people}`, inGroups('unique')),
        member(`uid=posix,${people}`, inGroups('wheel')),
        member(`uid=shadow,${people}`, inGroups('wheel')),
        member(`uid=posix,${people}`, inGroups('posix')),
        member(`uid=alice,${people}`, `operator,ou=Services,${suffix}`),
        member(`uid=backup,ou=Services,${suffix}`, `operator,ou=Services,${suffix}`),
      ]),
    );
  });

  it('names the members that it does not land, and the read stays complete', async () => {
    const { status, gaps } = await test.read('EntityManagedViaObject');
    expect(status).toBe('Complete');
    expect(gaps).toEqual([
      expect.objectContaining({
        subject: `cn=strangers,${groups}`,
        missing: 'fields',
        message: expect.stringMatching(/1 outside dc=example,dc=org, 1 that are no accounts.*uid=gone.*uid=elsewhere/),
      }),
      expect.objectContaining({ subject: `cn=wheel,${groups}`, message: expect.stringContaining('nobody') }),
    ]);
  });

  it('serves groups, roles and containers', async () => {
    const served = await test.served('/v1/user-groups');
    const entries = await slapd.search(
      '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))',
      ['cn', 'entryUUID'],
    );
    expect(new Map([...served].map(([id, { name }]) => [id, name]))).toEqual(
      new Map(entries.map(entry => [first(entry, 'entryUUID'), first(entry, 'cn')])),
    );
    expect([...(await test.served('/v1/roles')).values()]).toMatchObject([{ name: 'operator', type: 'Custom' }]);
    const containers = await test.served('/v1/object-directories');
    const units = await slapd.search('(|(objectClass=organizationalUnit)(objectClass=dcObject))', ['entryUUID']);
    expect(new Set(containers.keys())).toEqual(new Set(units.map(entry => first(entry, 'entryUUID'))));
    const platform = containers.get(
      [...accounts.values()].find(({ alias }) => alias === 'juergen').objectDirectoryContainerId,
    );
    expect(platform).toMatchObject({ name: 'Platform, Tools', type: 'OrganizationalUnit' });
    expect(containers.get(platform.parentId)).toMatchObject({ name: 'Engineering' });
    expect(containers.get(idOf(suffix))).toMatchObject({ type: 'Domain', name: 'example' });
  });

  it('serves units as departments where the settings say so', async () => {
    const read = await readInFull({ url: slapd.url, ...admin, organizational_units: 'departments' });
    const units = await slapd.search('(objectClass=organizationalUnit)', ['entryUUID']);
    expect(new Set(read.get('Department')!.keys())).toEqual(new Set(units.map(entry => first(entry, 'entryUUID'))));
    expect([...read.get('ObjectDirectory')!.keys()]).toEqual([idOf(suffix)]);
    const named = (id: unknown) => read.get('Department')!.get(String(id))!['name'];
    const edges = [...read.get('DepartmentContainsDepartment')!.values()];
    expect(edges.map(({ parentId, childId }) => `${named(parentId)} > ${named(childId)}`).toSorted()).toEqual([
      'Engineering > Platform, Tools',
      'People > Engineering',
    ]);
    const departmentOf = (alias: string) =>
      [...read.get('Account')!.values()].find(record => record['alias'] === alias)!['department'];
    expect([departmentOf('juergen'), departmentOf('alice'), departmentOf('posix')]).toEqual([
      'Platform, Tools',
      'R&D',
      'People',
    ]);
  });

  it('never asks for passwords', () => {
    expect(asked).toContain('entryUUID');
    // Their names look like passwords. They have times, policies and states.
    const harmless =
      /^(?:passwordExpirationTime|ibm-pwdAccountLocked|ds-pwp-account-.*|pwd(?:AccountLockedTime|ChangedTime|LastSuccess|StartTime|EndTime|LastSet|PolicySubentry|Lockout|LockoutDuration|MaxIdle))$/;
    expect(asked.filter(name => /passw|pw|[*+]|key/i.test(name) && !harmless.test(name))).toEqual([]);
  });

  it('lands no password', async () => {
    for (const collection of ['accounts', 'user-groups', 'roles', 'object-directories', 'entity-managed-via-object']) {
      expect(JSON.stringify(await test.everyItem(`/v1/${collection}?pageSize=200`))).not.toMatch(
        /SSHA|c2VjcmV0|secret-hash/,
      );
    }
  });
});

describe.skipIf(slapdMissing)(
  `published example data in OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`,
  () => {
    const folder = path.join(import.meta.dirname, 'fixtures/planetexpress');
    const top = 'dc=planetexpress,dc=com';
    let slapd: Slapd;
    beforeAll(async () => {
      const files = fs.readdirSync(folder).filter(name => name.endsWith('.ldif'));
      const ldif = [
        ldifOf(top, { objectClass: ['dcObject', 'organization'], dc: 'planetexpress', o: 'Planet Express' }),
        ...files.toSorted().map(name => `${fs.readFileSync(path.join(folder, name), 'utf8').trim()}\n\n`),
      ];
      slapd = await startSlapd({ suffix: top, ldif: ldif.join('') });
    });
    afterAll(() => slapd?.stop());

    it('is read as ldapsearch prints it: a name of two attributes, pictures, a group class of Active Directory', async () => {
      const bind = { bind_dn: `cn=admin,${top}`, bind_password: admin.bind_password };
      const read = await readInFull({ url: slapd.url, ...bind });
      const attributes = ['entryUUID', 'uid', 'cn', 'displayName', 'mail', 'member'];
      const entries = await slapd.search('(|(objectClass=person)(objectClass=Group))', attributes);
      const idOf = (dn: string) => first(entries.find(entry => first(entry, 'dn') === dn)!, 'entryUUID')!;
      const isGroup = (entry: LdifEntry) => first(entry, 'uid') === undefined;
      const accounts = [...read.get('Account')!.values()].map(record => {
        return [record.id, record['alias'], record['email'], record['alternateEmails'] ?? []];
      });
      expect(accounts.toSorted()).toEqual(
        entries
          .filter(entry => !isGroup(entry))
          .map(entry => {
            const [mail, ...others] = bytesOf(entry, 'mail').map(String);
            return [first(entry, 'entryUUID'), first(entry, 'uid'), mail, others];
          })
          .toSorted(),
      );
      const memberships = [...read.get('EntityManagedViaObject')!.values()];
      const groups = entries.filter(isGroup);
      expect(groups).toHaveLength(2);
      expect(memberships.map(record => [record['entityId'], record['managedViaObjectId']]).toSorted()).toEqual(
        groups
          .flatMap(entry => bytesOf(entry, 'member').map(dn => [idOf(String(dn)), first(entry, 'entryUUID')]))
          .toSorted(),
      );
    });
  },
);
