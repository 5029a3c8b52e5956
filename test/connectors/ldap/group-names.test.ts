// What a preview promises of a new group, its job can do: names that exist in another form, and names that the directory refuses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { openActor } from '../../conformance/acting.ts';
import { domainAdmin, type Samba, sambaMissing, startSamba } from '../../support/directories/samba.ts';
import { type Slapd, slapdMissing } from '../../support/directories/slapd.ts';
import { startChangeableDirectory, writer } from './changeable-organisation.ts';
import { added, domainGroup, staff, teams, user } from './domain.ts';
import { groups } from './organisation.ts';

const names = [
  ...[
    'Fresh',
    'ENGINEERS',
    'all  staff',
    ' engineers ',
    'device',
    'DEVICE',
    'a,b',
    'a+b',
    'a"b',
    'a\\b',
    '#a',
    ' a',
    'a ',
    'a=b',
  ],
  ...[
    'a;b',
    'a<b>',
    'a/b',
    'ünïcödé',
    'a\0b',
    'a\nb',
    'a\tb',
    '.',
    '-',
    '*',
    '(a)',
    'a'.repeat(64),
    'b'.repeat(65),
    'c'.repeat(242),
    'd'.repeat(243),
    'e'.repeat(300),
  ],
  ...[
    'administrator',
    'ADMINISTRATOR',
    'Team',
    'ends.',
    '@a',
    'a@b',
    '\u200b',
    '\ufffd',
    'e\u0301',
    '\u00e9',
    'ﬁ',
    '名前',
    '😀',
  ],
];

/** The reason for which each name is refused, before the change and by it. */
async function outcomes(settings: object): Promise<readonly (readonly [string, string, string])[]> {
  const client = await ldap.open(ldap.settings.parse(settings), {
    ...{ sourceId: '', applicationInstanceId: '', baseFolder: '/', signal: new AbortController().signal },
  });
  const actor = await openActor(ldap, settings);
  const action = ldap.actions!.CreateUserGroup!;
  const found: (readonly [string, string, string])[] = [];
  try {
    for (const groupName of names) {
      const previewed = await action.expand!(client, { groupName }).then(
        () => 'made',
        (error: Error) => error.message,
      );
      found.push([groupName, previewed, await actor.refusal('CreateUserGroup', { groupName })]);
    }
  } finally {
    await actor.close();
    await ldap.close!(client);
  }
  return found;
}

describe.skipIf(slapdMissing)(`names of groups in OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await startChangeableDirectory();
  });
  afterAll(() => slapd?.stop());

  it('are refused by the preview when the job refuses them', async () => {
    const found = await outcomes({ url: slapd.url, ...writer, groups_container: groups });
    const refusedByServer = names.filter(name =>
      ['ENGINEERS', 'all  staff', ' engineers ', 'device', 'DEVICE'].includes(name),
    );
    for (const [name, previewed, made] of found) expect([name, previewed]).toEqual([name, made]);
    for (const name of refusedByServer) expect(found.find(([each]) => each === name)![1]).not.toBe('made');
    for (const name of ['Fresh', 'c'.repeat(242)]) expect(found.find(([each]) => each === name)![1]).toBe('made');
  });
});

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
    const found = await outcomes({ url: samba.url, ...domainAdmin, groups_container: teams });
    for (const [name, previewed, made] of found) expect([name, previewed]).toEqual([name, made]);
    for (const name of ['ENGINEERS', 'device', 'ADMINISTRATOR'])
      expect(found.find(([each]) => each === name)![1]).not.toBe('made');
    expect(found.find(([name]) => name === 'Fresh')![1]).toBe('made');
  });
});
