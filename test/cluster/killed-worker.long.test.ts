// A worker that is killed in the middle of each kind of work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readsOf } from '../../src/state/reads.ts';
import { readableVersions, requestBuild } from '../../src/state/versions.ts';
import { type Cluster, clusterMissing, startCluster } from '../support/cluster/cluster.ts';
import { buildEnded, expectLanded, expectPublished, expectServed, syncAll } from '../support/cluster/cluster-checks.ts';
import type { ClusterProcess } from '../support/cluster/cluster-child.ts';
import { type ClusterClient, clusterClient } from '../support/cluster/cluster-client.ts';
import { rowsOf } from '../support/exports.ts';
import { generated } from '../support/generations.ts';
import { type PagedSource, pagedSources, startPagedSource } from '../support/paged-source.ts';
import { patienceMs, until } from '../support/until.ts';

/** Lasts until the proxy is healed. */
const forEver = { kind: 'delay', delayMs: 3_600_000, times: 1_000 } as const;
const timeoutMs = 4 * patienceMs;

describe.skipIf(clusterMissing)(`a worker${clusterMissing ? ` (skipped: ${clusterMissing})` : ''}`, () => {
  let source: PagedSource;
  let cluster: Cluster;
  let client: ClusterClient;
  let api: ClusterProcess;

  beforeAll(async () => {
    source = await startPagedSource();
    cluster = await startCluster({ program: 'paged', sources: pagedSources(source, ['app']) });
    api = await cluster.serve('api-1');
    client = await clusterClient(cluster.service);
  });
  afterAll(async () => {
    await cluster?.stop();
    await source?.stop();
  });

  /** Hold the uploads of workers to a folder of the tenant. */
  const holdUploads = (folder: string) =>
    cluster.proxy.inject({ ...forEver, on: ({ method, url }) => method !== 'GET' && url.includes(`/${folder}/`) });
  const attemptOf = async (table: 'sync_runs' | 'builds' | 'downloads', key: string, id: string) => {
    const [row] = await cluster.service.database.query<{ attempt: number; failures: number }>(
      `select attempt, failures from ${table} where ${key} = $1`,
      [id],
    );
    return row!;
  };

  it(
    'that is killed in an extract, a build or an export: another one does it, and nothing is there twice',
    async () => {
      const { database } = cluster.service;
      const peaceful = await cluster.work('worker-0');
      const first = await syncAll(cluster);
      await expectServed(client, api, first, { generation: 0 });
      await peaceful.stop();

      // Each kind of work has a worker of its own, and all of them die at once in the middle of it.
      source.generation = 1;
      const workers = await Promise.all(
        ['extract', 'build', 'export'].map(queues => cluster.work(`killed-${queues}`, { queues })),
      );
      const uploads = ['versions', 'exports'].map(holdUploads);
      const build = await requestBuild(database, 'main');
      await cluster.service.tenant().context.addJob('build', build.build_id);
      const { body: download } = await client.ask(api, '/v1/downloads', {
        method: 'POST',
        body: { context: 'accessInventoryAccounts' },
      });
      const page = source.hold(({ type, from }) => type === 'Account' && from >= 200);
      const run = await cluster.service.tenant().requestSync('app', 'operator');
      await until(page.met, met => met > 0);
      await until(
        () => readsOf(database, run.run_id),
        reads => reads.some(read => read.rows > 0),
      );
      for (const { met } of uploads) await until(met, times => times > 0);
      await Promise.all(workers.map(worker => worker.kill()));
      page.release();
      cluster.proxy.heal();
      const asked = source.asked.length;
      await cluster.work('successor');

      await expectLanded(cluster, run.run_id);
      // The read resumes after the pages that the killed worker had landed.
      expect(source.asked[asked]!.from).toBeGreaterThan(0);
      expect(await buildEnded(cluster, build.build_id)).toMatchObject({ status: 'Published', error: null });
      expect(await attemptOf('builds', 'build_id', build.build_id)).toEqual({ attempt: 2, failures: 1 });
      const exported = await until(
        async () => (await client.ask(api, `/v1/downloads/${download.id}`)).body,
        found => found.status !== 'accepted',
      );
      expect(exported).toMatchObject({ status: 'completed' });
      expect(await attemptOf('downloads', 'download_id', download.id)).toEqual({ attempt: 2, failures: 1 });
      const { pathname, search } = new URL(exported.url);
      const { bytes } = await client.ask(api, pathname + search);
      expect(rowsOf(bytes)).toHaveLength(generated.Account.count);
      await expectServed(client, api, await expectPublished(cluster), { generation: 1 });
    },
    timeoutMs,
  );

  it('waits with a build while another worker makes a build of the same tenant', async () => {
    const { database } = cluster.service;
    const { addJob } = cluster.service.tenant().context;
    await cluster.work('another');
    const upload = holdUploads('versions');
    const first = await requestBuild(database, 'main');
    await addJob('build', first.build_id);
    await until(upload.met, met => met > 0);
    const second = await requestBuild(database, 'main');
    expect(second.build_id).not.toBe(first.build_id);
    await addJob('build', second.build_id);
    const statuses = () => database.query(`select status from builds where ended_at is null order by queued_at`);
    // Wait until the other worker has tried.
    await until(
      async () => (await cluster.service.queue.depths()).build,
      ({ active, delayed }) => active === 1 && delayed === 1,
    );
    expect(await statuses()).toEqual([{ status: 'Running' }, { status: 'Queued' }]);
    cluster.proxy.heal();
    const builds = [await buildEnded(cluster, first.build_id), await buildEnded(cluster, second.build_id)];
    expect(builds.map(build => build.status)).toEqual(['Published', 'Published']);
    expect(builds[1]!.version).toBe(builds[0]!.version! + 1);
    expect(builds[1]!.started_at!.getTime()).toBeGreaterThanOrEqual(builds[0]!.ended_at!.getTime());
    await expectServed(client, api, builds[1]!.version!, { generation: 1 });
  });

  it('leaves nothing in the bucket that no version needs', async () => {
    const { database, storage } = cluster.service;
    const { keys } = cluster.service.tenant();
    const folders = (await readableVersions(database, 'main')).map(({ folder }) => folder).toSorted();
    await until(
      () => storage.list(keys.versions),
      found => JSON.stringify(found) === JSON.stringify(folders),
      90_000,
    );
  });
});
