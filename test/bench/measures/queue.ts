// The cost of this service's queue compared with BullMQ alone, on the same Redis.
import { redisMissing, startRedis } from '../../support/servers/redis.ts';
import type { Bench } from '../bench.ts';
import { run } from '../child.ts';
import type { QueueLoad, QueueLoadResult } from '../loads/queue-load.ts';
import { median, rate, times } from '../table.ts';

const fullJobs = 10_000;
const concurrency = 10;
const rounds = 3;
const least = 0.7;

export async function measureQueue(bench: Bench): Promise<void> {
  if (redisMissing) return bench.skip('queue', redisMissing);
  const jobs = bench.effort(fullJobs, 100);
  const redis = await startRedis();
  try {
    const results = { ours: [] as QueueLoadResult[], bullmq: [] as QueueLoadResult[] };
    for (let round = 0; round < bench.effort(rounds); round += 1) {
      for (const side of ['ours', 'bullmq'] as const) {
        bench.say(`queue: ${jobs} jobs, ${side}, round ${round + 1} of ${rounds}`);
        const load: QueueLoad = { side, url: redis.url, jobs, concurrency };
        results[side].push(await run<QueueLoadResult>('loads/queue-load.ts', load));
      }
    }
    const perSecond = (side: 'ours' | 'bullmq', seconds: (result: QueueLoadResult) => number) =>
      jobs / median(results[side].map(seconds));
    for (const { what, seconds, target } of [
      {
        what: `queue on Redis, ${jobs} jobs added and carried out, ${concurrency} at once`,
        seconds: (result: QueueLoadResult) => result.addSeconds + result.workSeconds,
        target: least,
      },
      { what: 'of it added', seconds: (result: QueueLoadResult) => result.addSeconds },
      { what: 'of it carried out', seconds: (result: QueueLoadResult) => result.workSeconds },
    ]) {
      const [own, peer] = [perSecond('ours', seconds), perSecond('bullmq', seconds)];
      bench.report({
        what,
        ours: rate(own, 'jobs'),
        peer: `${rate(peer, 'jobs')} (BullMQ alone)`,
        ratio: times(own / peer),
        target: target === undefined ? '' : `≥ ${times(target)}`,
        ...(target !== undefined && { met: own / peer >= target }),
      });
    }
  } finally {
    await redis.stop();
  }
}
