// Whether an account can be used. The application drops the groups and roles of an account that is disabled.
import { z } from 'zod';
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import type { Store } from '../store.ts';
import { setMember } from './memberships.ts';

type AccountTarget = ActionTargets['DisableAccount'];

const AccountImage = z.strictObject({
  enabled: z.boolean(),
  groups: z.array(z.string()),
  roles: z.array(z.string()),
});
/** What `ActivateAccount` may alter too. Undoing it may disable the account, so its groups and roles belong to the image. */
const FullImage = AccountImage.extend({ locked: z.boolean(), expires: z.string().nullable() });
type AccountImage = z.output<typeof AccountImage>;
type FullImage = z.output<typeof FullImage>;
type Access = Pick<AccountImage, 'groups' | 'roles'>;

/** One statement: a change of another process is seen as a whole or not at all. */
const stateSql = `SELECT enabled, locked, expires,
    (SELECT json_group_array(object_id ORDER BY object_id) FROM membership
     WHERE member_type = 'Account' AND member_id = account.id AND object_type = 'UserGroup') AS groups,
    (SELECT json_group_array(object_id ORDER BY object_id) FROM membership
     WHERE member_type = 'Account' AND member_id = account.id AND object_type = 'Role') AS roles
  FROM account WHERE id = ?`;

interface StateRow {
  readonly enabled: number;
  readonly locked: number;
  readonly expires: string | null;
  readonly groups: string;
  readonly roles: string;
}

function observed(store: Store, { accountId }: AccountTarget): FullImage {
  const [account] = store.all<StateRow>(stateSql, accountId);
  if (!account) throw new ChangeRefused(`there is no account ${JSON.stringify(accountId)} in the application`);
  return {
    enabled: account.enabled === 1,
    groups: JSON.parse(account.groups),
    roles: JSON.parse(account.roles),
    locked: account.locked === 1,
    expires: account.expires,
  };
}

function observeEnabled(store: Store, target: AccountTarget): AccountImage {
  const { enabled, groups, roles } = observed(store, target);
  return { enabled, groups, roles };
}

/** Add what is only in `to`, and remove what is only in `from`: changes of somebody else stay. */
function moveAccess(store: Store, accountId: string, from: Access, to: Access): void {
  for (const [objectType, of] of [
    ['UserGroup', 'groups'],
    ['Role', 'roles'],
  ] as const) {
    for (const objectId of from[of].filter(id => !to[of].includes(id))) {
      setMember(store, { accountId, objectType, objectId }, false);
    }
    for (const objectId of to[of].filter(id => !from[of].includes(id))) {
      setMember(store, { accountId, objectType, objectId }, true);
    }
  }
}

function setEnabled(store: Store, accountId: string, enabled: boolean): void {
  store.run('UPDATE account SET enabled = ? WHERE id = ?', Number(enabled), accountId);
}

const disable: Action<Store, AccountTarget> = {
  observe: async (store, target) => ({ ...observeEnabled(store, target) }),
  isDone: image => image['enabled'] === false,
  apply: async (store, target) =>
    store.change(() => {
      observed(store, target);
      setEnabled(store, target.accountId, false);
      store.run("DELETE FROM membership WHERE member_type = 'Account' AND member_id = ?", target.accountId);
    }),
  restore: async (store, target, { before, after }) =>
    store.change(() => restoreAccount(store, target, AccountImage.parse(before), AccountImage.parse(after))),
};

function restoreAccount(store: Store, { accountId }: AccountTarget, before: AccountImage, after: AccountImage): void {
  observed(store, { accountId });
  // Only an enabled account can get access back.
  if (before.enabled) setEnabled(store, accountId, true);
  moveAccess(store, accountId, after, before);
  setEnabled(store, accountId, before.enabled);
}

/** Enable an account that is disabled, with the groups and roles that disabling dropped and that still exist. */
function enableAgain(store: Store, target: AccountTarget, beforeDisabling: Image | undefined): void {
  if (observed(store, target).enabled) return;
  setEnabled(store, target.accountId, true);
  if (!beforeDisabling) return;
  const dropped = AccountImage.parse(beforeDisabling);
  const existing = (table: 'user_group' | 'role', ids: readonly string[]) =>
    ids.filter(id => store.all(`SELECT 1 FROM ${table} WHERE id = ?`, id).length > 0);
  const restored = { groups: existing('user_group', dropped.groups), roles: existing('role', dropped.roles) };
  moveAccess(store, target.accountId, { groups: [], roles: [] }, restored);
}

const enable: Action<Store, AccountTarget> = {
  observe: disable.observe,
  isDone: image => image['enabled'] === true,
  apply: async (store, target, { beforeDisabling }) => store.change(() => enableAgain(store, target, beforeDisabling)),
  restore: disable.restore,
};

const isPast = (time: unknown) => typeof time === 'string' && Date.parse(time) <= Date.now();

const activate: Action<Store, AccountTarget> = {
  observe: async (store, target) => ({ ...observed(store, target) }),
  isDone: image => image['enabled'] === true && image['locked'] === false && !isPast(image['expires']),
  apply: async (store, target, { beforeDisabling }) =>
    store.change(() => {
      enableAgain(store, target, beforeDisabling);
      const { expires } = observed(store, target);
      const kept = isPast(expires) ? null : expires;
      store.run('UPDATE account SET locked = 0, expires = ? WHERE id = ?', kept, target.accountId);
    }),
  restore: async (store, target, images) =>
    store.change(() => {
      const { locked, expires, ...before } = FullImage.parse(images.before);
      restoreAccount(store, target, before, FullImage.parse(images.after));
      store.run('UPDATE account SET locked = ?, expires = ? WHERE id = ?', Number(locked), expires, target.accountId);
    }),
};

export const accountActions = { DisableAccount: disable, EnableAccount: enable, ActivateAccount: activate };
