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

export const recordedSystems: readonly RecordedSystem[] = [gitlab];
