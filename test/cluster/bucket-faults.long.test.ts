// A bucket that refuses, is slow or sends incomplete objects, while workers land and build and an API process fetches a version.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, clusterMissing, startCluster } from '../support/cluster/cluster.ts';
import { expectLanded, expectPublished, expectServed, servedVersion } from '../support/cluster/cluster-checks.ts';
import type { ClusterProcess } from '../support/cluster/cluster-child.ts';
import { type ClusterClient, clusterClient } from '../support/cluster/cluster-client.ts';
import { type PagedSource, pagedSources, startPagedSource } from '../support/paged-source.ts';
import type { Fault } from '../support/servers/faulty-proxy.ts';
import { patienceMs, until } from '../support/until.ts';

type Asked = { method: string; url: string };
const puts = (folder: string) => (asked: Asked) => asked.method === 'PUT' && asked.url.includes(`/${folder}/`);
const gets = (folder: string) => (asked: Asked) => asked.method === 'GET' && asked.url.includes(`/${folder}/`);
const many = 1_000_000;

describe.skipIf(clusterMissing)(`a bucket that${clusterMissing ? ` (skipped: ${clusterMissing})` : ''}`, () => {
  let source: PagedSource;
  let cluster: Cluster;
  let client: ClusterClient;
  let api: ClusterProcess;
  let version = 0;

  beforeAll(async () => {
    source = await startPagedSource();
    cluster = await startCluster({ program: 'paged', sources: pagedSources(source, ['app']) });
    await cluster.work('worker-1');
    api = await cluster.serve('api-1');
    client = await clusterClient(cluster.service);
    // The worker requests the first run itself.
    version = await expectPublished(cluster);
    await expectServed(client, api, version, { generation: 0 });
  });
  afterAll(async () => {
    await cluster?.stop();
    await source?.stop();
  });

  /** A sync of the next generation under a fault, which ends after it has affected a number of requests. */
  async function syncUnder(
    faults: readonly Fault[] = [],
    { metTimes = 1, meanwhile = async () => {} }: { metTimes?: number; meanwhile?: () => Promise<void> } = {},
  ): Promise<void> {
    source.generation += 1;
    const injected = faults.map(fault => cluster.proxy.inject(fault));
    const run = await cluster.service.tenant().requestSync('app', 'operator');
    for (const { met } of injected) await until(met, times => times >= metTimes, 60_000);
    expect(await servedVersion(client, api)).toBeGreaterThanOrEqual(version);
    await meanwhile();
    cluster.proxy.heal();
    await expectLanded(cluster, run.run_id);
    version += 1;
    expect(await expectPublished(cluster)).toBe(version);
    await expectServed(client, api, version, { generation: source.generation });
  }

  it(
    'refuses the files of a run: the run lands later',
    () =>
      syncUnder([{ kind: 'answer', status: 503, code: 'SlowDown', on: puts('landed'), times: many }], { metTimes: 8 }),
    2 * patienceMs,
  );

  it(
    'breaks connections during the upload of a version: the version is published whole',
    () => syncUnder([{ kind: 'refuse', on: puts('versions'), times: many }], { metTimes: 8 }),
    2 * patienceMs,
  );

  it(
    'loses its answers to the uploads of a run and a build: both complete',
    () =>
      syncUnder([
        { kind: 'lose-answer', on: puts('landed'), times: 3 },
        { kind: 'lose-answer', on: puts('versions'), times: 3 },
      ]),
    2 * patienceMs,
  );

  it(
    'refuses, truncates and is slow while an API process fetches a version: the old version is served until the new one is whole',
    async () => {
      const former = { version, generation: source.generation };
      const on = gets('versions');
      const faults: Fault[] = [
        { kind: 'truncate', afterBytes: 100, on, times: 3 },
        { kind: 'answer', status: 503, on, times: 3 },
        { kind: 'corrupt', atByte: 50, on, times: 2 },
        { kind: 'stall', on, times: many },
      ];
      await syncUnder(faults, {
        async meanwhile() {
          expect(await servedVersion(client, api)).toBe(former.version);
          await expectServed(client, api, former.version, former);
        },
      });
    },
    2 * patienceMs,
  );

  it(
    'is unavailable when a process needs an older version: the answer is 503, and later the page',
    async () => {
      const page = await client.ask(api, '/v1/accounts?pageSize=50');
      const { nextPageToken } = page.body;
      await syncUnder();
      const other = await cluster.serve('api-2');
      const url = `/v1/accounts?pageSize=50&pageToken=${nextPageToken}`;
      const unavailable = cluster.proxy.inject({ kind: 'refuse', on: gets('versions'), times: many });
      const refused = await client.ask(other, url);
      expect([refused.status, refused.body.code, unavailable.met() > 0]).toEqual([503, 'SERVICE_UNAVAILABLE', true]);
      cluster.proxy.heal();
      const answered = await client.ask(other, url);
      const expected = await client.ask(api, url);
      expect(answered.status).toBe(200);
      expect(answered.body).toEqual(expected.body);
    },
    2 * patienceMs,
  );
});
