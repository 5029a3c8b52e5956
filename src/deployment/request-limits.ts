// The limits on requests: in Redis where the queues are in one, so that all processes together hold them; else in the process.
import type { Logger } from 'pino';
import { createFailureLimit, type FailureLimit } from '../api/access/failure-limit.ts';
import { createRateLimiter, type RateLimiter, type RateLimitsOf } from '../api/access/rate-limit.ts';
import { createSharedFailureLimit, createSharedRateLimiter } from '../api/access/shared-limits.ts';
import type { ClientLimits } from '../api/connections/http-server.ts';
import type { Config } from '../config/config-file.ts';

export interface Limits {
  readonly rate: RateLimiter;
  /** Failures at the token endpoint. */
  readonly failures: FailureLimit;
  close(): void;
}

export async function openLimits({ tenants, queue_url, queue_prefix }: Config, log: Logger): Promise<Limits> {
  const settings = new Map(tenants.map(({ name, rate_limit }) => [name, rate_limit]));
  // Only tenants of this deployment get as far as their limit.
  const settingsOf: RateLimitsOf = tenant => settings.get(tenant)!;
  if (!queue_url || !/^rediss?:/.test(queue_url)) {
    return { rate: createRateLimiter(settingsOf), failures: createFailureLimit(), close: () => {} };
  }
  // Loaded only where there is one: it takes a fifth of a second.
  const { connectRedis } = await import('../redis/connection.ts');
  const redis = connectRedis(queue_url, { onError: error => log.warn({ err: error }, 'Redis does not answer') });
  const onOutage = () => log.warn('Redis is away: each process holds the limits on requests alone');
  const shared = { prefix: `${queue_prefix}:`, onOutage };
  return {
    rate: createSharedRateLimiter(redis, settingsOf, shared),
    failures: createSharedFailureLimit(redis, shared),
    close: () => redis.disconnect(),
  };
}

/** What one client may take of time and memory, from the configuration. */
export function clientLimits({ clients }: Config): ClientLimits {
  return {
    headersMs: clients.headers_time,
    requestMs: clients.request_time,
    answerMs: clients.answer_time,
    waitingBytes: clients.waiting_mb * 1024 ** 2,
  };
}
