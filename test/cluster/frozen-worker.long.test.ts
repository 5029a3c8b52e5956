// A worker that is stopped until its lease expires, in the middle of each kind of work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readableVersions, requestBuild } from '../../src/state/versions.ts';
import { type Cluster, clusterMissing, startCluster } from '../support/cluster/cluster.ts';
import { buildEnded, expectLanded, expectPublished, expectServed, syncAll } from '../support/cluster/cluster-checks.ts';
import type { ClusterProcess } from '../support/cluster/cluster-child.ts';
import { type ClusterClient, clusterClient } from '../support/cluster/cluster-client.ts';
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
    'that is stopped until its lease has expired: its later writes are refused, and nothing of them is served',
    async () => {
      const { database } = cluster.service;
      const sleeper = await cluster.work('sleeper');
      await expectServed(client, api, await syncAll(cluster), { generation: 0 });
      source.generation = 2;
      const upload = holdUploads('versions');
      const build = await requestBuild(database, 'main');
      await cluster.service.tenant().context.addJob('build', build.build_id);
      const page = source.hold(({ type, from }) => type === 'Account' && from >= 200);
      const run = await cluster.service.tenant().requestSync('app', 'operator');
      await until(page.met, met => met > 0);
      await until(upload.met, met => met > 0);
      await sleeper.freeze();
      page.release();
      cluster.proxy.heal();
      await cluster.work('waker');
      expect(await buildEnded(cluster, build.build_id)).toMatchObject({ status: 'Published', error: null });
      await expectLanded(cluster, run.run_id);
      const version = await expectPublished(cluster);
      const before = await readableVersions(database, 'main');

      sleeper.thaw();
      const lost = await until(
        () => sleeper.log.filter(line => line.msg === 'lease lost; another process continues the work'),
        lines => lines.length === 2,
      );
      expect(lost.map(line => line['id']).toSorted()).toEqual([run.run_id, build.build_id].toSorted());
      expect(await readableVersions(database, 'main')).toEqual(before);
      // The worker that took the build over made the version.
      expect(before.find(({ folder }) => folder.includes(build.build_id))!.folder).toMatch(/-2$/);
      expect(await attemptOf('builds', 'build_id', build.build_id)).toEqual({ attempt: 2, failures: 1 });
      await expectLanded(cluster, run.run_id);
      await expectServed(client, api, version, { generation: 2 });
    },
    timeoutMs,
  );
});
