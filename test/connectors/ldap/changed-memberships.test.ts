// The memberships of changed accounts: which groups the server is asked for, and when what was landed before tells enough.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { ldifOf } from '../../support/directories/ldif.ts';
import { admin, type Slapd, slapdMissing, startSlapd, suffix } from '../../support/directories/slapd.ts';

const dnOf = (uid: string) => `uid=${uid},${suffix}`;
const users = Array.from({ length: 30 }, (_, index) => `user${index}`);
const directory = [
  ldifOf(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
  ...users.map(uid => ldifOf(dnOf(uid), { objectClass: 'inetOrgPerson', uid, cn: uid, sn: uid })),
  ldifOf(`cn=all,${suffix}`, { objectClass: 'groupOfNames', cn: 'all', member: users.map(dnOf) }),
].join('');

/** Type → local id → record. */
type Landed = Map<string, Map<string, SourceRecord>>;
/** Type → where the next read of it can start. */
type Positions = Record<string, string | undefined>;

describe.skipIf(slapdMissing)(
  `memberships of changed accounts${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`,
  () => {
    let slapd: Slapd;
    const landed: Landed = new Map();
    let positions: Positions;

    beforeAll(async () => {
      slapd = await startSlapd({ ldif: directory, logsRequests: true });
      positions = (await readTypes({})).positions;
    });
    afterAll(async () => {
      await slapd?.stop();
    });

    /** Read some types, as a run does. The positions say where each read starts; it is a full read without one. */
    async function readTypes(since: Positions, types = ['Account', 'UserGroup', 'EntityManagedViaObject']) {
      const client = await ldap.open(ldap.settings.parse({ url: slapd.url, ...admin }), {
        sourceId: 'directory',
        applicationInstanceId: '00000000-0000-4000-8000-000000000000',
        baseFolder: '/',
        signal: new AbortController().signal,
        landedBefore: async (type, field, ids) => {
          const records = [...(landed.get(type)?.values() ?? [])].filter(({ id }) => !ids || ids.includes(id));
          return new Map(records.map(record => [record.id, record[field]]));
        },
      });
      const found = new Map<string, { records: SourceRecord[]; removed: string[]; searches: number }>();
      const next: Positions = {};
      try {
        for (const { lands, pages } of ldap.reads(client).filter(read => types.includes(read.lands))) {
          const before = slapd.searches();
          const brought = { records: [] as SourceRecord[], removed: [] as string[], searches: 0 };
          for await (const page of pages(client, undefined, since[lands])) {
            brought.records.push(...page.records);
            brought.removed.push(...(page.removed ?? []));
            next[lands] = page.next;
          }
          found.set(lands, { ...brought, searches: slapd.searches() - before });
        }
      } finally {
        await ldap.close!(client);
      }
      for (const [type, { records, removed }] of found) {
        const known = since[type] === undefined ? new Map<string, SourceRecord>() : landed.get(type)!;
        for (const record of records) known.set(record.id, record);
        for (const id of removed) known.delete(id);
        landed.set(type, known);
      }
      return { found, positions: next };
    }

    it('are not searched for when the DN is as before', async () => {
      const titles = users.map(uid => `dn: ${dnOf(uid)}\nchangetype: modify\nreplace: title\ntitle: Chief\n\n`);
      await slapd.modify(titles.join(''));
      const { found, positions: next } = await readTypes(positions);
      expect(found.get('Account')!.records).toHaveLength(users.length);
      expect(found.get('EntityManagedViaObject')).toEqual({ records: [], removed: [], searches: 0 });
      positions = next;
    });

    it('are searched for when the accounts were read again after the memberships', async () => {
      const before = landed.get('EntityManagedViaObject')!.size;
      await slapd.modify(`dn: ${dnOf('user7')}\nchangetype: modrdn\nnewrdn: uid=other\ndeleteoldrdn: 1\n\n`);
      // The memberships could not be read then.
      const { positions: ofAccounts } = await readTypes(positions, ['Account']);
      const { found } = await readTypes({ ...positions, ...ofAccounts });
      expect(found.get('EntityManagedViaObject')!.removed).toHaveLength(1);
      expect(landed.get('EntityManagedViaObject')!.size).toBe(before - 1);
    });
  },
);
