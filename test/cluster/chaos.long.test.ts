// Two API processes and two workers under load. Every few seconds one of them is killed. In the end the data is the same as in an
// undisturbed deployment, and no client got a wrong answer meanwhile.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import { instanceIdOf } from '../../src/config/config-file.ts';
import { collections } from '../../src/resources/registry.ts';
import { type Cluster, clusterMissing, startCluster } from '../support/cluster/cluster.ts';
import type { ClusterProcess } from '../support/cluster/cluster-child.ts';
import { type ClusterClient, clusterClient, versionOf } from '../support/cluster/cluster-client.ts';
import { accountsByInstance, exportContexts, startLoad } from '../support/cluster/cluster-load.ts';
import { exportsAs } from '../support/exports.ts';
import { createGeneratedFolder, writeGeneration } from '../support/generated-folder.ts';
import { createRandom, testSeed } from '../support/random.ts';
import { sendAs } from '../support/send.ts';
import { startService, temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const seconds = Number(process.env.ROLECALL_TEST_CHAOS_SECONDS ?? 300);
/** Between two kills. */
const restMs = { least: 3_000, most: 6_000 };
const sourceIds = ['left', 'right'];

describe.skipIf(clusterMissing)(
  `processes that are killed${clusterMissing ? ` (skipped: ${clusterMissing})` : ''}`,
  () => {
    let folder: string;
    let cluster: Cluster;
    let client: ClusterClient;
    let apis: readonly ClusterProcess[];
    /** The generations that were read, in order. */
    const generations: number[] = [];
    /** Ids of the requested runs. */
    const runs: string[] = [];

    const sourcesIn = (root: string) =>
      sourceIds.map(id => ({ id, connector: 'custom-application', settings: { folder: path.join(root, id) } }));
    const writeAll = (root: string, generation: number) => {
      for (const id of sourceIds) writeGeneration(path.join(root, id), generation);
    };
    async function syncNext() {
      const generation = (generations.at(-1) ?? -1) + 1;
      writeAll(folder, generation);
      generations.push(generation);
      const outcome = await cluster.operator.sync({ sources: [], acceptLoss: false }, () => {});
      runs.push(...outcome.runs.map(run => run.run_id));
      return outcome;
    }

    beforeAll(async () => {
      folder = temporaryFolder();
      for (const id of sourceIds) createGeneratedFolder(path.join(folder, id));
      cluster = await startCluster({ program: 'command-line', sources: sourcesIn(folder) });
      // Before any worker starts, because a worker requests first runs itself.
      writeAll(folder, 0);
      apis = await Promise.all([cluster.serve('api-1'), cluster.serve('api-2')]);
      await Promise.all([cluster.work('worker-1'), cluster.work('worker-2')]);
      client = await clusterClient(cluster.service);
    });
    afterAll(async () => {
      await cluster?.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    });

    const count = async (from: string) => {
      const [row] = await cluster.service.database.query<{ count: number }>(
        `select count(*)::int as count from ${from}`,
      );
      return row!.count;
    };
    const unended = async () =>
      (await count('sync_runs where ended_at is null')) +
      (await count('builds where ended_at is null')) +
      (await count('downloads where ended_at is null'));
    const served = (api: ClusterProcess) => client.ask(api, '/v1/accounts?pageSize=1').then(versionOf);
    async function untilServed(version: number) {
      for (const api of apis)
        await until(
          () => served(api),
          found => found === version,
        );
    }

    it(
      `for ${seconds} seconds do nothing wrong and lose nothing`,
      async () => {
        const seed = testSeed();
        const random = createRandom(seed);
        const about = `repeat it with ROLECALL_TEST_SEED=${seed}`;
        console.log(about);
        await until(unended, open => open === 0, 60_000);
        const [first] = await cluster.service.database.query<{ version: number }>(
          'select max(version)::float8 as version from versions',
        );
        generations.push(0);
        await untilServed(first!.version);

        const instances = sourceIds.map(id => instanceIdOf('main', id));
        const load = startLoad({ client, apis, instances, random: createRandom(seed + 1) });
        let ended = false;
        const kills: string[] = [];
        const outcomes: string[] = [];
        const syncing = (async () => {
          while (!ended) {
            const { runs: asked, build } = await syncNext();
            outcomes.push(...asked.map(run => run.status), build?.status ?? 'none');
            for (const run of asked) if (run.status === 'Failed') expect(run.error, about).toBeTruthy();
          }
        })();
        syncing.catch(() => {});
        for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
          await pause(restMs.least + random.below(restMs.most - restMs.least));
          // Where starting takes long, most kills wait until all processes work again; some come at any time.
          const ready = cluster.processes.filter(each => each.isReady);
          const goesOn = ready.length >= cluster.processes.length - 1;
          const victims = random.below(4) === 0 ? cluster.processes : goesOn ? ready : [];
          if (victims.length === 0) continue;
          const victim = random.of(victims);
          kills.push(victim.name);
          await victim.kill();
          victim.restart();
        }
        for (const each of cluster.processes) await each.ready();
        ended = true;
        await Promise.all([syncing, load.end()]);
        await until(unended, open => open === 0, 60_000);
        const syncs = Object.fromEntries(
          [...Map.groupBy(outcomes, each => each)].map(([name, all]) => [name, all.length]),
        );
        console.log(`${kills.length} kills; ${JSON.stringify({ ...load.counts, ...syncs })}`);
        expect(load.problems, `${about}; killed ${kills.join(', ')}`).toEqual([]);
        expect(load.counts.paginations, about).toBeGreaterThan(0);
        expect(load.counts.queries, about).toBeGreaterThan(0);
        expect(load.counts.exports, about).toBeGreaterThan(0);

        // Everything that was accepted has ended, with a reason where it failed.
        expect(await count(`sync_runs where status = 'Failed' and error is null`), about).toBe(0);
        expect(await count(`downloads where status = 'failed' and error_code is null`), about).toBe(0);
        // Nothing was visibly done twice.
        const firstRuns = await count(`sync_runs where cause = 'start'`);
        expect(firstRuns, about).toBe(sourceIds.length);
        expect(await count('sync_runs'), about).toBe(new Set(runs).size + firstRuns);
        expect(await count('downloads'), about).toBe(new Set(load.accepted).size);
        expect(await count(`builds where status = 'Published'`), about).toBe(await count('versions'));
        expect(await count('builds'), about).toBeLessThanOrEqual(await count('sync_runs'));
      },
      seconds * 1000 + 240_000,
    );

    it('agree with an undisturbed deployment', async () => {
      const { build } = await syncNext();
      expect(build).toMatchObject({ status: 'Published' });
      await untilServed(build!.version!);
      const still = temporaryFolder();
      for (const id of sourceIds) createGeneratedFolder(path.join(still, id));
      const test = await startService({ connectors, settings: { sources: sourcesIn(still) } });
      try {
        for (const generation of generations) {
          writeAll(still, generation);
          expect((await test.sync()).build).toMatchObject({ status: 'Published' });
        }
        const withoutTimes = (items: unknown) =>
          JSON.stringify(items, (name, value) => (/^generatedTime$/i.test(name) ? undefined : value));
        const token = await test.token();
        const query = { query_string: accountsByInstance };
        const undisturbed = (await sendAs(test, token)('POST', '/v1/query/execute', query)).body;
        for (const api of apis) {
          for (const { collection } of collections) {
            const items: unknown[] = [];
            for (let next: string | undefined = ''; next !== undefined; ) {
              const { body } = await client.ask(api, `${collection.path}?pageSize=200${next && `&pageToken=${next}`}`);
              items.push(...body.items);
              next = body.nextPageToken;
            }
            const expected = await test.everyItem(`${collection.path}?pageSize=200`, token);
            expect(withoutTimes(items), collection.path).toBe(withoutTimes(expected));
          }
          const { body } = await client.ask(api, '/v1/query/execute', { method: 'POST', body: query });
          expect(body.rows).toEqual(undisturbed.rows);
          for (const context of exportContexts) {
            const headers = { accept: 'text/csv' };
            const { bytes } = await client.ask(api, '/v1/downloads', { method: 'POST', body: { context }, headers });
            const { bytes: expected } = await exportsAs(test, token).stream(context);
            expect(bytes.toString(), context).toBe(expected.toString());
          }
        }
      } finally {
        await test.close();
        fs.rmSync(still, { recursive: true, force: true });
      }
    });
  },
);
