// Token buckets that processes share. A bucket holds up to `burst` tokens and fills at a steady rate; a request takes one token.
// By hand, because rate-limiter-flexible has fixed windows only, which fill all at once.
import type { Redis } from 'ioredis';
import { createScript } from './script.ts';

export interface BucketSize {
  /** Tokens that are added per minute. */
  readonly per_minute: number;
  /** The most tokens that it holds. */
  readonly burst: number;
}

export interface Taken {
  readonly allowed: boolean;
  /** Tokens left, with a fraction. */
  readonly tokens: number;
}

/** Uses Redis' clock, because the clocks of processes differ. When it is set back, the bucket keeps its tokens. */
const take = `
  local burst, per_ms = tonumber(ARGV[1]), tonumber(ARGV[2])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'filled_at')
  local tokens, filled_at = tonumber(bucket[1]) or burst, tonumber(bucket[2]) or now
  tokens = math.min(burst, tokens + math.max(0, now - filled_at) * per_ms)
  local allowed = 0
  if tokens >= 1 then
    tokens = tokens - 1
    allowed = 1
  end
  local left = string.format('%.17g', tokens)
  redis.call('HSET', KEYS[1], 'tokens', left, 'filled_at', string.format('%.3f', now))
  -- A missing bucket counts as full, so the key may expire once the bucket is full.
  redis.call('PEXPIRE', KEYS[1], math.ceil((burst - tokens) / per_ms) + 1000)
  return {allowed, left}
`;

/** @param prefix prefix of every key: `rolecall:rate:` */
export function createTokenBuckets(redis: Redis, prefix: string) {
  const run = createScript<[number, string]>(redis, take);
  return async (name: string, { per_minute, burst }: BucketSize): Promise<Taken> => {
    const [allowed, tokens] = await run(`${prefix}${name}`, [burst, per_minute / 60_000]);
    return { allowed: allowed === 1, tokens: Number(tokens) };
  };
}
