// Accounts: people, services and computers.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { LdapClient } from '../client.ts';
import { nameInDn } from '../directory/dn.ts';
import { firstText, numberOf, octetsOf, textsOf, timeOf } from '../directory/entry.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { sidText } from '../values/identifiers.ts';
import { fileTimeMs, generalizedTimeMs, isoTime, shadowDayMs } from '../values/times.ts';
import { uac } from '../values/user-account-control.ts';
import { accountKindOf } from './account-kind.ts';
import { stateAttributes } from './enabled.ts';
import type { AccountState } from './state.ts';

const everywhere = [
  'objectClass',
  'uid',
  'cn',
  'sn',
  'givenName',
  'displayName',
  'mail',
  'title',
  'employeeNumber',
  'employeeType',
  'departmentNumber',
  'o',
  'c',
  'description',
  'manager',
  'uidNumber',
  'gidNumber',
  'homeDirectory',
  'loginShell',
  ...stateAttributes,
];

/** Attributes to ask for. Attributes with passwords and keys are never among them. */
export const accountAttributes = {
  ldap: [
    ...everywhere,
    'modifyTimestamp',
    'mailAlternateAddress',
    'pwdChangedTime',
    'authTimestamp',
    'shadowLastChange',
    'krbPrincipalName',
    'krbLastSuccessfulAuth',
  ],
  activeDirectory: [
    ...everywhere,
    'sAMAccountName',
    'userPrincipalName',
    'objectSid',
    'primaryGroupID',
    'whenCreated',
    'whenChanged',
    'pwdLastSet',
    'lastLogonTimestamp',
    'department',
    'company',
    'employeeID',
    'proxyAddresses',
    'servicePrincipalName',
    'dNSHostName',
    'operatingSystem',
    'operatingSystemVersion',
    'adminCount',
  ],
} as const satisfies Record<string, readonly string[]>;

type MetadataItems = readonly { namespace?: string; name?: string; value?: unknown }[];

/** The DN in the landed `profileMetadata` of an account. */
export function landedDn(profileMetadata: unknown): string | undefined {
  const items = profileMetadata as MetadataItems;
  const value = items.find(({ namespace, name }) => namespace === 'ldap' && name === 'dn')?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Whether an account was one of Unix when its `profileMetadata` was landed. */
export function wasUnixAccount(profileMetadata: unknown): boolean {
  return (profileMetadata as MetadataItems).some(
    ({ namespace, name }) => namespace === 'posix' && name === 'gidNumber',
  );
}

/** What is not in the entry itself, or not in it alone. */
export interface AccountSurroundings {
  readonly state: AccountState;
  readonly containerId: string | undefined;
  /** Name of the organizational unit, where these stand for departments. */
  readonly departmentName: string | undefined;
  readonly isAdmin: boolean | undefined;
}

export function accountRecord(
  client: Pick<LdapClient, 'server' | 'now'>,
  entry: RawEntry,
  id: string,
  { state, containerId, departmentName, isAdmin }: AccountSurroundings,
): SourceRecord {
  const isActiveDirectory = client.server.kind === 'active-directory';
  const alias = aliasOf(entry, isActiveDirectory);
  const cn = firstText(entry, 'cn');
  const displayName = firstText(entry, 'displayName');
  const flags = numberOf(entry, 'userAccountControl') ?? 0;
  const [email, ...alternateEmails] = emailsOf(entry);
  const country = firstText(entry, 'c')?.trim().toUpperCase();
  const department = firstText(entry, 'department') ?? firstText(entry, 'departmentNumber') ?? departmentName;
  return {
    id,
    alias,
    name: cn ?? displayName ?? fullName(entry) ?? alias,
    ...(displayName !== undefined && { displayName }),
    ...(email !== undefined && { email }),
    ...(alternateEmails.length > 0 && { alternateEmails }),
    ...accountKindOf(entry),
    ...present('userType', firstText(entry, 'employeeType')),
    // Landing fills in what is not known, and counts it.
    ...(state.enabled !== undefined && { enabled: state.enabled }),
    ...(isAdmin !== undefined && { isAdmin }),
    ...(isActiveDirectory && state.enabled !== undefined && { hasAPIAccess: state.enabled }),
    authenticationFunctions: ['Directory'],
    ...((flags & uac.smartcardRequired) !== 0 && { mfaRequirements: 'Required' }),
    ...present('title', firstText(entry, 'title')),
    ...present('companyName', firstText(entry, 'company') ?? firstText(entry, 'o')),
    ...present('department', department),
    ...present('employeeNumber', firstText(entry, 'employeeID') ?? firstText(entry, 'employeeNumber')),
    ...(country !== undefined && /^[A-Z]{2}$/.test(country) && { countryCode: country }),
    ...present('objectDirectoryContainerId', containerId),
    ...datesOf(entry, state.expiresMs),
    profileMetadata: profileOf(entry, {
      isActiveDirectory,
      flags,
      state,
      isPasswordExpired: isPasswordExpired(entry, client.now.getTime()),
    }),
  };
}

function present<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>);
}

/** The name to sign in with. An entry without any has at least the one in its DN. */
function aliasOf(entry: RawEntry, isActiveDirectory: boolean): string {
  // In AD LDS an account without a userPrincipalName signs in with its DN.
  const names = isActiveDirectory
    ? ['sAMAccountName', 'userPrincipalName']
    : ['sAMAccountName', 'uid', 'krbPrincipalName', 'cn', 'mail'];
  for (const attribute of names) {
    const name = firstText(entry, attribute);
    if (name !== undefined) return name;
  }
  return isActiveDirectory ? entry.dn : (nameInDn(entry.dn) ?? entry.dn);
}

function fullName(entry: RawEntry): string | undefined {
  const parts = [firstText(entry, 'givenName'), firstText(entry, 'sn')].filter(part => part !== undefined);
  return parts.length > 0 ? parts.join(' ') : undefined;
}

/** The primary address first. proxyAddresses also has addresses of other systems than mail, with another prefix. */
function emailsOf(entry: RawEntry): string[] {
  const proxies = textsOf(entry, 'proxyAddresses')
    .filter(address => /^smtp:/i.test(address))
    .map(address => address.slice(5));
  const known = new Set<string>();
  const addresses = [...textsOf(entry, 'mail'), ...textsOf(entry, 'mailAlternateAddress'), ...proxies];
  return addresses
    .map(address => address.trim())
    .filter(address => {
      const key = address.toLowerCase();
      if (known.has(key)) return false;
      known.add(key);
      return true;
    });
}

function datesOf(entry: RawEntry, expiresMs: number | undefined) {
  const generalized = (attribute: string) => timeOf(entry, attribute, generalizedTimeMs);
  const latest = (...times: (number | undefined)[]) => {
    const known = times.filter(time => time !== undefined && time > 0) as number[];
    return isoTime(known.length > 0 ? Math.max(...known) : undefined);
  };
  const lastActivity = latest(
    timeOf(entry, 'lastLogonTimestamp', fileTimeMs),
    generalized('pwdLastSuccess'),
    generalized('authTimestamp'),
    generalized('lastLoginTime'),
    generalized('krbLastSuccessfulAuth'),
  );
  const passwordChanged = latest(
    timeOf(entry, 'pwdLastSet', fileTimeMs),
    generalized('pwdChangedTime'),
    timeOf(entry, 'shadowLastChange', shadowDayMs),
  );
  return {
    ...present('createdDate', isoTime(generalized('createTimestamp') ?? generalized('whenCreated'))),
    ...present('lastModifiedDate', isoTime(generalized('modifyTimestamp') ?? generalized('whenChanged'))),
    ...present('lastActivityDate', lastActivity),
    ...present('lastPasswordChangedDate', passwordChanged),
    ...present('expirationDate', isoTime(expiresMs)),
  };
}

/** 389 Directory Server: it refuses binds with an expired password, and the owner or an administrator can set another one. */
export function isPasswordExpired(entry: RawEntry, nowMs: number): boolean {
  const endMs = timeOf(entry, 'passwordExpirationTime', generalizedTimeMs);
  return endMs !== undefined && endMs > 0 && endMs <= nowMs;
}

interface ProfileFacts {
  readonly isActiveDirectory: boolean;
  readonly flags: number;
  readonly state: AccountState;
  readonly isPasswordExpired: boolean;
}

function profileOf(entry: RawEntry, { isActiveDirectory, flags, state, isPasswordExpired }: ProfileFacts) {
  const { disabledBecause, unknownBecause, isLockedOut } = state;
  const sid = octetsOf(entry, 'objectSid')[0];
  const isSet = (flag: number) => (flags & flag) !== 0 || undefined;
  return [
    ...metadataItems('ldap', {
      dn: entry.dn,
      description: firstText(entry, 'description'),
      manager: firstText(entry, 'manager'),
      disabledBecause: disabledBecause.length > 0 ? disabledBecause : undefined,
      stateUnknownBecause: unknownBecause.length > 0 ? unknownBecause.map(({ attribute }) => attribute) : undefined,
      isLockedOut: (isLockedOut && !isActiveDirectory) || undefined,
      isPasswordExpired: isPasswordExpired || undefined,
      userPrincipalName: firstText(entry, 'userPrincipalName'),
      objectSid: sid && sidText(sid),
      dNSHostName: firstText(entry, 'dNSHostName'),
      operatingSystem: firstText(entry, 'operatingSystem'),
      operatingSystemVersion: firstText(entry, 'operatingSystemVersion'),
    }),
    ...metadataItems('posix', {
      uidNumber: numberOf(entry, 'uidNumber'),
      gidNumber: numberOf(entry, 'gidNumber'),
      homeDirectory: firstText(entry, 'homeDirectory'),
      loginShell: firstText(entry, 'loginShell'),
    }),
    ...metadataItems('userAccountControl', {
      passwordNotRequired: isSet(uac.passwordNotRequired),
      passwordNeverExpires: isSet(uac.passwordNeverExpires),
      smartcardRequired: isSet(uac.smartcardRequired),
      trustedForDelegation: isSet(uac.trustedForDelegation),
      trustedToAuthenticateForDelegation: isSet(uac.trustedToAuthenticateForDelegation),
      mayNotBeDelegated: isSet(uac.notDelegated),
      needsNoPreauthentication: isSet(uac.noPreauthentication),
      mustChangePassword: firstText(entry, 'pwdLastSet') === '0' || undefined,
      isLockedOut: (isLockedOut && isActiveDirectory) || undefined,
      adminCount: numberOf(entry, 'adminCount'),
    }),
  ];
}
