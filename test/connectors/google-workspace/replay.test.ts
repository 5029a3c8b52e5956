// The simulated customer answers as real ones did: recorded exchanges, one after the other, each compared.
import { expect, it } from 'vitest';
import { googleWorkspace } from '../../../connectors/google-workspace/index.ts';
import { googleToken, startGoogle } from '../../support/simulators/google/google.ts';
import { settingsFor } from '../../support/simulators/google/organisation.ts';
import { emptyCustomer, type GoogleState, type Item } from '../../support/simulators/google/state.ts';
import { harExchanges } from '../../support/simulators/har.ts';
import { readSource, recordsOf, rejectionsOf } from '../../support/simulators/reading.ts';
import {
  type Comparison,
  describeRecorded,
  differencesOf,
  type Exchange,
  expectCoverage,
  recordingsMissing,
} from '../../support/simulators/recordings.ts';

const missing = recordingsMissing('google');

/** What the connector asks for, and how an answer of it fills the state. */
const operations: readonly (readonly [
  pattern: RegExp,
  learn: (state: GoogleState, body: Item, key: string) => unknown,
])[] = [
  [/^\/admin\/directory\/v1\/users$/, (state, { users }) => put(state.users, users)],
  [/^\/admin\/directory\/v1\/groups$/, (state, { groups }) => put(state.groups, groups)],
  [
    /^\/admin\/directory\/v1\/groups\/([^/]+)\/members$/,
    (state, { members }, group) => {
      if (!state.groups.has(group)) state.groups.set(group, { id: group });
      put(at(state.members, group), members);
    },
  ],
  [/^\/groups\/v1\/groups\/([^/]+)$/, (state, body, email) => state.groupSettings.set(decodeURIComponent(email), body)],
  [
    /^\/admin\/directory\/v1\/customer\/[^/]+\/roles$/,
    (state, { items }) => Object.assign(state, { roles: list(items) }),
  ],
  [
    /^\/admin\/directory\/v1\/customer\/[^/]+\/roleassignments$/,
    (state, { items }) => Object.assign(state, { assignments: list(items) }),
  ],
  [
    /^\/admin\/directory\/v1\/customer\/[^/]+\/domains$/,
    (state, { domains }) => Object.assign(state, { domains: list(domains) }),
  ],
  [
    /^\/admin\/directory\/v1\/customer\/[^/]+\/devices\/mobile$/,
    (state, { mobiledevices }) => Object.assign(state, { mobile: list(mobiledevices) }),
  ],
  [
    /^\/admin\/directory\/v1\/customer\/[^/]+\/devices\/chromeos$/,
    (state, { chromeosdevices }) => Object.assign(state, { chrome: list(chromeosdevices) }),
  ],
  [
    /^\/admin\/directory\/v1\/customer\/[^/]+\/orgunits$/,
    (state, { organizationUnits }) => Object.assign(state, { units: list(organizationUnits) }),
  ],
];

const list = (items: unknown) => (items ?? []) as Item[];
const put = (map: Map<string, Item>, items: unknown) => {
  for (const item of list(items)) map.set(String(item['id']), item);
};
const at = (members: GoogleState['members'], group: string) => {
  const map = members.get(group) ?? new Map<string, Item>();
  members.set(group, map);
  return map;
};

const operationOf = ({ method, path }: Exchange) => {
  const [plain] = path.split('?') as [string];
  const match = operations
    .map(([pattern, learn]) => ({ found: pattern.exec(plain), learn }))
    .find(({ found }) => found);
  if (method !== 'GET' || !match) return undefined;
  const key = decodeURIComponent(match.found![1] ?? '');
  const name = plain.replace(/customer\/[^/]+/, 'customer/:id').replace(/groups\/(?!v1)[^/]+/, 'groups/:id');
  return {
    name: name.replace(/v1\/groups\/[^/]+$/, 'v1/groups/:id'),
    learn: (state: GoogleState, body: Item) => match.learn(state, body, key),
  };
};

describeRecorded(missing, () => {
  it('are reproduced, and land without rejections', async () => {
    await using server = await startGoogle();
    const results: Comparison[] = [];
    for (const recording of harExchanges('google')) {
      Object.assign(server.state, emptyCustomer());
      for (const exchange of recording) operationOf(exchange)?.learn(server.state, exchange.body as Item);
      for (const exchange of recording) {
        const operation = operationOf(exchange);
        if (!operation) continue;
        const answer = await fetch(`${server.url}${exchange.path}`, {
          headers: { authorization: `Bearer ${googleToken}` },
        });
        const [difference] = differencesOf(exchange.body, await answer.json(), new Set(['etag']));
        results.push({
          operation: operation.name,
          difference: difference && `${exchange.place}: ${exchange.path}: ${difference}`,
        });
      }
      const reading = await readSource(
        googleWorkspace,
        settingsFor(server.url, { tokens_of: 'everybody', devices: true }),
      );
      expect(rejectionsOf(reading)).toEqual([]);
      expect(recordsOf(reading, 'Account').length).toBeGreaterThanOrEqual(server.state.users.size);
    }
    expectCoverage(results);
  });
});
