// Brings a simulated organisation to the state that recorded exchanges show: what existed before a recording, and what requests changed
// that the simulator does not serve.
import type { Exchange } from '../recordings.ts';
import type { Item, OktaState } from './state.ts';

const isItem = (value: unknown): value is Item => typeof (value as Item | undefined)?.id === 'string';

/** The objects of an answer: the body, or the items of the list in it. */
const itemsOf = (body: unknown): Item[] => {
  const list = Array.isArray(body)
    ? body
    : isItem(body)
      ? [body]
      : (Object.values((body ?? {}) as object).find(Array.isArray) ?? []);
  return (list as unknown[]).filter(isItem).map(item => structuredClone(item));
};

/** Path pattern → where objects of the answer belong. The names of groups of the pattern are the ids on the way. */
const places: readonly (readonly [RegExp, (state: OktaState, items: Item[], ids: Record<string, string>) => void])[] = [
  [/^users(\/[^/]+)?$/, (state, items) => addTo(state.users, items)],
  [/^groups\/rules(\/[^/]+)?$/, (state, items) => addTo(state.rules, items)],
  [
    /^groups\/(?<id>[^/]+)\/users$/,
    (state, items, { id }) => {
      addTo(state.users, items);
      state.members.set(id!, new Set([...(state.members.get(id!) ?? []), ...items.map(item => item.id)]));
    },
  ],
  [
    /^users\/(?<id>[^/]+)\/groups$/,
    (state, items, { id }) => {
      addTo(state.groups, items);
      for (const group of items) state.members.set(group.id, (state.members.get(group.id) ?? new Set()).add(id!));
    },
  ],
  [/^groups(\/[^/]+)?$/, (state, items) => addTo(state.groups, items)],
  [/^apps\/(?<id>[^/]+)\/users(\/[^/]+)?$/, (state, items, { id }) => addTo(mapIn(state.appUsers, id!), items)],
  [/^apps\/(?<id>[^/]+)\/groups(\/[^/]+)?$/, (state, items, { id }) => addTo(mapIn(state.appGroups, id!), items)],
  [/^apps\/(?<id>[^/]+)\/grants(\/[^/]+)?$/, (state, items, { id }) => addToList(state.grants, id!, items)],
  [/^apps(\/[^/]+)?$/, (state, items) => addTo(state.apps, items)],
  [/^(?<key>(users|groups)\/[^/]+)\/roles$/, (state, items, { key }) => addToList(state.assignments, key!, items)],
  [/^(?<key>.+\/targets\/(groups|catalog\/apps))$/, (state, items, { key }) => addToList(state.targets, key!, items)],
  [/^iam\/roles(\/[^/]+)?$/, (state, items) => addTo(state.roles, items)],
  [/^iam\/resource-sets\/(?<id>[^/]+)\/resources$/, (state, items, { id }) => addToList(state.resources, id!, items)],
  [/^iam\/resource-sets(\/[^/]+)?$/, (state, items) => addTo(state.resourceSets, items)],
  [/^authenticators(\/[^/]+)?$/, (state, items) => addTo(state.authenticators, items)],
  [/^policies\/(?<id>[^/]+)\/rules(\/[^/]+)?$/, (state, items, { id }) => addToList(state.policyRules, id!, items)],
  [/^policies(\/[^/]+)?$/, (state, items) => addTo(state.policies, items)],
  [/^zones(\/[^/]+)?$/, (state, items) => addTo(state.zones, items)],
  [/^api-tokens(\/[^/]+)?$/, (state, items) => addTo(state.tokens, items)],
  [/^users\/(?<id>[^/]+)\/factors(\/[^/]+)?$/, (state, items, { id }) => addToList(state.factors, id!, items)],
];

/** Objects that are known stay as they are, so that a simulator that changed them wrongly differs. */
function addTo(map: Map<string, Item>, items: readonly Item[]): void {
  for (const item of items) if (!map.has(item.id)) map.set(item.id, item);
}

function addToList(lists: Map<string, Item[]>, key: string, items: readonly Item[]): void {
  const list = lists.get(key) ?? [];
  lists.set(key, [...list, ...items.filter(item => !list.some(each => each.id === item.id))]);
}

function mapIn(maps: Map<string, Map<string, Item>>, key: string): Map<string, Item> {
  const map = maps.get(key) ?? new Map<string, Item>();
  maps.set(key, map);
  return map;
}

const objectsOf = (state: OktaState) => [
  ...[state.users, state.groups, state.apps, state.policies, state.zones],
  ...[state.roles, state.resourceSets, state.authenticators],
];

const pathOf = (exchange: Exchange) =>
  exchange.path
    .split('?')[0]!
    .replace(/^\/+api\/v1\//, '')
    .replace(/\/$/, '');

/** What existed before the exchange, as its answer shows. */
export function learnExisting(state: OktaState, exchange: Exchange): void {
  if (exchange.status >= 300 || exchange.body === undefined) return;
  const path = pathOf(exchange);
  const place = places.find(([pattern]) => pattern.test(path));
  if (place) place[1](state, itemsOf(exchange.body), place[0].exec(path)!.groups ?? {});
  const [, collection, id] =
    /^(iam\/roles|authenticators|apps)\/([^/]+)\/(?:permissions|methods|credentials\/keys)$/.exec(path) ?? [];
  const list = Array.isArray(exchange.body)
    ? exchange.body
    : ((exchange.body as { permissions?: unknown[] }).permissions ?? []);
  if (collection === 'iam/roles') state.permissions.set(id!, list as Record<string, unknown>[]);
  if (collection === 'authenticators') state.methods.set(id!, list as Record<string, unknown>[]);
  if (collection === 'apps') state.appKeys.set(id!, list as Record<string, unknown>[]);
  if (path === 'org') state.org = exchange.body as Record<string, unknown>;
}

/** What a request changed that the simulator does not serve. */
export function learnChange(state: OktaState, exchange: Exchange): void {
  if (exchange.status >= 300 || exchange.method === 'GET') return;
  const path = pathOf(exchange);
  const rule = /^groups\/rules\/([^/]+)\/lifecycle\/(activate|deactivate)$/.exec(path);
  const ruled = state.rules.get(rule?.[1] ?? '');
  if (ruled) ruled['status'] = rule![2] === 'activate' ? 'ACTIVE' : 'INACTIVE';
  const [collection = '', id = '', part, inner] = path.replace(/^iam\//, 'iam-').split('/');
  if (part === 'lifecycle') {
    const item = state.users.get(id) ?? state.apps.get(id);
    const status = {
      deactivate: collection === 'users' ? 'DEPROVISIONED' : 'INACTIVE',
      ...{ activate: 'ACTIVE', expire_password: 'PASSWORD_EXPIRED', reset_password: 'RECOVERY' },
      expire_password_with_temp_password: 'PASSWORD_EXPIRED',
    }[inner ?? ''];
    if (item && status) item['status'] = status;
    return;
  }
  if (exchange.method === 'DELETE') {
    const maps: Record<string, Map<string, Item>> = {
      ...{ users: state.users, groups: state.groups, apps: state.apps, policies: state.policies, zones: state.zones },
      ...{ 'iam-roles': state.roles, 'iam-resource-sets': state.resourceSets, authenticators: state.authenticators },
    };
    if (part === undefined) maps[collection]?.delete(id);
    for (const [lists, name] of [
      [state.policyRules, 'rules'],
      [state.grants, 'grants'],
      [state.factors, 'factors'],
      [state.resources, 'resources'],
    ] as const)
      if (part === name && inner !== undefined)
        lists.set(
          id,
          (lists.get(id) ?? []).filter(item => item.id !== inner),
        );
    const target = /^(.+\/targets\/groups)\/([^/]+)$/.exec(path);
    if (target)
      state.targets.set(
        target[1]!,
        (state.targets.get(target[1]!) ?? []).filter(item => item.id !== target[2]),
      );
    if (part === 'users') state.appUsers.get(id)?.delete(inner ?? '');
    if (part === 'groups') state.appGroups.get(id)?.delete(inner ?? '');
    if (part === 'permissions')
      state.permissions.set(
        id,
        (state.permissions.get(id) ?? []).filter(({ label }) => label !== inner),
      );
    return;
  }
  const target = /^(.+\/targets\/groups)\/([^/]+)$/.exec(path);
  const group = target && state.groups.get(target[2]!);
  if (group) addToList(state.targets, target![1]!, [group]);
  // The answer of a change shows the object as it is now.
  const body = exchange.body as Item | undefined;
  if (isItem(body) && part === undefined) for (const map of objectsOf(state)) map.delete(body.id);
  learnExisting(state, exchange);
}
