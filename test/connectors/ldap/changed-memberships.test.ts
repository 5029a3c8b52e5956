// The memberships of changed accounts: which groups the server is asked for, and when what was landed before tells enough.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldifOf } from '../../support/directories/ldif.ts';
import { admin, type Slapd, slapdMissing, startSlapd, suffix } from '../../support/directories/slapd.ts';
import { type ChangingSource, changingSource, type Positions } from './changing-source.ts';

const dnOf = (uid: string) => `uid=${uid},${suffix}`;
const users = Array.from({ length: 30 }, (_, index) => `user${index}`);
const directory = [
  ldifOf(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
  ...users.map(uid => ldifOf(dnOf(uid), { objectClass: 'inetOrgPerson', uid, cn: uid, sn: uid })),
  ldifOf(`cn=all,${suffix}`, { objectClass: 'groupOfNames', cn: 'all', member: users.map(dnOf) }),
].join('');

describe.skipIf(slapdMissing)(
  `memberships of changed accounts${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`,
  () => {
    let slapd: Slapd;
    let source: ChangingSource;
    let positions: Positions;
    const types = ['Account', 'UserGroup', 'EntityManagedViaObject'];

    beforeAll(async () => {
      slapd = await startSlapd({ ldif: directory, logsRequests: true });
      source = changingSource({ url: slapd.url, ...admin }, slapd.searches);
      positions = (await source.read({}, types)).positions;
    });
    afterAll(async () => {
      await slapd?.stop();
    });

    it('are not searched for when the DN is as before', async () => {
      const titles = users.map(uid => `dn: ${dnOf(uid)}\nchangetype: modify\nreplace: title\ntitle: Chief\n\n`);
      await slapd.modify(titles.join(''));
      const { found, positions: next } = await source.read(positions, types);
      expect(found.get('Account')!.records).toHaveLength(users.length);
      expect(found.get('EntityManagedViaObject')).toEqual({ records: [], removed: [], isWhole: false, searches: 0 });
      positions = next;
    });

    it('are searched for when the accounts were read again after the memberships', async () => {
      const before = source.landed.get('EntityManagedViaObject')!.size;
      await slapd.modify(`dn: ${dnOf('user7')}\nchangetype: modrdn\nnewrdn: uid=other\ndeleteoldrdn: 1\n\n`);
      // The memberships could not be read then.
      const { positions: ofAccounts } = await source.read(positions, ['Account']);
      const { found } = await source.read({ ...positions, ...ofAccounts }, types);
      expect(found.get('EntityManagedViaObject')!.removed).toHaveLength(1);
      expect(source.landed.get('EntityManagedViaObject')!.size).toBe(before - 1);
    });
  },
);
