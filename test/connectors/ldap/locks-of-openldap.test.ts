// Locks of OpenLDAP that end by themselves, and policies that do not lock: an account is enabled exactly when its owner can bind.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldifOf } from '../../support/directories/ldif.ts';
import { admin, type Slapd, slapdMissing, startSlapd, suffix } from '../../support/directories/slapd.ts';
import { type ChangingSource, changingSource } from './changing-source.ts';

const policies = `ou=Policies,${suffix}`;
const people = `ou=People,${suffix}`;
const policy = (cn: string, attributes: Record<string, string>) =>
  ldifOf(`cn=${cn},${policies}`, {
    objectClass: ['device', 'pwdPolicy'],
    cn,
    pwdAttribute: 'userPassword',
    ...attributes,
  });
const person = (uid: string, attributes: Record<string, string> = {}) =>
  ldifOf(`uid=${uid},${people}`, {
    ...{ objectClass: 'inetOrgPerson', uid, cn: uid, sn: uid, userPassword: 'secret' },
    ...attributes,
  });
const unit = (dn: string, ou: string) => ldifOf(dn, { objectClass: 'organizationalUnit', ou });
const timeText = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;

const lastYear = '20250203101112Z';
const justNow = timeText(Date.now());
const twoDaysAgo = timeText(Date.now() - 2 * 86_400_000);
const byAdministrator = '000001010000Z';
const of = (cn: string) => ({ pwdPolicySubentry: `cn=${cn},${policies}` });

const directory = [
  ldifOf(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
  ...[unit(policies, 'Policies'), unit(people, 'People')],
  policy('default', { pwdLockout: 'TRUE', pwdLockoutDuration: '900' }),
  policy('strict', { pwdLockout: 'TRUE', pwdLockoutDuration: '0' }),
  policy('lax', { pwdLockout: 'FALSE' }),
  policy('idle', { pwdLockout: 'TRUE', pwdLockoutDuration: '900', pwdMaxIdle: '86400' }),
  person('never'),
  person('lastyear', { pwdAccountLockedTime: lastYear }),
  person('justnow', { pwdAccountLockedTime: justNow }),
  person('byadmin', { pwdAccountLockedTime: byAdministrator }),
  person('strict', { ...of('strict'), pwdAccountLockedTime: lastYear }),
  person('lax', { ...of('lax'), pwdAccountLockedTime: lastYear }),
  person('laxbyadmin', { ...of('lax'), pwdAccountLockedTime: byAdministrator }),
  person('idle', { ...of('idle'), pwdLastSuccess: twoDaysAgo }),
  person('busy', { ...of('idle'), pwdLastSuccess: justNow }),
  person('starts', { pwdStartTime: '20990101000000Z' }),
  person('ended', { pwdEndTime: twoDaysAgo }),
].join('');

describe.skipIf(slapdMissing)(`locks of OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;

  beforeAll(async () => {
    slapd = await startSlapd({ ldif: directory, policy: `cn=default,${policies}`, database: ['lastbind on'] });
  });
  afterAll(async () => {
    await slapd?.stop();
  });

  async function readWith(more: object = {}): Promise<ChangingSource> {
    // Policies are read while the accounts are read in pages.
    const source = changingSource({ url: slapd.url, ...admin, page_size: 2, ...more });
    source.positions = (await source.read({})).positions;
    return source;
  }
  const states = ({ landed }: ChangingSource) =>
    new Map([...landed.get('Account')!.values()].map(({ alias, enabled }) => [String(alias), enabled]));
  const bindsAs = (uid: string) =>
    promisify(execFile)('ldapwhoami', ['-x', '-H', slapd.url, '-D', `uid=${uid},${people}`, '-w', 'secret']).then(
      () => true,
      () => false,
    );

  it('are judged by the policies that no account names, where nothing says which is the default', async () => {
    const source = await readWith();
    const known = states(source);
    const uids = ['never', 'lastyear', 'justnow', 'byadmin', 'strict', 'lax'];
    expect(uids.filter(uid => known.get(uid) === true)).toEqual(['never', 'lastyear', 'lax']);
    expect(source.gaps('Account')).toMatchObject([
      { subject: 'lockout_policy', message: expect.stringMatching(/nothing says which password policy applies/) },
    ]);
  });

  it('are not known where such policies differ', async () => {
    await slapd.modify(policy('another', { pwdLockout: 'FALSE' }).replace('\n', '\nchangetype: add\n'));
    const source = await readWith();
    await slapd.modify(`dn: cn=another,${policies}\nchangetype: delete\n\n`);
    const known = states(source);
    expect([known.get('byadmin'), known.get('justnow')]).toEqual([undefined, undefined]);
    expect([known.get('never'), known.get('lastyear'), known.get('strict'), known.get('lax')]).toEqual([
      ...[true, true, false, true],
    ]);
    expect(source.gaps('Account')).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/not known which password policy applies/) }),
    );
  });

  it('count as long as the server refuses the bind', async () => {
    const source = await readWith({ lockout_policy: `cn=default,${policies}` });
    expect(source.gaps('Account')).toEqual([]);
    const landed = states(source);
    // In this order, because a bind that succeeds changes the entry.
    for (const [uid, enabled] of landed) expect([uid, await bindsAs(uid)]).toEqual([uid, enabled]);
    expect(
      [...landed]
        .filter(([, enabled]) => !enabled)
        .map(([uid]) => uid)
        .toSorted(),
    ).toEqual(['justnow', 'byadmin', 'strict', 'idle', 'starts', 'ended'].toSorted());
  });

  it('that end, and accounts that end, are found by an incremental read', async () => {
    const settings = { lockout_policy: `cn=default,${policies}` };
    const source = await readWith(settings);
    const account = (uid: string) => [...source.landed.get('Account')!.values()].find(({ alias }) => alias === uid)!;
    // As if the last read had been before these moments.
    for (const [uid, enabled] of [
      ['ended', true],
      ['idle', true],
      ['justnow', false],
      ['lastyear', false],
    ] as const)
      source.landed.get('Account')!.set(account(uid).id, { ...account(uid), enabled });
    for (const [type, position] of Object.entries(source.positions))
      if (position !== undefined)
        source.positions[type] = JSON.stringify({
          ...JSON.parse(position),
          atMs: Date.now() - 7 * 86_400_000,
        });
    await source.readAndCompare('after some time');
    expect(states(source).get('ended')).toBe(false);
  });
});
