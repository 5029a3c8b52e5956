// Limits how often a party may fail in a period before it has to wait. One process or several can share the count. By hand, because
// rate-limiter-flexible counts in fixed windows: around the end of one, a party could fail twice as often.
import { LRUCache } from 'lru-cache';

export interface FailureLimit {
  /** Seconds until the party may try again; 0: now. */
  secondsToWait(party: string): number | Promise<number>;
  /**
   * Count a failure, unless the party already has to wait. Returns what {@link secondsToWait} was before the
   * failure, so that simultaneous failures cannot exceed the limit.
   */
  fail(party: string): number | Promise<number>;
}

/** Ten failures a minute for each pair of client and address. */
export const failureLimits = { failures: 10, windowMs: 60_000 };

const partiesAtMost = 10_000;

/** A sliding window per party. `now` is in milliseconds and never goes back. */
export function createFailureLimit(options: { failures?: number; windowMs?: number; now?: () => number } = {}): {
  readonly [Method in keyof FailureLimit]: (party: string) => number;
} {
  const { failures, windowMs, now } = { ...failureLimits, now: () => performance.now(), ...options };
  const failedAt = new LRUCache<string, number[]>({ max: partiesAtMost });

  function recent(party: string): number[] {
    return (failedAt.get(party) ?? []).filter(time => time > now() - windowMs);
  }

  function secondsToWait(party: string): number {
    const times = recent(party);
    return times.length < failures ? 0 : Math.max(1, Math.ceil((times[0]! + windowMs - now()) / 1000));
  }

  return {
    secondsToWait,
    fail(party) {
      const wait = secondsToWait(party);
      if (wait > 0) return wait;
      failedAt.set(party, [...recent(party), now()]);
      return 0;
    },
  };
}
