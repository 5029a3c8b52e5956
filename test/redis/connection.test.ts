// Connections to Redis: quick to fail, back by themselves, and silent about passwords.
import { once } from 'node:events';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRedis, redisAddress, untilReady } from '../../src/redis/connection.ts';
import { type RedisServer, redisMissing, startRedis } from '../support/servers/redis.ts';
import { patienceMs, until } from '../support/until.ts';

describe('the address of Redis', () => {
  it.each([
    ['redis://127.0.0.1', '127.0.0.1:6379'],
    ['rediss://me:secret@cache.example.com:6380/2', 'cache.example.com:6380/2'],
  ])('%s is shown as %s', (url, shown) => expect(redisAddress(url)).toBe(shown));

  it.each(['secret@host', 'http://me:secret@host', 'redis://'])(
    'is refused when it is %s, which is not repeated',
    url => {
      expect(() => redisAddress(url)).toThrow(/^The address of Redis is not of the form redis:/);
      expect(() => redisAddress(url)).not.toThrow(/secret@/);
    },
  );
});

describe.skipIf(redisMissing)(`a connection to Redis${redisMissing ? ` (skipped: ${redisMissing})` : ''}`, () => {
  let server: RedisServer;
  const closers: (() => unknown)[] = [];
  beforeEach(async () => {
    server = await startRedis({ requirepass: 'correct-horse' });
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await server.stop();
  });

  function connect(url: string, patient = false) {
    const errors: Error[] = [];
    const redis = connectRedis(url, { patient, onError: error => errors.push(error) });
    closers.push(() => redis.disconnect());
    return { redis, errors };
  }
  const withPassword = (password: string) => server.url.replace('//', `//:${password}@`);

  it('fails at once while Redis is unavailable, reports that once, and connects again afterwards', async () => {
    const { redis, errors } = connect(withPassword('correct-horse'));
    expect(await untilReady(redis, patienceMs)).toBe(true);
    expect(await redis.set('a', '1')).toBe('OK');
    const closed = once(redis, 'close');
    await server.kill9();
    // At once: not because no answer came in time.
    await expect(redis.get('a')).rejects.not.toThrow('timed out');
    await closed;
    await expect(redis.get('a')).rejects.toThrow(/isn't writeable/);
    const refused = `Redis at 127.0.0.1:${server.port}: connect ECONNREFUSED 127.0.0.1:${server.port}`;
    await until(
      () => errors.map(error => error.message),
      reasons => reasons.includes(refused),
    );
    // Some attempts more, all refused.
    expect(await untilReady(redis, 700)).toBe(false);
    const reasons = errors.map(error => error.message);
    expect(reasons.at(-1)).toBe(refused);
    expect(reasons).toEqual([...new Set(reasons)]);
    await server.restartEmpty();
    expect(await untilReady(redis, patienceMs)).toBe(true);
    expect(await redis.get('a')).toBeNull();
  });

  it('gives up a command of a Redis that hangs', async () => {
    const { redis } = connect(withPassword('correct-horse'));
    await untilReady(redis, patienceMs);
    await server.freeze();
    await expect(redis.get('a')).rejects.toThrow('Command timed out');
    server.thaw();
    expect(await redis.get('a')).toBeNull();
  });

  it('waits for Redis when it is patient', async () => {
    const { redis } = connect(withPassword('correct-horse'), true);
    await untilReady(redis, patienceMs);
    await server.kill9();
    const answer = redis.get('a');
    await server.restartEmpty();
    expect(await answer).toBeNull();
  });

  it('says that a password is wrong, and not which', async () => {
    const { redis, errors } = connect(withPassword('wrong-horse'));
    await until(
      () => errors.length,
      count => count > 0,
    );
    expect(await untilReady(redis, 500)).toBe(false);
    expect(errors[0]!.message).toMatch(/^Redis at 127\.0\.0\.1:\d+: WRONGPASS/);
    expect(inspect(errors, { depth: 9, showHidden: true })).not.toContain('horse');
  });
});
