// Slow sources, read by one worker process and by two.
import fs from 'node:fs';
import path from 'node:path';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import { openService } from '../../../src/deployment/service.ts';
import { postgresMissing, startPostgres } from '../../support/servers/postgres.ts';
import { redisMissing, startRedis } from '../../support/servers/redis.ts';
import type { Bench } from '../bench.ts';
import { start } from '../child.ts';
import { benchConnectors, type SharedProcess, sharedConfig } from '../service/shared-deployment.ts';
import { median, seconds, times } from '../table.ts';

const sources = 4;
const fullPages = 20;
const waitMs = 200;
const fullRounds = 3;
const atMost = 0.6;

export async function measureWorkers(bench: Bench): Promise<void> {
  const missing = redisMissing ?? postgresMissing;
  if (missing) return bench.skip('workers', missing);
  const pages = bench.effort(fullPages, 2);
  const rounds = bench.effort(fullRounds);
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
  try {
    const measured = new Map<number, number>();
    for (const workers of [1, 2]) {
      const settings = {
        queue_url: redis.url,
        queue_prefix: `workers-${workers}`,
        database_url: await postgres.createDatabase(),
        workers: { extract: 1 },
        sources: Array.from({ length: sources }, (_, index) => ({
          id: `source-${index}`,
          connector: 'distant',
          settings: { pages, waitMs },
        })),
      };
      bench.say(`workers: ${sources} sources, ${workers} at work`);
      measured.set(
        workers,
        await landingSeconds({ folder: path.join(bench.folder, `workers-${workers}`), settings }, workers, rounds),
      );
    }
    const [one, two] = [measured.get(1)!, measured.get(2)!];
    bench.report({
      what: `${sources} sources that are waited for ${(pages * waitMs) / 1000} s each, median of ${rounds}`,
      ours: `${seconds(two)} on two worker processes`,
      peer: `${seconds(one)} on one`,
      ratio: times(two / one),
      target: `≤ ${times(atMost)}`,
      met: two / one <= atMost,
    });
  } finally {
    await Promise.all([redis.stop(), postgres.stop()]);
  }
}

/** From the request until every source has landed. */
async function landingSeconds(given: Omit<SharedProcess, 'kind'>, workers: number, rounds: number): Promise<number> {
  fs.mkdirSync(given.folder);
  const service = await openService(sharedConfig(given), { connectors: benchConnectors });
  const children = Array.from({ length: workers }, () =>
    start('service/shared-deployment.ts', { kind: 'work', ...given }),
  );
  try {
    await Promise.all(children.map(child => child.first));
    const operator = createOperator(service);
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { runs } = await operator.sync({ sources: [], acceptLoss: false }, () => {});
      if (runs.some(run => run.status !== 'Landed')) throw new Error(JSON.stringify(runs));
      const begun = Math.min(...runs.map(run => run.queued_at.getTime()));
      taken.push((Math.max(...runs.map(run => run.ended_at!.getTime())) - begun) / 1000);
    }
    return median(taken);
  } finally {
    await Promise.all(children.map(child => child.stop()));
    await service.close();
  }
}
