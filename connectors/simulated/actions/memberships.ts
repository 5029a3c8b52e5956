// Who is in which group and has which role, one membership at a time.
import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import type { Store } from '../store.ts';

export interface Membership {
  readonly accountId: string;
  readonly objectType: 'UserGroup' | 'Role';
  readonly objectId: string;
}

const tables = { Account: 'account', UserGroup: 'user_group', Role: 'role' } as const;
const names = { Account: 'account', UserGroup: 'group', Role: 'role' } as const;

/** @throws ChangeRefused when the object does not exist */
function requireObject(store: Store, type: keyof typeof tables, id: string): void {
  const [found] = store.all(`SELECT 1 FROM ${tables[type]} WHERE id = ?`, id);
  if (!found) throw new ChangeRefused(`there is no ${names[type]} ${JSON.stringify(id)} in the application`);
}

function isMember(store: Store, { accountId, objectType, objectId }: Membership): boolean {
  const sql = "SELECT 1 FROM membership WHERE (member_type, member_id, object_type, object_id) = ('Account', ?, ?, ?)";
  return store.all(sql, accountId, objectType, objectId).length > 0;
}

/** Give or take one membership, inside a transaction. @throws ChangeRefused when the application does not allow it */
export function setMember(store: Store, membership: Membership, member: boolean): void {
  const { accountId, objectType, objectId } = membership;
  requireObject(store, 'Account', accountId);
  requireObject(store, objectType, objectId);
  if (isMember(store, membership) === member) return;
  if (!member) {
    const sql = "DELETE FROM membership WHERE (member_type, member_id, object_type, object_id) = ('Account', ?, ?, ?)";
    store.run(sql, accountId, objectType, objectId);
    return;
  }
  const [enabled] = store.all('SELECT 1 FROM account WHERE id = ? AND enabled = 1', accountId);
  if (!enabled) {
    throw new ChangeRefused(
      `account ${JSON.stringify(accountId)} is disabled, and the application gives disabled accounts no roles and groups`,
    );
  }
  store.run("INSERT INTO membership VALUES ('Account', ?, ?, ?)", accountId, objectType, objectId);
}

function membershipAction<Target extends { readonly accountId: string }>(
  membershipOf: (target: Target) => Membership,
  member: boolean,
): Action<Store, Target> {
  const set = (store: Store, target: Target, wanted: boolean) =>
    store.change(() => setMember(store, membershipOf(target), wanted));
  return {
    async observe(store, target) {
      const membership = membershipOf(target);
      requireObject(store, 'Account', membership.accountId);
      requireObject(store, membership.objectType, membership.objectId);
      return { member: isMember(store, membership) };
    },
    isDone: image => image['member'] === member,
    apply: async (store, target) => set(store, target, member),
    restore: async (store, target, { before }) => set(store, target, before['member'] === true),
  };
}

type RoleTarget = ActionTargets['AssignRole'];
type GroupTarget = ActionTargets['AddGroupMember'];

const roleOf = ({ accountId, roleId }: RoleTarget): Membership => ({ accountId, objectType: 'Role', objectId: roleId });
const groupOf = ({ accountId, groupId }: GroupTarget): Membership => ({
  accountId,
  objectType: 'UserGroup',
  objectId: groupId,
});

export const membershipActions = {
  AssignRole: membershipAction(roleOf, true),
  RemoveRole: membershipAction(roleOf, false),
  AddGroupMember: membershipAction(groupOf, true),
  RemoveGroupMember: membershipAction(groupOf, false),
};
