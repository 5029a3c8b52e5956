// What the recordings of each system hold, computed from the answers themselves: the ids that have to land, and how a recorded request is
// told from others.
import type { HarExchange } from '../../support/simulators/har.ts';
import type { AskedRequest } from '../../support/simulators/replayed-api.ts';
import { type Item, learnedLists, type RecordedLists } from './learned-lists.ts';

export interface RecordedSystem {
  readonly type: string;
  /** Settings of the source. @param url of the server that answers */
  settings(url: string, recording: readonly HarExchange[]): object;
  /** See ReplayOptions. */
  subjectOf?(request: AskedRequest): string;
  /** Whether an exchange reads what access is about; the others change something or sign in. Default: GET. */
  reads?(exchange: HarExchange): boolean;
  /** Whether a recording holds the lists that lead to all others; default: each one does. */
  covers?(recording: readonly HarExchange[]): boolean;
  /** Of recordings that ask for single objects: the lists that these objects are in are made of them. */
  readonly lists?: RecordedLists;
  /** What a token endpoint answers that was not recorded. */
  readonly signIn?: { readonly path: string; readonly body: object };
  /** Type → ids that have to land from one recording. */
  expected(recording: readonly HarExchange[]): Readonly<Record<string, readonly string[]>>;
}

/** Items of all answers with status 200 to requests whose path fits. */
export function itemsAt(
  recording: readonly HarExchange[],
  path: RegExp,
  of: (body: never) => readonly unknown[] = body => [body].flat(),
): { readonly item: Item; readonly match: RegExpExecArray }[] {
  return recording.flatMap(exchange => {
    const match = path.exec(exchange.path);
    if (!match || exchange.status !== 200) return [];
    return of(exchange.body as never).map(item => ({ item: item as Item, match }));
  });
}

export const uniqueSorted = (texts: readonly unknown[]): string[] => [...new Set(texts.map(String))].toSorted();

const gitlab: RecordedSystem = {
  type: 'gitlab',
  settings: url => ({ url, token: 'recorded' }),
  // The recordings ask for all members, the entry for those that a group or project states itself.
  subjectOf: ({ method, path }) => `${method} ${path.replace('/members/all', '/members')}`,
  covers: recording => recording.some(({ path, status }) => status === 200 && /\/(groups|projects)\?/.test(path)),
  expected(recording) {
    const users = itemsAt(recording, /\/users\/\d+$/).map(({ item }) => item.id);
    const groups = itemsAt(recording, /\/groups\?/).map(({ item }) => item.id);
    const projects = itemsAt(recording, /\/projects\?/).map(({ item }) => item.id);
    const members = itemsAt(recording, /\/(group|project)s\/(\d+)\/members/).map(({ item, match: [, kind, id] }) => {
      return { user: item.id, role: `${kind}:${id}:${item['access_level']}`, id, kind };
    });
    return {
      Account: uniqueSorted(users),
      UserGroup: uniqueSorted(groups),
      Role: uniqueSorted(members.map(({ role }) => role)),
      ResourceInstance: uniqueSorted([...groups.map(id => `group:${id}`), ...projects.map(id => `project:${id}`)]),
      EntityAssignedAccessToObject: uniqueSorted(
        members.map(({ role, kind, id }) => `Role:${role}>ResourceInstance:${kind}:${id}`),
      ),
    };
  },
};

const jira: RecordedSystem = {
  type: 'jira',
  settings(url, recording) {
    const isCloud = recording.some(({ path }) => /\/rest\/api\/3\/(users|project)/.test(path));
    return isCloud ? { url, token: 'x', email: 'x@one.example' } : { url, token: 'x', deployment: 'data-center' };
  },
  expected(recording) {
    const cloud = itemsAt(recording, /\/rest\/api\/3\/users/).map(({ item }) => item['accountId']);
    const server = itemsAt(recording, /\/rest\/api\/2\/user\/search/).map(({ item }) => item['key']);
    const projects = itemsAt(recording, /\/project$/).map(({ item }) => `project:${item.id}`);
    return { Account: uniqueSorted([...cloud, ...server]), ResourceInstance: uniqueSorted(projects) };
  },
};

const queriedObject = (query: URLSearchParams) => /\bFROM (\w+)/.exec(query.get('q') ?? '')?.[1] ?? '';
const recordsOf = (recording: readonly HarExchange[], object: string): readonly Item[] =>
  recording.flatMap(({ path, body, status }) => {
    const isOf = status === 200 && queriedObject(new URL(path, 'http://x').searchParams) === object;
    return isOf ? (body as { records: Item[] }).records : [];
  });

const salesforce: RecordedSystem = {
  type: 'salesforce',
  settings: url => ({ url, client_id: 'x', client_secret: 'x' }),
  // The version of the API, and which fields are asked for, differ between clients.
  subjectOf: ({ method, path, query }) => `${method} ${path.replace(/v\d+\.0/, 'v')} ${queriedObject(query)}`,
  expected(recording) {
    const ids = (object: string, fits = (_: Item) => true) =>
      recordsOf(recording, object)
        .filter(fits)
        .map(item => item['Id']);
    const isOwnSet = (item: Item) => !item['IsOwnedByProfile'] && item['Type'] !== 'Group';
    const own = ids('PermissionSet', isOwnSet);
    const users = recordsOf(recording, 'User');
    return {
      Account: uniqueSorted(ids('User')),
      Role: uniqueSorted([...ids('Profile'), ...ids('UserRole'), ...own]),
      UserGroup: uniqueSorted(ids('Group')),
      EntityAssignedAccessToObject: uniqueSorted(
        [...ids('Profile'), ...own].map(id => `Role:${id}>IntegratedApplication:Salesforce`),
      ),
      EntityManagedViaObject: uniqueSorted([
        ...users.flatMap(user =>
          [user['ProfileId'], user['UserRoleId']].filter(Boolean).map(role => `Account:${user['Id']}>Role:${role}`),
        ),
        ...ids('PermissionSetAssignment').map(id => `assignment:${id}`),
        ...recordsOf(recording, 'GroupMember').map(
          ({ UserOrGroupId: member, GroupId: group }) =>
            `${String(member).startsWith('005') ? 'Account' : 'UserGroup'}:${member}>UserGroup:${group}`,
        ),
        ...recordsOf(recording, 'Group')
          .filter(group => /^Role/.test(String(group['Type'])) && String(group['RelatedId']).startsWith('00E'))
          .map(group => `Role:${group['RelatedId']}>UserGroup:${group['Id']}`),
      ]),
    };
  },
};

const referenceOf = (value: unknown) => (value as { readonly value: string }).value;

const servicenow: RecordedSystem = {
  type: 'servicenow',
  settings: url => ({ url, username: 'x', password: 'x' }),
  expected(recording) {
    const rows = (table: string) =>
      itemsAt(recording, new RegExp(`/table/${table}\\?`), body => (body as { result: unknown[] }).result).map(
        ({ item }) => item,
      );
    const [users, groups] = [rows('sys_user'), rows('sys_user_group')];
    return {
      Account: uniqueSorted(users.map(user => user['sys_id'])),
      UserGroup: uniqueSorted(groups.map(group => group['sys_id'])),
      EntityManagedViaObject: uniqueSorted([
        ...rows('sys_user_grmember').map(
          ({ user, group }) => `Account:${referenceOf(user)}>UserGroup:${referenceOf(group)}`,
        ),
        ...groups.flatMap(({ sys_id, parent }) =>
          parent ? [`UserGroup:${sys_id}>UserGroup:${referenceOf(parent)}`] : [],
        ),
      ]),
    };
  },
};

const datadogLists: RecordedLists = {
  itemsOf: (_, body) => (Array.isArray(body?.['data']) ? (body['data'] as Item[]) : undefined),
  singleOf: body => body?.['data'] as Item | undefined,
  idOf: item => String(item.id),
  listOf: (_, items) => {
    const total = items.length;
    return { data: items, meta: { page: { total_filtered_count: total }, pagination: { total } } };
  },
};

const datadog: RecordedSystem = {
  type: 'datadog',
  settings: url => ({ url, api_key: 'x', application_key: 'y' }),
  lists: datadogLists,
  expected(recording) {
    const lists = learnedLists(recording, datadogLists);
    const of = (path: string) => lists.get(`/api/v2/${path}`) ?? [];
    return {
      Account: uniqueSorted(of('users').map(({ id }) => id)),
      Role: uniqueSorted(of('roles').map(({ id }) => id)),
      UserGroup: uniqueSorted(of('team').map(({ id }) => id)),
      PermissionSet: uniqueSorted(of('permissions').map(({ id }) => id)),
    };
  },
};

const listOf = (value: unknown) => (value ?? []) as readonly Item[];

const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replaceAll('-', '_');

const auth0Lists: RecordedLists = {
  itemsOf: (path, body) => body?.[lastOf(path)] as Item[] | undefined,
  singleOf: body => body as Item | undefined,
  idOf: (item, path) =>
    path.endsWith('/permissions')
      ? `${item['permission_name']}@${item['resource_server_identifier']}`
      : String(item['user_id'] ?? item.id ?? item['client_id']),
  listOf: (path, items) =>
    path.endsWith('/users') && path.split('/').length === 4
      ? items
      : { [lastOf(path)]: items, start: 0, total: items.length },
};

const signInAt = (path: string) => ({
  path,
  body: { access_token: 'recorded', token_type: 'Bearer', expires_in: 86_400 },
});

const auth0: RecordedSystem = {
  type: 'auth0',
  settings: url => ({ url, client_id: 'x', client_secret: 'y', for_each_user: ['permissions', 'methods'] }),
  lists: auth0Lists,
  signIn: signInAt('/oauth/token'),
  expected(recording) {
    const lists = learnedLists(recording, auth0Lists);
    const of = (path: string) => lists.get(`/api/v2/${path}`) ?? [];
    const permissions = of('roles').flatMap(({ id }) =>
      of(`roles/${id}/permissions`).map(
        item => `role:${id}:${item['permission_name']}@${item['resource_server_identifier']}`,
      ),
    );
    const clients = of('clients').filter(
      client => client['grant_types'] && [client['grant_types']].flat().includes('client_credentials' as never),
    );
    return {
      Account: uniqueSorted([
        ...of('users').map(user => user['user_id']),
        ...clients.map(client => `client:${client['client_id']}`),
      ]),
      Role: uniqueSorted(of('roles').map(({ id }) => id)),
      UserGroup: uniqueSorted(of('organizations').map(({ id }) => id)),
      ResourceInstance: uniqueSorted(of('resource-servers').map(api => api['identifier'])),
      AssignedApplication: uniqueSorted(of('clients').map(client => client['client_id'])),
      EntityAssignedAccessToObject: uniqueSorted([
        ...permissions,
        ...of('users').flatMap(user =>
          of(`users/${encodeURIComponent(String(user['user_id']))}/permissions`)
            .filter(item => !listOf(item['sources']).some(source => source['source_type'] === 'ROLE'))
            .map(item => `user:${user['user_id']}:${item['permission_name']}@${item['resource_server_identifier']}`),
        ),
        ...of('client-grants')
          .filter(grant => grant['subject_type'] !== 'user' && grant['client_id'])
          .map(({ id }) => `client-grant:${id}`),
      ]),
      EntityManagedViaObject: uniqueSorted([
        ...of('roles').flatMap(({ id }) =>
          of(`roles/${id}/users`).map(user => `Account:${user['user_id']}>Role:${id}`),
        ),
        ...of('organizations').flatMap(({ id }) =>
          of(`organizations/${id}/members`).map(user => `Account:${user['user_id']}>UserGroup:${id}`),
        ),
      ]),
    };
  },
};

const zoom: RecordedSystem = {
  type: 'zoom',
  settings: url => ({
    url: `${url}/v2`,
    token_url: `${url}/oauth/token`,
    account_id: 'x',
    client_id: 'x',
    client_secret: 'y',
  }),
  signIn: signInAt('/oauth/token'),
  subjectOf: ({ method, path, query }) => {
    const status = query.get('status') ?? 'active';
    return `${method} ${path}${path.endsWith('/users') && status !== 'active' ? ` ${status}` : ''}`;
  },
  expected(recording) {
    const of = (list: string) =>
      itemsAt(recording, new RegExp(`/v2/${list}(\\?|$)`), body => body[list]).map(({ item }) => item.id);
    return {
      Account: uniqueSorted(of('users')),
      UserGroup: uniqueSorted(of('groups')),
      Role: uniqueSorted(of('roles')),
    };
  },
};

const onelogin: RecordedSystem = {
  type: 'onelogin',
  settings: url => ({ url, client_id: 'x', client_secret: 'y' }),
  expected(recording) {
    const rows = (list: string) =>
      itemsAt(recording, new RegExp(`/api/1/${list}(\\?|$)`), body => body['data']).map(({ item }) => item);
    const users = rows('users');
    return {
      Account: uniqueSorted(users.map(({ id }) => id)),
      UserGroup: uniqueSorted(rows('groups').map(({ id }) => id)),
      Role: uniqueSorted(rows('roles').map(({ id }) => id)),
      AssignedApplication: uniqueSorted(rows('apps').map(({ id }) => id)),
      EntityManagedViaObject: uniqueSorted(
        users.flatMap(user => [
          ...([user['role_id'] ?? []].flat() as number[]).map(role => `Account:${user.id}>Role:${role}`),
          ...(user['group_id'] ? [`Account:${user.id}>UserGroup:${user['group_id']}`] : []),
        ]),
      ),
      EntityAssignedAccessToObject: uniqueSorted(
        itemsAt(recording, /\/users\/(\d+)\/apps/, body => body['data'])
          .filter(({ item }) => !Array.isArray(item))
          .map(({ item, match }) => `Account:${match[1]}>AssignedApplication:${item.id}`),
      ),
    };
  },
};

const jumpcloud: RecordedSystem = {
  type: 'jumpcloud',
  settings: url => ({ url: `${url}/api`, api_key: 'x' }),
  expected(recording) {
    const ids = (path: RegExp, of?: (body: never) => readonly unknown[]) =>
      itemsAt(recording, path, of).map(({ item }) => item.id);
    const results = (body: never) => body['results'] as unknown[];
    return {
      Account: uniqueSorted(ids(/\/systemusers/, results)),
      UserGroup: uniqueSorted(ids(/\/v2\/usergroups\?/)),
      AssignedApplication: uniqueSorted(ids(/\/api\/applications\?/, results)),
      EntityAssignedAccessToObject: uniqueSorted(
        itemsAt(recording, /\/applications\/(\w+)\/usergroups/).map(
          ({ item, match }) => `UserGroup:${item.id}>AssignedApplication:${match[1]}`,
        ),
      ),
    };
  },
};

const bamboohr: RecordedSystem = {
  type: 'bamboohr',
  settings: url => ({ url: `${url}/api/gateway.php`, company: 'acmecorp', api_key: 'x' }),
  reads: ({ method, path }) => method === 'GET' || path.includes('/reports/'),
  expected(recording) {
    const employees = itemsAt(recording, /\/reports\//, body => body['employees']).map(({ item }) => item);
    const departments = employees.flatMap(employee => employee['department'] ?? []);
    const users = itemsAt(recording, /\/meta\/users/, body => Object.values(body)).map(({ item }) => item.id);
    return {
      Employee: uniqueSorted(employees.map(({ id }) => id)),
      Department: uniqueSorted(departments.filter(name => name !== '')),
      Account: uniqueSorted(users),
    };
  },
};

export const recordedSystems: readonly RecordedSystem[] = [
  ...[gitlab, jira, salesforce, servicenow, datadog, auth0, zoom, onelogin, jumpcloud, bamboohr],
];
