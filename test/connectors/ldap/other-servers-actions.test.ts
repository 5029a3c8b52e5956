// Changes of servers that do not run here, as their documentation says that they answer, and of servers that refuse.
import { afterEach, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import { isTransient } from '../../../src/connector/transient.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import {
  type Asked,
  type ScriptedAnswer,
  type ScriptedDirectory,
  startScriptedDirectory,
} from '../../support/directories/scripted-directory.ts';

const base = 'dc=example,dc=org';
const dn = `uid=ann,${base}`;
const uniqueId = '0a1b2c3d-00000000-00000000-00000001';
const objectGuid = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const guid = '33221100-5544-7766-8899-aabbccddeeff';

type Values = Record<string, readonly (string | Buffer)[]>;

let server: ScriptedDirectory | undefined;
let actor: Actor | undefined;
afterEach(async () => {
  await actor?.close();
  await server?.stop();
});

/**
 * A server with one account, which modifications change.
 * @param account its present values
 * @param refuse what the server answers instead of making a modification
 */
async function serve(
  root: Values,
  account: Values,
  refuse: (asked: Asked) => ScriptedAnswer | undefined = () => undefined,
) {
  const ids: Values = account['objectGUID'] ? { objectGUID: [objectGuid] } : { nsUniqueId: ['0-0-0-0'] };
  server = await startScriptedDirectory(asked => {
    if (asked.base === '' && asked.changes === undefined)
      return { entries: [['', { namingContexts: [base], ...root }]] };
    if (asked.changes) return refuse(asked) ?? modify(account, asked.changes);
    if (asked.base === base && ![uniqueId, 'sAMAccountName'].some(part => asked.text.includes(part)))
      return { entries: [[base, { objectClass: ['domain'], ...ids }]] };
    return { entries: [[dn, account]] };
  });
  actor = await openActor(ldap, { url: server.url, base });
  return { actor, modifications: () => server!.asked.flatMap(({ changes }) => (changes ? [changes] : [])) };
}

function modify(account: Values, changes: readonly string[]): ScriptedAnswer {
  for (const change of changes) {
    const [, operation, name, value] = /^(\w+) (\w+)=(.*)$/.exec(change)!;
    const values = account[name!] ?? [];
    if (operation === 'delete' && !values.includes(value!)) return { code: 16 };
    account[name!] = operation === 'add' ? [...values, value!] : values.filter(one => one !== value);
  }
  return {};
}

const of389 = { vendorName: ['389 Project'], vendorVersion: ['389-Directory/2.3.1'] };
const ofDomain = { supportedCapabilities: ['1.2.840.113556.1.4.800'] };
const account389 = (more: Values = {}): Values => ({ objectClass: ['person'], nsUniqueId: [uniqueId], ...more });
const accountOfDomain = (more: Values = {}): Values => ({
  ...{ objectClass: ['user'], objectGUID: [objectGuid], userAccountControl: ['66050'] },
  ...more,
});

it('locks an account of 389 Directory Server by nsAccountLock', async () => {
  const account = account389({ nsAccountLock: ['false'] });
  const { actor, modifications } = await serve(of389, account);
  const done = await actor.act('DisableAccount', { accountId: uniqueId });
  expect(account['nsAccountLock']).toEqual(['true']);
  await done.undo();
  expect(modifications()).toEqual([
    ['delete nsAccountLock=false', 'add nsAccountLock=true'],
    ['delete nsAccountLock=true', 'add nsAccountLock=false'],
  ]);
});

it('unlocks an account of 389 Directory Server after wrong passwords', async () => {
  const account = account389({ nsAccountLock: ['TRUE'], accountUnlockTime: ['20991231000000Z'], shadowExpire: ['1'] });
  const before = structuredClone(account);
  const { actor } = await serve(of389, account);
  const done = await actor.act('ActivateAccount', { accountId: uniqueId });
  expect(done.after).toEqual({ nsAccountLock: null, accountUnlockTime: null, shadowExpire: null });
  await done.undo();
  expect(account).toEqual(before);
});

it('says what Active Directory does not restore: the lock after wrong passwords', async () => {
  const account = accountOfDomain({ lockoutTime: ['133500000000000000'], accountExpires: ['132223104000000000'] });
  const { actor } = await serve(ofDomain, account, ({ changes }) =>
    changes!.some(change => /^add lockoutTime=[1-9]/.test(change)) ? { code: 53, diagnostic: '00000057' } : undefined,
  );
  const done = await actor.act('ActivateAccount', { accountId: guid });
  expect(account).toMatchObject({ userAccountControl: ['66048'], lockoutTime: ['0'] });
  await expect(done.undo()).rejects.toThrow(/is as before, but without its lock after wrong passwords \(lockoutTime\)/);
  expect(account).toMatchObject({ userAccountControl: ['66050'], accountExpires: ['132223104000000000'] });
});

it('decides again when somebody else changed the flags first', async () => {
  const account = accountOfDomain({ userAccountControl: ['512'] });
  let others = 0;
  const { actor, modifications } = await serve(ofDomain, account, () => {
    if (others === 0) account['userAccountControl'] = ['66048'];
    others += 1;
    return undefined;
  });
  await actor.act('DisableAccount', { accountId: guid });
  expect(modifications()).toEqual([
    ['delete userAccountControl=512', 'add userAccountControl=514'],
    ['delete userAccountControl=66048', 'add userAccountControl=66050'],
  ]);
  expect(account['userAccountControl']).toEqual(['66050']);
});

it.each([
  [{ code: 51 }, /is busy or shuts down/, true],
  [{ code: 52 }, /is busy or shuts down/, true],
  [{ code: 50, diagnostic: 'no' }, /bind_dn may not change nsAccountLock of uid=ann/, false],
  [{ code: 10 }, /is a copy that takes no changes/, false],
  [
    { code: 53, diagnostic: '0000052D: SvcErr: DSID-031A1248' },
    /has no password that the domain's policy accepts/,
    false,
  ],
  [{ code: 53, diagnostic: 'never' }, /refuses to change nsAccountLock of uid=ann.*never/, false],
  [{ bytes: Buffer.from('no LDAP') }, /what is not LDAP/, false],
])('tells whether to try again after %j', async (answer, message, again) => {
  const { actor } = await serve(of389, account389(), () => answer);
  const failure = await actor.act('DisableAccount', { accountId: uniqueId }).catch((error: Error) => error);
  expect((failure as Error).message).toMatch(message);
  expect(isTransient(failure)).toBe(again);
});

it('refuses where it does not know how accounts are disabled', async () => {
  const generic = await serve({ vendorName: ['Another'] }, account389());
  expect(await generic.actor.refusal('DisableAccount', { accountId: uniqueId })).toMatch(
    /not known how Another at .* disables accounts/,
  );
  await generic.actor.close();
  await server!.stop();
  const { actor } = await serve(ofDomain, accountOfDomain({ userAccountControl: [] }));
  expect(await actor.refusal('DisableAccount', { accountId: guid })).toMatch(/may not read userAccountControl/);
});

it('does not delete a created group whose members Active Directory sends in parts', async () => {
  const group: Values = { objectClass: ['group'], objectGUID: [objectGuid], sAMAccountName: ['new'] };
  const { actor } = await serve({ ...ofDomain, defaultNamingContext: [base] }, group);
  const before = { groupId: null, groupName: null, hasMembers: false };
  expect(await actor.observe('CreateUserGroup', { groupName: 'new' })).toEqual({
    ...{ groupId: guid, groupName: 'new', hasMembers: false },
  });
  group['member;range=0-1499'] = [`uid=ben,${base}`];
  const now = await actor.observe('CreateUserGroup', { groupName: 'new' });
  expect(now).toMatchObject({ hasMembers: true });
  const client = await ldap.open(ldap.settings.parse({ url: server!.url, base }), {
    ...{ sourceId: '', applicationInstanceId: '', baseFolder: '/', signal: new AbortController().signal },
  });
  const restored = ldap.actions!.CreateUserGroup!.restore(client, { groupName: 'new' }, { before, after: now });
  await expect(restored).rejects.toThrow(/is not as it was created/);
  await ldap.close!(client);
});
