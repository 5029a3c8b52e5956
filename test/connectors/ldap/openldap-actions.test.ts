// Changes of an OpenLDAP server, compared with what ldapsearch prints and with binds that succeed or fail.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { type Actor, openActor } from '../../support/acting.ts';
import { first, ldifOf } from '../../support/directories/ldif.ts';
import { admin, type Slapd, slapdMissing, startSlapd, suffix } from '../../support/directories/slapd.ts';
import { group, groups, organisation, people, person } from './organisation.ts';

const policy = `cn=policy,${suffix}`;
const lax = `cn=lax,${suffix}`;
const writer = { bind_dn: `cn=writer,${suffix}`, bind_password: 'writer' };
const reader = { bind_dn: `cn=reader,${suffix}`, bind_password: 'reader' };
const password = 'pass word';

const policyOf = (dn: string, more: Record<string, string>) =>
  ldifOf(dn, { objectClass: ['device', 'pwdPolicy'], cn: dn.slice(3, dn.indexOf(',')), pwdAttribute: 'userPassword', ...more });
const service = ({ bind_dn, bind_password }: typeof writer) =>
  ldifOf(bind_dn, {
    objectClass: ['applicationProcess', 'simpleSecurityObject'],
    cn: bind_dn.slice(3, bind_dn.indexOf(',')),
    userPassword: bind_password,
  });

const directory = [
  organisation,
  policyOf(policy, { pwdLockout: 'TRUE' }),
  policyOf(lax, { pwdLockout: 'FALSE' }),
  service(writer),
  service(reader),
  person('uid=user', { uid: 'user', cn: 'User', userPassword: password }),
  person('uid=ended', {
    objectClass: ['inetOrgPerson', 'shadowAccount'],
    ...{ uid: 'ended', cn: 'Ended', userPassword: password, shadowExpire: 1 },
    ...{ pwdEndTime: '20200101000000Z', pwdAccountLockedTime: '20260101000000Z' },
  }),
  person('uid=lax', { uid: 'lax', cn: 'Lax', pwdPolicySubentry: lax }),
  group('sole', [`uid=user,${people}`]),
].join('');

describe.skipIf(slapdMissing)(`changes of OpenLDAP${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;
  let actor: Actor;
  const settings = (more: object = {}) => ({
    ...{ url: slapd.url, ...writer, password_policy: policy, groups_container: groups },
    ...more,
  });

  beforeAll(async () => {
    slapd = await startSlapd({
      ldif: directory,
      policy,
      database: [
        'access to attrs=userPassword by anonymous auth by * none',
        `access to * by dn.exact="${writer.bind_dn}" write by dn.exact="${reader.bind_dn}" read by * none`,
      ],
    });
    actor = await openActor(ldap, settings());
  });
  afterAll(async () => {
    await actor?.close();
    await slapd?.stop();
  });

  const entryOf = async (dn: string) => (await slapd.search('(objectClass=*)', ['*', '+'], ['-s', 'base', '-b', dn]))[0]!;
  const idOf = async (dn: string) => first(await entryOf(dn), 'entryUUID')!;
  const account = async (uid: string) => ({ accountId: await idOf(`uid=${uid},${people}`) });
  const inGroup = async (uid: string, cn: string) => ({ ...(await account(uid)), groupId: await idOf(`cn=${cn},${groups}`) });
  const valuesOf = async (dn: string, attribute: string) =>
    ((await entryOf(dn)).get(attribute.toLowerCase()) ?? []).map(String).toSorted();
  /** Everything but times of changes. */
  const contentOf = async (dn: string) =>
    [...(await entryOf(dn))]
      .filter(([name]) => !['modifytimestamp', 'entrycsn', 'modifiersname', 'contextcsn'].includes(name))
      .map(([name, values]) => [name, values.map(String).toSorted()]);
  /** What ldapwhoami says to the user's own password. */
  const bind = (uid: string) =>
    promisify(execFile)('ldapwhoami', ['-x', '-H', slapd.url, '-D', `uid=${uid},${people}`, '-w', password]).then(
      ({ stdout }) => stdout.trim(),
      ({ code }) => code,
    );

  it('disables an account, so that it cannot bind, and enables it again', async () => {
    const target = await account('user');
    const before = await contentOf(`uid=user,${people}`);
    const done = await actor.act('DisableAccount', target);
    expect(await bind('user')).toBe(49);
    expect(await valuesOf(`uid=user,${people}`, 'pwdAccountLockedTime')).toEqual(['000001010000Z']);
    expect((await actor.act('DisableAccount', target)).before).toEqual(done.after);
    await done.undo();
    expect(await bind('user')).toBe(`dn:uid=user,${people}`);
    expect(await contentOf(`uid=user,${people}`)).toEqual(before);
    await actor.act('DisableAccount', target);
    const enabled = await actor.act('EnableAccount', target);
    expect(await bind('user')).toBe(`dn:uid=user,${people}`);
    await enabled.undo();
    expect(await bind('user')).toBe(49);
    await actor.act('EnableAccount', target);
  });
});
