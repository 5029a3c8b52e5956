// What the connector can change on a MySQL or MariaDB server. It has no groups but PUBLIC, which has everybody.
import type { Actions, DeclaredActions } from '../../../src/connector/actions.ts';
import type { MysqlClient } from '../client.ts';
import { disableAccount, enableAccount } from './accounts.ts';
import { assignRole, removeRole } from './memberships.ts';

export const mysqlActions: Actions<MysqlClient> = {
  DisableAccount: disableAccount,
  EnableAccount: enableAccount,
  ActivateAccount: enableAccount,
  AssignRole: assignRole,
  RemoveRole: removeRole,
};

export const mysqlDeclaredActions: readonly DeclaredActions[] = [
  {
    operations: ['DisableAccount', 'EnableAccount', 'ActivateAccount'],
    effect: '`ALTER USER … ACCOUNT LOCK` or `UNLOCK`',
    rights: 'CREATE USER',
    limits:
      'Open sessions go on. Accounts with SUPER and the account of the connector are refused. The owner of an expired password has to choose a new one at the next login',
  },
  {
    operations: ['AssignRole', 'RemoveRole'],
    effect: '`GRANT role TO account`, `REVOKE role FROM account`',
    rights: 'MariaDB: ADMIN OPTION on the role. MySQL: ROLE_ADMIN',
    limits: 'A role that is given is in force after SET ROLE only',
  },
];
