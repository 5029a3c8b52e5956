// A real 389 Directory Server: what the connector says of accounts, beside what the server answers to their binds.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { openActor } from '../../conformance/acting.ts';
import { type Server389, server389Missing, startServer389 } from '../../support/directories/server-389.ts';
import { until } from '../../support/until.ts';
import { changingSource } from './changing-source.ts';

const base = 'dc=example,dc=org';
const people = `ou=People,${base}`;
const reader = { bind_dn: `cn=rolecall,ou=Services,${base}`, bind_password: 'reader-secret' };
const plugin = 'cn=Account Policy Plugin,cn=plugins,cn=config';
const readme = readFileSync(path.join(import.meta.dirname, '../../../connectors/ldap/README.md'), 'utf8');
const acis = [...readme.matchAll(/^aci: \(target.*rolecall.*$/gm)].map(([line]) => line);

const configuration = `dn: ${plugin}
changetype: modify
replace: nsslapd-pluginEnabled
nsslapd-pluginEnabled: on
-
replace: nsslapd-pluginarg0
nsslapd-pluginarg0: cn=config,${plugin}

dn: cn=config,${plugin}
changetype: modify
replace: alwaysrecordlogin
alwaysrecordlogin: yes
-
replace: stateattrname
stateattrname: lastLoginTime
-
replace: altstateattrname
altstateattrname: createTimestamp
-
replace: specattrname
specattrname: acctPolicySubentry
-
replace: limitattrname
limitattrname: accountInactivityLimit

dn: cn=config
changetype: modify
replace: passwordLockout
passwordLockout: on
-
replace: passwordMaxFailure
passwordMaxFailure: 3
-
replace: passwordLockoutDuration
passwordLockoutDuration: 3600
-
replace: passwordExp
passwordExp: on
-
replace: passwordMaxAge
passwordMaxAge: 8640000
`;

const dnOf = (name: string) => `uid=${name},${people}`;
const passwordOf = (name: string) => `${name}-Password-1`;
const user = (name: string, more = '') => `dn: ${dnOf(name)}
changetype: add
objectClass: inetOrgPerson
uid: ${name}
cn: ${name}
sn: ${name}
userPassword: ${passwordOf(name)}
${more}`;
const add = (dn: string, ...attributes: string[]) => `dn: ${dn}\nchangetype: add\n${attributes.join('\n')}\n`;
const replace = (dn: string, attribute: string, value: string) =>
  `dn: ${dn}\nchangetype: modify\nreplace: ${attribute}\n${attribute}: ${value}\n`;
const policy = (name: string, seconds: number) =>
  add(
    `cn=${name},${base}`,
    ...['objectClass: ldapSubentry', 'objectClass: extensibleObject', 'objectClass: accountPolicy'],
    `accountInactivityLimit: ${seconds}`,
  );

const names = ['active', 'off', 'byrole', 'retry', 'expired', 'idle', 'recent', 'never'];
const content = [
  add(base, 'objectClass: domain', 'dc: example', ...acis),
  ...['People', 'Groups', 'Services'].map(unit => add(`ou=${unit},${base}`, 'objectClass: organizationalUnit')),
  // Its policy keeps the limit of the plugin from the reader itself.
  add(
    reader.bind_dn,
    'objectClass: person',
    'sn: rolecall',
    `userPassword: ${reader.bind_password}`,
    `acctPolicySubentry: cn=day,${base}`,
  ),
  policy('day', 86_400),
  policy('second', 1),
  add(`cn=dynamic,ou=Groups,${base}`, 'objectClass: groupOfURLs', `memberURL: ldap:///${people}??sub?(uid=a*)`),
  add(
    `cn=blocked,${base}`,
    'objectClass: ldapSubentry',
    'objectClass: nsManagedRoleDefinition',
    'objectClass: nsSimpleRoleDefinition',
    'objectClass: nsRoleDefinition',
  ),
  user('active'),
  user('off', 'nsAccountLock: true\n'),
  user('byrole', `nsRoleDN: cn=blocked,${base}\n`),
  user('retry'),
  user('expired'),
  user('idle', `acctPolicySubentry: cn=day,${base}\n`),
  user('recent', `acctPolicySubentry: cn=day,${base}\n`),
  user('never', `acctPolicySubentry: cn=second,${base}\n`),
  replace(dnOf('expired'), 'passwordExpirationTime', '20200101000000Z'),
  replace(dnOf('idle'), 'lastLoginTime', '20200101000000Z'),
].join('\n');

describe.skipIf(server389Missing)(
  `389 Directory Server${server389Missing ? `; skipped: ${server389Missing}` : ''}`,
  () => {
    let server: Server389;
    const read = async () => {
      const source = changingSource({ url: server.url, base, ...reader });
      await source.read({});
      const accounts = [...source.landed.get('Account')!.values()];
      return { source, account: (name: string) => accounts.find(({ alias }) => alias === name)! };
    };

    beforeAll(async () => {
      server = await startServer389();
      await server.modify(configuration);
      await server.restart();
      await server.modify(content);
      const madeMs = Date.now();
      await server.tool('role', 'lock', `cn=blocked,${base}`);
      for (let attempt = 0; attempt < 4; attempt += 1) await server.bind(dnOf('retry'), 'wrong');
      await server.bind(dnOf('recent'), passwordOf('recent'));
      // A bind would begin the time anew, so it is made once, in the test.
      await until(
        () => Date.now() - madeMs,
        passedMs => passedMs > 3_000,
      );
    });
    afterAll(() => server?.stop());

    it('has the accounts enabled that may sign in, and names the expired password', async () => {
      const { source, account } = await read();
      const answers = new Map<string, string>();
      for (const name of names) answers.set(name, (await server.bind(dnOf(name), passwordOf(name))) ?? 'signed in');
      const enabled = names.map(name => `${name} ${account(name)['enabled']}`);
      expect(enabled).toEqual(names.map(name => `${name} ${/signed in|password expired/.test(answers.get(name)!)}`));
      expect([...answers.values()].filter(answer => answer === 'signed in')).toHaveLength(2);
      expect(answers.get('expired')).toContain('password expired');
      expect(source.gaps('Account')).toMatchObject([{ subject: 'passwordExpirationTime', missing: 'fields' }]);
      expect(source.gaps('EntityManagedViaObject')).toMatchObject([{ missing: 'fields' }]);
      expect(await server.tool('account', 'entry-status', dnOf('off'))).toContain('locked');
    });

    it('takes lastLoginTime as activity', async () => {
      const { account } = await read();
      expect(account('idle')['lastActivityDate']).toBe('2020-01-01T00:00:00.000Z');
      const before = Date.now() - 120_000;
      expect(Date.parse(String(account('recent')['lastActivityDate']))).toBeGreaterThan(before);
      expect(account('expired')['lastActivityDate']).toBeUndefined();
    });

    it('counts the limit of the plugin for accounts without a policy where it may be read', async () => {
      await server.modify(replace(`cn=config,${plugin}`, 'accountInactivityLimit', '1'));
      await server.modify(replace(dnOf('active'), 'lastLoginTime', '20200101000000Z'));
      await server.restart();
      expect(await server.bind(dnOf('active'), passwordOf('active'))).toContain('inactivity limit');
      expect((await read()).account('active')['enabled']).toBe(true);
      const shown = `(targetattr="objectClass || cn || nsslapd-pluginEnabled || accountInactivityLimit")(version 3.0; acl "rolecall reads limits"; allow (read, search) userdn="ldap:///${reader.bind_dn}";)`;
      await server.modify(`dn: ${plugin}\nchangetype: modify\nadd: aci\naci: ${shown}\n`);
      expect((await read()).account('active')['enabled']).toBe(false);
      await server.modify(`dn: cn=config,${plugin}\nchangetype: modify\ndelete: accountInactivityLimit\n`);
      await server.restart();
      expect((await read()).account('active')['enabled']).toBe(true);
      expect(await server.bind(dnOf('active'), passwordOf('active'))).toBeUndefined();
    });

    it('ends the lock of an account, and fails where the lock cannot be seen', async () => {
      const id = (await read()).account('retry')['id'] as string;
      const whole = acis.find(aci => aci.includes('accountUnlockTime ||') && aci.includes('(read, search)'))!;
      const hiding = whole.replace('accountUnlockTime || ', '');
      const exchange = (from: string, to: string) =>
        server.modify(`dn: ${base}\nchangetype: modify\ndelete: aci\n${from}\n-\nadd: aci\n${to}\n`);
      await exchange(whole, hiding);
      const blind = await openActor(ldap, { url: server.url, base, ...reader });
      await expect(blind.act('ActivateAccount', { accountId: id })).rejects.toThrow(/accountUnlockTime/);
      await blind.close();
      expect(await server.bind(dnOf('retry'), passwordOf('retry'))).toContain('retry limit');
      await exchange(hiding, whole);
      const actor = await openActor(ldap, { url: server.url, base, ...reader });
      await actor.act('ActivateAccount', { accountId: id });
      await actor.close();
      expect(await server.bind(dnOf('retry'), passwordOf('retry'))).toBeUndefined();
      expect((await read()).account('retry')['enabled']).toBe(true);
    });
  },
);
