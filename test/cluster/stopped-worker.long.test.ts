// A worker that is asked to end in the middle of a build and of an export: it finishes them, or returns them to the queue in time.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readableVersions, requestBuild } from '../../src/state/versions.ts';
import { type Cluster, clusterMissing, startCluster } from '../support/cluster/cluster.ts';
import { buildEnded, expectPublished, expectServed, syncAll } from '../support/cluster/cluster-checks.ts';
import type { ClusterProcess } from '../support/cluster/cluster-child.ts';
import { type ClusterClient, clusterClient } from '../support/cluster/cluster-client.ts';
import { rowsOf } from '../support/exports.ts';
import { generated } from '../support/generations.ts';
import { type PagedSource, pagedSources, startPagedSource } from '../support/paged-source.ts';
import { patienceMs, until } from '../support/until.ts';

/** Lasts until the proxy is healed. */
const forEver = { kind: 'delay', delayMs: 3_600_000, times: 1_000 } as const;
/** Supervisors kill a process after this time. */
const mostClosingMs = 30_000;

describe.skipIf(clusterMissing)(
  `a worker that is asked to end${clusterMissing ? ` (skipped: ${clusterMissing})` : ''}`,
  () => {
    let source: PagedSource;
    let cluster: Cluster;
    let client: ClusterClient;
    let api: ClusterProcess;

    beforeAll(async () => {
      source = await startPagedSource();
      cluster = await startCluster({ program: 'paged', sources: pagedSources(source, ['app']) });
      api = await cluster.serve('api-1');
      client = await clusterClient(cluster.service);
      const first = await cluster.work('worker-0');
      await expectServed(client, api, await syncAll(cluster), { generation: 0 });
      await first.stop();
    });
    afterEach(() => cluster.proxy.heal());
    afterAll(async () => {
      await cluster?.stop();
      await source?.stop();
    });

    /** A worker in the middle of a build and of an export, both of which wait for the bucket. */
    async function workerAtWork(name: string) {
      const worker = await cluster.work(name, { queues: 'build,export' });
      const uploads = ['versions', 'exports'].map(folder =>
        cluster.proxy.inject({ ...forEver, on: ({ method, url }) => method !== 'GET' && url.includes(`/${folder}/`) }),
      );
      const build = await requestBuild(cluster.service.database, 'main');
      await cluster.service.tenant().context.addJob('build', build.build_id);
      const { body: download } = await client.ask(api, '/v1/downloads', {
        method: 'POST',
        body: { context: 'accessInventoryAccounts' },
      });
      for (const { met } of uploads) await until(met, times => times > 0);
      return { worker, buildId: build.build_id, exportId: download.id as string };
    }

    async function expectDone(buildId: string, exportId: string, lease: { attempt: number; failures: number }) {
      const { database } = cluster.service;
      expect(await buildEnded(cluster, buildId)).toMatchObject({ status: 'Published', error: null });
      const exported = await until(
        async () => (await client.ask(api, `/v1/downloads/${exportId}`)).body,
        found => found.status !== 'accepted',
      );
      expect(exported).toMatchObject({ status: 'completed' });
      const { pathname, search } = new URL(exported.url);
      expect(rowsOf((await client.ask(api, pathname + search)).bytes)).toHaveLength(generated.Account.count);
      expect(
        await database.query(
          `select attempt, failures from builds where build_id = $1
           union all select attempt, failures from downloads where download_id = $2`,
          [buildId, exportId],
        ),
      ).toEqual([lease, lease]);
      // One version of each build, made by the last holder of the lease.
      const made = (await readableVersions(database, 'main')).filter(({ folder }) => folder.includes(buildId));
      expect(made.map(({ folder }) => folder.slice(-2))).toEqual([`-${lease.attempt}`]);
      await expectServed(client, api, await expectPublished(cluster), { generation: 0 });
    }

    it('finishes work that ends in time', async () => {
      const { worker, buildId, exportId } = await workerAtWork('finishing');
      const stopped = worker.stop();
      cluster.proxy.heal();
      const { code, tookMs } = await stopped;
      expect(code).toBe(0);
      expect(tookMs).toBeLessThan(mostClosingMs);
      await expectDone(buildId, exportId, { attempt: 1, failures: 0 });
    });

    it(
      'returns other work to the queue, and another one does it at once',
      async () => {
        const { worker, buildId, exportId } = await workerAtWork('stuck');
        const { code, tookMs } = await worker.stop();
        expect(code).toBe(0);
        expect(tookMs).toBeLessThan(mostClosingMs);
        expect(
          await cluster.service.database.query(`select lease_until, ended_at from builds where build_id = $1`, [
            buildId,
          ]),
        ).toEqual([{ lease_until: null, ended_at: null }]);
        cluster.proxy.heal();
        await cluster.work('successor', { queues: 'build,export' });
        await expectDone(buildId, exportId, { attempt: 2, failures: 0 });
      },
      2 * patienceMs,
    );
  },
);
