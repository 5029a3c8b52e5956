// The endpoints of the REST API that the connector uses, over the state.
import type { Answer, Call, Routes } from '../simulator.ts';
import { githubError, notFound, page, tagged } from './answers.ts';
import { collaboratorRoutes } from './collaborators.ts';
import { allTeamMembers, type GithubState, type Item, inner, userNamed, type World } from './state.ts';

export const githubRoutes = (world: World): Routes => ({
  ...organisationRoutes(world),
  ...teamRoutes(world),
  ...roleRoutes(world),
  ...collaboratorRoutes(world),
  ...machineRoutes(world),
  ...secretRoutes(world),
});

const people = (state: GithubState, logins: Iterable<string>): Item[] =>
  [...logins].flatMap(login => {
    const user = userNamed(state, login);
    return user ? [user] : [];
  });

const isFiltered = (call: Call) => call.url.searchParams.get('filter') === '2fa_disabled';

function organisationRoutes({ state }: World): Routes {
  const membership = (login: string): Item | undefined => {
    const [role, invited] = [state.members.get(login.toLowerCase()), state.invited.get(login.toLowerCase())];
    const known = role ?? invited;
    if (known === undefined) return undefined;
    return {
      state: role ? 'active' : 'pending',
      role: known,
      user: userNamed(state, login) ?? { login },
      organization: state.org,
    };
  };
  const listedPeople = (logins: Iterable<string>) => (call: Call) => {
    const all = [...logins].filter(login => !isFiltered(call) || state.withoutSecondFactor.has(login));
    return page(call, people(state, all));
  };
  return {
    'GET /orgs/:org': call =>
      String(state.org['login']).toLowerCase() === call.params['org']!.toLowerCase()
        ? tagged(call, { body: state.org })
        : notFound,
    'GET /orgs/:org/members': call => listedPeople(state.members.keys())(call),
    'GET /orgs/:org/outside_collaborators': call => listedPeople(state.outsiders)(call),
    'GET /orgs/:org/memberships/:login': ({ params }) => {
      const body = membership(params['login']!);
      return body ? { body } : notFound;
    },
    'PUT /orgs/:org/memberships/:login': ({ params, body }) => {
      const login = params['login']!.toLowerCase();
      const { role = 'member' } = (body ?? {}) as { role?: 'admin' | 'member' };
      const owners = [...state.members].filter(([, each]) => each === 'admin');
      if (role === 'member' && owners.length === 1 && owners[0]![0] === login)
        return githubError(403, 'You can’t leave the organization without an owner.');
      if (!userNamed(state, login)) return notFound;
      if (state.members.has(login)) state.members.set(login, role);
      else state.invited.set(login, role);
      return { body: membership(login) };
    },
    // Removes a member, and cancels the invitation of somebody who was invited.
    'DELETE /orgs/:org/memberships/:login': ({ params }) => {
      const login = params['login']!.toLowerCase();
      for (const invited of state.invitedToTeams.values()) invited.delete(login);
      return state.members.delete(login) || state.invited.delete(login) ? { status: 204 } : notFound;
    },
    'GET /user/:id': ({ params }) => {
      const user = [...state.users.values()].find(({ id }) => String(id) === params['id']);
      return user ? { body: user } : notFound;
    },
  };
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

function teamRoutes(world: World): Routes {
  const { state } = world;
  const parentOf = (team: Item) => String((team['parent'] as Item | null | undefined)?.['id']);
  const withCounts = (team: Item): Item => ({
    ...team,
    members_count: state.teamMembers.get(String(team['id']))?.size ?? 0,
    repos_count: state.teamRepositories.get(String(team['id']))?.size ?? 0,
  });
  const withTeam = (answer: (id: string, call: Call) => Answer) => (call: Call) =>
    state.teams.has(call.params['team']!) ? answer(call.params['team']!, call) : notFound;
  const withSlug = (answer: (id: string, call: Call) => Answer) => (call: Call) => {
    const team = [...state.teams.values()].find(({ slug }) => slug === call.params['slug']);
    return team ? answer(String(team['id']), call) : notFound;
  };
  const groups = (id: string) => {
    const name = state.synchronisedTeams.get(id);
    return name === undefined ? [] : [{ group_id: '1', group_name: name }];
  };
  return {
    'POST /orgs/:org/teams': ({ body }) => {
      const {
        repo_names = [],
        parent_team_id,
        ...asked
      } = (body ?? {}) as Item & { name?: string; repo_names?: string[] };
      const [name, slug] = [(asked.name ?? '').trim(), slugOf(asked.name ?? '')];
      if ([...state.teams.values()].some(team => team['slug'] === slug))
        return githubError(422, 'Validation Failed: Name must be unique for this org');
      const id = world.newId();
      const parent = state.teams.get(String(parent_team_id)) ?? null;
      const defaults = { privacy: 'secret', description: null, permission: 'pull', parent };
      const dates = { created_at: world.now(), updated_at: world.now() };
      const setting = { notification_setting: 'notifications_enabled' };
      const team: Item = { ...defaults, ...setting, ...asked, ...{ id, node_id: `T_${id}`, name, slug, ...dates } };
      state.teams.set(String(id), team);
      for (const repository of repositoriesNamed(state, repo_names))
        inner(state.teamRepositories, String(id)).set(String(repository['id']), String(team['permission']));
      const caller = world.caller();
      if (caller !== undefined) inner(state.teamMembers, String(id)).set(caller, 'maintainer');
      return { status: 201, body: { ...withCounts(team), members_count: 0 } };
    },
    'GET /organizations/:org/team/:team': withTeam((id, call) =>
      tagged(call, { body: withCounts(state.teams.get(id)!) }),
    ),
    'DELETE /organizations/:org/team/:team': withTeam(id => {
      state.teams.delete(id);
      state.teamMembers.delete(id);
      return { status: 204 };
    }),
    'GET /organizations/:org/team/:team/teams': withTeam((id, call) =>
      page(
        call,
        [...state.teams.values()].filter(team => parentOf(team) === id),
      ),
    ),
    'GET /organizations/:org/team/:team/repos': withTeam((id, call) =>
      page(
        call,
        [...(state.teamRepositories.get(id) ?? [])].flatMap(([repository, role_name]) => {
          const item = state.repositories.get(repository);
          if (!item) return [];
          return [{ ...listed(item), ...(role_name !== '' && { role_name }) }];
        }),
      ),
    ),
    'GET /organizations/:org/team/:team/memberships/:login': withTeam((id, { params }) => {
      const login = params['login']!.toLowerCase();
      const [role, invited] = [allTeamMembers(state, id).get(login), state.invitedToTeams.get(id)?.get(login)];
      if (role !== undefined) return { body: { state: 'active', role } };
      return invited === undefined ? notFound : { body: { state: 'pending', role: invited } };
    }),
    'PUT /organizations/:org/team/:team/memberships/:login': withTeam((id, { params, body }) => {
      const login = params['login']!.toLowerCase();
      if (state.synchronisedTeams.has(id)) return githubError(403, 'This team is externally managed.');
      if (!userNamed(state, login)) return notFound;
      const { role = 'member' } = (body ?? {}) as { role?: 'member' | 'maintainer' };
      const given = state.members.get(login) === 'admin' ? 'maintainer' : role;
      if (!state.members.has(login)) {
        if (!state.invited.has(login)) state.invited.set(login, 'member');
        inner(state.invitedToTeams, id).set(login, given);
        return { body: { state: 'pending', role: given } };
      }
      inner(state.teamMembers, id).set(login, given);
      return { body: { state: 'active', role: given } };
    }),
    'DELETE /organizations/:org/team/:team/memberships/:login': withTeam((id, { params }) => {
      const login = params['login']!.toLowerCase();
      const isKnown = state.teamMembers.get(id)?.delete(login) || state.invitedToTeams.get(id)?.delete(login);
      return isKnown ? { status: 204 } : notFound;
    }),
    'GET /orgs/:org/teams/:slug/team-sync/group-mappings': withSlug(id => ({ body: { groups: groups(id) } })),
    'GET /orgs/:org/teams/:slug/external-groups': () =>
      githubError(400, 'This organization is not part of externally managed enterprise.'),
  };
}

function roleRoutes({ state }: World): Routes {
  const holders = (role: string) => {
    const direct = state.roleUsers.get(role) ?? new Set<string>();
    const teams = [...(state.roleTeams.get(role) ?? [])];
    const indirect = teams
      .flatMap(team => [...(state.teamMembers.get(team)?.keys() ?? [])])
      .filter(login => !direct.has(login));
    return [
      ...people(state, direct).map(user => ({ ...user, assignment: 'direct' })),
      ...people(state, new Set(indirect)).map(user => ({ ...user, assignment: 'indirect' })),
    ];
  };
  const change =
    (set: (logins: Set<string>, login: string) => void) =>
    ({ params }: Call) => {
      const { login = '', role = '' } = params;
      if (!userNamed(state, login) || !state.organisationRoles.some(({ id }) => String(id) === role)) return notFound;
      if (!state.members.has(login.toLowerCase()))
        return githubError(422, 'The user is not a member of the organization');
      const logins = state.roleUsers.get(role) ?? new Set<string>();
      state.roleUsers.set(role, logins);
      set(logins, login.toLowerCase());
      return { status: 204 };
    };
  const withRole = (items: (role: string) => readonly Item[]) => (call: Call) =>
    state.organisationRoles.some(({ id }) => String(id) === call.params['role'])
      ? page(call, items(call.params['role']!))
      : notFound;
  return {
    'GET /orgs/:org/organization-roles': call => page(call, state.organisationRoles, 'roles'),
    'GET /orgs/:org/organization-roles/:role/users': withRole(holders),
    'GET /orgs/:org/organization-roles/:role/teams': withRole(role =>
      [...(state.roleTeams.get(role) ?? [])].flatMap(id => {
        const team = state.teams.get(id);
        return team ? [{ ...team, assignment: 'direct' }] : [];
      }),
    ),
    'PUT /orgs/:org/organization-roles/users/:login/:role': change((logins, login) => void logins.add(login)),
    'DELETE /orgs/:org/organization-roles/users/:login/:role': change((logins, login) => void logins.delete(login)),
    'GET /orgs/:org/custom-repository-roles': call => page(call, state.repositoryRoles, 'custom_roles'),
  };
}

/** Members of a repository that only its own answer has, and lists do not. */
const onlySingle = new Set([
  'organization',
  'parent',
  'source',
  'network_count',
  'subscribers_count',
  'template_repository',
]);
const listed = (repository: Item): Item =>
  Object.fromEntries(Object.entries(repository).filter(([name]) => !onlySingle.has(name)));

const repositoriesNamed = (state: GithubState, names: readonly string[]) =>
  [...state.repositories.values()].filter(({ full_name }) => names.includes(String(full_name))).map(listed);

function machineRoutes({ state }: World): Routes {
  return {
    'GET /orgs/:org/installations': call => page(call, state.installations, 'installations'),
    'GET /orgs/:org/personal-access-tokens': call => page(call, state.tokens),
    'GET /orgs/:org/personal-access-tokens/:id/repositories': call =>
      page(call, repositoriesNamed(state, state.tokenRepositories.get(call.params['id']!) ?? [])),
    'GET /orgs/:org/credential-authorizations': call => page(call, state.credentials),
    'GET /repos/:owner/:repo/keys': call => {
      const name = `${call.params['owner']}/${call.params['repo']}`.toLowerCase();
      const repository = [...state.repositories].find(([, { full_name }]) => String(full_name).toLowerCase() === name);
      return repository ? page(call, state.deployKeys.get(repository[0]) ?? []) : notFound;
    },
  };
}

function secretRoutes({ state }: World): Routes {
  const names = (items: readonly Item[] = []) => items;
  const ofRepository = (kind: string) => (call: Call) => {
    const name = `${call.params['owner']}/${call.params['repo']}`;
    return repositoriesNamed(state, [name]).length > 0
      ? page(call, names(state.secrets.get(`repos/${name}/${kind}`)), 'secrets')
      : notFound;
  };
  return Object.fromEntries(
    ['actions', 'dependabot', 'codespaces'].flatMap(kind => [
      [
        `GET /orgs/:org/${kind}/secrets`,
        (call: Call) => page(call, names(state.secrets.get(`orgs/${state.org['login']}/${kind}`)), 'secrets'),
      ],
      [
        `GET /orgs/:org/${kind}/secrets/:name/repositories`,
        (call: Call) =>
          page(
            call,
            repositoriesNamed(state, state.secretRepositories.get(`${kind}/${call.params['name']}`) ?? []),
            'repositories',
          ),
      ],
      [`GET /repos/:owner/:repo/${kind}/secrets`, ofRepository(kind)],
    ]),
  );
}
