// The limits of the API, counted in Redis for all processes together. While Redis is unavailable, each process counts on its
// own.
import type { Redis } from 'ioredis';
import { createFailureWindows } from '../../redis/failure-window.ts';
import { createOutageSwitch, type OutageOptions } from '../../redis/outage-switch.ts';
import { createTokenBuckets } from '../../redis/token-bucket.ts';
import { createFailureLimit, type FailureLimit, failureLimits } from './failure-limit.ts';
import { createRateLimiter, decisionOf, type RateLimiter, type RateLimitsOf } from './rate-limit.ts';

export interface SharedLimitOptions<Limit> extends OutageOptions {
  /** The limit to use while Redis is unavailable; default: the same limit in the memory of this process. */
  readonly fallback?: Limit;
  /** Prefix of every key; default `rolecall:`. */
  readonly prefix?: string;
}

/** @param redis a connection that rejects commands while it is disconnected, instead of queueing them */
export function createSharedRateLimiter(
  redis: Redis,
  settingsOf: RateLimitsOf,
  { fallback = createRateLimiter(settingsOf), prefix = 'rolecall:', ...outage }: SharedLimitOptions<RateLimiter>,
): RateLimiter {
  const take = createTokenBuckets(redis, `${prefix}rate:`);
  const orElse = createOutageSwitch(outage);
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
  { fallback = createFailureLimit(), prefix = 'rolecall:', ...outage }: SharedLimitOptions<FailureLimit>,
): FailureLimit {
  const windows = createFailureWindows(redis, `${prefix}failures:`, failureLimits);
  const orElse = createOutageSwitch(outage);
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
