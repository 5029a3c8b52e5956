// Limits the requests of each tenant with a token bucket. rate-limiter-flexible counts in fixed windows: a burst at the edge of
// a window doubles the limit, and the RateLimit headers would jump. So the bucket is our own.
import { LRUCache } from 'lru-cache';
import type { BucketSize } from '../../redis/token-bucket.ts';

/** The limit of each tenant: its requests are the tokens of a bucket. */
export type RateLimitsOf = (tenant: string) => BucketSize;

export interface RateDecision {
  readonly allowed: boolean;
  /** The bucket's size. */
  readonly limit: number;
  /** Requests that would be allowed right now. */
  readonly remaining: number;
  /** Seconds until the bucket is full again, rounded up. */
  readonly resetSeconds: number;
  /** Seconds until the next request would be allowed, rounded up; 0 when this request was allowed. */
  readonly retryAfterSeconds: number;
}

/** The count is kept in this process or shared by several. */
export interface RateLimiter {
  consume(tenant: string): RateDecision | Promise<RateDecision>;
}

const bucketsAtMost = 10_000;

/**
 * A limiter in this process's memory.
 * @param now milliseconds of a monotonic clock
 */
export function createRateLimiter(settingsOf: RateLimitsOf, now: () => number = () => performance.now()): RateLimiter {
  const buckets = new LRUCache<string, { tokens: number; filledAt: number }>({ max: bucketsAtMost });

  function bucketOf(tenant: string, { burst, per_minute }: BucketSize) {
    const time = now();
    const bucket = buckets.get(tenant) ?? { tokens: burst, filledAt: time };
    bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.filledAt) * per_minute) / 60_000);
    bucket.filledAt = time;
    buckets.set(tenant, bucket);
    return bucket;
  }

  return {
    consume(tenant) {
      const settings = settingsOf(tenant);
      const bucket = bucketOf(tenant, settings);
      const allowed = bucket.tokens >= 1;
      if (allowed) bucket.tokens -= 1;
      return decisionOf(allowed, bucket.tokens, settings);
    },
  };
}

/** @param tokens left in the bucket after the request, may be a fraction */
export function decisionOf(allowed: boolean, tokens: number, { burst, per_minute }: BucketSize): RateDecision {
  const perSecond = per_minute / 60;
  return {
    allowed,
    limit: burst,
    remaining: Math.floor(tokens),
    resetSeconds: Math.ceil((burst - tokens) / perSecond),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond)),
  };
}
