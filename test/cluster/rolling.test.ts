// New versions and new processes: nobody who asks notices the switch.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, clusterMissing, startCluster } from '../support/cluster.ts';
import type { ClusterProcess } from '../support/cluster-child.ts';
import { type ClusterClient, clusterClient, versionOf, walkList } from '../support/cluster-client.ts';
import { generated, generationOf, type ListedItem } from '../support/generations.ts';
import { type PagedSource, startPagedSource } from '../support/paged-source.ts';

describe.skipIf(clusterMissing)(`processes that come and go${clusterMissing ? ` (skipped: ${clusterMissing})` : ''}`, () => {
  let source: PagedSource;
  let cluster: Cluster;
  let client: ClusterClient;
  let apis: ClusterProcess[];

  beforeAll(async () => {
    source = await startPagedSource();
    const settings = { url: source.url, name: 'app' };
    cluster = await startCluster({ program: 'paged', sources: [{ id: 'app', connector: 'paged', settings }] });
    apis = await Promise.all([cluster.serve('api-1'), cluster.serve('api-2')]);
    await cluster.work('worker-1');
    client = await clusterClient(cluster.service);
  });
  afterAll(async () => {
    await cluster?.stop();
    await source?.stop();
  });

  it('walks', async () => {
    const t = performance.now();
    const { build } = await cluster.operator.sync({ sources: [], acceptLoss: false }, () => {});
    console.log(build, performance.now() - t, apis.map(a => a.log.map(l => l.msg)), cluster.processes[2]!.log.map(l => l.msg));
    const { items, version } = await walkList<ListedItem>(client, () => apis[0]!, generated.Account.list);
    console.log(items[0], version);
    expect(generationOf('Account', items)).toBe(0);
  });
});
