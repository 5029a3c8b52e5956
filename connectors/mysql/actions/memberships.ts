// Giving and taking roles.
import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import type { MysqlClient } from '../client.ts';
import { mysqlStatement } from '../statements.ts';
import { type AccountName, changeableAccount, existingRole, spelled } from './changeable-accounts.ts';

type RoleTarget = ActionTargets['AssignRole'];
type Membership = {
  readonly member: boolean;
  /** The account may give the role to others. */
  readonly adminOption: boolean;
  /** The role is in force when the account logs in. */
  readonly defaultRole: boolean;
};

interface Ends {
  readonly account: AccountName;
  readonly role: AccountName;
}

async function endsOf(client: MysqlClient, { accountId, roleId }: RoleTarget): Promise<Ends> {
  const account = await changeableAccount(client, accountId);
  const role = await existingRole(client, roleId);
  if (role.user === account.user && role.host === account.host) {
    throw new ChangeRefused(`${spelled(role)} cannot be a member of itself`);
  }
  return { account, role };
}

async function membershipOf({ changes, product }: MysqlClient, { account, role }: Ends): Promise<Membership> {
  const names = [account.user, account.host, role.user, role.host];
  const statement = mysqlStatement(product, 'membership-state')!;
  const [row] = await changes.rows<Record<'is_member' | 'is_admin' | 'is_default', number>>(statement, [
    ...names,
    ...names,
    ...names,
  ]);
  return {
    member: Number(row!.is_member) === 1,
    adminOption: Number(row!.is_admin) === 1,
    defaultRole: Number(row!.is_default) === 1,
  };
}

async function grant(client: MysqlClient, { account, role }: Ends, withAdmin: boolean): Promise<void> {
  const option = withAdmin ? ' WITH ADMIN OPTION' : '';
  await client.changes.run(`GRANT ${spelled(role)} TO ${spelled(account)}${option}`);
}

async function revoke(client: MysqlClient, { account, role }: Ends): Promise<void> {
  await client.changes.run(`REVOKE ${spelled(role)} FROM ${spelled(account)}`);
}

/** MySQL only, where an account has several default roles and the statement names all of them. */
async function addDefaultRole({ changes }: MysqlClient, { account, role }: Ends): Promise<void> {
  const others = await changes.rows<AccountName>(mysqlStatement('mysql', 'default-roles')!, [
    account.user,
    account.host,
  ]);
  const roles = [...others, role].map(spelled).join(', ');
  await changes.run(`ALTER USER ${spelled(account)} DEFAULT ROLE ${roles}`);
}

const membershipAction = (wanted: boolean): Action<MysqlClient, RoleTarget> => ({
  observe: async (client, target) => membershipOf(client, await endsOf(client, target)),
  isDone: image => (image as Membership).member === wanted,
  async apply(client, target) {
    const ends = await endsOf(client, target);
    const { member } = await membershipOf(client, ends);
    if (member === wanted) return;
    await (wanted ? grant(client, ends, false) : revoke(client, ends));
  },
  async restore(client, target, { before }) {
    const former = before as Membership;
    const ends = await endsOf(client, target);
    const present = await membershipOf(client, ends);
    if (present.member && !former.member) return revoke(client, ends);
    if (former.member && (!present.member || (former.adminOption && !present.adminOption))) {
      await grant(client, ends, former.adminOption);
    }
    // MariaDB keeps the default role of an account when it revokes the role.
    const lacksDefault = former.defaultRole && !(await membershipOf(client, ends)).defaultRole;
    if (lacksDefault && client.product === 'mysql') await addDefaultRole(client, ends);
  },
});

export const assignRole = membershipAction(true);
export const removeRole = membershipAction(false);
