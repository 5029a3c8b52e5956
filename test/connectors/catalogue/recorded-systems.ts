// What the recordings of each system hold, computed from the answers themselves: the ids that have to land, and how a recorded request is
// told from others.
import type { HarExchange } from '../../support/simulators/har.ts';
import type { AskedRequest } from '../../support/simulators/replayed-api.ts';

export interface RecordedSystem {
  readonly type: string;
  /** Settings of the source. @param url of the server that answers */
  settings(url: string): object;
  /** See ReplayOptions. */
  subjectOf?(request: AskedRequest): string;
  /** See ReplayOptions. */
  readonly tokenPath?: string;
  /** Whether an exchange reads what access is about; the others change something or sign in. Default: GET. */
  reads?(exchange: HarExchange): boolean;
  /** Whether a recording holds the lists that lead to all others; default: each one does. */
  covers?(recording: readonly HarExchange[]): boolean;
  /** Type → ids that have to land from one recording. */
  expected(recording: readonly HarExchange[]): Readonly<Record<string, readonly string[]>>;
}

type Item = Readonly<Record<string, never>> & { readonly id: number | string };

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

export const uniqueSorted = (texts: readonly (string | number)[]): string[] =>
  [...new Set(texts.map(String))].toSorted();

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

/** Every list is recorded with each file, or none that a type needs. */
const zoom: RecordedSystem = {
  type: 'zoom',
  tokenPath: '/oauth/token',
  settings: url => ({
    ...{ account_id: 'recorded', client_id: 'recorded', client_secret: 'recorded' },
    ...{ url: `${url}/v2`, token_url: `${url}/oauth/token` },
  }),
  expected(recording) {
    const list = (path: RegExp, member: string) =>
      uniqueSorted(itemsAt(recording, path, body => body[member]).map(({ item }) => item.id));
    return {
      Account: list(/\/users\?/, 'users'),
      UserGroup: list(/\/groups$/, 'groups'),
      Role: list(/\/roles$/, 'roles'),
    };
  },
};

const onelogin: RecordedSystem = {
  type: 'onelogin',
  tokenPath: '/auth/oauth2/v2/token',
  settings: url => ({ url, client_id: 'recorded', client_secret: 'recorded' }),
  // The recordings of refused credentials hold nothing else.
  covers: recording => recording.some(({ path, status }) => status === 200 && path.includes('/api/1/roles')),
  expected(recording) {
    const list = (name: string) =>
      itemsAt(recording, new RegExp(`/api/1/${name}\\?`), body => body['data']).map(({ item }) => item);
    const apps = itemsAt(recording, /\/api\/1\/users\/(\d+)\/apps/, body => body['data']).flatMap(({ item, match }) =>
      item.id === undefined ? [] : [`Account:${match[1]}>AssignedApplication:${item.id}`],
    );
    const users = list('users');
    return {
      Account: uniqueSorted(users.map(({ id }) => id)),
      UserGroup: uniqueSorted(list('groups').map(({ id }) => id)),
      Role: uniqueSorted(list('roles').map(({ id }) => id)),
      AssignedApplication: uniqueSorted(list('apps').map(({ id }) => id)),
      EntityAssignedAccessToObject: uniqueSorted(apps),
      EntityManagedViaObject: uniqueSorted(
        users.flatMap(({ id, group_id, role_id }) => [
          ...(group_id ? [`Account:${id}>UserGroup:${group_id}`] : []),
          ...((role_id ?? []) as number[]).map(role => `Account:${id}>Role:${role}`),
        ]),
      ),
    };
  },
};

const jumpcloud: RecordedSystem = {
  type: 'jumpcloud',
  settings: url => ({ api_key: 'recorded', url: `${url}/api` }),
  expected(recording) {
    const list = (path: RegExp, of?: (body: never) => readonly unknown[]) =>
      uniqueSorted(itemsAt(recording, path, of).map(({ item }) => item.id));
    const groups = itemsAt(recording, /\/applications\/(\w+)\/usergroups/);
    return {
      Account: list(/\/systemusers/, body => body['results']),
      UserGroup: list(/\/v2\/usergroups/),
      AssignedApplication: list(/\/api\/applications\?/, body => body['results']),
      EntityAssignedAccessToObject: uniqueSorted(
        groups.map(({ item, match }) => `UserGroup:${item.id}>AssignedApplication:${match[1]}`),
      ),
    };
  },
};

const bamboohr: RecordedSystem = {
  type: 'bamboohr',
  settings: url => ({ company: 'acmecorp', api_key: 'recorded', url: `${url}/api/gateway.php` }),
  reads: ({ method, path }) => method === 'GET' || path.includes('/reports/custom'),
  expected(recording) {
    const employees = itemsAt(recording, /\/reports\/custom/, body => body['employees']).map(({ item }) => item);
    return {
      Employee: uniqueSorted(employees.map(({ id }) => id)),
      Department: uniqueSorted(employees.flatMap(({ department }) => (department ? [department] : []))),
      Account: uniqueSorted(
        itemsAt(recording, /\/meta\/users/, body => Object.values(body)).map(({ item }) => item.id),
      ),
    };
  },
};

export const recordedSystems: readonly RecordedSystem[] = [gitlab, zoom, onelogin, jumpcloud, bamboohr];
