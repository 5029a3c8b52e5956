// Locks that begin and end with time: after wrong passwords, and after a long time without a sign-in.
import { firstText, holdsTrue, numberOf, timeOf } from '../directory/entry.ts';
import type { LockPolicy } from '../directory/password-policies.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { fileTimeMs, generalizedTimeMs } from '../values/times.ts';
import { uac } from '../values/user-account-control.ts';
import type { AccountState, StateContext, Unknown } from './state.ts';

/** Locked by an administrator, until one unlocks it (draft-behera-ldap-password-policy-10, section 5.3.3). */
const lockedForEver = '000001010000Z';

type Locks = Pick<AccountState, 'disabledBecause' | 'unknownBecause' | 'assumed' | 'isLockedOut'>;
const none: Locks = { disabledBecause: [], unknownBecause: [], assumed: [], isLockedOut: false };
const disabled = (...disabledBecause: string[]): Locks => ({ ...none, disabledBecause });
const locked = (attribute: string): Locks => ({ ...disabled(attribute), isLockedOut: true });

export function timeLocks(entry: RawEntry, context: StateContext): Locks {
  const all = [
    lockOfPasswordPolicy(entry, context),
    lockOfDomain(entry, context),
    lockOf389(entry, context),
    lockOfIntruders(entry, context),
    ...idleAccounts(entry, context),
  ];
  return {
    disabledBecause: all.flatMap(({ disabledBecause }) => disabledBecause),
    unknownBecause: all.flatMap(({ unknownBecause }) => unknownBecause),
    assumed: all.flatMap(({ assumed }) => assumed),
    isLockedOut: all.some(({ isLockedOut }) => isLockedOut),
  };
}

/**
 * pwdAccountLockedTime stays until the next bind. Whether it still locks the account depends on the policy of the account
 * (draft-behera-ldap-password-policy-10, sections 5.3.3 and 7.1; slapo-ppolicy(5)).
 */
function lockOfPasswordPolicy(entry: RawEntry, { nowMs, policies }: StateContext): Locks {
  const text = firstText(entry, 'pwdAccountLockedTime');
  if (text === undefined) return none;
  const isAdministrators = text.startsWith(lockedForEver.slice(0, -1));
  const sinceMs = generalizedTimeMs(text);
  const verdicts = new Set(
    policies.lock.map(policy => holdsLock(policy, isAdministrators ? undefined : sinceMs, nowMs)),
  );
  const [verdict = isAdministrators] = verdicts;
  if (verdicts.size === 1 || (verdicts.size === 0 && isAdministrators)) {
    if (!verdict) return policies.isAssumed ? { ...none, assumed: [assumedPolicy(entry)] } : none;
    return isAdministrators ? disabled('pwdAccountLockedTime') : locked('pwdAccountLockedTime');
  }
  const cause =
    verdicts.size === 0
      ? 'no password policy that applies can be seen'
      : 'it is not known which password policy applies';
  const message = `${cause}, so it is not known whether the lock of ${entry.dn}, and perhaps of other accounts, has passed`;
  return { ...none, unknownBecause: [{ attribute: 'pwdAccountLockedTime', reason: 'forbidden', message }] };
}

function assumedPolicy({ dn }: RawEntry): Unknown {
  const message = `nothing says which password policy applies to ${dn}, and perhaps to other accounts; those that no account names were taken. Set lockout_policy to the policy that the server applies by default`;
  return { attribute: 'lockout_policy', reason: 'unsupported', message };
}

/** @param sinceMs undefined: locked until an administrator unlocks it */
function holdsLock({ locks, lockoutMs }: LockPolicy, sinceMs: number | undefined, nowMs: number): boolean {
  if (!locks) return false;
  return sinceMs === undefined || lockoutMs === 0 || sinceMs + lockoutMs > nowMs;
}

/** Active Directory computes whether the lock holds. Where it does not, the duration of the domain tells. */
function lockOfDomain(entry: RawEntry, { nowMs, policies }: StateContext): Locks {
  const computed = numberOf(entry, 'msDS-User-Account-Control-Computed');
  const sinceMs = timeOf(entry, 'lockoutTime', fileTimeMs);
  const { domainLockoutMs } = policies;
  const isPast = domainLockoutMs !== undefined && sinceMs !== undefined && sinceMs + domainLockoutMs <= nowMs;
  const holds = computed === undefined ? sinceMs !== undefined && !isPast : (computed & uac.lockout) !== 0;
  if (!holds) return none;
  // A lock that an administrator must end.
  return domainLockoutMs === Number.POSITIVE_INFINITY ? locked('lockoutTime') : { ...none, isLockedOut: true };
}

/** 389 Directory Server: the end of the lock; 1970 stands for a lock that an administrator must end. */
function lockOf389(entry: RawEntry, { nowMs }: StateContext): Locks {
  const untilMs = timeOf(entry, 'accountUnlockTime', generalizedTimeMs);
  return untilMs === 0 || (untilMs ?? 0) > nowMs ? locked('accountUnlockTime') : none;
}

/** eDirectory */
function lockOfIntruders(entry: RawEntry, { nowMs }: StateContext): Locks {
  if (!holdsTrue(entry, 'lockedByIntruder')) return none;
  const untilMs = timeOf(entry, 'loginIntruderResetTime', generalizedTimeMs);
  return untilMs !== undefined && untilMs <= nowMs ? none : locked('lockedByIntruder');
}

/** Accounts that nobody has used for longer than a policy allows. */
function idleAccounts(entry: RawEntry, { nowMs, policies }: StateContext): Locks[] {
  const lastMs = timeOf(entry, 'pwdLastSuccess', generalizedTimeMs);
  const isIdle = ({ locks, idleMs }: LockPolicy) =>
    locks && idleMs !== undefined && lastMs !== undefined && lastMs + idleMs <= nowMs;
  const { inactivityMs } = policies;
  // The plugin Account Policy of 389 Directory Server takes the creation where nobody has signed in yet.
  const seenMs =
    timeOf(entry, 'lastLoginTime', generalizedTimeMs) ?? timeOf(entry, 'createTimestamp', generalizedTimeMs);
  return [
    policies.lock.length > 0 && policies.lock.every(isIdle) ? disabled('pwdMaxIdle') : none,
    inactivityMs !== undefined && seenMs !== undefined && seenMs + inactivityMs <= nowMs
      ? disabled('accountInactivityLimit')
      : none,
  ];
}
