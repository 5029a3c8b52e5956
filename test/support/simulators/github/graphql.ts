// GitHub's GraphQL API over the state: the engine is graphql-js, and the objects are those of the REST API with other names.
import {
  buildSchema,
  defaultFieldResolver,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  graphqlSync,
} from 'graphql';
import type { Answer, Call } from '../simulator.ts';
import { schemaText } from './schema.ts';
import { allTeamMembers, type GithubState, type Item, userNamed } from './state.ts';

const schema = buildSchema(schemaText);

/** Names of GraphQL that are not those of REST in camel case. */
const restNames: Readonly<Record<string, string>> = {
  ...{ id: 'node_id', databaseId: 'id', url: 'html_url', isSiteAdmin: 'site_admin', websiteUrl: 'blog' },
  ...{
    nameWithOwner: 'full_name',
    isPrivate: 'private',
    isArchived: 'archived',
    isDisabled: 'disabled',
    isFork: 'fork',
  },
  ...{ homepageUrl: 'homepage', forkCount: 'forks_count', autoMergeAllowed: 'allow_auto_merge' },
};
export const restName = (name: string): string =>
  restNames[name] ?? name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

export const permissionOf: Readonly<Record<string, string>> = {
  ...{
    pull: 'READ',
    read: 'READ',
    triage: 'TRIAGE',
    push: 'WRITE',
    write: 'WRITE',
    maintain: 'MAINTAIN',
    admin: 'ADMIN',
  },
};
/** What GraphQL states for a role: custom roles count as their base. */
const levelIn = (state: GithubState, role: string): string =>
  permissionOf[role] ??
  permissionOf[String(state.repositoryRoles.find(({ name }) => name === role)?.['base_role'])] ??
  'READ';
const coarse = (level: string) => ({ TRIAGE: 'READ', MAINTAIN: 'WRITE' })[level] ?? level;

interface World {
  readonly state: GithubState;
  /** `Type.field` that are refused. */
  readonly denied: ReadonlySet<string>;
}

export function graphqlAnswer(world: World, call: Call): Answer {
  const { query, variables } = (call.body ?? {}) as { query?: string; variables?: Record<string, unknown> };
  const result = graphqlSync({
    ...{ schema, source: query ?? '', variableValues: variables ?? {}, contextValue: world, rootValue: {} },
    fieldResolver: resolve,
    typeResolver: (item: Item) => String(item['kind']),
  });
  const errors = result.errors?.map(({ message, path, locations, extensions }) => ({
    ...(typeof extensions['type'] === 'string' && { type: extensions['type'] }),
    ...(path && { path }),
    ...(extensions['type'] === 'FORBIDDEN' && { extensions: { saml_failure: false } }),
    ...{ locations, message },
  }));
  return { body: { ...(result.data !== undefined && { data: result.data }), ...(errors && { errors }) } };
}

const refused = (type: string, message: string) => new GraphQLError(message, { extensions: { type } });

const resolve: GraphQLFieldResolver<Item, World> = (source, args, world, info) => {
  const name = `${info.parentType.name}.${info.fieldName}`;
  const isRefused = (source['refused'] as string[] | undefined)?.includes(String(info.path.key)) ?? false;
  if (world.denied.has(name) || isRefused) throw refused('FORBIDDEN', 'Resource not accessible by integration');
  const resolver = resolvers[name];
  if (resolver) return resolver(source, args, world, info);
  const learned = (source['learned'] as Item | undefined)?.[info.path.key];
  if (learned !== undefined) return learned;
  const value = source[restName(info.fieldName)];
  return value === undefined ? (defaultFieldResolver(source, args, world, info) ?? fallbackOf(info)) : value;
};

/** What a flag or a list that the state does not have is. */
function fallbackOf({ returnType }: GraphQLResolveInfo): unknown {
  const type = String(returnType);
  if (type === 'Boolean!') return false;
  if (type === 'Int!') return 0;
  if (type === 'Total!') return { totalCount: 0 };
  if (type === '[String!]!') return [];
  return type === 'DateTime!' ? '2026-01-05T08:00:00Z' : type === 'String!' || type === 'URI!' ? '' : null;
}

type Resolver = (source: Item, args: Record<string, unknown>, world: World, info: GraphQLResolveInfo) => unknown;

/** A connection of edges. @param total of all objects, where the state does not have them */
function connection(edges: readonly Item[], args: Record<string, unknown>, total?: unknown): Item {
  const first = Number(args['first'] ?? 0);
  if (first > 100) throw refused('EXCESSIVE_PAGINATION', 'Requesting too many records on the connection');
  const start = args['after'] == null ? 0 : Number(Buffer.from(String(args['after']), 'base64').toString()) || 0;
  const ofPage = edges.slice(start, start + first);
  const end = start + ofPage.length;
  const endCursor = ofPage.length === 0 ? null : Buffer.from(String(end)).toString('base64');
  return {
    ...{
      edges: ofPage,
      nodes: ofPage.map(edge => edge['node']),
      totalCount: edges.length === 0 ? (total ?? 0) : edges.length,
    },
    pageInfo: { hasNextPage: end < edges.length, endCursor },
  };
}

const ofKind = (kind: string, item: Item | undefined) => (item === undefined ? null : { ...item, kind });
const totalIn = (source: Item, name: string) =>
  ((source['learned'] as Item | undefined)?.[name] as Item | undefined)?.['totalCount'];

const has = (text: unknown, part: unknown) =>
  String(text)
    .toLowerCase()
    .includes(String(part ?? '').toLowerCase());

const find = ({ state }: World, id: unknown) => {
  const among = (kind: string, items: Iterable<Item>) =>
    ofKind(
      kind,
      [...items].find(item => item['node_id'] === id),
    );
  return (
    among('Repository', state.repositories.values()) ??
    among('Team', state.teams.values()) ??
    among('User', state.users.values()) ??
    among('Organization', [state.org])
  );
};

const resolvers: Readonly<Record<string, Resolver>> = {
  'Query.organization'(_source, { login }, { state }) {
    if (!has(state.org['login'], login) || String(login).length !== String(state.org['login']).length)
      throw refused('NOT_FOUND', `Could not resolve to an Organization with the login of '${login}'.`);
    return ofKind('Organization', state.org);
  },
  'Query.node'(_source, { id }, world) {
    const item = find(world, id);
    if (item === null) throw refused('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
    return item;
  },
  'Query.nodes': (_source, { ids }, world) => (ids as unknown[]).map(id => find(world, id)),
  'Query.rateLimit': () => ({ limit: 5000, cost: 1, remaining: 4999, reset_at: '2026-01-05T09:00:00Z' }),
  'Organization.membersWithRole': (_source, args, { state }) =>
    connection(
      [...state.members].flatMap(([login, role]) => {
        const node = userNamed(state, login);
        const hasTwoFactorEnabled = state.showsSecondFactors ? !state.withoutSecondFactor.has(login) : null;
        return node ? [{ node, role: role.toUpperCase(), hasTwoFactorEnabled }] : [];
      }),
      args,
    ),
  'OrganizationMemberEdge.hasTwoFactorEnabled': source => source['hasTwoFactorEnabled'],
  'User.organizationVerifiedDomainEmails': source => source['verified_emails'] ?? [],
  'User.email': source => source['email'] ?? '',
  'Organization.teams': (_source, args, { state }) =>
    connection(
      [...state.teams.values()].filter(({ name }) => has(name, args['query'])).map(node => ({ node })),
      args,
    ),
  'Organization.team': (_source, { slug }, { state }) =>
    [...state.teams.values()].find(team => team['slug'] === slug) ?? null,
  'Team.privacy': source => (source['privacy'] === 'secret' ? 'SECRET' : 'VISIBLE'),
  'Team.parentTeam': ({ parent }, _args, { state }) =>
    state.teams.get(String((parent as Item | null | undefined)?.['id'])) ?? null,
  'Team.members'(source, args, { state }) {
    const id = String(source['id']);
    const members =
      args['membership'] === 'IMMEDIATE' ? (state.teamMembers.get(id) ?? new Map()) : allTeamMembers(state, id);
    const edges = [...members].flatMap(([login, role]) => {
      const node = has(login, args['query']) ? userNamed(state, login) : undefined;
      return node ? [{ node, role: String(role).toUpperCase() }] : [];
    });
    return connection(edges, args, totalIn(source, 'members'));
  },
  'Team.repositories'(source, args, { state }) {
    const edges = [...(state.teamRepositories.get(String(source['id'])) ?? [])].flatMap(([id, role]) => {
      const node = state.repositories.get(id);
      return node ? [{ node, permission: levelIn(state, role) }] : [];
    });
    return connection(edges, args, totalIn(source, 'repositories'));
  },
  'Organization.repositories': (_source, args, { state }) =>
    connection(
      [...state.repositories.values()].map(node => ({ node })),
      args,
    ),
  'Repository.visibility': source =>
    String(source['visibility'] ?? (source['private'] === true ? 'private' : 'public')).toUpperCase(),
  'Repository.refs': (source, _args, _world, { path }) => ((source['learned'] ?? {}) as Item)[path.key] ?? null,
  'Repository.collaborators'(source, args, { state }) {
    const edges = collaboratorEdges(state, source, args['affiliation'] === 'DIRECT').filter(({ node }) =>
      has((node as Item)['login'], args['query']),
    );
    return connection(edges, args, totalIn(source, 'collaborators'));
  },
  'Repository.deployKeys': (source, args, { state }) =>
    connection(
      (state.deployKeys.get(String(source['id'])) ?? []).map(node => ({ node })),
      args,
    ),
  'Repository.environments': (source, args, { state }) =>
    connection(
      (state.environments.get(String(source['id'])) ?? []).map(node => ({ node })),
      args,
    ),
  'Organization.samlIdentityProvider': (_source, _args, { state }) => state.provider ?? null,
  'OrganizationIdentityProvider.externalIdentities': (_source, args, { state }) =>
    connection(
      state.identities.map(({ login, ...identity }) => ({
        node: { ...identity, user: login === undefined ? null : (userNamed(state, String(login)) ?? null) },
      })),
      args,
    ),
};

/** Owners have everything, and everybody else the highest of what they have directly, by teams and by the base permission. */
function collaboratorEdges(state: GithubState, repository: Item, isDirect: boolean): Item[] {
  const id = String(repository['id']);
  const order = ['READ', 'TRIAGE', 'WRITE', 'MAINTAIN', 'ADMIN'];
  const sources = new Map<string, Item[]>();
  const add = (login: string, kind: string, item: Item, role: string) => {
    const level = levelIn(state, role);
    const source = {
      source: { ...item, kind },
      level,
      permission: coarse(level),
      role_name: role,
      organization: state.org,
    };
    sources.set(login, [...(sources.get(login) ?? []), source]);
  };
  const direct = state.collaborators.get(id) ?? new Map<string, string>();
  for (const [login, role] of direct) add(login, 'Repository', repository, role);
  for (const [team, repositories] of state.teamRepositories)
    if (repositories.has(id))
      for (const login of allTeamMembers(state, team).keys())
        add(login, 'Team', state.teams.get(team)!, repositories.get(id)!);
  const base = String(state.org['default_repository_permission'] ?? 'none');
  for (const [login, role] of state.members) {
    if (role === 'admin') add(login, 'Organization', state.org, 'admin');
    else if (base !== 'none') add(login, 'Organization', state.org, base);
  }
  // A recording shows who has access, and not why.
  const recorded = repository['recorded_collaborators'] as ReadonlyMap<string, string> | undefined;
  if (recorded && !isDirect)
    return [...recorded].flatMap(([login, permission]) => {
      const node = userNamed(state, login);
      return node ? [{ node, permission }] : [];
    });
  return [...sources].flatMap(([login, list]) => {
    const node = userNamed(state, login);
    if (!node || (isDirect && !direct.has(login))) return [];
    const permission = order[Math.max(...list.map(({ level }) => order.indexOf(String(level))))];
    return [{ node, permission, permission_sources: list }];
  });
}
