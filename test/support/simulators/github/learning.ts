// Brings a simulated organisation to the state that recorded exchanges show: what existed before a recording, and what requests changed
// that the simulator does not serve.
import type { Exchange } from '../recordings.ts';
import { restName } from './graphql.ts';
import { type GithubState, type Item, inner } from './state.ts';

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);
const items = (value: unknown): Item[] =>
  Array.isArray(value) ? value.filter(isItem).map(item => structuredClone(item)) : [];

function learnUser(state: GithubState, user: Item): string | undefined {
  if (typeof user['login'] !== 'string') return undefined;
  const login = user['login'].toLowerCase();
  state.users.set(login, { ...user, ...state.users.get(login) });
  return login;
}

/** Objects that are known stay as they are, so that a simulator that changed them wrongly differs. */
function learn(map: Map<string, Item>, item: Item): string {
  const id = String(item['id']);
  if (!map.has(id)) map.set(id, item);
  return id;
}

type Place = (state: GithubState, body: unknown, ids: Record<string, string>) => void;

/** Path pattern → where objects of the answer belong. */
const places: readonly (readonly [RegExp, Place])[] = [
  [/^orgs\/(?<org>[^/]+)$/, (state, body) => void Object.assign(state, { org: { ...(body as Item) } })],
  [
    /^orgs\/[^/]+\/outside_collaborators$/,
    (state, body) => {
      for (const user of items(body)) state.outsiders.add(learnUser(state, user)!);
    },
  ],
  [
    /^orgs\/[^/]+\/memberships\/(?<login>[^/]+)$/,
    (state, body, { login }) => {
      const { role, state: status, user } = body as { role: 'admin' | 'member'; state: string; user: Item };
      const name = login!.toLowerCase();
      learnUser(state, { ...user, login: user?.['login'] ?? login });
      if (!state.users.has(name)) state.users.set(name, { ...user });
      if (status === 'active') state.members.set(name, role);
      else state.invited.set(name, role);
    },
  ],
  [
    /^orgs\/[^/]+\/installations$/,
    (state, body) => state.installations.push(...items((body as Item)['installations'])),
  ],
  [
    /^orgs\/[^/]+\/teams$/,
    (state, body) => {
      for (const team of items(body)) learn(state.teams, team);
    },
  ],
  [
    /^(teams\/|organizations\/[^/]+\/team\/)(?<team>\d+)$/,
    (state, body) => void learn(state.teams, { ...(body as Item) }),
  ],
  [
    /^organizations\/[^/]+\/team\/(?<team>\d+)\/teams$/,
    (state, body, { team }) => {
      learnTeam(state, team!);
      for (const item of items(body)) learn(state.teams, item);
    },
  ],
  [
    /^organizations\/[^/]+\/team\/(?<team>\d+)\/repos$/,
    (state, body, { team }) => {
      learnTeam(state, team!);
      for (const { role_name = '', ...item } of items(body))
        inner(state.teamRepositories, team!).set(learn(state.repositories, item), String(role_name));
    },
  ],
  [
    /^organizations\/[^/]+\/team\/(?<team>\d+)\/members$/,
    (state, body, { team }) => {
      learnTeam(state, team!);
      for (const user of items(body)) inner(state.teamMembers, team!).set(learnUser(state, user)!, 'member');
    },
  ],
  [/^users?\/?(?<login>[^/]*)$/, (state, body) => void learnUser(state, body as Item)],
  [/^repos\/[^/]+\/[^/]+$/, (state, body) => void learn(state.repositories, { ...(body as Item) })],
  [
    /^orgs\/(?<org>[^/]+)\/(?<kind>actions|dependabot)\/secrets\/(?<name>[^/]+)\/repositories$/,
    (state, body, { kind, name }) => {
      const repositories = items((body as Item)['repositories']);
      for (const item of repositories) learn(state.repositories, item);
      const names = repositories.map(item => String(item['full_name']));
      state.secretRepositories.set(`${kind}/${name}`, names);
    },
  ],
];

/** A recording that only shows what a team has. */
function learnTeam(state: GithubState, id: string): void {
  if (!state.teams.has(id))
    state.teams.set(id, { id: Number(id), node_id: `T_${id}`, name: `Team ${id}`, slug: `team-${id}` });
}

export const pathOfExchange = ({ path }: Exchange): string => path.split('?')[0]!.replace(/^\//, '');

/** What existed before the exchange, as its request and its answer show. */
export function learnExisting(state: GithubState, exchange: Exchange): void {
  const path = pathOfExchange(exchange);
  const member = /^organizations\/[^/]+\/team\/(\d+)\/memberships\/([^/]+)$/.exec(path);
  if (member) {
    learnTeam(state, member[1]!);
    const login = member[2]!.toLowerCase();
    if (!state.members.has(login)) state.members.set(login, 'member');
    if (exchange.method === 'DELETE' && exchange.status === 204)
      inner(state.teamMembers, member[1]!).set(login, 'member');
  }
  learnCollaborator(state, exchange);
  const deleted = exchange.method === 'DELETE' && /^organizations\/[^/]+\/team\/(\d+)$/.exec(path);
  if (deleted && exchange.status === 204) learnTeam(state, deleted[1]!);
  if (exchange.path === '/graphql') learnGraphql(state, exchange.body);
  if (
    exchange.status >= 300 ||
    exchange.body === undefined ||
    (exchange.method !== 'GET' && exchange.method !== 'POST')
  )
    return;
  if (exchange.method === 'POST') return;
  const place = places.find(([pattern]) => pattern.test(path));
  if (place) place[1](state, exchange.body, place[0].exec(path)!.groups ?? {});
}

/** A collaborator who got access at once was a member; one who got an invitation was none. */
function learnCollaborator(state: GithubState, exchange: Exchange): void {
  const { name, login } =
    /^repos\/(?<name>[^/]+\/[^/]+)\/collaborators\/(?<login>[^/]+)$/.exec(pathOfExchange(exchange))?.groups ?? {};
  if (name === undefined || login === undefined || exchange.method === 'GET' || exchange.status >= 300) return;
  if (![...state.repositories.values()].some(item => item['full_name'] === name))
    state.repositories.set(name, { id: name, node_id: `R_${name}`, full_name: name });
  learnUser(state, { login });
  if (exchange.status === 204) state.members.set(login.toLowerCase(), 'member');
}

/** What a request changed that the simulator does not serve. */
export function learnChange(state: GithubState, exchange: Exchange): void {
  if (exchange.status >= 300) return;
  const path = pathOfExchange(exchange);
  const repository = /^organizations\/[^/]+\/team\/(?<team>\d+)\/repos\/(?<name>[^/]+\/[^/]+)$/.exec(path)?.groups;
  const id = repository && [...state.repositories].find(([, item]) => item['full_name'] === repository['name'])?.[0];
  if (id && exchange.method === 'PUT') inner(state.teamRepositories, repository['team']!).set(id, '');
  if (id && exchange.method === 'DELETE') state.teamRepositories.get(repository['team']!)?.delete(id);
  const left = /^orgs\/[^/]+\/(?:members|memberships)\/([^/]+)$/.exec(path);
  if (left && exchange.method === 'DELETE') {
    state.members.delete(left[1]!.toLowerCase());
    state.invited.delete(left[1]!.toLowerCase());
  }
  const team = exchange.method === 'PATCH' && /^(?:teams|organizations\/[^/]+\/team)\/(\d+)$/.exec(path);
  if (team && isItem(exchange.body)) state.teams.set(team[1]!, { ...state.teams.get(team[1]!), ...exchange.body });
}

/** The number in a node id: an older one is `04:User123` in base64, a newer one ends with the number in four bytes. */
function numberOf(nodeId: unknown): number | undefined {
  if (typeof nodeId !== 'string') return undefined;
  const old = /\D(\d+)$/.exec(Buffer.from(nodeId, 'base64').toString('latin1'))?.[1];
  if (!nodeId.includes('_') && old !== undefined) return Number(old);
  const bytes = Buffer.from(nodeId.split('_').at(-1) ?? '', 'base64url');
  return bytes.length >= 4 ? bytes.readUInt32BE(bytes.length - 4) : undefined;
}

/** An object of GraphQL with the names of REST. What is no scalar is learned by the name that the answer gives it. */
function itemOf(node: Item): Item {
  const entries = Object.entries(node);
  const scalars = entries.filter(([, value]) => typeof value !== 'object' || value === null);
  const others = entries.filter(([, value]) => typeof value === 'object' && value !== null);
  const item = Object.fromEntries(scalars.map(([name, value]) => [restName(name), value]));
  return {
    ...item,
    ...{
      id: node['databaseId'] ?? numberOf(node['id']),
      learned: Object.fromEntries([...others, ...scalars.filter(([, value]) => value === null)]),
    },
    ...(typeof node['privacy'] === 'string' && { privacy: node['privacy'] === 'SECRET' ? 'secret' : 'closed' }),
  };
}

/** What is known stays, and what is new is added. */
function merge(map: Map<string, Item>, key: string, item: Item): void {
  const known = map.get(key);
  const learned = { ...(item['learned'] as Item), ...(known?.['learned'] as Item | undefined) };
  map.set(key, { ...item, ...known, learned });
}

const edgesOf = (value: unknown): Item[] => {
  const { edges, nodes } = (value ?? {}) as { edges?: unknown; nodes?: unknown };
  return Array.isArray(edges)
    ? edges.filter(isItem)
    : Array.isArray(nodes)
      ? nodes.filter(isItem).map(node => ({ node }))
      : [];
};

function learnGraphql(state: GithubState, body: unknown): void {
  const { organization, nodes } = ((body as Item | undefined)?.['data'] ?? {}) as {
    organization?: Item;
    nodes?: unknown;
  };
  if (isItem(organization)) learnOrganisation(state, organization);
  for (const node of Array.isArray(nodes) ? nodes.filter(isItem) : []) learnNode(state, node);
  for (const error of items((body as Item | undefined)?.['errors'])) learnRefusal(state, body as Item, error);
}

/** A field of a repository that was refused with an error, as the path of the error says. */
function learnRefusal(state: GithubState, body: Item, { type, path }: Item): void {
  const [name = '', ...way] = (Array.isArray(path) ? path : []).map(String).toReversed();
  const parent = way.toReversed().reduce<unknown>((value, step) => (value as Item | undefined)?.[step], body['data']);
  const id = (parent as Item | undefined)?.['id'];
  const item = [...state.repositories.values()].find(each => each['node_id'] === id);
  if (item && type === 'FORBIDDEN') item['refused'] = [...((item['refused'] as string[] | undefined) ?? []), name];
}

function learnOrganisation(state: GithubState, organization: Item): void {
  const { learned: _, ...org } = itemOf(organization);
  if (organization['login'] !== undefined) Object.assign(state.org, org);
  for (const { node, role, hasTwoFactorEnabled } of edgesOf(organization['membersWithRole'])) {
    const login = learnPerson(state, node as Item);
    state.members.set(login, String(role).toLowerCase() as 'admin' | 'member');
    state.showsSecondFactors &&= hasTwoFactorEnabled !== null;
    if (hasTwoFactorEnabled === false) state.withoutSecondFactor.add(login);
  }
  for (const { node } of edgesOf(organization['teams']))
    merge(state.teams, String(itemOf(node as Item)['id']), itemOf(node as Item));
  for (const { node } of edgesOf(organization['repositories']))
    merge(state.repositories, String(itemOf(node as Item)['id']), itemOf(node as Item));
  const provider = organization['samlIdentityProvider'] as Item | null | undefined;
  if (!provider) return;
  state.provider ??= { node_id: 'I_1', issuer: null, sso_url: null, idp_certificate: null };
  for (const { node } of edgesOf(provider['externalIdentities'])) {
    const { user, samlIdentity, ...identity } = node as { user: Item | null; samlIdentity: Item };
    const login = user ? learnPerson(state, user) : undefined;
    const known = state.identities.some(each => each['login'] === login);
    if (!known)
      state.identities.push({ ...itemOf(identity), guid: 'g', login, learned: { samlIdentity: itemOf(samlIdentity) } });
  }
}

function learnPerson(state: GithubState, node: Item): string {
  const login = String(node['login']).toLowerCase();
  const { id, ...item } = itemOf(node);
  merge(state.users, login, id === undefined ? item : { ...item, id });
  if (id !== undefined) state.users.get(login)!['id'] ??= id;
  return login;
}

/** A team with its members or repositories, or a repository with its collaborators. */
function learnNode(state: GithubState, node: Item): void {
  const id = String(numberOf(node['id']));
  const team = [...state.teams].find(([, item]) => item['node_id'] === node['id'])?.[0] ?? id;
  const repository = [...state.repositories].find(([, item]) => item['node_id'] === node['id'])?.[0] ?? id;
  if (node['members'] !== undefined) {
    const { members: _, ...rest } = node;
    merge(state.teams, team, itemOf(rest));
    for (const { node: user, role } of edgesOf(node['members']))
      inner(state.teamMembers, team).set(learnPerson(state, user as Item), String(role).toLowerCase() as 'member');
  } else if (node['repositories'] !== undefined) {
    const { repositories: _, ...rest } = node;
    merge(state.teams, team, itemOf(rest));
    for (const { node: item, permission } of edgesOf(node['repositories'])) {
      const repository =
        [...state.repositories].find(([, each]) => each['node_id'] === (item as Item)['id'])?.[0] ??
        String(numberOf((item as Item)['id']));
      merge(state.repositories, repository, itemOf(item as Item));
      inner(state.teamRepositories, team).set(repository, String(permission).toLowerCase());
    }
  } else if (node['collaborators'] !== undefined) {
    const { collaborators: _, ...rest } = node;
    merge(state.repositories, repository, itemOf(rest));
    const recorded = new Map<string, string>();
    for (const { node: user, permission } of edgesOf(node['collaborators'])) {
      const login = learnPerson(state, user as Item);
      recorded.set(login, String(permission));
      if (!state.members.has(login) || permission !== 'ADMIN')
        inner(state.collaborators, repository).set(login, String(permission).toLowerCase());
    }
    state.repositories.get(repository)!['recorded_collaborators'] = recorded;
  }
}
