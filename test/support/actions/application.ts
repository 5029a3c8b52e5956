// An application in memory that can be changed. It keeps every call, and a test can hold calls back or make them fail.
import { setTimeout } from 'node:timers/promises';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';

export interface Person {
  enabled: boolean;
  locked: boolean;
  groups: string[];
  roles: string[];
  /** E-mail address of the manager. */
  manager?: string;
  /** Further accounts that are disabled together with this one. */
  also?: string[];
}

/** A request to the application. Only these change it: disable, enable, activate, assign, remove, create, delete, put. */
export interface Call {
  readonly name: string;
  readonly account?: string;
  readonly object?: string;
  /** For `put`: the whole new state of an account. */
  readonly person?: Person;
}

export interface Application {
  readonly accounts: Map<string, Person>;
  readonly groups: Set<string>;
  readonly roles: Set<string>;
  /** Every call that changed something, in order. */
  readonly changes: Call[];
  /** Called before each call is carried out; an error is the answer instead. */
  before: (call: Call) => void | Promise<void>;
  /** Called after each call was carried out; an error is the answer instead. */
  after: (call: Call) => void | Promise<void>;
  /** Carry a call out. @throws ChangeRefused for objects that do not exist */
  request(call: Call): Promise<unknown>;
}

export interface ApplicationShape {
  readonly accounts: number;
  readonly groups?: readonly string[];
  readonly roles?: readonly string[];
}

export const accountName = (index: number) => `person-${String(index).padStart(4, '0')}`;

export function createApplication({
  accounts,
  groups = ['staff', 'ops'],
  roles = ['auditor'],
}: ApplicationShape): Application {
  const application: Application = {
    accounts: new Map(
      Array.from({ length: accounts }, (_, index) => [
        accountName(index),
        { enabled: true, locked: false, groups: ['staff'], roles: [] },
      ]),
    ),
    groups: new Set(groups),
    roles: new Set(roles),
    changes: [],
    before: () => {},
    after: () => {},
    async request(call) {
      await application.before(call);
      const answer = carryOut(application, call);
      await application.after(call);
      return answer;
    },
  };
  return application;
}

function carryOut(application: Application, call: Call): unknown {
  const { name, account, object } = call;
  if (name === 'list') {
    const { accounts, groups, roles } = application;
    return structuredClone({ accounts: [...accounts], groups: [...groups], roles: [...roles] });
  }
  if (name === 'open') return undefined;
  if (name === 'group') return { exists: application.groups.has(object!) };
  if (name === 'create' || name === 'delete') {
    const { groups } = application;
    if (groups.has(object!) !== (name === 'create')) application.changes.push(call);
    if (name === 'create') groups.add(object!);
    else groups.delete(object!);
    return undefined;
  }
  const person = application.accounts.get(account!);
  if (!person) throw new ChangeRefused(`there is no account ${account}`);
  if (name === 'look') return structuredClone(person);
  const next = structuredClone(call.person ?? person);
  if (name === 'disable') Object.assign(next, { enabled: false, groups: [] });
  if (name === 'enable') next.enabled = true;
  if (name === 'activate') Object.assign(next, { enabled: true, locked: false });
  if (name === 'assign') next.roles = [...new Set([...next.roles, object!])].sort();
  if (name === 'remove') next.roles = next.roles.filter(role => role !== object);
  if (name === 'join') next.groups = [...new Set([...next.groups, object!])].sort();
  if (name === 'leave') next.groups = next.groups.filter(group => group !== object);
  if (JSON.stringify(next) !== JSON.stringify(person)) application.changes.push(call);
  application.accounts.set(account!, next);
  return undefined;
}

/** Fails the first `times` calls of a name, as a source that is away does. */
export function failing(name: string, times: number, retryAfterMs?: number): (call: Call) => void {
  let left = times;
  return call => {
    if (call.name !== name || left <= 0) return;
    left -= 1;
    throw new SourceUnavailable('the application is away', retryAfterMs === undefined ? {} : { retryAfterMs });
  };
}

/** Holds calls of a name back until they are released. */
export function holding(name: string): {
  readonly hook: (call: Call) => Promise<void>;
  met(): number;
  release(): void;
} {
  let met = 0;
  let open = false;
  return {
    async hook(call) {
      if (call.name !== name) return;
      met += 1;
      while (!open) await setTimeout(5);
    },
    met: () => met,
    release() {
      open = true;
    },
  };
}
