// Creating groups.
import { randomUUID } from 'node:crypto';
import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import type { Store } from '../store.ts';

type GroupTarget = ActionTargets['CreateUserGroup'];

const longestName = 256;

/** The application takes any text that can be stored and shown as it is. */
function requireName(name: string): void {
  const fault =
    name.trim() === ''
      ? 'is empty'
      : name.length > longestName
        ? `is longer than ${longestName} characters`
        : /\p{Cc}/u.test(name)
          ? 'has control characters'
          : name.isWellFormed()
            ? undefined
            : 'is no valid Unicode';
  if (fault !== undefined) throw new ChangeRefused(`the group name ${fault}, which the application does not take`);
}

function idOf(store: Store, { groupName }: GroupTarget): string | undefined {
  return store.all<{ id: string }>('SELECT id FROM user_group WHERE name = ?', groupName)[0]?.id;
}

const groupSql = `SELECT id, description,
    (SELECT json_group_array(json_array(member_type, member_id, object_type, object_id)
       ORDER BY member_type, member_id, object_type, object_id) FROM membership
     WHERE (object_type = 'UserGroup' AND object_id = user_group.id)
       OR (member_type = 'UserGroup' AND member_id = user_group.id)) AS ends
  FROM user_group WHERE name = ?`;

/** Members and memberships belong to the image: deleting the group would delete what others have added meanwhile. */
const create: Action<Store, GroupTarget> = {
  async observe(store, target) {
    requireName(target.groupName);
    const [group] = store.all<{ id: string; description: string | null; ends: string }>(groupSql, target.groupName);
    return group ? { id: group.id, description: group.description, memberships: JSON.parse(group.ends) } : { id: null };
  },
  isDone: image => image['id'] !== null,
  apply: async (store, target) =>
    store.change(() => {
      requireName(target.groupName);
      if (idOf(store, target) !== undefined) return;
      store.run('INSERT INTO user_group VALUES (?, ?, NULL)', `group-${randomUUID()}`, target.groupName);
    }),
  restore: async (store, target, { before, after }) =>
    store.change(() => {
      const id = after['id'];
      if (before['id'] !== null || typeof id !== 'string' || idOf(store, target) !== id) return;
      store.run(
        `DELETE FROM membership
         WHERE (object_type = 'UserGroup' AND object_id = ?1) OR (member_type = 'UserGroup' AND member_id = ?1)`,
        id,
      );
      store.run('DELETE FROM user_group WHERE id = ?', id);
    }),
  createdId: after => after['id'] as string,
};

export const groupActions = { CreateUserGroup: create };
