// Client secrets: made here, shown once, stored as a scrypt hash.
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';

const deriveKey = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

// A guess costs 16 MB and about 50 ms. Generated secrets are 256 random bits and cannot be guessed at any cost. The cost would
// protect weaker secrets, if operators were ever allowed to choose their own. The parameters are stored with each hash, so that
// they can be raised later.
const cost = { N: 2 ** 14, r: 8, p: 1 };
const keyBytes = 32;
const longestSecret = 1024;

/** 256 random bits. The prefix lets secret scanners identify a leaked one. */
export function makeSecret(): string {
  return `rolecall_${randomBytes(32).toString('base64url')}`;
}

/** `scrypt$N$r$p$salt$key`, salt and key in base64url. Each hash has its own salt. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(secret, salt, keyBytes, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Compare a secret with a stored hash in constant time. */
export async function matchesHash(secret: string, hash: string): Promise<boolean> {
  if (secret.length === 0 || secret.length > longestSecret) return false;
  const [scheme, N, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('A stored client secret hash is not in a known form');
  const stored = Buffer.from(key, 'base64url');
  const derived = await deriveKey(secret, Buffer.from(salt, 'base64url'), stored.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(derived, stored);
}

const rememberedMs = 5 * 60_000;
const rememberedAtMost = 1000;

/**
 * A {@link matchesHash} that caches matches for five minutes. A client that often requests tokens then costs microseconds
 * a request, instead of a thread and 16 MB. The cache key is a digest of the secret and the stored hash, under a key that never
 * leaves this process. It reveals nothing about the secret, and it no longer matches once the stored hash changes.
 * Concurrent checks of the same secret share one derivation.
 */
export function createSecretCheck(now: () => number = () => performance.now()) {
  const processKey = randomBytes(32);
  // With a resolution of 0 the clock is read at each look-up.
  const matched = new LRUCache<string, true>({
    max: rememberedAtMost,
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: { now },
  });
  const running = new Map<string, Promise<boolean>>();

  return async function check(secret: string, hash: string): Promise<boolean> {
    const digest = createHmac('sha256', processKey).update(`${hash}\0${secret}`).digest('base64');
    if (matched.get(digest)) return true;
    let result = running.get(digest);
    if (!result) {
      result = matchesHash(secret, hash).finally(() => running.delete(digest));
      running.set(digest, result);
    }
    if (!(await result)) return false;
    matched.set(digest, true);
    return true;
  };
}
