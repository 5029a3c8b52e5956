// Client secrets: made here, shown once, stored as a digest. The comment in sql/state/0001_access.sql says scrypt: a migration that was
// applied never changes, and up to version 0.2 they were stored so.
import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';

const deriveKey = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

const longestSecret = 1024;

/** 256 random bits. The prefix lets secret scanners identify a leaked one. */
export function makeSecret(): string {
  return `rolecall_${randomBytes(32).toString('base64url')}`;
}

const digestOf = (secret: string, salt: Buffer): Buffer => createHash('sha256').update(salt).update(secret).digest();

/**
 * `sha256$salt$digest`, both in base64url. Nobody guesses 256 random bits, so a slow hash would protect nothing. It would let everybody who
 * knows the id of a client take 16 MB and 50 ms of the service with each wrong secret.
 */
export function hashSecret(secret: string): string {
  const salt = randomBytes(16);
  return ['sha256', salt.toString('base64url'), digestOf(secret, salt).toString('base64url')].join('$');
}

/** Compare a secret with a stored hash in constant time. */
export async function matchesHash(secret: string, hash: string): Promise<boolean> {
  if (secret.length === 0 || secret.length > longestSecret) return false;
  const [scheme, ...parts] = hash.split('$');
  if (scheme === 'sha256' && parts.length === 2) {
    const [salt, digest] = parts.map(part => Buffer.from(part, 'base64url'));
    return timingSafeEqual(digestOf(secret, salt!), digest!);
  }
  if (scheme === 'scrypt' && parts.length === 5) return matchesScrypt(secret, parts);
  throw new Error('A stored client secret hash is not in a known form');
}

/** `scrypt$N$r$p$salt$key`, as the program stored hashes up to version 0.2. */
async function matchesScrypt(secret: string, [N, r, p, salt, key]: readonly string[]): Promise<boolean> {
  const stored = Buffer.from(key!, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return timingSafeEqual(await deriveKey(secret, Buffer.from(salt!, 'base64url'), stored.length, cost), stored);
}

const rememberedMs = 5 * 60_000;
const rememberedAtMost = 1000;

/**
 * A {@link matchesHash} that caches matches for five minutes. A client with a hash of version 0.2 that often requests tokens then costs
 * microseconds a request, instead of a thread and 16 MB. The cache key is a digest of the secret and the stored hash, under a key that never
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
