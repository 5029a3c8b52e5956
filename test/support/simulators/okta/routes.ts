// The endpoints of Okta's management API that the connector uses (developer.okta.com/docs/api/openapi/okta-management).
import type { Answer, Call, Routes } from '../simulator.ts';
import { matches, notFound, oktaError, page } from './answers.ts';
import { append, type Item, type OktaState } from './state.ts';

/** What a simulated organisation needs from outside. */
export interface World {
  readonly state: OktaState;
  now(): string;
  newId(prefix: string): string;
}

export const oktaRoutes = (world: World): Routes => ({
  ...userRoutes(world),
  ...groupRoutes(world),
  ...appRoutes(world),
  ...roleRoutes(world),
  ...signInRoutes(world),
});

const values = <Value>(map: ReadonlyMap<string, Value>): Value[] => [...map.values()];

/** One object by its id, or by another name for it. */
function found(
  item: Item | undefined,
  id: string,
  kind: string,
  answer: (item: Item) => Answer = body => ({ body }),
): Answer {
  return item === undefined ? notFound(id, kind) : answer(item);
}

const statusSteps: Readonly<Record<string, readonly [from: readonly string[], to: string, error: Answer]>> = {
  suspend: [['ACTIVE'], 'SUSPENDED', oktaError(400, 'E0000001', 'Api validation failed: suspendUser')],
  unsuspend: [['SUSPENDED'], 'ACTIVE', oktaError(400, 'E0000001', 'Api validation failed: unsuspendUser')],
  unlock: [
    ['LOCKED_OUT'],
    'ACTIVE',
    oktaError(403, 'E0000032', 'Unlock is not allowed for this user.', ['The user is not locked out.']),
  ],
  activate: [
    ['STAGED', 'DEPROVISIONED'],
    'ACTIVE',
    oktaError(403, 'E0000016', 'Activation failed because the user is already active'),
  ],
};

function userRoutes({ state, now }: World): Routes {
  const user = (id: string) =>
    state.users.get(id) ?? values(state.users).find(({ profile }) => (profile as Item)['login'] === id);
  const list = (call: Call) => {
    const filter = call.url.searchParams.get('filter');
    // Deactivated users are listed only where the filter asks for them or for changes.
    const shown = values(state.users).filter(
      each => matches(each, filter) && (filter !== null || each['status'] !== 'DEPROVISIONED'),
    );
    return page(call, shown, { limit: 200 });
  };
  const step =
    (name: string) =>
    ({ params: { id = '' } }: Call) =>
      found(user(id), id, 'User', each => {
        const [from, to, error] = statusSteps[name]!;
        if (!from.includes(String(each['status']))) return error;
        Object.assign(each, { status: to, statusChanged: now(), lastUpdated: now() });
        return {
          body: name === 'activate' ? { activationUrl: 'https://okta.invalid/welcome/1', activationToken: '1' } : {},
        };
      });
  return {
    'GET /api/v1/users': list,
    'GET /api/v1/users/:id': ({ params: { id = '' } }) => found(user(id), id, 'User'),
    'GET /api/v1/users/:id/groups': call =>
      found(user(call.params['id']!), call.params['id']!, 'User', ({ id }) =>
        page(
          call,
          values(state.groups).filter(group => state.members.get(group.id)?.has(id)),
          { limit: 200 },
        ),
      ),
    'GET /api/v1/users/:id/factors': ({ params: { id = '' } }) =>
      found(user(id), id, 'User', each => ({ body: state.factors.get(each.id) ?? [] })),
    ...Object.fromEntries(
      Object.keys(statusSteps).map(name => [`POST /api/v1/users/:id/lifecycle/${name}`, step(name)]),
    ),
    'GET /api/v1/logs': call => {
      const { searchParams } = call.url;
      const [since, until] = [searchParams.get('since') ?? '', searchParams.get('until') ?? '9999'];
      const events = state.log.filter(
        event =>
          String(event['published']) >= since &&
          String(event['published']) < until &&
          matches(event, searchParams.get('filter')),
      );
      return page(
        call,
        events.map(event => ({ ...event, id: event['uuid'] })),
        { limit: 100, most: 1000 },
      );
    },
    'GET /api/v1/api-tokens': () => ({ body: values(state.tokens) }),
    'GET /api/v1/api-tokens/:id': ({ params: { id = '' } }) => found(state.tokens.get(id), id, 'UnencryptedToken'),
    'GET /api/v1/org': () => ({ body: state.org }),
  };
}

function groupRoutes({ state, now, newId }: World): Routes {
  const touch = (group: Item) => Object.assign(group, { lastMembershipUpdated: now() });
  const member =
    (change: (members: Set<string>, user: string) => void) =>
    ({ params }: Call) =>
      found(state.groups.get(params['id']!), params['id']!, 'UserGroup', group =>
        found(state.users.get(params['user']!), params['user']!, 'User', user => {
          if (group['type'] !== 'OKTA_GROUP')
            return oktaError(403, 'E0000006', 'You do not have permission to perform the requested action');
          const members = state.members.get(group.id) ?? new Set();
          state.members.set(group.id, members);
          change(members, user.id);
          touch(group);
          return { status: 204 };
        }),
      );
  return {
    'GET /api/v1/groups': call => {
      const { searchParams } = call.url;
      const q = searchParams.get('q')?.toLowerCase();
      const isShown = (group: Item) =>
        matches(group, searchParams.get('filter')) &&
        (q === undefined ||
          String((group['profile'] as Item)['name'])
            .toLowerCase()
            .startsWith(q));
      return page(call, values(state.groups).filter(isShown), { limit: 10_000 });
    },
    'POST /api/v1/groups': ({ body }) => {
      const profile = (body as { profile?: { name?: string } } | undefined)?.profile ?? {};
      const taken = values(state.groups).some(group => (group['profile'] as Item)['name'] === profile.name);
      if (taken || !profile.name)
        return oktaError(400, 'E0000001', 'Api validation failed: name', [
          'name: An object with this field already exists in the current organization',
        ]);
      const dates = { created: now(), lastUpdated: now(), lastMembershipUpdated: now() };
      const group = {
        id: newId('00g'),
        ...dates,
        objectClass: ['okta:user_group'],
        type: 'OKTA_GROUP',
        profile: { description: null, ...profile },
      };
      state.groups.set(group.id, group);
      return { body: group };
    },
    'GET /api/v1/groups/rules': call => page(call, values(state.rules), { limit: 50 }),
    'GET /api/v1/groups/:id': ({ params: { id = '' } }) => found(state.groups.get(id), id, 'UserGroup'),
    'DELETE /api/v1/groups/:id': ({ params: { id = '' } }) =>
      found(state.groups.get(id), id, 'UserGroup', group => {
        state.groups.delete(group.id);
        return { status: 204 };
      }),
    'GET /api/v1/groups/:id/users': call =>
      found(state.groups.get(call.params['id']!), call.params['id']!, 'UserGroup', group =>
        page(
          call,
          [...(state.members.get(group.id) ?? [])].flatMap(id => state.users.get(id) ?? []),
          { limit: 1000 },
        ),
      ),
    'PUT /api/v1/groups/:id/users/:user': member((members, user) => void members.add(user)),
    'DELETE /api/v1/groups/:id/users/:user': member((members, user) => void members.delete(user)),
  };
}

function appRoutes({ state }: World): Routes {
  const app = (call: Call, answer: (item: Item) => Answer) =>
    found(state.apps.get(call.params['id']!), call.params['id']!, 'AppInstance', answer);
  return {
    'GET /api/v1/apps': call => {
      const { searchParams } = call.url;
      const q = searchParams.get('q')?.toLowerCase();
      const isShown = (each: Item) =>
        matches(each, searchParams.get('filter')) &&
        (q === undefined || String(each['label']).toLowerCase().startsWith(q));
      if (searchParams.get('expand')?.includes(','))
        return oktaError(400, 'E0000001', 'Api validation failed: RequestParams', ['Expand query is malformed.']);
      return page(call, values(state.apps).filter(isShown), { limit: 20, most: 200 });
    },
    'GET /api/v1/apps/:id': call => app(call, body => ({ body })),
    'GET /api/v1/apps/:id/users': call =>
      app(call, ({ id }) =>
        page(call, values(state.appUsers.get(id) ?? new Map<string, Item>()), { limit: 50, most: 500 }),
      ),
    'GET /api/v1/apps/:id/groups': call =>
      app(call, ({ id }) =>
        page(call, values(state.appGroups.get(id) ?? new Map<string, Item>()), { limit: 20, most: 200 }),
      ),
    'GET /api/v1/apps/:id/credentials/keys': call => app(call, ({ id }) => ({ body: state.appKeys.get(id) ?? [] })),
    'GET /api/v1/apps/:id/grants': call => app(call, ({ id }) => ({ body: state.grants.get(id) ?? [] })),
  };
}

/** Standard roles, with the labels that Okta gives their assignments. */
const labels: Readonly<Record<string, string>> = {
  ...{
    SUPER_ADMIN: 'Super Administrator',
    ORG_ADMIN: 'Organization Administrator',
    APP_ADMIN: 'Application Administrator',
  },
  ...{
    USER_ADMIN: 'User Administrator',
    HELP_DESK_ADMIN: 'Help Desk Administrator',
    READ_ONLY_ADMIN: 'Read Only Administrator',
  },
};

function roleRoutes({ state, now, newId }: World): Routes {
  const rolesOf =
    (kind: string) =>
    ({ params: { id = '' } }: Call) => ({ body: state.assignments.get(`${kind}/${id}`) ?? [] });
  const assign =
    (kind: 'users' | 'groups') =>
    ({ params: { id = '' }, body }: Call) => {
      const { type } = body as { type: string };
      const key = `${kind}/${id}`;
      if (state.assignments.get(key)?.some(each => each['type'] === type))
        return oktaError(409, 'E0000090', 'The role specified is already assigned to the user.');
      const assignment = {
        ...{
          id: newId('ra'),
          label: labels[type] ?? type,
          type,
          status: 'ACTIVE',
        },
        ...{ created: now(), lastUpdated: now(), assignmentType: kind === 'users' ? 'USER' : 'GROUP' },
      };
      append(state.assignments, key, assignment);
      return { status: 201, body: assignment };
    };
  const unassign =
    (kind: string) =>
    ({ params: { id = '', role = '' } }: Call) => {
      const own = state.assignments.get(`${kind}/${id}`) ?? [];
      if (!own.some(each => each.id === role)) return notFound(role, 'RoleAssignment');
      state.assignments.set(
        `${kind}/${id}`,
        own.filter(each => each.id !== role),
      );
      return { status: 204 };
    };
  const targets = (kind: string, of: string) => (call: Call) => {
    const { id = '', role = '' } = call.params;
    return page(call, state.targets.get(`${kind}/${id}/roles/${role}/targets/${of}`) ?? [], { limit: 20, most: 200 });
  };
  const roleNamed = (id: string) => state.roles.get(id) ?? values(state.roles).find(role => role['label'] === id);
  const of = (kind: string): Routes => ({
    [`GET /api/v1/${kind}/:id/roles`]: rolesOf(kind),
    [`POST /api/v1/${kind}/:id/roles`]: assign(kind as 'users'),
    [`DELETE /api/v1/${kind}/:id/roles/:role`]: unassign(kind),
    [`GET /api/v1/${kind}/:id/roles/:role/targets/groups`]: targets(kind, 'groups'),
    [`GET /api/v1/${kind}/:id/roles/:role/targets/catalog/apps`]: targets(kind, 'catalog/apps'),
  });
  return {
    ...of('users'),
    ...of('groups'),
    'GET /oauth2/v1/clients/:id/roles': rolesOf('clients'),
    'GET /api/v1/iam/assignees/users': call => {
      const direct = [...state.assignments].flatMap(([key, list]) =>
        key.startsWith('users/') && list.length > 0 ? [{ id: key.slice(6) }] : [],
      );
      return page(call, direct, { limit: 100, member: 'value' });
    },
    'GET /api/v1/iam/roles': call => page(call, values(state.roles), { limit: 100, member: 'roles' }),
    'GET /api/v1/iam/roles/:id': ({ params: { id = '' } }) => found(roleNamed(id), id, 'CustomRole'),
    'GET /api/v1/iam/roles/:id/permissions': ({ params: { id = '' } }) =>
      found(roleNamed(id), id, 'CustomRole', role => ({ body: { permissions: state.permissions.get(role.id) ?? [] } })),
    'GET /api/v1/iam/resource-sets': call =>
      page(call, values(state.resourceSets), { limit: 100, member: 'resource-sets' }),
    'GET /api/v1/iam/resource-sets/:id': ({ params: { id = '' } }) =>
      found(state.resourceSets.get(id), id, 'IAMPolicy'),
    'GET /api/v1/iam/resource-sets/:id/resources': call =>
      found(state.resourceSets.get(call.params['id']!), call.params['id']!, 'IAMPolicy', ({ id }) =>
        page(call, state.resources.get(id) ?? [], { limit: 100, member: 'resources' }),
      ),
  };
}

function signInRoutes({ state }: World): Routes {
  return {
    'GET /api/v1/authenticators': () => ({ body: values(state.authenticators) }),
    'GET /api/v1/authenticators/:id': ({ params: { id = '' } }) =>
      found(state.authenticators.get(id), id, 'Authenticator'),
    'GET /api/v1/authenticators/:id/methods': ({ params: { id = '' } }) =>
      found(state.authenticators.get(id), id, 'Authenticator', () => ({ body: state.methods.get(id) ?? [] })),
    'GET /api/v1/idps': call => page(call, values(state.idps), { limit: 20, most: 200 }),
    'GET /api/v1/idps/credentials/keys': () => ({ body: state.idpKeys }),
    'GET /api/v1/policies': call => {
      const type = call.url.searchParams.get('type');
      return { body: values(state.policies).filter(policy => policy['type'] === type) };
    },
    'GET /api/v1/policies/:id': ({ params: { id = '' } }) => found(state.policies.get(id), id, 'Policy'),
    'GET /api/v1/policies/:id/rules': ({ params: { id = '' } }) =>
      found(state.policies.get(id), id, 'Policy', () => ({ body: state.policyRules.get(id) ?? [] })),
    'GET /api/v1/zones': call => page(call, values(state.zones), { limit: 20, most: 200 }),
  };
}
