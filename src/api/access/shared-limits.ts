// The limits of the API kept in Redis, so that all processes together hold them; while Redis is away each process holds
// them alone.
import type { Redis } from 'ioredis';
import { createFailureWindows } from '../../redis/failure-window.ts';
import { createTokenBuckets } from '../../redis/token-bucket.ts';
import { createOutageSwitch, type OutageOptions } from '../../redis/unavailable.ts';
import { createFailureLimit, type FailureLimit, failureLimits } from './failure-limit.ts';
import { createRateLimiter, decisionOf, type RateLimiter, type RateLimitsOf } from './rate-limit.ts';

export interface SharedLimitOptions<Limit> extends OutageOptions {
  /** What decides while Redis is away; default: the same limit in this process. */
  readonly fallback?: Limit;
  /** Of every key; default `rolecall:`. */
  readonly prefix?: string;
}

/** @param redis a connection that rejects commands instead of holding them back while it is not there */
export function createSharedRateLimiter(
  redis: Redis,
  settingsOf: RateLimitsOf,
  { fallback = createRateLimiter(settingsOf), prefix = 'rolecall:', onOutage }: SharedLimitOptions<RateLimiter>,
): RateLimiter {
  const take = createTokenBuckets(redis, `${prefix}rate:`);
  const orElse = createOutageSwitch({ onOutage });
  return {
    consume: tenant =>
      orElse(
        async () => {
          const settings = settingsOf(tenant);
          const { allowed, tokens } = await take(tenant, settings);
          return decisionOf(allowed, tokens, settings);
        },
        () => fallback.consume(tenant),
      ),
  };
}

/** @param redis as for {@link createSharedRateLimiter} */
export function createSharedFailureLimit(
  redis: Redis,
  { fallback = createFailureLimit(), prefix = 'rolecall:', onOutage }: SharedLimitOptions<FailureLimit>,
): FailureLimit {
  const windows = createFailureWindows(redis, `${prefix}failures:`, failureLimits);
  const orElse = createOutageSwitch({ onOutage });
  const seconds = (ms: number) => Math.ceil(ms / 1000);
  return {
    secondsToWait: party =>
      orElse(
        async () => seconds(await windows.msToWait(party)),
        () => fallback.secondsToWait(party),
      ),
    fail: party =>
      orElse(
        async () => seconds(await windows.fail(party)),
        () => fallback.fail(party),
      ),
  };
}
