// The limits on requests. When the queues are in Redis, the limits are too, so that all processes share them. Otherwise they are
// in the process.

import type { Logger } from 'pino';
import { createFailureLimit, type FailureLimit } from '../../api/access/failure-limit.ts';
import { createRateLimiter, type RateLimiter, type RateLimitsOf } from '../../api/access/rate-limit.ts';
import { createSharedFailureLimit, createSharedRateLimiter } from '../../api/access/shared-limits.ts';
import type { ClientLimits } from '../../api/connections/http-server.ts';
import type { Config } from '../../config/config-file.ts';
import { mebibyte } from '../../mebibytes.ts';

export interface Limits {
  readonly rate: RateLimiter;
  /** The limit on failures at the token endpoint. */
  readonly failures: FailureLimit;
  close(): void;
}

export async function openLimits({ tenants, queue_url, queue_prefix }: Config, log: Logger): Promise<Limits> {
  const settings = new Map(tenants.map(({ name, rate_limit }) => [name, rate_limit]));
  // Only requests of configured tenants reach the limit, so the tenant is always found.
  const settingsOf: RateLimitsOf = tenant => settings.get(tenant)!;
  if (!queue_url || !/^rediss?:/.test(queue_url)) {
    return { rate: createRateLimiter(settingsOf), failures: createFailureLimit(), close: () => {} };
  }
  // Loaded only when needed, because that takes 0.2 s.
  const { connectRedis } = await import('../../redis/connection.ts');
  const redis = connectRedis(queue_url, { onError: error => log.warn({ err: error }, 'Redis does not answer') });
  const onOutage = () => log.warn('Redis is unavailable: each process applies the request limits on its own');
  const shared = { prefix: `${queue_prefix}:`, onOutage };
  return {
    rate: createSharedRateLimiter(redis, settingsOf, shared),
    failures: createSharedFailureLimit(redis, shared),
    close: () => redis.disconnect(),
  };
}

/** The limits on the time and memory that one client may use, from the configuration. */
export function clientLimits({ clients }: Config): ClientLimits {
  return {
    headersMs: clients.headers_time,
    requestMs: clients.request_time,
    answerMs: clients.answer_time,
    waitingBytes: clients.waiting_mb * mebibyte,
  };
}
