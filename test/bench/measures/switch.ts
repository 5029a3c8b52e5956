// The latency of requests while another process publishes a version and the API process opens it.
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import { openService } from '../../../src/deployment/service.ts';
import { startObjectServer } from '../../support/servers/object-server.ts';
import { postgresMissing, startPostgres } from '../../support/servers/postgres.ts';
import { redisMissing, startRedis } from '../../support/servers/redis.ts';
import type { Bench } from '../bench.ts';
import { settleDisk, start } from '../child.ts';
import type { SteadyRequest } from '../loads/steady-load.ts';
import { benchConnectors, sharedConfig } from '../service/shared-deployment.ts';
import { milliseconds, percentile } from '../table.ts';

const storages = ['folder', 'bucket'] as const;
const perSecond = 200;
const changedShare = 0.01;
const inServiceMsAtMost = 3000;
const quietMs = 10_000;
/** Measured on after the first answer from the new version: clean-up after its opening, and the release of the previous one. */
const afterwardsMs = 2_000;
const mostMilliseconds = 50;

export async function measureSwitch(bench: Bench): Promise<void> {
  const missing = redisMissing ?? postgresMissing;
  if (missing) return bench.skip('switch', missing);
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
  try {
    for (const storage of storages.slice(-bench.effort(storages.length))) {
      const objects = storage === 'bucket' ? await startObjectServer() : undefined;
      try {
        await measureOne(bench, storage, {
          queue_url: redis.url,
          queue_prefix: `switch-${storage}`,
          database_url: await postgres.createDatabase(),
          ...(objects && {
            storage: objects.settings,
          }),
          sources: [{ id: 'scripted', connector: 'scripted', settings: scriptedSettings(bench) }],
        });
      } finally {
        await objects?.stop();
      }
    }
  } finally {
    await Promise.all([redis.stop(), postgres.stop()]);
  }
}

/** One account in a hundred differs in every run after the first. */
function scriptedSettings({ rows }: Bench) {
  return { accounts: rows, assignments: 0, changed: Math.max(1, Math.round(rows * changedShare)) };
}

async function measureOne(bench: Bench, storage: string, settings: Record<string, unknown>): Promise<void> {
  const folder = path.join(bench.folder, `switch-${storage}`);
  fs.mkdirSync(folder);
  const given = { folder, settings };
  const service = await openService(sharedConfig(given), { connectors: benchConnectors });
  const operator = createOperator(service);
  const worker = start('service/shared-deployment.ts', { kind: 'work', ...given });
  const api = start('service/shared-deployment.ts', { kind: 'serve', ...given });
  try {
    await worker.first;
    const sync = async () => {
      const { build } = await operator.sync({ sources: [], acceptLoss: false }, () => {});
      if (build?.status !== 'Published') throw new Error(JSON.stringify(build));
      return build;
    };
    bench.say(`switch: first version of ${bench.rows} accounts in a ${storage}`);
    const first = await sync();
    const { origin, authorization } = (await api.first) as { origin: string; authorization: string };
    await answers(origin, authorization, first.version!);
    settleDisk();
    const paths = ['/v1/accounts?pageSize=100', '/v1/accounts?pageSize=10'];
    const load = start('loads/steady-load.ts', { origin, authorization, paths, perSecond });
    await load.first;
    const lines = createInterface({ input: load.process.stdout! });
    const result = new Promise<SteadyRequest[]>(resolve => lines.once('line', line => resolve(JSON.parse(line))));
    await pause(bench.effort(quietMs, 200));
    const quietUntil = Date.now();
    bench.say(`switch: second version in a ${storage}, under load`);
    const second = await sync();
    await answers(origin, authorization, second.version!);
    await pause(bench.effort(afterwardsMs, 200));
    await load.stop();
    const requests = await result;
    const before = requests.filter(({ at }) => at < quietUntil);
    const since = second.ended_at!.getTime();
    const during = requests.filter(({ at }) => at >= since);
    const building = requests.filter(({ at }) => at >= quietUntil && at < since);
    const openedAt = Math.min(...requests.filter(({ version }) => version === second.version).map(({ at }) => at));
    const max = (of: readonly SteadyRequest[]) => Math.max(...of.map(each => each.milliseconds));
    const most = (of: readonly SteadyRequest[]) =>
      `max ${milliseconds(max(of))}, p99.9 ${milliseconds(
        percentile(
          of.map(each => each.milliseconds),
          0.999,
        ),
      )}`;
    bench.note(`switch in a ${storage}: while the version was made on the same cores ${most(building)}`);
    bench.report({
      what: `from publication to service, ${bench.rows} accounts, 1 % changed, ${storage}`,
      ours: milliseconds(openedAt - since),
      peer: '',
      ratio: '',
      target: `< ${inServiceMsAtMost} ms`,
      met: openedAt - since < inServiceMsAtMost,
    });
    bench.report({
      what: `${perSecond} requests/s while a version of ${bench.rows} accounts is opened, ${storage}`,
      ours: most(during),
      peer: `${most(before)} before`,
      ratio: milliseconds(max(during) - max(before)),
      target: `≤ ${mostMilliseconds} ms more`,
      met: max(during) - max(before) <= mostMilliseconds,
    });
  } finally {
    await Promise.all([worker.stop(), api.stop()]);
    await service.close();
  }
}

async function answers(origin: string, authorization: string, version: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/v1/accounts?pageSize=1`, { headers: { authorization } });
    await answer.body?.cancel();
    // Without the header, no version is open yet.
    if (Number(answer.headers.get('warehouse-version')) >= version) return;
    await pause(20);
  }
}
