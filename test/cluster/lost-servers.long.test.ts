// Redis dies and comes back empty, or PostgreSQL restarts: every acknowledged request is carried out once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readsOf } from '../../src/state/reads.ts';
import { requestBuild } from '../../src/state/versions.ts';
import { type Cluster, clusterMissing, startCluster } from '../support/cluster/cluster.ts';
import {
  buildEnded,
  expectLanded,
  expectPublished,
  expectServed,
  servedVersion,
  syncAll,
} from '../support/cluster/cluster-checks.ts';
import type { ClusterProcess } from '../support/cluster/cluster-child.ts';
import { type ClusterClient, clusterClient } from '../support/cluster/cluster-client.ts';
import { type PagedSource, pagedSources, startPagedSource } from '../support/paged-source.ts';
import { patienceMs, until } from '../support/until.ts';

const forEver = { kind: 'delay', delayMs: 3_600_000, times: 1_000 } as const;
const timeoutMs = 3 * patienceMs;
const skipped = clusterMissing ? ` (skipped: ${clusterMissing})` : '';

describe.skipIf(clusterMissing)(`a server that is lost${skipped}`, () => {
  let source: PagedSource;
  let cluster: Cluster;
  let client: ClusterClient;
  let api: ClusterProcess;
  let worker: ClusterProcess;
  let version = 0;

  beforeAll(async () => {
    source = await startPagedSource();
    cluster = await startCluster({
      program: 'paged',
      sources: pagedSources(source, ['one', 'two']),
      // So that a second run has to wait in the queue.
      settings: { workers: { extract: 1, lease: '3s' } },
    });
    api = await cluster.serve('api-1');
    worker = await cluster.work('worker-1');
    client = await clusterClient(cluster.service);
    version = await syncAll(cluster);
    await expectServed(client, api, version, { generation: 0, sources: 2 });
  });
  afterAll(async () => {
    await cluster?.stop();
    await source?.stop();
  });

  const requestSync = (id: string) => cluster.service.tenant().requestSync(id, 'operator');
  const holdUploads = (folder: string) =>
    cluster.proxy.inject({ ...forEver, on: ({ method, url }) => method !== 'GET' && url.includes(`/${folder}/`) });
  const createExport = () =>
    client.ask(api, '/v1/downloads', { method: 'POST', body: { context: 'accessInventoryAccounts' } });
  async function expectExported(id: string): Promise<void> {
    const ended = await until(
      async () => (await client.ask(api, `/v1/downloads/${id}`)).body,
      found => found.status !== 'accepted',
    );
    expect(ended).toMatchObject({ status: 'completed' });
  }
  /** Run `one` has landed some pages and waits for the next; run `two` waits in the queue. */
  async function heldSync() {
    const page = source.hold(({ type, from }) => type === 'Account' && from >= 200);
    const runs = [await requestSync('one')];
    await until(page.met, met => met > 0);
    await until(
      () => readsOf(cluster.service.database, runs[0]!.run_id),
      reads => reads.some(read => read.rows > 0),
    );
    runs.push(await requestSync('two'));
    return { page, runs };
  }
  const runCount = async () => {
    const [row] = await cluster.service.database.query<{ count: number }>(
      'select count(*)::int as count from sync_runs',
    );
    return row!.count;
  };

  it(
    'is Redis, empty afterwards, in a sync: each requested run is carried out once',
    async () => {
      source.generation += 1;
      const before = await runCount();
      const { page, runs } = await heldSync();
      await cluster.redis.restartEmpty();
      page.release();
      for (const run of runs) await expectLanded(cluster, run.run_id);
      expect(await runCount()).toBe(before + 2);
      version = await expectPublished(cluster);
      await expectServed(client, api, version, { generation: source.generation, sources: 2 });
    },
    timeoutMs,
  );

  it(
    'is Redis, while exports are written and requested: each of them is completed',
    async () => {
      const upload = holdUploads('exports');
      const first = await createExport();
      await until(upload.met, met => met > 0);
      await cluster.redis.kill9();
      const second = await createExport();
      expect([first.status, second.status]).toEqual([201, 201]);
      cluster.proxy.heal();
      await expectExported(first.body.id);
      await cluster.redis.restartEmpty();
      const third = await createExport();
      for (const { body } of [second, third]) await expectExported(body.id);
    },
    timeoutMs,
  );

  it(
    'is PostgreSQL, in a sync: the run continues after what was landed',
    async () => {
      source.generation += 1;
      const { page, runs } = await heldSync();
      const logged = worker.log.length;
      await cluster.postgres.halt();
      // Published data is served without the state; requests that need the state are refused with a reason.
      expect(await servedVersion(client, api)).toBe(version);
      expect((await createExport()).status).toBe(503);
      page.release();
      await until(
        () => worker.log.slice(logged),
        lines => lines.some(line => line.msg === 'job failed' && line['job'] === 'extract'),
      );
      await cluster.postgres.resume();
      for (const run of runs) await expectLanded(cluster, run.run_id);
      version = await expectPublished(cluster);
      await expectServed(client, api, version, { generation: source.generation, sources: 2 });
    },
    timeoutMs,
  );

  it(
    'is PostgreSQL, in a build: it publishes one version, later',
    async () => {
      const upload = holdUploads('versions');
      const build = await requestBuild(cluster.service.database, 'main');
      await cluster.service.tenant().context.addJob('build', build.build_id);
      await until(upload.met, met => met > 0);
      const logged = worker.log.length;
      await cluster.postgres.halt();
      cluster.proxy.heal();
      await until(
        () => worker.log.slice(logged),
        lines => lines.some(line => line.msg === 'version not published'),
      );
      await cluster.postgres.resume();
      expect(await buildEnded(cluster, build.build_id)).toMatchObject({ status: 'Published', version: version + 1 });
      version = await expectPublished(cluster);
      await expectServed(client, api, version, { generation: source.generation, sources: 2 });
    },
    timeoutMs,
  );
});

describe.skipIf(clusterMissing)(`schedules${skipped}`, () => {
  const everySeconds = 4;
  let source: PagedSource;
  let cluster: Cluster;

  beforeAll(async () => {
    source = await startPagedSource();
    const [scheduled] = pagedSources(source, ['app']);
    cluster = await startCluster({
      program: 'paged',
      storage: 'folder',
      sources: [{ ...scheduled, schedule: `*/${everySeconds} * * * * *` }],
    });
  });
  afterAll(async () => {
    await cluster?.stop();
    await source?.stop();
  });

  const dueRuns = () =>
    cluster.service.database.query<{ due_at: Date; queued_at: Date; status: string }>(
      `select due_at, queued_at, status from sync_runs where cause = 'schedule' order by due_at`,
    );
  async function untilMoreRuns(more: number): Promise<void> {
    const before = (await dueRuns()).length;
    await until(dueRuns, runs => runs.length >= before + more, 60_000);
  }
  async function expectOncePerMoment(): Promise<void> {
    const runs = await dueRuns();
    expect(new Set(runs.map(run => run.due_at.getTime())).size).toBe(runs.length);
    for (const { due_at } of runs) expect(due_at.getTime() % (everySeconds * 1000)).toBe(0);
    expect(runs.map(run => run.status)).not.toContain('Failed');
  }

  it('fire once for each due time, and continue when Redis has lost them', async () => {
    const workers = await Promise.all([cluster.work('worker-1'), cluster.work('worker-2')]);
    await untilMoreRuns(2);
    await cluster.redis.restartEmpty();
    await untilMoreRuns(2);
    await expectOncePerMoment();
    await Promise.all(workers.map(worker => worker.kill()));
  });

  it('and leases follow the clock of the database, not those of the processes', async () => {
    const tenMinutesMs = 600_000;
    const [late] = await Promise.all([
      cluster.work('late', { clockShiftMs: -tenMinutesMs }),
      cluster.work('early', { clockShiftMs: tenMinutesMs }),
    ]);
    await untilMoreRuns(3);
    await expectOncePerMoment();
    // The run takes longer than a lease lasts. Its worker renews the lease, and other workers do not consider it expired.
    const page = source.hold(({ type, from }) => type === 'Account' && from >= 200);
    await until(page.met, met => met > 0, 60_000);
    const { database } = cluster.service;
    const [held] = await database.query<{ run_id: string; attempt: number }>(
      'select run_id, attempt from sync_runs where ended_at is null',
    );
    const leases = () =>
      database.query<{ attempt: number; seconds: number }>(
        `select attempt, extract(epoch from lease_until - now())::float8 as seconds from sync_runs where run_id = $1`,
        [held!.run_id],
      );
    const since = performance.now();
    const [last] = await until(
      leases,
      ([lease]) => lease!.attempt !== held!.attempt || performance.now() - since > 20_000,
      30_000,
    );
    expect(last!.attempt).toBe(held!.attempt);
    expect(last!.seconds).toBeGreaterThan(0);
    expect(last!.seconds).toBeLessThanOrEqual(15);
    // When its process dies, the other one takes it over.
    await late.kill();
    page.release();
    await expectLanded(cluster, held!.run_id);
    await expectOncePerMoment();
  });
});
