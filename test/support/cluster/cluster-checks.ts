// Conditions that must hold for a cluster after any fault: all work ends, one whole generation is served, nothing exists twice.
import { expect } from 'vitest';
import { readsOf } from '../../../src/state/reads.ts';
import { findRun, type SyncRun } from '../../../src/state/runs.ts';
import { type Build, findBuild, latestBuild } from '../../../src/state/versions.ts';
import { generated, generatedTypes, generationOf, type ListedItem } from '../generations.ts';
import { until } from '../until.ts';
import type { Cluster } from './cluster.ts';
import type { ClusterProcess } from './cluster-child.ts';
import { type ClusterClient, everyItem, versionOf } from './cluster-client.ts';

export async function runEnded({ service }: Cluster, runId: string): Promise<SyncRun> {
  const run = await until(
    () => findRun(service.database, runId),
    found => found?.ended_at != null,
  );
  return run!;
}

/** Assert that the run landed, and holds every record of every type once. */
export async function expectLanded(cluster: Cluster, runId: string): Promise<void> {
  expect(await runEnded(cluster, runId)).toMatchObject({ status: 'Landed', error: null });
  const reads = await readsOf(cluster.service.database, runId);
  for (const type of generatedTypes) {
    const whole = { type, status: 'Complete', rows: generated[type].count, duplicates: 0, rejected: 0 };
    expect(reads).toContainEqual(expect.objectContaining(whole));
  }
}

export async function buildEnded({ service }: Cluster, buildId: string): Promise<Build> {
  const build = await until(
    () => findBuild(service.database, buildId),
    found => found?.ended_at != null,
  );
  return build!;
}

/** Wait until all work has ended, and assert that the newest build published. */
export async function expectPublished(cluster: Cluster): Promise<number> {
  const { database } = cluster.service;
  await until(
    () => openWork(cluster),
    open => open === 0,
  );
  const build = await latestBuild(database, 'main');
  expect(build).toMatchObject({ status: 'Published', error: null });
  const [versions] = await database.query<{ versions: number; builds: number }>(
    `select (select count(*) from versions)::int as versions,
       (select count(*) from builds where status = 'Published')::int as builds`,
  );
  expect(versions!.versions).toBe(versions!.builds);
  return build!.version!;
}

/** The number of runs, builds and exports that have not ended. */
export async function openWork({ service }: Cluster): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(
    `select ((select count(*) from sync_runs where ended_at is null) + (select count(*) from builds where ended_at is null)
       + (select count(*) from downloads where ended_at is null))::int as count`,
  );
  return row!.count;
}

/** Sync everything, without faults. @returns the version */
export async function syncAll({ operator }: Cluster): Promise<number> {
  const { runs, build } = await operator.sync({ sources: [], acceptLoss: false }, () => {});
  for (const run of runs) expect(run).toMatchObject({ status: 'Landed', error: null });
  expect(build).toMatchObject({ status: 'Published', error: null });
  return build!.version!;
}

/** Wait until an API process serves a version, and assert that every type of every source is whole in it and of one generation. */
export async function expectServed(
  client: ClusterClient,
  api: ClusterProcess,
  version: number,
  { generation, sources = 1 }: { generation: number; sources?: number },
): Promise<void> {
  await until(
    () => servedVersion(client, api),
    found => found >= version,
  );
  for (const type of generatedTypes) {
    const { items } = await everyItem<ListedItem>(client, () => api, generated[type].list);
    expect(generationOf(type, items, sources)).toBe(generation);
  }
}

export async function servedVersion(client: ClusterClient, api: ClusterProcess): Promise<number> {
  const reply = await client.ask(api, '/v1/accounts?pageSize=1');
  expect(reply.status).toBe(200);
  return versionOf(reply);
}
