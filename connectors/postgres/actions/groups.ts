// Members of groups, and new groups. A group is a role without LOGIN that the setting `groups` names.
import pg from 'pg';
import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import type { PostgresClient } from '../client.ts';
import { publicId, roleId } from '../ids.ts';
import type { Transaction } from './change-session.ts';
import { findRole, type RoleState } from './changeable-roles.ts';
import { assignRole, removeRole } from './memberships.ts';

type GroupTarget = ActionTargets['AddGroupMember'];

/** Members are added to and removed from a group like accounts to and from a role. */
function ofGroup(action: Action<PostgresClient, ActionTargets['AssignRole']>): Action<PostgresClient, GroupTarget> {
  const asRole = ({ accountId, groupId }: GroupTarget) => {
    if (groupId === publicId) throw new ChangeRefused('PUBLIC has every role, so nobody can join or leave it');
    return { accountId, roleId: groupId };
  };
  return {
    observe: async (client, target) => action.observe(client, asRole(target)),
    isDone: (image, target, before) => action.isDone(image, asRole(target), before),
    apply: async (client, target, before) => action.apply(client, asRole(target), before),
    restore: async (client, target, images) => action.restore(client, asRole(target), images),
  };
}

export const addGroupMember = ofGroup(assignRole);
export const removeGroupMember = ofGroup(removeRole);

type Group = { readonly id: string | null; readonly canLogin: boolean };

const mostMembersNamed = 5;

async function groupOf(transaction: Transaction, name: string): Promise<Group> {
  const [role] = await transaction.rows<{ oid: number; can_login: boolean }>(
    'SELECT oid, rolcanlogin AS can_login FROM pg_roles WHERE rolname = $1',
    [name],
  );
  return { id: role ? roleId(role.oid) : null, canLogin: role?.can_login ?? false };
}

/**
 * The names that PostgreSQL refuses, and those that it would change: it cuts longer names silently.
 * Source: https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-IDENTIFIERS
 */
async function refuseName({ isGroupName }: PostgresClient, transaction: Transaction, name: string): Promise<void> {
  const [row] = await transaction.rows<{ longest: number }>(
    "SELECT current_setting('max_identifier_length')::int AS longest",
  );
  const bytes = Buffer.byteLength(name);
  if (name === '') throw new ChangeRefused('the name is empty');
  if (bytes > row!.longest) {
    const limit = `PostgreSQL would cut it after ${row!.longest} bytes`;
    throw new ChangeRefused(`the name has ${bytes} bytes in UTF-8; ${limit}, so use a shorter one`);
  }
  if (name.includes('\0') || !name.isWellFormed()) {
    throw new ChangeRefused('the name has a character that PostgreSQL cannot store');
  }
  if (/^(?:pg_.*|public|none)$/s.test(name)) throw new ChangeRefused(`PostgreSQL reserves the name ${name}`);
  if (!isGroupName(name)) {
    throw new ChangeRefused(`the setting groups of this source does not match ${name}, so it would become a role`);
  }
}

/** Dropping a role takes it from its members, so nothing is dropped that somebody has begun to use. */
async function refuseUsedGroup(transaction: Transaction, { oid, name }: RoleState): Promise<void> {
  // Since PostgreSQL 16, a role that is no superuser may administer the roles that it makes.
  const used = await transaction.rows<{ name: string; how: string }>(
    `SELECT member.rolname AS name, 'member' AS how FROM pg_auth_members JOIN pg_roles AS member ON member.oid = member
     WHERE roleid = $1 AND member.rolname <> session_user
     UNION ALL
     SELECT role.rolname, 'role that it is in' FROM pg_auth_members JOIN pg_roles AS role ON role.oid = roleid WHERE member = $1
     LIMIT ${mostMembersNamed}`,
    [oid],
  );
  if (used.length === 0) return;
  const names = used.map(row => `${row.how}: ${row.name}`).join(', ');
  throw new ChangeRefused(`${name} is in use by now, so it is not dropped (${names})`);
}

export const createUserGroup: Action<PostgresClient, ActionTargets['CreateUserGroup']> = {
  observe: (client, { groupName }) =>
    client.changes.look(async transaction => {
      await refuseName(client, transaction, groupName);
      return groupOf(transaction, groupName);
    }),
  isDone: image => image['id'] !== null && image['canLogin'] === false,
  apply: (client, { groupName }) =>
    client.changes.change(async transaction => {
      await refuseName(client, transaction, groupName);
      const { id, canLogin } = await groupOf(transaction, groupName);
      if (canLogin) throw new ChangeRefused(`${groupName} is the name of a login`);
      if (id === null) await transaction.rows(`CREATE ROLE ${pg.escapeIdentifier(groupName)} NOLOGIN`);
    }),
  restore: ({ changes }, { groupName }, { before, after }) =>
    changes.change(async transaction => {
      if ((before as Group).id !== null) return;
      const role = await findRole(transaction, (after as Group).id!);
      if (!role) return;
      await refuseUsedGroup(transaction, role);
      // PostgreSQL itself refuses to drop a role that owns something or has privileges.
      await transaction.rows(`DROP ROLE ${pg.escapeIdentifier(groupName)}`);
      if (await findRole(transaction, (after as Group).id!)) {
        throw new ChangeRefused(`${groupName} is another role by now; nothing was dropped`);
      }
    }),
  createdId: after => (after as Group).id!,
};
