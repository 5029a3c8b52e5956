// Finds accounts that expired, or began to be valid, in a span of time.
import type { ServerKind } from './server.ts';

const dayMs = 86_400_000;

/** RFC 4515. A server that does not know one of the attributes finds nothing by it. */
export function expiredBetween(kind: ServerKind, fromMs: number, untilMs: number): string {
  if (kind === 'active-directory') {
    return `(&(objectClass=user)(accountExpires>=${fileTime(fromMs)})(accountExpires<=${fileTime(untilMs)}))`;
  }
  const between = (attribute: string) =>
    `(&(${attribute}>=${generalizedTime(fromMs)})(${attribute}<=${generalizedTime(untilMs)}))`;
  // shadowExpire has no rule for an order, so each day is named.
  const days: string[] = [];
  for (let day = Math.floor(fromMs / dayMs); day <= Math.floor(untilMs / dayMs); day += 1) {
    days.push(`(shadowExpire=${day})`);
  }
  return `(|${between('pwdStartTime')}${between('pwdEndTime')}(pwdAccountLockedTime=*)${days.join('')})`;
}

function fileTime(ms: number): string {
  return (BigInt(Math.floor(ms)) * 10_000n + 116_444_736_000_000_000n).toString();
}

function generalizedTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}
