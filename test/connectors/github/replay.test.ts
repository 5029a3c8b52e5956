// The simulated organisation answers as real ones did: recorded exchanges, one after the other, each compared.
import { expect, it } from 'vitest';
import { github } from '../../../connectors/github/index.ts';
import { githubCassettes } from '../../support/simulators/github/cassettes.ts';
import { type GithubSimulator, githubToken, startGithub } from '../../support/simulators/github/github.ts';
import { learnChange, learnExisting, pathOfExchange } from '../../support/simulators/github/learning.ts';
import { clearState } from '../../support/simulators/github/state.ts';
import { readSource, recordsOf, rejectionsOf } from '../../support/simulators/reading.ts';
import {
  type Comparison,
  describeRecorded,
  differencesOf,
  type Exchange,
  expectCoverage,
  recordingsMissing,
} from '../../support/simulators/recordings.ts';

const missing = recordingsMissing('github');

/** What the connector asks for; other recorded requests only say what state an organisation was in. */
const operations: readonly (readonly [method: string, pattern: RegExp, name: string])[] = [
  ['GET', /^orgs\/[^/]+$/, 'orgs/:org'],
  ['GET', /^orgs\/[^/]+\/outside_collaborators$/, 'orgs/:org/outside_collaborators'],
  ['GET', /^orgs\/[^/]+\/memberships\/[^/]+$/, 'orgs/:org/memberships/:login'],
  ['PUT', /^orgs\/[^/]+\/memberships\/[^/]+$/, 'orgs/:org/memberships/:login'],
  ['DELETE', /^orgs\/[^/]+\/memberships\/[^/]+$/, 'orgs/:org/memberships/:login'],
  ['PUT', /^repos\/[^/]+\/[^/]+\/collaborators\/[^/]+$/, 'repos/:owner/:repo/collaborators/:login'],
  ['DELETE', /^repos\/[^/]+\/[^/]+\/collaborators\/[^/]+$/, 'repos/:owner/:repo/collaborators/:login'],
  ['GET', /^orgs\/[^/]+\/installations$/, 'orgs/:org/installations'],
  [
    'GET',
    /^orgs\/[^/]+\/(actions|dependabot)\/secrets\/[^/]+\/repositories$/,
    'orgs/:org/:kind/secrets/:name/repositories',
  ],
  ['POST', /^orgs\/[^/]+\/teams$/, 'orgs/:org/teams'],
  ['GET', /^organizations\/[^/]+\/team\/\d+$/, 'organizations/:org/team/:team'],
  ['DELETE', /^organizations\/[^/]+\/team\/\d+$/, 'organizations/:org/team/:team'],
  ['GET', /^organizations\/[^/]+\/team\/\d+\/(repos|teams)$/, 'organizations/:org/team/:team/:list'],
  ['PUT', /^organizations\/[^/]+\/team\/\d+\/memberships\/[^/]+$/, 'organizations/:org/team/:team/memberships/:login'],
  [
    'DELETE',
    /^organizations\/[^/]+\/team\/\d+\/memberships\/[^/]+$/,
    'organizations/:org/team/:team/memberships/:login',
  ],
  ['GET', /^repos\/[^/]+\/[^/]+\/(keys|(actions|dependabot)\/secrets)$/, 'repos/:owner/:repo/:list'],
];

/** Connections of GraphQL that the connector asks for, by what the recorded queries ask for. */
const connections = ['externalIdentities', 'membersWithRole', 'members(', 'collaborators(', 'repositories(', 'teams('];

function operationOf({ method, path, requestBody }: Exchange): string | undefined {
  if (path === '/graphql') {
    const query = String((requestBody as { query?: string } | undefined)?.query);
    const name = connections.find(each => query.includes(each));
    if (name === undefined) return /organization\(login/.test(query) ? 'GraphQL organization' : undefined;
    return `GraphQL ${query.includes('nodes(ids') ? 'nodes: ' : ''}${name.replace('(', '')}`;
  }
  const plain = pathOfExchange({ path } as Exchange);
  const used = operations.find(([verb, pattern]) => verb === method && pattern.test(plain));
  return used && `${method} ${used[2]}`;
}

/** Times, what GitHub makes up, and how much of a limit is left. */
const volatile = new Set(['endCursor', 'rateLimit', 'documentation_url', 'message', 'status']);
const made = new Set([...volatile, 'url', 'created_at', 'updated_at', 'organization', 'user']);

/** GraphQL lists in the order of creation, which recordings do not show. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sorted);
    const key = (item: unknown) =>
      JSON.stringify((item as { node?: { id?: unknown } })?.node?.id ?? (item as { id?: unknown })?.id ?? item);
    return items.every(item => typeof item === 'object' && item !== null)
      ? items.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
      : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sorted(member)]));
}

/** What is created has more members today than in 2012. */
function asRecorded(recorded: unknown, simulated: unknown): unknown {
  if (Array.isArray(recorded) && Array.isArray(simulated) && recorded.length === simulated.length)
    return simulated.map((item, index) => asRecorded(recorded[index], item));
  if (typeof recorded !== 'object' || recorded === null || typeof simulated !== 'object' || simulated === null)
    return simulated;
  if (Array.isArray(recorded) || Array.isArray(simulated)) return simulated;
  return Object.fromEntries(
    Object.entries(simulated)
      .filter(([name]) => name in recorded)
      .map(([name, value]) => [name, asRecorded((recorded as Record<string, unknown>)[name], value)]),
  );
}

async function differenceOf(url: string, exchange: Exchange): Promise<string | undefined> {
  const answer = await fetch(`${url}${exchange.path}`, {
    method: exchange.method,
    headers: { authorization: `Bearer ${githubToken}`, 'user-agent': 'test', 'content-type': 'application/json' },
    ...(exchange.requestBody !== undefined &&
      exchange.method !== 'GET' && { body: JSON.stringify(exchange.requestBody) }),
  });
  const text = await answer.text();
  const body = text === '' ? undefined : JSON.parse(text);
  const where = `${exchange.place}: ${exchange.method} ${exchange.path}`;
  if (answer.status !== exchange.status)
    return `${where}: ${exchange.status} recorded, ${answer.status} here: ${text.slice(0, 200)}`;
  const hasNext = (link: string) => /rel="next"/.test(link);
  if (hasNext(exchange.headers['link'] ?? '') !== hasNext(answer.headers.get('link') ?? ''))
    return `${where}: the next page differs`;
  const [recorded, simulated] = [sorted(exchange.body), sorted(body)];
  const isRead = exchange.method === 'GET' || exchange.path === '/graphql';
  const [difference] = isRead
    ? differencesOf(recorded, simulated, volatile)
    : differencesOf(recorded, asRecorded(recorded, simulated), made);
  return difference && `${where}: ${difference}`;
}

/** A recording with GraphQL changes nothing, and its later answers tell what its first ones have counted. */
const isReadOnly = (cassette: readonly Exchange[]) => cassette.some(({ path }) => path === '/graphql');

async function replay(server: GithubSimulator, cassette: readonly Exchange[]) {
  const results: Comparison[] = [];
  clearState(server.state);
  const organisation = cassette.map(({ path }) => /^\/orgs\/([^/?]+)/.exec(path)?.[1]).find(name => name !== undefined);
  if (organisation !== undefined) server.state.org = { ...server.state.org, login: organisation };
  if (isReadOnly(cassette)) for (const exchange of cassette) learnExisting(server.state, exchange);
  for (const exchange of cassette) {
    const operation = operationOf(exchange);
    if (!isReadOnly(cassette)) learnExisting(server.state, exchange);
    if (operation === undefined) {
      learnChange(server.state, exchange);
      continue;
    }
    server.nextId = (exchange.body as { id?: number } | undefined)?.id;
    results.push({ operation, difference: await differenceOf(server.url, exchange) });
    server.nextId = undefined;
  }
  return results;
}

describeRecorded(missing, () => {
  it('are reproduced', async () => {
    await using server = await startGithub();
    const results = [];
    for (const cassette of githubCassettes()) results.push(...(await replay(server, cassette)));
    expectCoverage(results);
  });

  it('are read by the connector without rejections', async () => {
    await using server = await startGithub();
    clearState(server.state);
    for (const exchange of githubCassettes().flat()) learnExisting(server.state, exchange);
    const organization = String(server.state.org['login']);
    const reading = await readSource(github, { url: server.url, organization, token: githubToken });
    expect(rejectionsOf(reading)).toEqual([]);
    expect(recordsOf(reading, 'Account').length).toBeGreaterThan(20);
    expect(recordsOf(reading, 'ResourceInstance').length).toBeGreaterThan(15);
    expect(recordsOf(reading, 'EntityAssignedAccessToObject').length).toBeGreaterThan(20);
  });
});
