// Changes that a client requests of a service that is killed: what each must leave in the application, and whether it did.
import { isDeepStrictEqual } from 'node:util';
import type { Call, Person } from '../actions/application.ts';
import type { Random } from '../random.ts';
import type { CountedApplication } from './counted-application.ts';

/** A change that was requested, and what it must leave. */
export interface Change {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  /** The objects that it alone may write to meanwhile. */
  readonly objects: readonly string[];
  /** Account → what it must be at the end. */
  readonly expected: ReadonlyMap<string, Person>;
  /** Account → what it was. */
  readonly before: ReadonlyMap<string, Person>;
  /** A group that it creates or, when it is undone, deletes. */
  readonly group?: { readonly name: string; readonly exists: boolean };
  /** Whether it disables, enables or activates. */
  readonly isUsage: boolean;
}

export interface ServedIds {
  readonly instance: string;
  /** Local id → global id. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
}

type Verb = 'disable' | 'enable' | 'activate';

export function createChanges(counted: CountedApplication, ids: ServedIds, random: Random) {
  const { application } = counted;
  /** Account → its groups before each change by which the service disabled it, and undefined for each that enabled it. */
  const disablings = new Map<string, (readonly string[] | undefined)[]>();
  let created = 0;
  const now = (account: string) => structuredClone(application.accounts.get(account)!);
  const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

  const inOrder = ({ groups, roles, ...person }: Person) => ({
    ...person,
    groups: sorted(groups),
    roles: sorted(roles),
  });
  const same = (one: Person, other: Person) => isDeepStrictEqual(inOrder(one), inOrder(other));

  function afterUsage(verb: Verb, account: string): Person {
    const person = now(account);
    if (verb === 'disable') return person.enabled ? { ...person, enabled: false, groups: [] } : person;
    if (person.enabled) return person;
    const regained = disablings.get(account)?.at(-1);
    return { ...person, enabled: true, groups: regained ? sorted([...person.groups, ...regained]) : person.groups };
  }

  function usage(free: readonly string[]): Change {
    const verb = random.of<Verb>(['disable', 'disable', 'enable', 'activate']);
    const from = random.below(free.length);
    const objects = free.slice(from, from + 1 + random.below(6));
    return {
      method: 'POST',
      url: `/v1/accounts/${verb}`,
      body: { ids: objects.map(account => ids.accounts.get(account)!) },
      objects,
      expected: new Map(objects.map(account => [account, afterUsage(verb, account)])),
      before: new Map(objects.map(account => [account, now(account)])),
      isUsage: true,
    };
  }

  function membership(free: readonly string[]): Change {
    const account = random.of(free);
    const list = random.of(['roles', 'groups'] as const);
    const object = random.of([...ids[list].keys()]);
    const wanted = random.below(2) === 0;
    const before = now(account);
    const rest = before[list].filter(name => name !== object);
    const kind = list === 'roles' ? 'roles/ID/assignees' : 'user-groups/ID/members';
    return {
      method: wanted ? 'PUT' : 'DELETE',
      url: `/v1/${kind.replace('ID', ids[list].get(object)!)}/${ids.accounts.get(account)!}`,
      objects: [account],
      expected: new Map([[account, { ...before, [list]: wanted ? sorted([...before[list], object]) : rest }]]),
      before: new Map([[account, before]]),
      isUsage: false,
    };
  }

  function creation(): Change {
    created += 1;
    const name = `new-${created}`;
    return {
      method: 'POST',
      url: '/v1/user-groups',
      body: { applicationInstanceId: ids.instance, groupName: name },
      objects: [`group ${name}`],
      expected: new Map(),
      before: new Map(),
      group: { name, exists: true },
      isUsage: false,
    };
  }

  /** What the writes of a job and the application are not as they must be. */
  function faults(change: Change, writes: ReadonlyMap<string, readonly Call[]>): string[] {
    const found: string[] = [];
    for (const [account, expected] of change.expected) {
      const present = now(account);
      if (!same(present, expected)) {
        found.push(`${account} is ${JSON.stringify(present)} instead of ${JSON.stringify(expected)}`);
      }
      const isSame = isDeepStrictEqual(change.before.get(account), expected);
      if (isSame !== (writes.get(account)!.length === 0)) {
        found.push(`${account} got the writes ${JSON.stringify(writes.get(account))}`);
      }
    }
    const { group } = change;
    if (group && application.groups.has(group.name) !== group.exists) {
      found.push(`group ${group.name} ${group.exists ? 'was not created' : 'still exists'}`);
    }
    return found;
  }

  return {
    next(): Change {
      const free = [...application.accounts.keys()].filter(counted.isFree);
      const kind = random.below(20);
      if (kind === 0 || free.length === 0) return creation();
      return kind < 8 ? membership(free) : usage(free);
    },
    /** The change that undoes another one, after which nothing else has altered its objects. */
    undoing: (done: Change, jobId: string): Change => ({
      method: 'POST',
      url: `/v1/action-jobs/${jobId}/revert`,
      objects: done.objects,
      expected: done.before,
      before: done.expected,
      ...(done.group && { group: { ...done.group, exists: false } }),
      isUsage: done.isUsage,
    }),
    /**
     * To be called instead of `end` when a job was given up, because the service was killed too often while it worked on it: each
     * object must be as it was, or as the job wanted it. @returns what is wrong
     */
    abandon(change: Change): string[] {
      const writes = counted.release(change.objects);
      counted.retire(change.objects);
      return [...change.expected].flatMap(([account, expected]) => {
        const present = now(account);
        const before = change.before.get(account)!;
        if (writes.get(account)!.length === 0 ? same(present, before) : same(present, expected)) return [];
        return [`${account} is ${JSON.stringify(present)} after a job that was given up`];
      });
    },
    /** To be called at the end of a change. @returns what is wrong */
    end(change: Change, undone: Change | undefined): string[] {
      for (const [account, before] of undone?.before ?? change.before) {
        const done = undone ?? change;
        const expected = done.expected.get(account)!;
        if (!done.isUsage || isDeepStrictEqual(before, expected)) continue;
        const history = disablings.get(account) ?? [];
        disablings.set(account, history);
        if (undone) history.pop();
        else history.push(before.enabled && !expected.enabled ? before.groups : undefined);
      }
      return faults(change, counted.release(change.objects));
    },
  };
}
