// How often one party may fail in a stretch of time before it has to wait.

export interface FailureLimit {
  /** Seconds until the party may try again; 0: now. */
  secondsToWait(party: string): number;
  /** Count a failure. The answer is as of {@link secondsToWait} before it, so that no more than the limit get through. */
  fail(party: string): number;
}

const partiesAtMost = 10_000;

/** A sliding window per party. `now` is in milliseconds and never goes back. */
export function createFailureLimit(
  options: { failures?: number; windowMs?: number; now?: () => number } = {},
): FailureLimit {
  const { failures = 10, windowMs = 60_000, now = () => performance.now() } = options;
  const failedAt = new Map<string, number[]>();

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
      const times = [...recent(party), now()];
      failedAt.delete(party);
      failedAt.set(party, times);
      if (failedAt.size > partiesAtMost) failedAt.delete(failedAt.keys().next().value!);
      return 0;
    },
  };
}
