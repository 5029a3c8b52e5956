// The simulated API server answers as a real one did, and what was recorded lands.
import { expect, it } from 'vitest';
import { kubernetes } from '../../../connectors/kubernetes/index.ts';
import { harExchanges } from '../../support/simulators/har.ts';
import {
  type KubernetesObject,
  kubernetesToken,
  type Plural,
  startKubernetes,
} from '../../support/simulators/kubernetes/kubernetes.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { readSource, recordsOf } from '../../support/simulators/reading.ts';
import {
  type Comparison,
  describeRecorded,
  differencesOf,
  expectCoverage,
  recordingsMissing,
} from '../../support/simulators/recordings.ts';

/** Versions of objects and tokens of pages differ between clusters. */
const volatile = new Set(['resourceVersion', 'continue', 'remainingItemCount']);

describeRecorded(recordingsMissing('kubernetes'), () => {
  it('are reproduced, and land without rejections', async () => {
    await using server = await startKubernetes();
    const recordings = harExchanges('kubernetes').flat();
    const listOf = (path: string) => path.split('?')[0]!.split('/').at(-1) as Plural;
    for (const { path, body } of recordings) {
      const list = server.state.objects[listOf(path)];
      const known = new Set(list.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
      const items = (body as { items?: KubernetesObject[] }).items ?? [];
      list.push(...items.filter(({ metadata }) => !known.has(`${metadata.namespace}/${metadata.name}`)));
    }
    const results: Comparison[] = [];
    for (const { method, path, body, place } of recordings) {
      const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${kubernetesToken}` } });
      const [difference] = differencesOf(body, await answer.json(), volatile);
      const operation = `${method} ${path.split('?')[0]!.replace(/namespaces\/[^/]+\//, 'namespaces/{name}/')}`;
      results.push({ operation, difference: difference && `${place}: ${path}: ${difference}` });
    }
    const reading = await readSource(kubernetes, { url: server.url, token: kubernetesToken, tokens: true });
    expect(misfitsOf(reading)).toEqual([]);
    const { objects } = server.state;
    expect(recordsOf(reading, 'Role')).toHaveLength(objects.clusterroles.length + objects.roles.length);
    const subjects = objects.clusterrolebindings.flatMap(
      binding => (binding['subjects'] as unknown[] | undefined) ?? [],
    );
    expect(recordsOf(reading, 'EntityAssignedAccessToObject')).toHaveLength(subjects.length);
    expectCoverage(results);
  });
});
