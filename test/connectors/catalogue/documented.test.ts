// What was not recorded: answers in the form that the vendors document, with the objects and relationships that become of them.
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../connectors/catalogue/index.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
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
  it('keeps the rules of connectors', async () => {
    const api = await scriptedApi(answering(system));
    const connector = catalogue.find(({ type }) => type === system.type)!;
    expect(await brokenRules(connector, { ...system.settings(api.url) })).toEqual([]);
  });

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

it('a check says what the credentials do not show, with places in the description', async () => {
  const system = documentedSystems.find(({ name }) => name === 'datadog')!;
  const { 'api/v2/api_keys': _keys, 'api/v2/roles': _roles, ...answers } = system.answers;
  const api = await scriptedApi(answering({ ...system, answers: { ...answers, 'api/v2/team': { data: [] } } }));
  const connector = catalogue.find(({ type }) => type === 'datadog')!;
  const client = await connector.open(connector.settings.parse(system.settings(api.url)), {
    ...{ sourceId: 'x', applicationInstanceId: '', baseFolder: '/', signal: AbortSignal.timeout(200_000) },
  });
  const problems = await connector.check(client);
  await connector.close!(client);
  expect(problems.filter(({ place }) => place.startsWith('GET '))).toMatchObject([
    { severity: 'warning', place: expect.stringContaining('/v2/api_keys'), message: expect.stringContaining('403') },
    { severity: 'error', place: expect.stringContaining('/v2/roles') },
  ]);
  const others = problems.filter(({ place }) => !place.startsWith('GET '));
  expect(others).toContainEqual({
    severity: 'warning',
    place: expect.stringMatching(/^catalogue\/datadog\.yaml:\d+:\d+$/),
    message: '`attributes.title` matches nothing in the 2 rows of users',
    fix: expect.stringContaining('the credentials may not see it'),
  });
  expect(others.every(({ message }) => message.includes('matches nothing'))).toBe(true);
});
