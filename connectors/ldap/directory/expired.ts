// Finds accounts whose state has changed by time alone in a span of time.
import type { ServerKind } from './server.ts';

export interface TimeSpans {
  /** How long locks after wrong passwords last; infinite or undefined: they do not end by themselves, or nothing says when. */
  readonly lockoutMs?: number | undefined;
  /** After which times without a sign-in accounts are locked. */
  readonly idleMs?: readonly number[];
}

/**
 * Accounts that begin to be valid, end, are unlocked, or have not been used for too long. RFC 4515; a server that does not know one of the
 * attributes finds nothing by it. Accounts that are landed with the time of their end are found by that, except in Active Directory.
 */
export function changedByTime(kind: ServerKind, fromMs: number, untilMs: number, spans: TimeSpans): string {
  if (kind === 'active-directory') {
    const between = (attribute: string, ms: number) =>
      `(&(objectClass=user)(${attribute}>=${fileTime(fromMs - ms)})(${attribute}<=${fileTime(untilMs - ms)}))`;
    const { lockoutMs } = spans;
    const unlocked = lockoutMs !== undefined && Number.isFinite(lockoutMs) ? between('lockoutTime', lockoutMs) : '';
    return `${between('accountExpires', 0)}${unlocked}`;
  }
  const between = (attribute: string, ms = 0) =>
    `(&(${attribute}>=${generalizedTime(fromMs - ms)})(${attribute}<=${generalizedTime(untilMs - ms)}))`;
  const idle = (spans.idleMs ?? []).map(ms => between('pwdLastSuccess', ms)).join('');
  return `(|${between('pwdStartTime')}${idle}(pwdAccountLockedTime=*))`;
}

function fileTime(ms: number): string {
  return (BigInt(Math.floor(ms)) * 10_000n + 116_444_736_000_000_000n).toString();
}

function generalizedTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}
