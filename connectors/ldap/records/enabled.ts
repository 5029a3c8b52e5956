// Whether an account can be used, by the rule of each kind of server. Every rule looks at attributes that only its server has, so
// all of them apply to all entries.
import { firstText, holdsTrue, numberOf, octetsOf, textsOf, timeOf } from '../directory/entry.ts';
import type { ServerKind } from '../directory/server.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { fileTimeMs, generalizedTimeMs, shadowDayMs, unixTimeMs } from '../values/times.ts';
import { uac } from '../values/user-account-control.ts';
import type { AccountState, StateContext, Unknown } from './state.ts';
import { timeLocks } from './time-locks.ts';

/** Attributes that disable an account when they are TRUE. */
const disablingFlags = [
  // 389 Directory Server, FreeIPA, Oracle Directory Server
  'nsAccountLock',
  // eDirectory
  'loginDisabled',
  // AD LDS, which has no userAccountControl (MS-ADA2, section 2.480)
  'msDS-UserAccountDisabled',
  // OpenDJ, PingDS, PingDirectory
  'ds-pwp-account-disabled',
  // IBM Security Directory Server
  'ibm-pwdAccountLocked',
] as const;

/** Attributes whose words disable an account. */
const disablingWords: readonly (readonly [attribute: string, words: RegExp])[] = [
  // Sun Java System and Oracle Directory Server
  ['inetUserStatus', /^(?:inactive|deleted|disabled|removed)$/i],
  // Oracle Internet Directory
  ['orclIsEnabled', /^(?:disabled|inactive)$/i],
  // Samba as a domain of the kind of Windows NT: [DU         ]; D: disabled, L: locked after wrong passwords
  ['sambaAcctFlags', /^\[[^\]]*[DL]/],
];

type Parse = (text: string) => number | undefined;

/** Attributes with the moment at which an account ends. shadowExpire has the first day on which it cannot be used (shadow(5)). */
const ends: readonly (readonly [attribute: string, parse: Parse])[] = [
  ['accountExpires', fileTimeMs],
  ['pwdEndTime', generalizedTimeMs],
  ['shadowExpire', shadowDayMs],
  ['loginExpirationTime', generalizedTimeMs],
  // MIT Kerberos and FreeIPA; krbPasswordExpiration ends only the password.
  ['krbPrincipalExpiration', generalizedTimeMs],
  ['sambaKickoffTime', unixTimeMs],
  ['ds-pwp-account-expiration-time', generalizedTimeMs],
  ['orclActiveEndDate', generalizedTimeMs],
];

/** Attributes with the moment before which an account cannot be used. */
const starts: readonly (readonly [attribute: string, parse: Parse])[] = [
  ['pwdStartTime', generalizedTimeMs],
  ['ds-pwp-account-activation-time', generalizedTimeMs],
  ['orclActiveStartdate', generalizedTimeMs],
];

/** Attributes that the rules look at. */
export const stateAttributes: readonly string[] = [
  ...['userAccountControl', 'msDS-User-Account-Control-Computed', 'lockoutTime'],
  ...disablingFlags,
  ...[...disablingWords, ...ends, ...starts].map(([attribute]) => attribute),
  ...['pwdAccountLockedTime', 'pwdPolicySubentry', 'pwdLastSuccess', 'accountUnlockTime'],
  ...['acctPolicySubentry', 'lastLoginTime', 'createTimestamp', 'passwordExpirationTime'],
  ...['lockedByIntruder', 'loginIntruderResetTime'],
];

/** Attributes without which it is not known whether an account is disabled. An account has them only when it is, or ends. */
export const decisiveAttributes: Readonly<Record<ServerKind, readonly string[]>> = {
  openldap: ['pwdAccountLockedTime', 'pwdStartTime', 'pwdEndTime'],
  '389-ds': ['nsAccountLock', 'accountUnlockTime'],
  'active-directory': [],
  generic: [],
};

/**
 * The only place that decides it, from everything that the entry shows. What disables an account decides. Without that, an attribute that
 * decides and cannot be seen leaves the state unknown.
 */
export function accountState(entry: RawEntry, context: StateContext): AccountState {
  const { server, nowMs } = context;
  const reasons: string[] = [];
  const unknown: Unknown[] = [];
  const flags = numberOf(entry, 'userAccountControl') ?? 0;
  const computed = numberOf(entry, 'msDS-User-Account-Control-Computed');
  if ((flags & uac.disabled) !== 0) reasons.push('userAccountControl: ACCOUNTDISABLE');
  // AD DS computes only the lock and the state of the password, AD LDS this flag too (MS-ADTS, section 3.1.1.4.5.17).
  if (((computed ?? 0) & uac.disabled) !== 0) reasons.push('msDS-User-Account-Control-Computed: ACCOUNTDISABLE');
  for (const attribute of disablingFlags) if (holdsTrue(entry, attribute)) reasons.push(attribute);
  for (const [attribute, words] of disablingWords) {
    const word = firstText(entry, attribute)?.trim();
    if (word !== undefined && words.test(word)) reasons.push(`${attribute}: ${word}`);
  }
  for (const [attribute, parse] of starts) {
    const startsMs = timeOf(entry, attribute, parse);
    if (startsMs !== undefined && startsMs > nowMs) reasons.push(attribute);
  }
  const known: number[] = [];
  for (const [attribute, parse] of ends) {
    const endMs = timeOf(entry, attribute, parse);
    if (endMs === undefined) continue;
    known.push(endMs);
    if (endMs <= nowMs) reasons.push(attribute);
  }
  const locks = timeLocks(entry, context);
  reasons.push(...locks.disabledBecause);
  unknown.push(...locks.unknownBecause);
  for (const attribute of context.hidden) {
    const message = `bind_dn may not read and search it, so it is not known whether ${entry.dn}, and perhaps other accounts, are disabled`;
    unknown.push({ attribute, reason: 'forbidden', message });
  }
  if (server.kind === 'active-directory') unknown.push(...hiddenFlags(entry, server.isLightweight));
  return {
    enabled: reasons.length > 0 ? false : unknown.length > 0 ? undefined : true,
    disabledBecause: reasons,
    unknownBecause: reasons.length > 0 ? [] : unknown,
    assumed: reasons.length > 0 ? [] : locks.assumed,
    isLockedOut: locks.isLockedOut,
    expiresMs: known.length > 0 ? Math.min(...known) : undefined,
  };
}

/** In Active Directory every account has an attribute that says whether it is disabled. */
function hiddenFlags(entry: RawEntry, isLightweight: boolean): Unknown[] {
  const classes = textsOf(entry, 'objectClass').map(name => name.toLowerCase());
  if (classes.some(name => name.startsWith('userproxy'))) {
    const message = `the binds of ${entry.dn}, and perhaps of other accounts, are those of an account of a domain, which says whether it is disabled`;
    return [{ attribute: 'userProxy', reason: 'unsupported', message }];
  }
  const names = isLightweight ? ['msDS-UserAccountDisabled', 'msDS-User-Account-Control-Computed'] : [];
  if ([...names, 'userAccountControl'].some(name => octetsOf(entry, name).length > 0)) return [];
  const message = `bind_dn may not read it, so it is not known whether ${entry.dn}, and perhaps other accounts, are disabled`;
  return [{ attribute: names[0] ?? 'userAccountControl', reason: 'forbidden', message }];
}
