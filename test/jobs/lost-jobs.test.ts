// A queue that lost a job but still has its deduplication key: adding the job again, as a sweep does, restores it.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQueue } from '../../src/jobs/open-queue.ts';
import type { JobHandler } from '../../src/jobs/queue.ts';
import { noRedis, useRedis } from '../support/servers/servers.ts';
import { patienceMs, until } from '../support/until.ts';
import { jobOf } from './queue-engines.ts';

describe.skipIf(noRedis)(`a queue on Redis${noRedis ? ` (skipped: ${noRedis})` : ''}`, () => {
  let server: Awaited<ReturnType<typeof useRedis>>;
  let redis: Redis;
  beforeAll(async () => {
    server = await useRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  it.each([
    ['a list', (at: string) => `${at}:prioritized`],
    ['a job', (at: string, jobId: string) => `${at}:${jobId}`],
  ])('that evicted %s runs the job after it is added again with `now`', async (_what, keyOf) => {
    const prefix = `test-${randomUUID()}`;
    const queue = await openQueue(server.url, { prefix, answerMs: patienceMs });
    try {
      const at = `bull:${prefix}-extract`;
      await queue.add('extract', jobOf('lost'), { priority: 3 });
      const [jobId] = await redis.zrange(`${at}:prioritized`, '0', '-1');
      expect(await redis.del(keyOf(at, jobId!))).toBe(1);
      expect(await redis.keys(`${at}:de:*`)).toHaveLength(1);

      const done: string[] = [];
      const onError = () => {};
      // A half evicted job may run without its id; it does not count.
      const extract: JobHandler = async ({ id }) => {
        if (id !== undefined) done.push(id);
      };
      await queue.work({ handlers: { extract }, concurrency: {}, onError });
      await queue.add('extract', jobOf('lost'), { priority: 3, now: true });
      await until(
        () => done,
        ids => ids.length > 0,
      );
      await queue.add('extract', jobOf('lost'), { now: true });
      await until(
        () => done,
        ids => ids.length === 2,
      );
      expect(done).toEqual(['lost', 'lost']);
    } finally {
      await queue.close(0);
    }
  });
});
