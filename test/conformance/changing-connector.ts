// A small connector that changes a source in memory. A test replaces parts of its actions by faulty ones.
import { z } from 'zod';
import {
  type Action,
  type Actions,
  type ActionTargets,
  ChangeRefused,
  type Image,
} from '../../src/connector/actions.ts';
import { type Connector, defineConnector, type SourceRecord } from '../../src/connector/contract.ts';

export interface Source {
  /** Account → whether it is enabled, and its roles. A disabled account loses its roles. */
  readonly accounts: Map<string, { enabled: boolean; roles: Set<string> }>;
  /** Name → id, which no two groups ever share. */
  readonly groups: Map<string, string>;
}

export const sourceInMemory = (): Source => ({
  accounts: new Map([
    ['ann', { enabled: true, roles: new Set(['auditor', 'clerk']) }],
    ['bob', { enabled: true, roles: new Set() }],
  ]),
  groups: new Map([['staff', 'group-0']]),
});

const settings = z.strictObject({
  password: z.string().describe('Password').meta({ secret: true }),
});
export const password = 'password-of-the-source';

type AccountTarget = ActionTargets['DisableAccount'];
type RoleTarget = ActionTargets['AssignRole'];

function accountOf({ accounts }: Source, { accountId }: AccountTarget) {
  const account = accounts.get(accountId);
  if (!account) throw new ChangeRefused(`there is no account ${accountId}`);
  return account;
}

interface AccountImage extends Image {
  readonly enabled: boolean;
  readonly roles: readonly string[];
}

const show = (source: Source, target: AccountTarget): AccountImage => {
  const { enabled, roles } = accountOf(source, target);
  return { enabled, roles: [...roles].sort() };
};

function put(source: Source, target: AccountTarget, { enabled, roles }: AccountImage): void {
  source.accounts.set(target.accountId, { enabled, roles: new Set(roles) });
}

const disable: Action<Source, AccountTarget> = {
  observe: async (source, target) => show(source, target),
  isDone: image => image.enabled === false,
  apply: async (source, target) => put(source, target, { enabled: false, roles: [] }),
  restore: async (source, target, { before }) => put(source, target, before as AccountImage),
};

const enable: Action<Source, AccountTarget> = {
  observe: async (source, target) => show(source, target),
  isDone: image => image.enabled === true,
  async apply(source, target, { beforeDisabling }) {
    const { enabled, roles } = show(source, target);
    if (enabled) return;
    put(source, target, { enabled: true, roles: (beforeDisabling as AccountImage | undefined)?.roles ?? roles });
  },
  restore: disable.restore,
};

function setRole(source: Source, target: RoleTarget, isHeld: boolean): void {
  if (isHeld) accountOf(source, target).roles.add(target.roleId);
  else accountOf(source, target).roles.delete(target.roleId);
}

const assign: Action<Source, RoleTarget> = {
  async observe(source, target) {
    if (!['auditor', 'clerk'].includes(target.roleId)) throw new ChangeRefused(`there is no role ${target.roleId}`);
    return { held: accountOf(source, target).roles.has(target.roleId) };
  },
  isDone: image => image.held === true,
  apply: async (source, target) => setRole(source, target, true),
  restore: async (source, target, { before }) => setRole(source, target, before.held === true),
};

let created = 0;

const create: Action<Source, ActionTargets['CreateUserGroup']> = {
  observe: async (source, { groupName }) => ({ id: source.groups.get(groupName) ?? null }),
  isDone: image => image.id !== null,
  apply: async (source, { groupName }) => {
    if (!source.groups.has(groupName)) source.groups.set(groupName, `group-${++created}`);
  },
  async restore(source, { groupName }, { before }) {
    if (before.id === null) source.groups.delete(groupName);
  },
  createdId: image => image.id as string,
};

/** The actions as they should be. */
export const goodActions = {
  DisableAccount: disable,
  EnableAccount: enable,
  AssignRole: assign,
  CreateUserGroup: create,
} satisfies Actions<Source>;

export function changingConnector(
  source: Source,
  actions: Actions<Source> = goodActions,
  changes: Partial<Connector> = {},
): Connector {
  const connector = defineConnector<typeof settings, Source>({
    type: 'changing',
    title: 'Changing',
    description: 'Changes a source in memory.',
    settings,
    declares: [{ types: ['Account', 'UserGroup'], incremental: false, rights: 'none' }],
    open: async () => source,
    check: async () => [],
    reads: () => [
      {
        lands: 'Account',
        async *pages({ accounts }) {
          yield { records: [...accounts.keys()].map((id): SourceRecord => ({ id, alias: id, type: 'User' })) };
        },
      },
      {
        lands: 'UserGroup',
        async *pages({ groups }) {
          yield { records: [...groups].map(([name, id]): SourceRecord => ({ id, name })) };
        },
      },
    ],
    declaresActions: [
      { operations: ['DisableAccount', 'EnableAccount'], effect: 'sets `enabled`', rights: 'none' },
      { operations: ['AssignRole', 'CreateUserGroup'], effect: 'adds to a set', rights: 'none' },
    ],
    actions,
  });
  return { ...connector, ...changes };
}
