// Failure windows that processes share: how often a party failed recently, and how long it has to wait. By hand, because the windows
// of rate-limiter-flexible are fixed, and these slide.
import type { Redis } from 'ioredis';
import { createScript } from './script.ts';

export interface FailureWindows {
  /** Milliseconds until the party may try again; 0 means now. */
  msToWait(party: string): Promise<number>;
  /** Count a failure unless the window is full. @returns what {@link msToWait} would have returned before it */
  fail(party: string): Promise<number>;
}

/** A list of times by Redis' clock, oldest first. It expires once the newest has left the window. */
const lookOrCount = `
  local most, window, count = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == 'count'
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
  while oldest and oldest <= now - window do
    redis.call('LPOP', KEYS[1])
    oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
  end
  if redis.call('LLEN', KEYS[1]) >= most then
    return oldest + window - now
  end
  if count then
    redis.call('RPUSH', KEYS[1], string.format('%d', now))
    redis.call('PEXPIRE', KEYS[1], window)
  end
  return 0
`;

/** @param prefix prefix of every key: `rolecall:failures:` */
export function createFailureWindows(
  redis: Redis,
  prefix: string,
  { failures, windowMs }: { failures: number; windowMs: number },
): FailureWindows {
  const run = createScript<number>(redis, lookOrCount);
  return {
    msToWait: party => run(`${prefix}${party}`, [failures, windowMs, 'look']),
    fail: party => run(`${prefix}${party}`, [failures, windowMs, 'count']),
  };
}
