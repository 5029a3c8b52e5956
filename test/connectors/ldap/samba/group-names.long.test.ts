// What a preview promises of a new group, its job can do in a domain of Samba too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainAdmin, type Samba, sambaMissing, startSamba } from '../../../support/directories/samba.ts';
import { outcomesOfNames } from '../group-names.ts';
import { added, domainGroup, staff, teams, user } from './domain.ts';

describe.skipIf(sambaMissing)(`names of groups in Samba${sambaMissing ? `; skipped: ${sambaMissing}` : ''}`, () => {
  let samba: Samba;
  beforeAll(async () => {
    samba = await startSamba();
    await samba.modify(
      [added(staff, { objectClass: 'organizationalUnit' }), added(teams, { objectClass: 'organizationalUnit' })].join(
        '',
      ) + [user('device'), domainGroup('engineers', []), domainGroup('all staff', [])].join(''),
    );
  });
  afterAll(() => samba?.stop());

  it('are refused by the preview when the job refuses them', async () => {
    const found = await outcomesOfNames({ url: samba.url, ...domainAdmin, groups_container: teams });
    for (const [name, previewed, made] of found) expect([name, previewed]).toEqual([name, made]);
    for (const name of ['ENGINEERS', 'device', 'ADMINISTRATOR'])
      expect(found.find(([each]) => each === name)![1]).not.toBe('made');
    expect(found.find(([name]) => name === 'Fresh')![1]).toBe('made');
  });
});
