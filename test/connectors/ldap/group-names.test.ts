// What a preview promises of a new group, its job can do: names that exist in another form, and names that the directory refuses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Slapd, slapdMissing } from '../../support/directories/slapd.ts';
import { startChangeableDirectory, writer } from './changeable-organisation.ts';
import { groupNames, outcomesOfNames } from './group-names.ts';
import { groups } from './organisation.ts';

describe.skipIf(slapdMissing)(`names of groups in OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await startChangeableDirectory();
  });
  afterAll(() => slapd?.stop());

  it('are refused by the preview when the job refuses them', async () => {
    const found = await outcomesOfNames({ url: slapd.url, ...writer, groups_container: groups });
    const refusedByServer = groupNames.filter(name =>
      ['ENGINEERS', 'all  staff', ' engineers ', 'device', 'DEVICE'].includes(name),
    );
    for (const [name, previewed, made] of found) expect([name, previewed]).toEqual([name, made]);
    for (const name of refusedByServer) expect(found.find(([each]) => each === name)![1]).not.toBe('made');
    for (const name of ['Fresh', 'c'.repeat(242)]) expect(found.find(([each]) => each === name)![1]).toBe('made');
  });
});
