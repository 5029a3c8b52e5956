// The simulated APIs answer as real ones did, for what the connector asks for, and what was recorded lands.
import { expect, it } from 'vitest';
import { gcp } from '../../../connectors/gcp/index.ts';
import { gcpSettingsFor } from '../../support/simulators/gcp/cloud.ts';
import { emptyCloud, type GcpState, gcpToken, type Item, startGcp } from '../../support/simulators/gcp/gcp.ts';
import { type HarExchange, harExchanges } from '../../support/simulators/har.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';
import {
  type Comparison,
  describeRecorded,
  differencesOf,
  expectCoverage,
  recordingFiles,
  recordingsMissing,
} from '../../support/simulators/recordings.ts';

type Learn = (state: GcpState, body: Record<string, Item[]>, query: URLSearchParams, ...names: string[]) => unknown;

const add = (map: Map<string, Item[]>, key: string, items: Item[] = []) =>
  map.set(key, [...(map.get(key) ?? []), ...items]);

const addNew = (list: Item[], items: Item[] = []) =>
  list.push(...items.filter(({ name }) => list.every(each => each['name'] !== name)));

/** What the connector asks for, and how an answer fills the state. */
const operations: readonly (readonly [name: string, pattern: RegExp, learn: Learn])[] = [
  ['GET organization', /^GET \/v3\/organizations\/\d+$/, (state, body) => state.organizations.push(body)],
  ['GET project', /^GET \/v3\/projects\/[^/:]+$/, (state, body) => addNew(state.projects, [body])],
  ['GET folders', /^GET \/v3\/folders$/, (state, { folders = [] }) => state.folders.push(...folders)],
  ['GET projects', /^GET \/v3\/projects$/, (state, { projects }) => addNew(state.projects, projects)],
  [
    'POST getIamPolicy',
    /^POST \/v3\/(\w+\/[^/:]+):getIamPolicy$/,
    (state, body, _, name) => state.policies.set(name!, body),
  ],
  [
    'GET serviceAccounts',
    /^GET \/v1\/projects\/([^/]+)\/serviceAccounts$/,
    (state, { accounts }, _, project) => add(state.serviceAccounts, project!, accounts),
  ],
  [
    'GET keys',
    /^GET \/v1\/projects\/[^/]+\/serviceAccounts\/([^/]+)\/keys$/,
    (state, { keys }, _, email) => add(state.keys, decodeURIComponent(email!), keys),
  ],
  ['GET roles', /^GET \/v1\/roles$/, (state, { roles }, query) => add(state.roles, query.get('parent') ?? '', roles)],
  [
    'GET searchAllIamPolicies',
    /^GET \/v1\/(\w+\/[^/:]+):searchAllIamPolicies$/,
    (state, { results }, _, scope) => add(state.found, scope!, results),
  ],
  [
    'GET buckets',
    /^GET \/storage\/v1\/b$/,
    (state, { items }, query) => add(state.buckets, query.get('project')!, items),
  ],
  [
    'GET bucket iam',
    /^GET \/storage\/v1\/b\/([^/]+)\/iam$/,
    (state, body, _, bucket) => state.policies.set(bucket!, body),
  ],
];

function operationOf({ method, path, status }: HarExchange) {
  const { pathname, searchParams } = new URL(path, 'http://simulated');
  if (status !== 200) return undefined;
  for (const [name, pattern, learn] of operations) {
    const [matched, ...names] = pattern.exec(`${method} ${pathname}`) ?? [];
    if (matched !== undefined) return { name, learn, names, searchParams };
  }
  return undefined;
}

/** Tokens of pages are opaque. The recordings were cleaned of keys, which the API never lists. */
const volatile = new Set(['nextPageToken', 'privateKeyData']);

describeRecorded(recordingsMissing('gcp'), () => {
  it('of each file are reproduced, and land without rejections', async () => {
    await using server = await startGcp();
    const results: Comparison[] = [];
    for (const recording of harExchanges('gcp')) {
      Object.assign(server.state, emptyCloud());
      const asked = recording.flatMap(exchange => {
        const operation = operationOf(exchange);
        return operation ? [{ exchange, ...operation }] : [];
      });
      const seen = new Set<string>();
      const first = asked.filter(({ exchange }) => !seen.has(exchange.path) && seen.add(exchange.path));
      for (const { exchange, learn, names, searchParams } of first)
        learn(server.state, exchange.body as Record<string, Item[]>, searchParams, ...names);
      for (const { exchange, name, searchParams } of first) {
        // A page is compared as a part of its list.
        if (searchParams.has('pageToken') || (exchange.body as Item)['nextPageToken'] !== undefined) continue;
        const answer = await fetch(`${server.url}${exchange.path}`, {
          ...{ method: exchange.method, headers: { authorization: `Bearer ${gcpToken}` } },
        });
        const [difference] = differencesOf(exchange.body, await answer.json(), volatile);
        results.push({
          operation: name,
          difference: difference && `${exchange.place}: ${exchange.path}: ${difference}`,
        });
      }
    }
    expectCoverage(results);
  });

  it('of an organisation land together', async () => {
    await using server = await startGcp();
    const { state } = server;
    for (const exchange of harExchanges('gcp').flat()) {
      const operation = operationOf(exchange);
      operation?.learn(state, exchange.body as Record<string, Item[]>, operation.searchParams, ...operation.names);
    }
    const project = 'acme-gc-integration-dev-v3';
    const settings = gcpSettingsFor(server.url, { organization: undefined, projects: [project] });
    const reading = await readSource(gcp, settings);
    expect(misfitsOf(reading)).toEqual([]);
    const bindings = state.found
      .get(`projects/${project}`)!
      .flatMap(({ policy }) => (policy as { bindings: Item[] }).bindings);
    const isRead = (member: string) => !member.startsWith('deleted:');
    const distinct = new Set(bindings.flatMap(({ members }) => (members as string[]).filter(isRead)));
    const landed = new Set(recordsOf(reading, 'EntityAssignedAccessToObject').map(each => String(each['entityId'])));
    expect(landed.size).toBe(new Set([...distinct].map(member => member.toLowerCase())).size);
    const emails = state.serviceAccounts.get(project)!.map(({ email }) => email);
    for (const email of emails) expect(recordOf(reading, 'Account', `serviceAccount:${email}`)).toBeDefined();
  });

  it('of another tool land: accounts, keys, API keys and policies', async () => {
    await using server = await startGcp();
    const { state } = server;
    state.projects.push({ name: 'projects/1', projectId: 'cloud-custodian', displayName: 'Custodian' });
    for (const { text } of recordingFiles('gcp/cloud-custodian', '.json')) {
      const { body } = JSON.parse(text) as { body: Record<string, Item[]> };
      add(state.serviceAccounts, 'cloud-custodian', body['accounts']);
      for (const { email } of body['accounts'] ?? []) state.keys.set(String(email), []);
      const keys = body['keys'] ?? [];
      for (const key of keys.filter(each => each['keyType']))
        add(state.keys, /serviceAccounts\/([^/]+)/.exec(String(key['name']))![1]!, [key]);
      add(
        state.apiKeys,
        'cloud-custodian',
        keys.filter(each => each['uid']),
      );
      const { bindings = [] } = body;
      const known = ((state.policies.get('projects/cloud-custodian') as { bindings?: Item[] })?.bindings ?? []).concat(
        bindings,
      );
      state.policies.set('projects/cloud-custodian', { bindings: known });
    }
    const settings = gcpSettingsFor(server.url, {
      organization: undefined,
      projects: ['cloud-custodian'],
      policies: 'places',
    });
    const reading = await readSource(gcp, settings);
    expect(misfitsOf(reading)).toEqual([]);
    expect(recordsOf(reading, 'EntityAssignedAccessToObject').length).toBeGreaterThan(20);
    expect(recordsOf(reading, 'Account').map(each => each['subType'])).toEqual(
      expect.arrayContaining(['ApiKey', 'ServiceAccount']),
    );
  });
});
