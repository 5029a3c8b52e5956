// What was not recorded: answers in the form that the vendors document, with the objects and relationships that become of them.
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../connectors/catalogue/index.ts';
import { gapsOf, readSource, rejectionsOf } from '../../support/simulators/reading.ts';
import { scriptedApi } from '../custom-application/scripted-api.ts';
import { documentedDirectories } from './documented-directories.ts';
import { type DocumentedSystem, documentedApplications } from './documented-systems.ts';

const documentedSystems = [...documentedApplications, ...documentedDirectories];

/** Path, or path and query → answer. What is not there is refused. */
const answering =
  ({ answers }: DocumentedSystem) =>
  ({ path, query }: { readonly path: string; readonly query: URLSearchParams }) => {
    const body = answers[`${path}?${decodeURIComponent(query.toString()).replaceAll('+', ' ')}`] ?? answers[path];
    if (body === undefined) return { status: 403, body: { message: 'not granted' } };
    return { body: typeof body === 'function' ? (body as (asked: URLSearchParams) => unknown)(query) : body };
  };

describe.each(documentedSystems.map(system => [system.name, system] as const))('%s', (_, system) => {
  it('lands what its answers say, and what is refused is a gap', async () => {
    const api = await scriptedApi(answering(system));
    const connector = catalogue.find(({ type }) => type === system.type)!;
    const reading = await readSource(connector, system.settings(api.url));
    expect(rejectionsOf(reading)).toEqual([]);
    const refused = gapsOf(reading).filter(({ missing }) => missing === 'objects');
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(refused.length > 0 ? ['forbidden'] : []));
    for (const [type, records] of Object.entries(system.lands)) {
      const landed = Object.fromEntries(reading.get(type)?.records ?? []);
      expect(Object.keys(landed).toSorted(), type).toEqual(Object.keys(records).toSorted());
      expect(landed, type).toMatchObject(records);
    }
  });
});

it('a refused list of keys leaves the users complete', async () => {
  const system = documentedSystems.find(({ name }) => name === 'datadog')!;
  const { 'api/v2/api_keys': _keys, ...answers } = system.answers;
  const api = await scriptedApi(answering({ ...system, answers }));
  const connector = catalogue.find(({ type }) => type === 'datadog')!;
  const gaps = gapsOf(await readSource(connector, system.settings(api.url)));
  expect(gaps.filter(({ type, missing }) => type === 'Account' && missing === 'objects')).toMatchObject([
    { reason: 'forbidden', within: { field: 'id', startsWith: ['api-key:'] } },
  ]);
});
