// A queue that lost a job and still knows its name: adding the job again, as a sweep does, brings it back.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQueue } from '../../src/jobs/open-queue.ts';
import type { JobHandler } from '../../src/jobs/queue.ts';
import { noRedis, useRedis } from '../support/servers/servers.ts';
import { until } from '../support/until.ts';
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
  ])('that threw %s away to make room does the job once it is added to come now', async (_what, keyOf) => {
    const prefix = `test-${randomUUID()}`;
    const queue = await openQueue(server.url, { prefix });
    try {
      const at = `bull:${prefix}-extract`;
      await queue.add('extract', jobOf('lost'), { priority: 3 });
      const [jobId] = await redis.zrange(`${at}:prioritized`, '0', '-1');
      expect(await redis.del(keyOf(at, jobId!))).toBe(1);
      expect(await redis.keys(`${at}:de:*`)).toHaveLength(1);

      const done: string[] = [];
      const onError = () => {};
      // What is left of a job that was thrown away is nobody's.
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
