// Giving and taking roles.
import pg from 'pg';
import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import type { PostgresClient } from '../client.ts';
import { isPredefined } from '../role-kinds.ts';
import type { Transaction } from './change-session.ts';
import { changeableAccount, confirmName, existingRole, type RoleState } from './changeable-roles.ts';

/** One row of pg_auth_members for a member and a role. Before PostgreSQL 16 there is at most one, which has only `admin`. */
interface Grant {
  readonly admin: boolean;
  readonly inherit?: boolean;
  readonly set?: boolean;
  /** Of several grants, each has another grantor. */
  readonly grantor?: string;
}

type Membership = { readonly grants: readonly Grant[] };
type RoleTarget = ActionTargets['AssignRole'];

/** Both ends of a membership that may be changed. */
interface Ends {
  readonly role: RoleState;
  readonly member: RoleState;
}

const hasGrantors = ({ versionNumber }: PostgresClient) => versionNumber >= 160_000;
const quoted = pg.escapeIdentifier;

async function endsOf(transaction: Transaction, { accountId, roleId }: RoleTarget): Promise<Ends> {
  const member = await changeableAccount(transaction, accountId);
  const role = await existingRole(transaction, roleId);
  if (role.oid === member.oid) throw new ChangeRefused(`${role.name} cannot be a member of itself`);
  return { role, member };
}

async function grantsOf(client: PostgresClient, transaction: Transaction, { role, member }: Ends): Promise<Grant[]> {
  const columns = hasGrantors(client)
    ? 'grantor.rolname AS grantor, admin_option AS admin, inherit_option AS inherit, set_option AS set'
    : 'admin_option AS admin';
  return transaction.rows<Grant>(
    `SELECT ${columns} FROM pg_auth_members LEFT JOIN pg_roles AS grantor ON grantor.oid = grantor
     WHERE roleid = $1 AND member = $2 ORDER BY grantor.rolname COLLATE "C"`,
    [role.oid, member.oid],
  );
}

/** The reads count a role as a member only when it may use the privileges of the other role, or become it. */
const isUsable = ({ inherit = true, set = true }: Grant) => inherit || set;

/** @throws ChangeRefused for a role that makes its members administrators of the server */
function refuseToGive({ name, oid, superuser }: RoleState): void {
  if (superuser) throw new ChangeRefused(`${name} is a superuser; it is given by hand only`);
  if (isPredefined({ name, oid }))
    throw new ChangeRefused(`${name} is a role of PostgreSQL itself; it is given by hand only`);
}

const onOff = (isOn: boolean) => (isOn ? 'TRUE' : 'FALSE');

/** The statements that restore one grant. */
function regrant({ role, member }: Ends, { admin, inherit, set, grantor }: Grant): string[] {
  const grant = `GRANT ${quoted(role.name)} TO ${quoted(member.name)}`;
  if (grantor !== undefined) {
    const options = `ADMIN ${onOff(admin)}, INHERIT ${onOff(inherit!)}, SET ${onOff(set!)}`;
    return [`${grant} WITH ${options} GRANTED BY ${quoted(grantor)}`];
  }
  if (admin) return [`${grant} WITH ADMIN OPTION`];
  return [grant, `REVOKE ADMIN OPTION FOR ${quoted(role.name)} FROM ${quoted(member.name)}`];
}

function revoke({ role, member }: Ends, { grantor }: Grant): string {
  const by = grantor === undefined ? '' : ` GRANTED BY ${quoted(grantor)}`;
  return `REVOKE ${quoted(role.name)} FROM ${quoted(member.name)}${by}`;
}

/** The statements that turn the present grants into the former ones. */
function backTo(former: readonly Grant[], present: readonly Grant[], ends: Ends): string[] {
  const isOf = (one: Grant) => (other: Grant) => one.grantor === other.grantor;
  const isSame = (one: Grant) => (other: Grant) =>
    isOf(one)(other) && one.admin === other.admin && one.inherit === other.inherit && one.set === other.set;
  return [
    ...present.filter(grant => !former.some(isOf(grant))).map(grant => revoke(ends, grant)),
    ...former.filter(grant => !present.some(isSame(grant))).flatMap(grant => regrant(ends, grant)),
  ];
}

async function change(
  client: PostgresClient,
  target: RoleTarget,
  statementsFor: (ends: Ends, present: readonly Grant[]) => readonly string[],
): Promise<void> {
  await client.changes.change(async transaction => {
    const ends = await endsOf(transaction, target);
    const statements = statementsFor(ends, await grantsOf(client, transaction, ends));
    for (const statement of statements) await transaction.rows(statement);
    await confirmName(transaction, ends.role);
    await confirmName(transaction, ends.member);
  });
}

const membershipAction = {
  observe: (client: PostgresClient, target: RoleTarget): Promise<Membership> =>
    client.changes.look(async transaction => ({
      grants: await grantsOf(client, transaction, await endsOf(transaction, target)),
    })),
  restore: (client: PostgresClient, target: RoleTarget, { before }: { readonly before: object }) =>
    change(client, target, (ends, present) => backTo((before as Membership).grants, present, ends)),
};

export const assignRole: Action<PostgresClient, RoleTarget> = {
  ...membershipAction,
  isDone: image => (image as Membership).grants.some(isUsable),
  apply: (client, target) =>
    change(client, target, (ends, present) => {
      refuseToGive(ends.role);
      if (present.some(isUsable)) return [];
      const options = hasGrantors(client) ? ` WITH INHERIT ${onOff(ends.member.inherit)}, SET TRUE` : '';
      return [`GRANT ${quoted(ends.role.name)} TO ${quoted(ends.member.name)}${options}`];
    }),
};

/** The right to give the role to others is taken too: with it, the account could give the role to itself again. */
export const removeRole: Action<PostgresClient, RoleTarget> = {
  ...membershipAction,
  isDone: image => (image as Membership).grants.length === 0,
  apply: (client, target) => change(client, target, (ends, present) => present.map(grant => revoke(ends, grant))),
};
