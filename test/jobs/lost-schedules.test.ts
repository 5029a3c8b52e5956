// Schedules on a Redis that lost what they have stored there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQueue } from '../../src/jobs/open-queue.ts';
import type { Queue } from '../../src/jobs/queue.ts';
import { connectRedis } from '../../src/redis/connection.ts';
import { type RedisServer, redisMissing, startRedis } from '../support/servers/redis.ts';
import { patienceMs } from '../support/until.ts';

describe.skipIf(redisMissing)(`a schedule on Redis${redisMissing ? ` (skipped: ${redisMissing})` : ''}`, () => {
  let server: RedisServer;
  let queue: Queue;
  beforeAll(async () => {
    server = await startRedis();
    queue = await openQueue(server.url, { prefix: 'crash', onWarning: () => {}, answerMs: patienceMs });
  });
  afterAll(async () => {
    await queue?.close(0);
    await server?.stop();
  });

  it('that lost the next job of a schedule is repaired by setting the schedules again', async () => {
    const yearly = { tenant: 'main', sourceId: 'app', pattern: '@yearly', timeZone: 'UTC' };
    const delayed = async () => (await queue.depths()).schedule.delayed;
    await queue.setSchedules([yearly]);
    const redis = connectRedis(server.url, { onError() {}, patient: true });
    const prefix = 'bull:crash-schedule';
    const [next] = await redis.zrange(`${prefix}:delayed`, '0', '0');
    await redis.del(`${prefix}:${next}`);
    await redis.zrem(`${prefix}:delayed`, next!);
    await redis.quit();
    expect(await delayed()).toBe(0);
    await queue.setSchedules([yearly]);
    expect(await delayed()).toBe(1);
  });
});
