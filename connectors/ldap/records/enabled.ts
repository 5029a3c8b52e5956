// Whether an account can be used, by the rule of each kind of server. Every rule looks at attributes that only its server has, so
// all of them apply to all entries.
import { firstText, holdsTrue, numberOf } from '../directory/entry.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { fileTimeMs, generalizedTimeMs, shadowDayMs } from '../values/times.ts';

/** Attributes that the rules look at. */
export const stateAttributes: readonly string[] = [
  'userAccountControl',
  'accountExpires',
  'nsAccountLock',
  'pwdAccountLockedTime',
  'pwdStartTime',
  'pwdEndTime',
  'shadowExpire',
  'loginDisabled',
  'loginExpirationTime',
];

/** Flags of userAccountControl (MS-ADTS, section 2.2.16). */
export const uac = {
  disabled: 0x2,
  passwordNotRequired: 0x20,
  interdomainTrust: 0x800,
  passwordNeverExpires: 0x10000,
  smartcardRequired: 0x40000,
  trustedForDelegation: 0x80000,
  notDelegated: 0x100000,
  noPreauthentication: 0x400000,
  trustedToAuthenticateForDelegation: 0x1000000,
} as const;

export interface AccountState {
  readonly enabled: boolean;
  /** Why it cannot be used, in the server's terms. */
  readonly disabledBecause: readonly string[];
  readonly expiresMs: number | undefined;
}

/**
 * - Active Directory: flag ACCOUNTDISABLE of userAccountControl; accountExpires. A lock after wrong passwords passes by itself
 *   and does not count.
 * - 389 Directory Server: nsAccountLock.
 * - OpenLDAP (draft-behera-ldap-password-policy): pwdAccountLockedTime, which is 000001010000Z for a lock by an administrator;
 *   pwdStartTime and pwdEndTime.
 * - Shadow accounts: shadowExpire is the first day on which the account cannot be used (shadow(5)).
 * - eDirectory: loginDisabled, loginExpirationTime.
 */
export function accountState(entry: RawEntry, nowMs: number): AccountState {
  const reasons: string[] = [];
  const flags = numberOf(entry, 'userAccountControl') ?? 0;
  if ((flags & uac.disabled) !== 0) reasons.push('userAccountControl: ACCOUNTDISABLE');
  if (holdsTrue(entry, 'nsAccountLock')) reasons.push('nsAccountLock');
  if (holdsTrue(entry, 'loginDisabled')) reasons.push('loginDisabled');
  if (firstText(entry, 'pwdAccountLockedTime') !== undefined) reasons.push('pwdAccountLockedTime');
  const startsMs = timeOf(entry, 'pwdStartTime', generalizedTimeMs);
  if (startsMs !== undefined && startsMs > nowMs) reasons.push('pwdStartTime');
  const ends = [
    ['accountExpires', timeOf(entry, 'accountExpires', fileTimeMs)],
    ['pwdEndTime', timeOf(entry, 'pwdEndTime', generalizedTimeMs)],
    ['shadowExpire', timeOf(entry, 'shadowExpire', shadowDayMs)],
    ['loginExpirationTime', timeOf(entry, 'loginExpirationTime', generalizedTimeMs)],
  ] as const;
  for (const [attribute, endMs] of ends) if (endMs !== undefined && endMs <= nowMs) reasons.push(attribute);
  const known = ends.flatMap(([, endMs]) => (endMs === undefined ? [] : [endMs]));
  return {
    enabled: reasons.length === 0,
    disabledBecause: reasons,
    expiresMs: known.length > 0 ? Math.min(...known) : undefined,
  };
}

function timeOf(entry: RawEntry, attribute: string, parse: (text: string) => number | undefined): number | undefined {
  const text = firstText(entry, attribute);
  return text === undefined ? undefined : parse(text);
}
