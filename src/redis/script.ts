// A script that Redis runs atomically.
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** @returns a function that runs the script on one key. It sends the digest, or the whole script when Redis does not know it */
export function createScript<Result>(redis: Redis, lua: string) {
  const digest = createHash('sha1').update(lua).digest('hex');
  return async (key: string, values: readonly (string | number)[]): Promise<Result> => {
    try {
      return (await redis.evalsha(digest, 1, key, ...values)) as Result;
    } catch (error) {
      // A restart forgets scripts.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return (await redis.eval(lua, 1, key, ...values)) as Result;
    }
  };
}
