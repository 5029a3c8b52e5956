// The state of accounts in the words of servers that do not run here, as their documentation says.
import { afterEach, describe, expect, it } from 'vitest';
import { type ScriptedDirectory, startScriptedDirectory } from '../../support/directories/scripted-directory.ts';
import { type ChangingSource, changingSource } from './changing-source.ts';

type Values = Readonly<Record<string, readonly (string | Buffer)[]>>;

const base = 'dc=example,dc=org';
const guid = (number: number) => Buffer.from(String(number).padStart(32, '0'), 'hex');
const past = '20200101000000Z';
const future = '20990101000000Z';
const pastFileTime = '132000000000000000';
const seconds = (time: string) => String(Date.parse(time) / 1000);

let server: ScriptedDirectory;
afterEach(() => server.stop());

/** One account for each set of values. */
async function read(root: Values, classes: readonly string[], accounts: readonly Values[], rest: Values = {}) {
  const entries = accounts.map(
    (values, index) =>
      [
        `cn=a${index},${base}`,
        { objectClass: classes, cn: [`a${index}`], objectGUID: [guid(index + 10)], ...values },
      ] as const,
  );
  server = await startScriptedDirectory(asked => {
    if (asked.base === '') return { entries: [['', { namingContexts: [base], ...root }]] };
    const named = entries.filter(([dn]) => dn === asked.base);
    if (named.length > 0) return { entries: named };
    const top = [base, { objectClass: ['domainDNS', 'domain'], objectGUID: [guid(1)], ...rest }] as const;
    return { entries: [top, ...entries] };
  });
  const source = changingSource({ url: server.url, base });
  await source.read({}, ['Account']);
  return source;
}

const accountsOf = (source: ChangingSource) =>
  [...source.landed.get('Account')!.values()].toSorted((one, other) =>
    String(one['name']).localeCompare(String(other['name'])),
  );
const metadata = (record: Record<string, unknown>) =>
  Object.fromEntries(
    (record['profileMetadata'] as { name: string; value: unknown }[]).map(({ name, value }) => [name, value]),
  );

describe('AD LDS', () => {
  const root = { supportedCapabilities: ['1.2.840.113556.1.4.1851'] };

  it('says in msDS-UserAccountDisabled whether an account is disabled', async () => {
    const source = await read(
      root,
      ['user'],
      [
        { 'msDS-UserAccountDisabled': ['FALSE'], userPrincipalName: ['ann@partner.example'] },
        { 'msDS-UserAccountDisabled': ['TRUE'] },
        { 'msDS-UserAccountDisabled': ['FALSE'], accountExpires: [pastFileTime] },
        { 'msDS-User-Account-Control-Computed': ['2'] },
        {},
      ],
    );
    const accounts = accountsOf(source);
    expect(accounts.map(({ enabled }) => enabled)).toEqual([true, false, false, false, undefined]);
    // A name to sign in with.
    expect(accounts.slice(0, 2).map(({ alias }) => alias)).toEqual(['ann@partner.example', `cn=a1,${base}`]);
    expect(source.gaps('Account')).toMatchObject([{ subject: 'msDS-UserAccountDisabled', reason: 'forbidden' }]);
  });

  it('passes the binds of a userProxy to a domain', async () => {
    const source = await read(root, ['top', 'userProxy'], [{ userPrincipalName: ['petra@corp.example'] }]);
    expect(accountsOf(source).map(({ alias, enabled }) => [alias, enabled])).toEqual([
      ['petra@corp.example', undefined],
    ]);
    expect(source.gaps('Account')).toMatchObject([{ subject: 'userProxy', reason: 'unsupported' }]);
  });
});

describe('Active Directory', () => {
  const root = { supportedCapabilities: ['1.2.840.113556.1.4.800'], defaultNamingContext: [base] };

  it('with a hidden userAccountControl leaves the state unknown, unless something else disables the account', async () => {
    const source = await read(
      root,
      ['user'],
      [
        { sAMAccountName: ['ann'] },
        { sAMAccountName: ['ben'], accountExpires: [pastFileTime] },
        { sAMAccountName: ['cat'], userAccountControl: ['512'] },
      ],
    );
    const accounts = accountsOf(source);
    expect(accounts.map(({ enabled }) => enabled)).toEqual([undefined, false, true]);
    expect(accounts.map(({ hasAPIAccess }) => hasAPIAccess)).toEqual([undefined, false, true]);
    expect(accounts.map(record => metadata(record)['disabledBecause'])).toEqual([
      undefined,
      ['accountExpires'],
      undefined,
    ]);
    expect(accounts.map(record => metadata(record)['stateUnknownBecause'])).toEqual([
      ['userAccountControl'],
      undefined,
      undefined,
    ]);
  });

  const locked = { userAccountControl: ['512'], lockoutTime: [pastFileTime] };
  it.each([
    ['that has passed', locked, '-18000000000', true, undefined],
    ['until an administrator ends it', locked, '-9223372036854775808', false, true],
    ['whose duration cannot be seen', locked, undefined, true, true],
    [
      'that the server computes',
      { ...locked, 'msDS-User-Account-Control-Computed': ['16'] },
      '-18000000000',
      true,
      true,
    ],
    [
      'that the server says has ended',
      { ...locked, 'msDS-User-Account-Control-Computed': ['0'] },
      undefined,
      true,
      undefined,
    ],
  ])('knows a lock %s', async (_, account, duration, enabled, isLockedOut) => {
    const source = await read(root, ['user'], [account], duration === undefined ? {} : { lockoutDuration: [duration] });
    const [record] = accountsOf(source);
    expect([record!['enabled'], metadata(record!)['isLockedOut']]).toEqual([enabled, isLockedOut]);
  });
});

describe('389 Directory Server and FreeIPA', () => {
  const root = { vendorName: ['389 Project'] };
  it('know locks, expiry and inactivity', async () => {
    const source = await read(
      root,
      ['inetOrgPerson', 'inactivityPolicy'].slice(0, 1),
      [
        { nsAccountLock: ['true'] },
        { krbPrincipalExpiration: [past] },
        { krbPrincipalExpiration: [future], krbPasswordExpiration: [past] },
        { accountUnlockTime: [future] },
        { accountUnlockTime: [past] },
        { accountUnlockTime: ['19700101000000Z'] },
        { passwordExpirationTime: [past] },
      ].map((values, index) => ({ nsUniqueId: [`0-0-0-${index}`], ...values })),
    );
    const accounts = accountsOf(source);
    expect(accounts.map(({ enabled }) => enabled)).toEqual([false, false, true, false, true, false, true]);
    expect(accounts[1]).toMatchObject({ expirationDate: '2020-01-01T00:00:00.000Z' });
    expect(source.gaps('Account')).toMatchObject([{ subject: 'passwordExpirationTime' }]);
  });
});

it.each([
  [
    'eDirectory',
    [
      { loginDisabled: ['TRUE'] },
      { loginExpirationTime: [past] },
      { lockedByIntruder: ['TRUE'], loginIntruderResetTime: [future] },
    ],
  ],
  [
    'Sun and Oracle',
    [
      { inetUserStatus: ['Inactive'] },
      { inetUserStatus: ['deleted'] },
      { nsAccountLock: ['TRUE'] },
      { orclIsEnabled: ['DISABLED'] },
    ],
  ],
  [
    'OpenDJ and PingDirectory',
    [
      { 'ds-pwp-account-disabled': ['true'] },
      { 'ds-pwp-account-expiration-time': [past] },
      { 'ds-pwp-account-activation-time': [future] },
    ],
  ],
  ['IBM', [{ 'ibm-pwdAccountLocked': ['TRUE'] }]],
  [
    'Samba in LDAP',
    [
      { sambaAcctFlags: ['[DU         ]'] },
      { sambaAcctFlags: ['[UL         ]'] },
      { sambaKickoffTime: [seconds('2020-01-01')] },
    ],
  ],
  ['shadow accounts', [{ shadowExpire: ['18000'] }]],
])('knows disabled accounts of %s', async (_, accounts) => {
  const source = await read({ vendorName: ['Another'] }, ['inetOrgPerson'], accounts);
  expect(accountsOf(source).map(({ enabled }) => enabled)).toEqual(accounts.map(() => false));
  for (const record of accountsOf(source)) expect(metadata(record)['disabledBecause']).toHaveLength(1);
});

it('knows enabled accounts by the same attributes', async () => {
  const accounts: Values[] = [
    { loginDisabled: ['FALSE'], loginExpirationTime: [future] },
    { lockedByIntruder: ['TRUE'], loginIntruderResetTime: [past] },
    { inetUserStatus: ['active'], nsAccountLock: ['false'], orclIsEnabled: ['ENABLED'] },
    { 'ds-pwp-account-disabled': ['false'], 'ds-pwp-account-activation-time': [past] },
    { sambaAcctFlags: ['[UX         ]'], sambaKickoffTime: ['2147483647'] },
    { shadowExpire: ['-1'] },
  ];
  const source = await read({ vendorName: ['Another'] }, ['inetOrgPerson'], accounts);
  expect(accountsOf(source).map(({ enabled }) => enabled)).toEqual(accounts.map(() => true));
  expect(source.gaps('Account')).toEqual([]);
});

it('does not know whether a lock holds whose policy cannot be seen', async () => {
  const source = await read(
    { vendorName: ['Another'] },
    ['inetOrgPerson'],
    [{ pwdAccountLockedTime: [past], pwdPolicySubentry: ['cn=hidden,cn=config'] }],
  );
  expect(accountsOf(source).map(({ enabled }) => enabled)).toEqual([undefined]);
  expect(source.gaps('Account')).toMatchObject([{ subject: 'pwdAccountLockedTime', reason: 'forbidden' }]);
});
