// The roles that a change is about, and those that may not be changed.
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { oidOf } from '../ids.ts';
import type { Transaction } from './change-session.ts';

export interface RoleState {
  readonly oid: number;
  readonly name: string;
  readonly superuser: boolean;
  readonly inherit: boolean;
  /** The role that the connector has logged in as. */
  readonly is_own: boolean;
  readonly can_login: boolean;
  readonly connection_limit: number;
  /** For example `2026-01-01 00:00:00+00`, or `infinity`. */
  readonly valid_until: string | null;
}

const stateOfRole = `SELECT oid, rolname AS name, rolsuper AS superuser, rolinherit AS inherit,
    rolname IN (session_user, current_user) AS is_own, rolcanlogin AS can_login, rolconnlimit AS connection_limit,
    rolvaliduntil::text AS valid_until
  FROM pg_roles WHERE oid = $1`;

/** Undefined when the server has no such role. */
export async function findRole(transaction: Transaction, id: string): Promise<RoleState | undefined> {
  const oid = oidOf(id);
  if (oid === undefined) return undefined;
  return (await transaction.rows<RoleState>(stateOfRole, [oid]))[0];
}

/** @throws ChangeRefused when the server has no such role */
export async function existingRole(transaction: Transaction, id: string): Promise<RoleState> {
  const role = await findRole(transaction, id);
  if (!role) throw new ChangeRefused(`the server has no role with the id ${id} any more`);
  return role;
}

/** @throws ChangeRefused also for superusers, and for the role of the connector itself */
export async function changeableAccount(transaction: Transaction, accountId: string): Promise<RoleState> {
  const role = await existingRole(transaction, accountId);
  if (role.is_own) throw new ChangeRefused(`${role.name} is the role that this connector logs in as`);
  if (role.superuser) throw new ChangeRefused(`${role.name} is a superuser; superusers are changed by hand only`);
  return role;
}

/**
 * Statements name roles, and a role may be renamed between the statement that finds its name and the one that changes it. A role that
 * still has its name afterwards is the one that was changed.
 * @throws ChangeRefused when it may have been another role, which undoes the transaction
 */
export async function confirmName(transaction: Transaction, { oid, name }: RoleState): Promise<void> {
  const [role] = await transaction.rows<{ name: string }>('SELECT rolname AS name FROM pg_roles WHERE oid = $1', [oid]);
  if (role?.name !== name)
    throw new ChangeRefused(`${name} was renamed or dropped in the meantime; nothing was changed`);
}
