// The accounts and roles that a change is about, and those that may not be changed.
import { ChangeRefused } from '../../../src/connector/actions.ts';
import type { MysqlClient } from '../client.ts';
import { accountNamesOf, roleNamesOf } from '../ids.ts';
import { mysqlStatement } from '../statements.ts';

export interface AccountName {
  readonly user: string;
  /** Empty for roles of MariaDB. */
  readonly host: string;
}

export interface AccountState extends AccountName {
  readonly is_locked: number;
  /** The reads would take it for a role if it were locked. */
  readonly would_be_role: number;
  readonly is_super: number;
  /** The account that the connector has logged in as: `user@host`. */
  readonly own_name: string;
}

/** Accounts that belong to the server itself. */
const ofServer = /^(?:mysql\.(?:sys|session|infoschema)|mariadb\.sys)$/;

/** Inside of backticks only a backtick has a meaning. An empty name is possible in quotes only. */
const quoted = (name: string) => (name === '' ? "''" : `\`${name.replaceAll('`', '``')}\``);

/** The name of an account or role in a statement. */
export const spelled = ({ user, host }: AccountName) =>
  host === '' ? quoted(user) : `${quoted(user)}@${quoted(host)}`;

async function stateOf({ changes, product }: MysqlClient, name: AccountName): Promise<AccountState | undefined> {
  const rows = await changes.rows<AccountState>(mysqlStatement(product, 'account-state')!, [name.user, name.host]);
  // The server ignores case in names of hosts.
  return rows.find(row => row.user === name.user && row.host === name.host);
}

/** @throws ChangeRefused when there is no such account, or it must not be changed */
export async function changeableAccount(client: MysqlClient, accountId: string): Promise<AccountState> {
  const name = accountNamesOf(accountId);
  const account = name && (await stateOf(client, name));
  if (!account) throw new ChangeRefused(`the server has no account with the id ${accountId} any more`);
  const shown = spelled(account);
  if (account.own_name === `${account.user}@${account.host}`) {
    throw new ChangeRefused(`${shown} is the account that this connector logs in as`);
  }
  if (ofServer.test(account.user)) throw new ChangeRefused(`${shown} belongs to the server itself`);
  if (Number(account.is_super) === 1) {
    throw new ChangeRefused(`${shown} has the privilege SUPER; such accounts are changed by hand only`);
  }
  return account;
}

/** @throws ChangeRefused when there is no such role */
export async function existingRole(client: MysqlClient, roleId: string): Promise<AccountState> {
  const name = roleNamesOf(roleId);
  const role = name && (await stateOf(client, name));
  if (!role) throw new ChangeRefused(`the server has no role with the id ${roleId} any more`);
  return role;
}
