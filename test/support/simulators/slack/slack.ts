// A simulated Slack workspace: its sign-in, its limits, and the methods of its Web API and of SCIM over a state.
import { type Answer, type Call, type Routes, type Simulator, startSimulator } from '../simulator.ts';

export const slackToken = 'xoxb-token-of-the-tests';
export const scimToken = 'xoxp-token-of-the-tests';

export type Item = Record<string, unknown> & { id: string };

export interface SlackState {
  team: { id: string; name: string; url: string; enterprise?: string };
  readonly users: Map<string, Item>;
  /** With their members in `users`. */
  readonly groups: Map<string, Item>;
  readonly channels: Map<string, Item>;
  /** Channel → ids of its members. */
  readonly members: Map<string, string[]>;
  /** Entries of the log of integrations, the newest first. */
  integrations: Record<string, unknown>[];
  roleAssignments: Record<string, unknown>[];
  /** Requests of a method in a minute; undefined: no limit. */
  limit: number | undefined;
}

export interface SlackSimulator extends Simulator {
  readonly state: SlackState;
}

export const emptyWorkspace = (): SlackState => ({
  team: { id: 'T1', name: 'Example', url: 'https://example.slack.com/' },
  ...{ users: new Map(), groups: new Map(), channels: new Map(), members: new Map() },
  ...{ integrations: [], roleAssignments: [], limit: undefined },
});

/** How Slack words an error: status 200. */
export const slackError = (error: string, more: object = {}): Answer => ({ body: { ok: false, error, ...more } });

/** 429 with Retry-After in seconds (docs.slack.dev/apis/web-api/rate-limits). */
export const rateLimited = (seconds: number): Answer => ({
  ...{ status: 429, headers: { 'retry-after': String(seconds) }, body: { ok: false, error: 'ratelimited' } },
});

export async function startSlack(): Promise<SlackSimulator> {
  const state = emptyWorkspace();
  const counts = new Map<string, number>();
  const simulator = await startSimulator({
    routes: { ...webRoutes(state), ...scimRoutes(state) },
    before(call, route) {
      const isScim = call.url.pathname.startsWith('/scim/');
      const token = call.headers.authorization?.replace('Bearer ', '');
      if (isScim) return token === scimToken ? undefined : { status: 401, body: { detail: 'invalid_authentication' } };
      if (token === undefined) return slackError('not_authed');
      if (token !== slackToken) return slackError('invalid_auth');
      const count = (counts.get(route) ?? 0) + 1;
      counts.set(route, count);
      if (state.limit === undefined || count <= state.limit) return undefined;
      counts.delete(route);
      return rateLimited(0);
    },
    missing: () => slackError('unknown_method'),
  });
  return Object.assign(simulator, { state });
}

/** Arguments come in the query or in the form. */
function argument(call: Call, name: string): string | undefined {
  const value = call.url.searchParams.get(name) ?? (call.body as Record<string, unknown> | undefined)?.[name];
  return value === undefined || value === null ? undefined : String(value);
}

/** A page; the cursor is where the next one begins, and empty at the end. Without a limit, everything comes at once. */
function listed(call: Call, member: string, items: readonly unknown[], more: object = {}): Answer {
  const cursor = argument(call, 'cursor');
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64').toString());
  if (Number.isNaN(start)) return slackError('invalid_cursor');
  const size = Number(argument(call, 'limit') ?? items.length);
  const next = start + size < items.length ? Buffer.from(String(start + size)).toString('base64') : '';
  const page = items.slice(start, start + size);
  return { body: { ok: true, [member]: page, ...more, response_metadata: { next_cursor: next } } };
}

/** A page by its number. */
function numbered(call: Call, member: string, items: readonly unknown[]): Answer {
  const [page, count] = [Number(argument(call, 'page') ?? 1), Number(argument(call, 'count') ?? 100)];
  const paging = { count, total: items.length, page, pages: Math.max(1, Math.ceil(items.length / count)) };
  return { body: { ok: true, [member]: items.slice((page - 1) * count, page * count), paging } };
}

function webRoutes(state: SlackState): Routes {
  const methods: Record<string, (call: Call) => Answer> = {
    'auth.test': () => {
      const { id, name, url, enterprise } = state.team;
      const organisation = enterprise === undefined ? {} : { enterprise_id: enterprise };
      return { body: { ok: true, url, team: name, team_id: id, user: 'bot', user_id: 'UBOT', ...organisation } };
    },
    // Slack adds the time of its cache.
    'users.list': call => listed(call, 'members', [...state.users.values()], { cache_ts: 1 }),
    'users.info': call => {
      const user = state.users.get(argument(call, 'user') ?? '');
      return user ? { body: { ok: true, user } } : slackError('user_not_found');
    },
    'conversations.list'(call) {
      const isPrivate = (argument(call, 'types') ?? 'public_channel').includes('private_channel');
      const visible = [...state.channels.values()].filter(channel => isPrivate || channel['is_private'] !== true);
      return listed(call, 'channels', visible);
    },
    'conversations.members'(call) {
      const list = state.members.get(argument(call, 'channel') ?? '');
      return list ? listed(call, 'members', list) : slackError('channel_not_found');
    },
    'team.integrationLogs': call => numbered(call, 'logs', state.integrations),
    'admin.roles.listAssignments': call => listed(call, 'role_assignments', state.roleAssignments),
    ...groupMethods(state),
  };
  return Object.fromEntries(
    Object.entries(methods).flatMap(([method, answer]) =>
      ['GET', 'POST'].map(verb => [`${verb} /api/${method.replace('.', '\\.')}`, answer]),
    ),
  );
}

function groupMethods(state: SlackState) {
  const changed = (call: Call, change: (group: Item) => Answer | undefined): Answer => {
    const group = state.groups.get(argument(call, 'usergroup') ?? '');
    if (!group) return slackError('no_such_subteam');
    return change(group) ?? { body: { ok: true, usergroup: group } };
  };
  const dated = (group: Item, date_delete: number): undefined => {
    Object.assign(group, { date_delete });
  };
  return {
    'usergroups.list'(call: Call) {
      const isWanted = (group: Item) => argument(call, 'include_disabled') === 'true' || group['date_delete'] === 0;
      const list = [...state.groups.values()].filter(isWanted).map(({ users: ids, ...group }) => {
        return argument(call, 'include_users') === 'true' ? { ...group, users: ids } : group;
      });
      return { body: { ok: true, usergroups: list } };
    },
    'usergroups.users.update': (call: Call) =>
      changed(call, group => {
        const ids = (argument(call, 'users') ?? '').split(',').filter(Boolean);
        if (ids.length === 0) return slackError('no_users_provided');
        if (ids.some(id => !state.users.has(id))) return slackError('invalid_users');
        group['users'] = ids;
        return undefined;
      }),
    'usergroups.create'(call: Call) {
      const name = argument(call, 'name')!;
      if ([...state.groups.values()].some(group => group['name'] === name)) return slackError('name_already_exists');
      const group = { id: `S${state.groups.size + 1}new`, name, date_delete: 0, auto_type: null, users: [] };
      state.groups.set(group.id, group);
      return { body: { ok: true, usergroup: group } };
    },
    'usergroups.disable': (call: Call) => changed(call, group => dated(group, 1_700_000_000)),
    'usergroups.enable': (call: Call) => changed(call, group => dated(group, 0)),
  };
}

function scimRoutes(state: SlackState): Routes {
  const shown = ({ id, name, deleted }: Item): Answer => ({ body: { id, userName: name, active: deleted !== true } });
  const found = (call: Call, answer: (user: Item) => Answer): Answer => {
    const user = state.users.get(call.params['id']!);
    return user ? answer(user) : { status: 404, body: { detail: 'user_not_found' } };
  };
  return {
    'GET /scim/v2/Users/:id': call => found(call, shown),
    'PATCH /scim/v2/Users/:id': call =>
      found(call, user => {
        for (const { path, value } of (call.body as { Operations: { path: string; value: unknown }[] }).Operations)
          if (path === 'active') user['deleted'] = value === false;
        return shown(user);
      }),
  };
}
